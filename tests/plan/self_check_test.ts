import { assertEquals } from "@std/assert";
import type { ServerPermissions } from "../../src/plan/flags.ts";
import { type Query, selfCheck, unscopedGrants } from "../../src/plan/self_check.ts";

const NEEDED: ServerPermissions = {
  run: ["/state/plans/1/launch/a"],
  read: ["/state/plans/1", "/state/state"],
  write: ["/state/state"],
  env: ["TOKEN"],
  net: { allow: [], deny: [] },
};

const EXACT = {
  run: ["/state/plans/1/launch/a"],
  read: ["/state/plans/1", "/state/state"],
  write: ["/state/state"],
  env: ["TOKEN"],
};

/** Answers as Deno does: a granted folder grants what lies below; `true` grants a kind as a whole. */
function granted(grants: Record<string, string[] | true>): Query {
  return (descriptor) => {
    const { name } = descriptor;
    const d = descriptor as { path?: string; command?: string; variable?: string; host?: string };
    const asked = d.path ?? d.command ?? d.variable ?? d.host;
    const list = grants[name] ?? [];
    if (list === true) return "granted";
    if (asked === undefined) return "prompt";
    const holds = (grant: string) =>
      grant === asked || (d.path !== undefined && (grant === "/" || asked.startsWith(grant + "/")));
    return list.some(holds) ? "granted" : "prompt";
  };
}

function check(grants: Record<string, string[] | true>, needed = NEEDED, confined = true) {
  return selfCheck(needed, confined, "/home/me", granted(grants));
}

Deno.test("selfCheck() is content with exactly what is needed", () => {
  assertEquals(check(EXACT), { surplus: [], missing: [] });
});

Deno.test("selfCheck() refuses every kind that is granted without a list", () => {
  for (const name of ["run", "read", "write", "env", "net", "sys", "ffi", "import"]) {
    const surplus = [`--allow-${name} without a list`];
    assertEquals(check({ ...EXACT, [name]: true }), { surplus, missing: [] });
    assertEquals(unscopedGrants(granted({ [name]: true })), surplus);
  }
  assertEquals(unscopedGrants(granted({ net: true }), true), []);
});

Deno.test("selfCheck() refuses what is wider than needed, as far as it can be seen", () => {
  const wider: [keyof typeof EXACT, string, string][] = [
    ["read", "/state/plans", '--allow-read="/state/plans"'],
    ["read", "/home/me", '--allow-read="/home/me"'],
    ["read", "/etc", '--allow-read="/etc"'],
    ["write", "/state", '--allow-write="/state"'],
    ["write", "/state/plans/1/launch/a", '--allow-write="/state/plans/1/launch/a"'],
    ["write", "/state/plans/1/launch", '--allow-write="/state/plans/1/launch/a"'],
    ["write", "/home/me/.ssh", '--allow-write="/home/me/.ssh"'],
    ["run", "/bin/bash", '--allow-run="/bin/bash"'],
    ["run", "/usr/bin/bwrap", '--allow-run="/usr/bin/bwrap"'],
    ["run", Deno.execPath(), `--allow-run="${Deno.execPath()}"`],
  ];
  for (const [kind, value, flag] of wider) {
    const { surplus } = check({ ...EXACT, [kind]: [...EXACT[kind], value] });
    assertEquals(surplus.includes(flag), true, `${kind} ${value}: ${surplus}`);
  }
});

Deno.test("selfCheck() lists every flag that is missing", () => {
  assertEquals(check({}).missing, [
    { flag: "--allow-run", value: "/state/plans/1/launch/a" },
    { flag: "--allow-read", value: "/state/plans/1" },
    { flag: "--allow-read", value: "/state/state" },
    { flag: "--allow-write", value: "/state/state" },
    { flag: "--allow-env", value: "TOKEN" },
  ]);
  assertEquals(check({ ...EXACT, env: [] }), {
    surplus: [],
    missing: [{ flag: "--allow-env", value: "TOKEN" }],
  });
});

Deno.test("selfCheck() takes programs and roots for needed without a sandbox", () => {
  const needed = {
    ...NEEDED,
    run: ["/usr/bin/bash"],
    read: [...NEEDED.read, "/home/me"],
    write: [...NEEDED.write, "/home/me"],
  };
  const grants = { ...EXACT, run: needed.run, read: needed.read, write: needed.write };
  assertEquals(check(grants, needed, false), { surplus: [], missing: [] });
  assertEquals(check(grants, needed, true).surplus, ['--allow-read="/home/me/.ssh"']);
});
