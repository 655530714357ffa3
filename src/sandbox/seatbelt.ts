/**
 * Confinement → a Seatbelt profile, for macOS.
 *
 * Sources: sandbox(7), sandbox-exec(1), and the profiles that macOS ships in
 * /System/Library/Sandbox/Profiles; later rules win over earlier ones. Seatbelt looks at the
 * real path of what is opened, when it is opened, so that a name that changes hands leads
 * nowhere. Declared, not tested: see docs/macos.md.
 *
 * Pure: no Deno permission is needed.
 *
 * @module
 */
import type { PathKind } from "../spec/types.ts";
import type { Confinement } from "./confinement.ts";

/** What every program of macOS reads to start: the loader, its caches, the system's frameworks. */
const SYSTEM_FOLDERS = [
  "/usr/lib",
  "/usr/share/locale",
  "/usr/share/zoneinfo",
  "/usr/share/zoneinfo.default",
  "/private/var/db/timezone",
  "/private/var/db/dyld",
  "/System/Library",
  "/System/Cryptexes",
  "/System/Volumes/Preboot/Cryptexes",
  "/Library/Apple",
];
const DEVICES = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"];

/** Of a repository only what runs code is kept as it is, so that commits work. */
const INSIDE_GIT = ["hooks", "config"];

/** A string of the profile language (Scheme). */
export function profileString(text: string): string {
  if (/[\0\n\r]/.test(text)) {
    throw new TypeError(`Cannot stand in a profile: ${JSON.stringify(text)}`);
  }
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/** The part of the profile that is the same for every call. `PRIVATE` is the call's own folder. */
export function seatbeltProfile(c: Confinement): string {
  const subpaths = (paths: readonly string[]) =>
    paths.map((path) => `(subpath ${profileString(path)})`).join(" ");
  const literals = (paths: readonly string[]) =>
    paths.map((path) => `(literal ${profileString(path)})`).join(" ");
  const read = [...SYSTEM_FOLDERS, ...c.view.binds, ...c.planFolders];
  const start = [...(c.view.executables ?? []), ...c.planFolders];
  return [
    "(version 1)",
    "(deny default)",
    "(deny network*)",
    "(allow process-fork)",
    "(allow signal (target same-sandbox))",
    "(allow sysctl-read)",
    // Names can be asked about; programs look for much that is not there.
    "(allow file-read-metadata)",
    `(allow file-read* (literal "/") ${subpaths(read)} ${literals(DEVICES)})`,
    `(allow file-write-data ${literals(["/dev/null", "/dev/zero"])})`,
    ...(start.length > 0 ? [`(allow process-exec ${subpaths(start)})`] : []),
    `(allow file-read* file-write* (subpath (param "PRIVATE")))`,
  ].join("\n");
}

/** The rule for one mount of a call; its path is the parameter, so that none stands in the text. */
export function mountRule(kind: PathKind | "result", parameter: string): string {
  const rights = kind.startsWith("read") ? "file-read*" : "file-read* file-write*";
  const filter = kind === "write" ? "literal" : "subpath";
  return `(allow ${rights} (${filter} (param "${parameter}")))`;
}

/**
 * What no call may write, whatever it was given: read-only roots, and names that run code for
 * others, at any depth and whether they are there or not. Stands last.
 */
export function protections({ roots, protectedNames }: Confinement): string {
  const names = protectedNames.filter((name) => name !== ".git").map(escapeRegex);
  const patterns = [
    `/(${names.join("|")})(/|$)`,
    ...(protectedNames.includes(".git")
      ? ["/\\.git$", `/\\.git/(${INSIDE_GIT.join("|")})(/|$)`]
      : []),
  ];
  const inRoots = roots.map((r) => `(subpath ${profileString(r.path)})`);
  const fixed = roots.filter((r) => r.readOnly).map((r) => `(subpath ${profileString(r.path)})`);
  return [
    ...(inRoots.length > 0
      ? patterns.map((pattern) =>
        `(deny file-write* (require-all (require-any ${inRoots.join(" ")}) (regex #"${pattern}")))`
      )
      : []),
    ...(fixed.length > 0 ? [`(deny file-write* ${fixed.join(" ")})`] : []),
  ].join("\n");
}

function escapeRegex(name: string): string {
  return name.replace(/[.+*?()[\]{}|^$\\]/g, "\\$&");
}
