import { assertEquals } from "@std/assert";
import { AF, seccompFilter } from "../../src/sandbox/seccomp.ts";
import {
  ATTRIBUTE_CALLS,
  FILE_CALLS,
  OWN_CALLS,
  REFUSED_WHEN_SHARED,
  systemOwnerFilter,
} from "../../src/sandbox/shared_calls.ts";
import type { Architecture } from "../../src/sandbox/syscalls.ts";
import { answerName, faults, runFilter } from "./bpf.ts";

const AUDIT = { x86_64: 0xc000003e, aarch64: 0xc00000b7 };

for (const arch of ["x86_64", "aarch64"] as Architecture[]) {
  const shared = seccompFilter(arch, { families: [], shared: true });
  const parted = seccompFilter(arch, { families: [] });
  const ask = (filter: Uint8Array, nr: number, ...args: (number | bigint)[]) =>
    answerName(runFilter(filter, { nr, arch: AUDIT[arch], args }));

  Deno.test(`seccompFilter() for shared namespaces is a program that the kernel takes, for ${arch}`, () => {
    assertEquals(faults(shared), []);
    assertEquals(faults(systemOwnerFilter(arch)), []);
    assertEquals(ask(shared, 0), "allow");
    assertEquals(ask(systemOwnerFilter(arch), 0), "allow");
  });

  Deno.test(`seccompFilter() refuses by name and number what is shared, and only then, for ${arch}`, () => {
    for (const [name, nr] of Object.entries(REFUSED_WHEN_SHARED[arch])) {
      assertEquals([ask(shared, nr), ask(parted, nr)], ["EPERM", "allow"], name);
    }
    for (const [name, nr] of Object.entries(ATTRIBUTE_CALLS[arch])) {
      assertEquals([ask(shared, nr), ask(parted, nr)], ["errno 95", "allow"], name);
    }
    const socket = arch === "x86_64" ? 41 : 198;
    assertEquals(ask(shared, socket, AF.UNIX), "EAFNOSUPPORT");
  });

  Deno.test(`seccompFilter() lets a process change its own limits and priority alone, for ${arch}`, () => {
    for (const [name, { call, zero }] of Object.entries(OWN_CALLS[arch])) {
      assertEquals(ask(shared, call, 0, 0), "allow", name);
      for (const i of zero) {
        const args = [0, 0];
        args[i] = 1234;
        assertEquals([ask(shared, call, ...args), ask(parted, call, ...args)], ["EPERM", "allow"]);
      }
    }
  });

  Deno.test(`seccompFilter() knows an opened file from a name, for ${arch}`, () => {
    const { fchmod, utimensat } = FILE_CALLS[arch];
    assertEquals(ask(shared, utimensat, 3, 0), "allow");
    for (const name of [0x1000, 0x7fff00000000n, 1n << 32n]) {
      assertEquals(ask(shared, utimensat, 3, name), "EPERM");
    }
    for (const mode of [0o644, 0o1777, 0o100600]) {
      assertEquals(ask(shared, fchmod, 3, mode), "allow");
    }
    for (const mode of [0o4755, 0o2755, 0o6777]) {
      assertEquals(ask(shared, fchmod, 3, mode), "EPERM");
    }
    const owner = systemOwnerFilter(arch);
    assertEquals([ask(owner, fchmod, 3, 0o644), ask(owner, utimensat, 3, 0)], ["EPERM", "EPERM"]);
  });
}
