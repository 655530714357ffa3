/**
 * What stands for the host's `/etc` inside: enough for names, time and no more.
 *
 * @module
 */
import { realPathOrNone } from "../policy/paths.ts";
import { HOME_INSIDE } from "../sandbox/bwrap.ts";
import { PLACEHOLDER, type PlanFile } from "./files.ts";
import type { Owner } from "./types.ts";

/** Files of the plan and of the host that are shown in `/etc`. */
export interface EtcView {
  files: PlanFile[];
  /** Place inside to place outside. */
  mounts: { dest: string; source: string }[];
}

/** Folders and files of the host that hold time zones and its name: shown where they exist. */
const FROM_HOST = ["/usr/share/zoneinfo", "/etc/localtime", "/etc/os-release"];

/**
 * Builds the view. Users are those that a call may run as, so that `whoami` and `git`
 * find a name; they are all called the same.
 *
 * @param binds What the system view shows already
 */
export function etcView(owners: readonly Owner[], binds: readonly string[]): EtcView {
  const users = owners.filter((o) => o.uid !== 0 && o.uid !== 65534);
  const passwd = [
    `root:x:0:0:root:${HOME_INSIDE}:/usr/sbin/nologin`,
    ...users.map((o) => `user:x:${o.uid}:${o.gid}:user:${HOME_INSIDE}:/usr/sbin/nologin`),
    `nobody:x:65534:65534:nobody:${HOME_INSIDE}:/usr/sbin/nologin`,
  ];
  const group = [
    "root:x:0:",
    ...users.filter((o) => o.gid !== 0).map((o) => `user:x:${o.gid}:`),
    "nogroup:x:65534:",
  ];
  const texts: Record<string, string> = {
    passwd: lines(passwd),
    group: lines(group),
    "nsswitch.conf": lines(["passwd: files", "group: files", "hosts: files dns"]),
    hosts: lines(["127.0.0.1 localhost", "::1 localhost"]),
  };
  const files = Object.entries(texts).map(([name, content]): PlanFile => ({
    path: `etc/${name}`,
    content,
    mode: 0o444,
  }));
  const mounts = files.map((f) => ({ dest: `/${f.path}`, source: `${PLACEHOLDER}/${f.path}` }));
  for (const dest of FROM_HOST) {
    if (binds.some((b) => dest === b || dest.startsWith(b + "/"))) continue;
    const source = realPathOrNone(dest);
    if (source !== undefined) mounts.push({ dest, source });
  }
  return { files, mounts };
}

function lines(list: readonly string[]): string {
  return list.join("\n") + "\n";
}
