import { assert, assertEquals } from "@std/assert";
import { findProgram, type Found } from "../../src/sandbox/programs.ts";
import { AF, seccompFilter } from "../../src/sandbox/seccomp.ts";
import { programView } from "../../src/sandbox/view.ts";
import { hasBubblewrap, runInView } from "./bwrap_run.ts";

const PYTHON = "/usr/bin/python3";
const found = findProgram(PYTHON, "");
const arch = Deno.build.arch;
const ignore = !found || !await hasBubblewrap();

async function python(script: string, filter: Uint8Array | undefined): Promise<string> {
  const programs: Found[] = [PYTHON, "/usr/bin/true"]
    .map((path) => findProgram(path, "")).filter((program) => program !== undefined);
  const file = await Deno.makeTempFile();
  try {
    if (filter) await Deno.writeFile(file, filter);
    const run = await runInView(programView(programs), [PYTHON, "-c", script], filter && file);
    assertEquals([run.code, run.stderr], [0, ""]);
    return run.stdout;
  } finally {
    await Deno.remove(file);
  }
}

/** Prints the name of the error, or `ok`. */
const ATTEMPT = `
import ctypes, errno, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
def call(*args):
    ctypes.set_errno(0)
    result = libc.syscall(*[ctypes.c_long(a) for a in args])
    return 'ok' if result >= 0 else errno.errorcode[ctypes.get_errno()]
def family(f, make=socket.socket):
    try:
        make(f, socket.SOCK_STREAM)
        return 'ok'
    except OSError as e:
        return errno.errorcode[e.errno]
`;

const NUMBERS =
  { x86_64: { unshare: 272, keyctl: 250 }, aarch64: { unshare: 97, keyctl: 219 } }[arch];
const PROBES = `${ATTEMPT}
print(family(40), family(socket.AF_INET), family(socket.AF_UNIX), family(socket.AF_UNIX, socket.socketpair),
  call(${NUMBERS.unshare}, 0x400), call(${NUMBERS.keyctl}, 0, -3, 0), call(425, 1, 0))`;

Deno.test({
  name: "seccompFilter() refuses in the kernel what works without it",
  ignore,
  async fn() {
    const families = [AF.INET];
    assertEquals(
      await python(PROBES, seccompFilter(arch, { families })),
      "EAFNOSUPPORT ok EAFNOSUPPORT ok EPERM EPERM EPERM",
    );
    const open = (await python(PROBES, undefined)).split(" ");
    // unshare(CLONE_FILES) needs no privilege: only the filter can refuse it.
    assertEquals([open[1], open[2], open[3], open[4]], ["ok", "ok", "ok", "ok"]);
  },
});

Deno.test({
  name: "seccompFilter() leaves threads, children and event loops working",
  ignore,
  async fn() {
    const script = `
import asyncio, multiprocessing, subprocess, threading
seen = []
t = threading.Thread(target=lambda: seen.append(1)); t.start(); t.join()
p = multiprocessing.get_context("fork").Process(target=lambda: None); p.start(); p.join()
async def main():
    child = await asyncio.create_subprocess_exec("/usr/bin/true")
    return await child.wait()
print(seen, p.exitcode, subprocess.run(["/usr/bin/true"]).returncode, asyncio.run(main()))`;
    assertEquals(await python(script, seccompFilter(arch, { families: [] })), "[1] 0 0 0");
  },
});

Deno.test({
  name: "seccompFilter() refuses namespaces made by clone",
  ignore,
  async fn() {
    const clone = { x86_64: 56, aarch64: 220 }[arch];
    // CLONE_NEWUSER | SIGCHLD; a child that does come up leaves at once.
    const script = `${ATTEMPT}
r = libc.syscall(ctypes.c_long(${clone}), ctypes.c_long(0x10000011), 0, 0, 0, 0)
if r == 0: os._exit(0)
print('ok' if r > 0 else errno.errorcode[ctypes.get_errno()])`;
    assertEquals(await python(script, seccompFilter(arch, { families: [] })), "EPERM");
    assertEquals(await python(script, undefined), "ok");
    assert(found);
  },
});
