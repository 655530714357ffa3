import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { AF, seccompFilter } from "../../src/sandbox/seccomp.ts";
import {
  type Architecture,
  INSPECTED_CALLS,
  LINK_CALLS,
  REFUSED_CALLS,
} from "../../src/sandbox/syscalls.ts";
import { answerName, faults, runFilter } from "./bpf.ts";

const ARCHITECTURES: Architecture[] = ["x86_64", "aarch64"];
/** linux/audit.h. */
const AUDIT = { x86_64: 0xc000003e, aarch64: 0xc00000b7, i386: 0x40000003, arm: 0x40000028 };
const FAMILIES: number[] = [AF.UNIX, AF.INET, AF.INET6];
const NEW_NAMESPACES = {
  CLONE_NEWTIME: 0x80,
  CLONE_NEWNS: 0x20000,
  CLONE_NEWCGROUP: 0x02000000,
  CLONE_NEWUTS: 0x04000000,
  CLONE_NEWIPC: 0x08000000,
  CLONE_NEWUSER: 0x10000000,
  CLONE_NEWPID: 0x20000000,
  CLONE_NEWNET: 0x40000000,
};
/** What glibc's pthread_create and posix_spawn pass. */
const THREAD = 0x3d0f00;
const SPAWN = 0x4111;

function decide(
  arch: Architecture,
  nr: number,
  args: (number | bigint)[] = [],
  families = FAMILIES,
) {
  return answerName(runFilter(seccompFilter(arch, { families }), { nr, arch: AUDIT[arch], args }));
}

for (const arch of ARCHITECTURES) {
  const calls = INSPECTED_CALLS[arch];

  Deno.test(`seccompFilter() is a program that the kernel takes, for ${arch}`, () => {
    for (const families of [[], FAMILIES, Array.from({ length: 199 }, (_, i) => i)]) {
      assertEquals(faults(seccompFilter(arch, { families })), []);
    }
  });

  Deno.test(`seccompFilter() refuses symbolic links where it is asked to, for ${arch}`, () => {
    for (const nr of Object.values(LINK_CALLS[arch])) {
      const call = { nr, arch: AUDIT[arch] };
      const [free, asked] = [false, true].map((noLinks) =>
        answerName(runFilter(seccompFilter(arch, { families: FAMILIES, noLinks }), call))
      );
      assertEquals([free, asked], ["allow", "EPERM"]);
    }
  });

  Deno.test(`seccompFilter() kills on every other architecture, for ${arch}`, () => {
    const filter = seccompFilter(arch, { families: FAMILIES });
    fc.assert(fc.property(fc.nat(0xffffffff), fc.nat(500), (other, nr) => {
      fc.pre(other !== AUDIT[arch]);
      assertEquals(answerName(runFilter(filter, { nr, arch: other })), "kill");
    }));
    const others = Object.values(AUDIT).filter((other) => other !== AUDIT[arch]);
    for (const other of others) {
      assertEquals(answerName(runFilter(filter, { nr: 0, arch: other })), "kill");
    }
  });

  Deno.test(`seccompFilter() refuses each dangerous call and no other, for ${arch}`, () => {
    const refused = new Map(Object.entries(REFUSED_CALLS[arch]).map(([name, nr]) => [nr, name]));
    const inspected = new Set(Object.values(calls));
    for (let nr = 0; nr < 600; nr++) {
      if (inspected.has(nr)) continue;
      assertEquals(
        decide(arch, nr),
        refused.has(nr) ? "EPERM" : "allow",
        refused.get(nr) ?? `${nr}`,
      );
    }
  });

  Deno.test(`seccompFilter() hides clone3 and refuses namespaces by clone, for ${arch}`, () => {
    assertEquals(decide(arch, calls.clone3), "ENOSYS");
    assertEquals(decide(arch, calls.clone, [THREAD]), "allow");
    assertEquals(decide(arch, calls.clone, [SPAWN]), "allow");
    for (const [name, flag] of Object.entries(NEW_NAMESPACES)) {
      assertEquals(decide(arch, calls.clone, [flag]), "EPERM", name);
      assertEquals(decide(arch, calls.clone, [THREAD | flag]), "EPERM", name);
    }
  });

  Deno.test(`seccompFilter() allows only the named families, for ${arch}`, () => {
    const family = fc.nat(45);
    const high = fc.bigInt({ min: 0n, max: 0xffffffffn });
    fc.assert(
      fc.property(fc.array(family, { maxLength: 12 }), family, high, (families, one, upper) => {
        // The kernel reads an int: what stands above it changes nothing.
        const arg = (upper << 32n) | BigInt(one);
        const socket = families.includes(one) ? "allow" : "EAFNOSUPPORT";
        assertEquals(decide(arch, calls.socket, [arg], families), socket);
        const pair = one === AF.UNIX || families.includes(one) ? "allow" : "EAFNOSUPPORT";
        assertEquals(decide(arch, calls.socketpair, [arg], families), pair);
      }),
    );
  });

  Deno.test(`seccompFilter() refuses input injected into a terminal, for ${arch}`, () => {
    const TIOCGWINSZ = 0x5413;
    for (
      const [command, expected] of [[0x5412, "EPERM"], [0x541c, "EPERM"], [
        TIOCGWINSZ,
        "allow",
      ]] as const
    ) {
      assertEquals(decide(arch, calls.ioctl, [0, command]), expected);
      assertEquals(decide(arch, calls.ioctl, [0, 0xdeadbeef00000000n | BigInt(command)]), expected);
    }
  });

  Deno.test(`seccompFilter() has the numbers of this machine's headers, for ${arch}`, () => {
    const header = {
      x86_64: "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
      aarch64: "/usr/include/asm-generic/unistd.h",
    }[arch];
    let text: string;
    try {
      text = Deno.readTextFileSync(header);
    } catch {
      return; // No kernel headers here: nothing to compare with.
    }
    const known = new Map(
      [...text.matchAll(/#define __NR_(\w+) (\d+)/g)].map((m) => [m[1], Number(m[2])]),
    );
    let compared = 0;
    for (const [name, nr] of [...Object.entries(REFUSED_CALLS[arch]), ...Object.entries(calls)]) {
      const number = known.get(name);
      if (number === undefined) continue; // Newer than the headers.
      assertEquals(nr, number, name);
      compared++;
    }
    assert(compared > 50, `only ${compared} names were compared`);
  });
}

Deno.test("seccompFilter() answers that x32 calls are not implemented", () => {
  fc.assert(fc.property(fc.integer({ min: 0x40000000, max: 0xffffffff }), (nr) => {
    assertEquals(decide("x86_64", nr), "ENOSYS");
  }));
});

Deno.test("seccompFilter() knows the same dangers on both machines", () => {
  // Calls that aarch64 never had.
  const onlyX86 = [
    "uselib",
    "modify_ldt",
    "_sysctl",
    "iopl",
    "ioperm",
    "create_module",
    "get_kernel_syms",
    "query_module",
  ];
  const x86 = Object.keys(REFUSED_CALLS.x86_64).filter((name) => !onlyX86.includes(name));
  assertEquals(new Set(Object.keys(REFUSED_CALLS.aarch64)), new Set(x86));
});

Deno.test("seccompFilter() refuses families that cannot be", () => {
  for (const families of [[-1], [1.5], [256], [NaN], Array.from({ length: 200 }, (_, i) => i)]) {
    assertThrows(() => seccompFilter("x86_64", { families }), RangeError, "Cannot allow");
  }
});
