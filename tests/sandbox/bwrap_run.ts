/** Runs a program in bubblewrap with a view of the system and nothing else. */
import type { View } from "../../src/sandbox/view.ts";

const BWRAP = "/usr/bin/bwrap";

/** Whether bubblewrap works here: tests that need it are ignored elsewhere. */
export async function hasBubblewrap(): Promise<boolean> {
  if (Deno.build.os !== "linux") return false;
  try {
    const args = [
      "--unshare-all",
      "--ro-bind",
      "/",
      "/",
      "--proc",
      "/proc",
      "--dev",
      "/dev",
      "/usr/bin/true",
    ];
    return (await new Deno.Command(BWRAP, { args, stdout: "null", stderr: "null" }).output())
      .success;
  } catch {
    return false;
  }
}

export interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/** @param seccompFile A filter, handed over as descriptor 3. */
export async function runInView(view: View, argv: string[], seccompFile?: string): Promise<Run> {
  const args = [
    "--unshare-all",
    "--die-with-parent",
    "--new-session",
    // Before the view, which in a test may lie below it.
    ...["--tmpfs", "/tmp"],
    ...view.binds.flatMap((path) => ["--ro-bind", path, path]),
    ...view.links.flatMap(({ link, target }) => ["--symlink", target, link]),
    ...["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/"],
    ...(seccompFile === undefined ? [] : ["--seccomp", "3"]),
    ...["--chdir", "/tmp", "--", ...argv],
  ];
  const command = seccompFile === undefined
    ? new Deno.Command(BWRAP, { args, ...options(view) })
    : new Deno.Command("/bin/bash", {
      args: ["-c", 'exec "$0" "$@" 3<"$FILTER"', BWRAP, ...args],
      ...options(view, { FILTER: seccompFile }),
    });
  const { code, stdout, stderr } = await command.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

function options(view: View, env: Record<string, string> = {}): Deno.CommandOptions {
  return {
    clearEnv: true,
    env: { PATH: view.searchPath, HOME: "/tmp", LANG: "C.UTF-8", ...env },
    stdin: "null",
  };
}
