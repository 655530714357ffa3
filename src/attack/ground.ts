/**
 * Where probes are tried: files to find, bundles whose tools try, and what surrounds them.
 *
 * @module
 */
import { arch } from "../sandbox/probe.ts";
import type { Bystander } from "./bystander.ts";
import { HARNESS } from "./harness.ts";
import { TIGHT } from "./limits.ts";

/** Folders of one attack; all but `state` exist. */
export interface Places {
  folder: string;
  root: string;
  state: string;
  /** Bundles go here. */
  defs: string;
}

/** What probes are told of what is around them: names of paths, processes, ports. */
export type Targets = Record<string, string>;

/** The tools that try: with usual limits, and with low ones. */
export const TOOLS = { usual: "attack__perl", tight: "tight__perl" } as const;

const PATHS = {
  folder: { type: "string", path: "write-dir", description: "A folder to write." },
  read_dir: { type: "string", path: "read-dir", description: "A folder to read." },
  read_file: { type: "string", path: "read", description: "A file to read." },
};

/** Writes files and bundles. Everything is readable by all, so that only the fence can refuse. */
export async function layOut({ folder, root, state, defs }: Places): Promise<Targets> {
  const targets: Targets = {
    home: `${folder}/home`,
    outside: `${folder}/outside`,
    secret: `${folder}/outside/secret`,
    root,
    folder: `${root}/writes`,
    read_dir: `${root}/reads`,
    read_file: `${root}/file`,
    setuid: `${root}/reads/setuid`,
    state,
    manifest: `${defs}/attack/bundle.yaml`,
    server_secret: `secret-${crypto.randomUUID()}`,
  };
  for (const name of ["home", "outside", "folder", "read_dir"]) await Deno.mkdir(targets[name]!);
  await Deno.mkdir(`${targets.home}/.ssh`);
  await Deno.writeTextFile(`${targets.home}/.ssh/id_canary`, "a key");
  for (const path of [targets.secret!, inherited(targets), `${root}/unnamed`]) {
    await Deno.writeTextFile(path, "a secret");
  }
  await Deno.writeTextFile(targets.read_file!, "to read");
  const run = ["bash", "perl"];
  await bundle(defs, "attack", PATHS, {
    permissions: { run: [...run, "cat"], env: ["ATTACK_SECRET"] },
  });
  await bundle(defs, "tight", { folder: PATHS.folder }, { permissions: { run }, limits: TIGHT });
  await Deno.chmod(targets.outside!, 0o777);
  await Deno.copyFile("/bin/cat", targets.setuid!);
  return targets;
}

/** The file that a careless parent of the server leaves open. */
export function inherited(targets: Targets): string {
  return `${targets.outside}/inherited`;
}

/** A helper that every user may run, and that runs as root: only where root can make it so. */
export async function setHelper(targets: Targets, byRoot: boolean) {
  if (byRoot) await Deno.chown(targets.setuid!, 0, 0);
  await Deno.chmod(targets.setuid!, byRoot ? 0o4755 : 0o755);
}

/** A bundle of one tool that runs Perl from its stdin. JSON is YAML. */
async function bundle(
  defs: string,
  name: string,
  paths: Record<string, unknown>,
  manifest: Record<string, unknown>,
) {
  const tool = `${name}__perl`;
  const code = { type: "string", description: "What to run." };
  const env = Object.fromEntries(Object.keys(paths).map((p) => [`TOOL_${p.toUpperCase()}`, p]));
  const text = { type: "string" };
  const number = { type: "number" };
  const files: Record<string, unknown> = {
    "bundle.yaml": {
      apiVersion: "v1",
      bundle: { name, version: "1.0.0", description: "Probes of the sandbox." },
      ...manifest,
    },
    [`spec_yaml/${tool}.yaml`]: {
      apiVersion: "v1",
      tool: {
        name: tool,
        description: "/**\n * Tries what a tool must not be able to do.\n */",
        input: { properties: { code, ...paths }, required: ["code"] },
        output: {
          type: "object",
          properties: {
            status: text,
            exit_code: number,
            stdout: text,
            stderr: text,
            command: text,
            execution_time_ms: number,
          },
        },
      },
      execution: {
        script: { path: `./scripts/${tool}.pl`, interpreter: "perl" },
        // The code is stdin alone: as a variable it would hold the secrets that it looks for.
        stdin: "code",
        env: { fromParams: env },
      },
    },
    [`scripts/${tool}.pl`]: HARNESS,
  };
  for (const [path, content] of Object.entries(files)) {
    const at = `${defs}/${name}/${path}`;
    await Deno.mkdir(at.slice(0, at.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(at, typeof content === "string" ? content : JSON.stringify(content));
  }
}

/** What a probe knows as `%T`. */
export function facts(targets: Targets, bystander: Bystander): Record<string, string | number> {
  return {
    ...targets,
    bystander: bystander.pid,
    tcp: bystander.tcp,
    udp: bystander.udp,
    socket: bystander.socket,
    abstract: bystander.abstract,
    pid_namespace: bystander.namespaces.pid,
    mnt_namespace: bystander.namespaces.mnt,
    mknod: arch() === "x86_64" ? 259 : 33,
  };
}
