/**
 * What of a system view Landlock needs: rules on the host's own paths instead of mounts.
 *
 * Pure: no Deno permission is needed.
 *
 * @module
 */
import { basename, dirname } from "@std/path";
import type { Confinement, SystemView } from "./confinement.ts";
import { covers } from "./outermost.ts";

/** Devices that hold nothing of anybody (null(4), random(4)). */
const DEVICES = ["/dev/zero", "/dev/random", "/dev/urandom"];

/**
 * What programs ask of the kernel and what tells nothing of other processes. The rest of
 * `/proc` stays closed: there everybody's environment could be read.
 */
const KERNEL_FACTS = [
  "/proc/cpuinfo",
  "/proc/meminfo",
  "/proc/stat",
  "/proc/uptime",
  "/proc/loadavg",
  "/proc/version",
  "/proc/filesystems",
  "/proc/sys/kernel/ostype",
  "/proc/sys/kernel/osrelease",
  "/proc/sys/kernel/version",
  "/proc/sys/kernel/pid_max",
  "/proc/sys/vm/overcommit_memory",
];

/**
 * Tables and settings of a distribution that are the same for everybody and hold no secret. A
 * program takes it well that such a file is not there, and often badly that it is, and closed.
 */
const PUBLIC_FILES = [
  "/etc/ssl/openssl.cnf",
  "/etc/pki/tls/openssl.cnf",
  "/etc/mime.types",
  "/etc/services",
  "/etc/protocols",
  "/etc/nsswitch.conf",
  "/etc/host.conf",
  "/etc/gai.conf",
  "/etc/locale.alias",
  "/etc/inputrc",
  "/etc/magic",
  "/etc/magic.mime",
  "/etc/fonts",
  "/etc/os-release",
  "/etc/debian_version",
  "/etc/lsb-release",
];

/** Settings of the machine's owner that stay closed, and how programs are told to do without. */
export const DO_WITHOUT: Record<string, string> = { GIT_CONFIG_NOSYSTEM: "1" };

/** The folders of `PATH` that may be searched as they are, since all in them may be started. */
export function searchFolders({ searchPath = "", executables = [] }: SystemView): string[] {
  return searchPath.split(":").filter((folder) =>
    folder !== "" && executables.some((path) => covers(path, folder))
  );
}

/**
 * The programs for the call's own `bin` folder, by name: in the folders of `PATH` itself
 * undeclared ones could be found, though not started.
 */
export function programNames(view: SystemView): [name: string, path: string][] {
  const whole = searchFolders(view);
  const folders = (view.searchPath ?? "").split(":").filter((f) => !whole.includes(f));
  const names = new Map<string, string>();
  for (const folder of folders) {
    const add = (at: string, path: string) => {
      if (dirname(at) === folder && !names.has(basename(at))) names.set(basename(at), path);
    };
    view.binds.forEach((path) => add(path, path));
    view.links.forEach(({ link, target }) => add(link, target));
  }
  return [...names].sort(([a], [b]) => a < b ? -1 : 1);
}

/** Paths that every call of a tool may read, and those that it may start as well. */
export function alwaysReadable(c: Confinement): { read: string[]; run: string[] } {
  return {
    read: [
      ...DEVICES,
      ...KERNEL_FACTS,
      ...PUBLIC_FILES,
      ...c.view.binds,
      // A stand-in of the plan cannot be shown at the place that it stands for.
      ...c.etc.filter(({ dest, source }) => source === dest || !source.endsWith(dest))
        .map(({ source }) => source),
    ],
    run: [...(c.view.executables ?? []), ...c.planFolders],
  };
}
