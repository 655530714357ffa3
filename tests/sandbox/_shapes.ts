/**
 * Four tools of different shape, with all that a launcher may hold, on an imagined machine.
 *
 * @module
 */
import { DEFAULT_LIMITS } from "../../src/bundle/types.ts";
import type { Confinement, LauncherPrograms } from "../../src/sandbox/confinement.ts";
import { LAUNCHER_PROGRAMS } from "../../src/sandbox/confinement.ts";
import { launcherText } from "../../src/sandbox/launcher.ts";
import type { PathKind } from "../../src/spec/types.ts";

/** The programs of the imagined machine. */
export const PROGRAMS = Object.fromEntries(
  LAUNCHER_PROGRAMS.map((name) => [name, `/usr/bin/${name}`]),
) as unknown as LauncherPrograms;

/** A tool that runs a program without arguments and touches nothing. */
export function plainConfinement(more: Partial<Confinement> = {}): Confinement {
  return {
    tool: "demo__plain",
    bundle: "demo",
    view: {
      binds: ["/usr/bin/true", "/usr/lib/libc.so.6"],
      links: [{ link: "/bin", target: "usr/bin" }],
    },
    planFolders: [],
    etc: [{ dest: "/etc/passwd", source: "/plan/etc/passwd" }],
    fixed: [],
    roots: [
      { path: "/home/user/project", readOnly: false, from: "--root" },
      { path: "/home/user/project/it's fixed", readOnly: true, from: "--root" },
    ],
    protectedNames: [".git", ".envrc"],
    env: { HOME: "/tmp/home", PATH: "/usr/bin" },
    workingDirectory: "/tmp",
    limits: DEFAULT_LIMITS,
    wallSeconds: 30,
    target: [{ text: "/usr/bin/true" }],
    goodExitCodes: [],
    seccompFile: "/plan/seccomp/closed.bpf",
    ...more,
  };
}

/** One shape of a tool. */
export interface Shape {
  name: string;
  confinement: Confinement;
  kinds: readonly PathKind[];
}

/** The four shapes. */
export const SHAPES: readonly Shape[] = [
  {
    name: "script",
    kinds: [],
    confinement: plainConfinement({
      tool: "demo__script",
      planFolders: ["/plan/bundles/demo"],
      target: [{ text: "/usr/bin/bash" }, { text: "/plan/bundles/demo/scripts/it's.sh" }],
    }),
  },
  {
    name: "slots",
    kinds: [],
    confinement: plainConfinement({
      tool: "demo__slots",
      target: [
        { text: "/usr/bin/tool" },
        { text: "--name" },
        { slot: "one" },
        { text: "--" },
        { slot: "many" },
      ],
    }),
  },
  {
    name: "folders",
    kinds: ["read", "read-dir", "write-dir"],
    confinement: plainConfinement({
      tool: "demo__folders",
      fixed: [
        { kind: "write-dir", source: "/srv/out", dest: "/srv/out" },
        { kind: "home", source: "/home/user/.config/gh", dest: "/tmp/home/.config/gh" },
      ],
      resultsFolder: "/state/results",
      workingDirectory: "/tmp/work",
    }),
  },
  {
    name: "write",
    kinds: ["write"],
    confinement: plainConfinement({ tool: "demo__write", goodExitCodes: [1, 24] }),
  },
];

/** The launcher of a shape. */
export function launcherOf({ confinement, kinds }: Shape): string {
  return launcherText(confinement, { kinds }, PROGRAMS);
}
