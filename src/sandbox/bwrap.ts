/**
 * Confinement → bubblewrap's arguments: the fixed part of them. What a call adds stands
 * between {@linkcode BwrapArguments.before} and {@linkcode BwrapArguments.after}.
 *
 * Every option: bwrap(1), bubblewrap 0.8. No Deno permission is needed.
 *
 * @module
 */
import type { Confinement, LauncherPrograms } from "./confinement.ts";
import { RELAY_INSIDE, RELAY_PORT } from "./net/relay.ts";

/** The private home, inside the private `/tmp`. */
export const HOME_INSIDE = "/tmp/home";

/** Where the two programs that set limits stand inside. They can only lower them. */
const LIMITS_FOLDER = "/run/limits";

const MIB = 1024 * 1024;
/** RLIMIT_NOFILE of every tool. */
export const MAX_OPEN_FILES = 1024;
/** How long a tool may tidy up after its time is over, in seconds. */
const GRACE_SECONDS = 0.5;

/** The argument list, split where the call's own mounts go. */
export interface BwrapArguments {
  before: string[];
  /** Up to and including `--` and the limits; the target follows. */
  after: string[];
}

/** Renders the fixed arguments. */
export function bwrapArguments(c: Confinement, programs: LauncherPrograms): BwrapArguments {
  const before = [
    ...NAMESPACES,
    ...systemMounts(c),
    ...limitPrograms(programs),
    ...wayOut(c),
    ...c.planFolders.flatMap((f) => ["--ro-bind", f, f]),
  ];
  const after = [
    // After every mount that had to make its mount point.
    "--remount-ro",
    "/",
    "--chdir",
    c.workingDirectory,
    // The launcher's own traces; what the call declared arrives as the launcher's environment.
    ...["PWD", "OLDPWD", "SHLVL", "_"].flatMap((name) => ["--unsetenv", name]),
    ...Object.entries(c.env).flatMap(([name, value]) => ["--setenv", name, value]),
    "--seccomp",
    "3",
    "--json-status-fd",
    "5",
    "--",
    ...limits(c),
    ...(c.net
      ? [RELAY_INSIDE.perl, RELAY_INSIDE.script, RELAY_INSIDE.socket, String(RELAY_PORT)]
      : []),
  ];
  return { before, after };
}

const NAMESPACES = [
  "--unshare-user",
  "--unshare-ipc",
  "--unshare-pid",
  "--unshare-net",
  "--unshare-uts",
  "--unshare-cgroup-try",
  // bubblewrap started by root keeps its capabilities and nested namespaces unless told otherwise.
  "--disable-userns",
  "--cap-drop",
  "ALL",
  "--die-with-parent",
  // No controlling terminal: no TIOCSTI (CVE-2017-5226), no prompt on /dev/tty.
  "--new-session",
  "--hostname",
  "sandbox",
];

function systemMounts(c: Confinement): string[] {
  const tmpBytes = String(c.limits.tmpMb * MIB);
  return [
    "--proc",
    "/proc",
    // For uid 0 of the namespace /proc/sys would be writable (core_pattern).
    "--ro-bind",
    "/proc/sys",
    "/proc/sys",
    "--dev",
    "/dev",
    "--size",
    tmpBytes,
    "--perms",
    "1777",
    "--tmpfs",
    "/dev/shm",
    "--remount-ro",
    "/dev",
    "--size",
    tmpBytes,
    "--perms",
    "1777",
    "--tmpfs",
    "/tmp",
    "--perms",
    "0700",
    "--dir",
    HOME_INSIDE,
    // After /tmp, in which a program may lie.
    ...c.view.binds.flatMap((path) => ["--ro-bind", path, path]),
    ...c.view.links.flatMap(({ link, target }) => ["--symlink", target, link]),
    ...c.etc.flatMap(({ source, dest }) => ["--ro-bind", source, dest]),
    ...(c.workingDirectory.startsWith("/tmp/") ? ["--dir", c.workingDirectory] : []),
  ];
}

/** The relay and the proxy's socket: the namespace itself has no other interface than its loopback. */
function wayOut(c: Confinement): string[] {
  if (!c.net) return [];
  return [
    "--ro-bind",
    c.net.perl,
    RELAY_INSIDE.perl,
    "--ro-bind",
    c.net.relay,
    RELAY_INSIDE.script,
    "--ro-bind",
    c.net.socket,
    RELAY_INSIDE.socket,
    ...CERTIFICATES.flatMap((folder) => ["--ro-bind-try", folder, folder]),
  ];
}

/** Where distributions keep the certificates of authorities (Debian, Red Hat, SUSE, Alpine). */
const CERTIFICATES = [
  "/etc/ssl",
  "/etc/pki/tls/certs",
  "/etc/pki/ca-trust/extracted",
  "/etc/ca-certificates",
  "/usr/share/ca-certificates",
  "/usr/local/share/ca-certificates",
  "/usr/lib/ssl",
];

function limitPrograms(programs: LauncherPrograms): string[] {
  return [
    "--ro-bind",
    programs.prlimit,
    `${LIMITS_FOLDER}/prlimit`,
    "--ro-bind",
    programs.timeout,
    `${LIMITS_FOLDER}/timeout`,
  ];
}

/** Set inside, because the process limit counts per user namespace there (setrlimit(2)). */
function limits(c: Confinement): string[] {
  const { memoryMb, pids, cpuSeconds, fileMb } = c.limits;
  const words = [
    `${LIMITS_FOLDER}/prlimit`,
    "--core=0",
    `--nproc=${pids}`,
    `--data=${memoryMb * MIB}`,
    // The soft limit sends SIGXCPU, which can be told from others; the hard one SIGKILL.
    `--cpu=${cpuSeconds}:${cpuSeconds + 1}`,
    `--fsize=${fileMb * MIB}`,
    `--nofile=${MAX_OPEN_FILES}`,
  ];
  if (c.wallSeconds !== undefined) {
    words.push(
      `${LIMITS_FOLDER}/timeout`,
      "-k",
      String(GRACE_SECONDS),
      String(c.wallSeconds),
    );
  }
  return words;
}
