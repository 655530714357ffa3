/**
 * What a bundle asks for, as written, with the line that asks.
 *
 * @module
 */
import type { PermissionSet, Position } from "../spec/types.ts";
import type { Bundle } from "./types.ts";

/** One grant as written, for people to compare. */
export interface DeclaredGrant {
  /** `run ffmpeg`, `ffmpeg__split_video write-dir {output_dir}`. */
  text: string;
  file: string;
  line: number;
}

/** The grants of the manifest, and the places that the calls of each tool name. */
export function declaredGrants(bundle: Bundle): DeclaredGrant[] {
  const found: DeclaredGrant[] = [];
  const add = (text: string, file: string, at: Position | undefined) => {
    if (!found.some((g) => g.text === text)) found.push({ text, file, line: at?.line ?? 1 });
  };
  const { manifest } = bundle;
  if (manifest) {
    const { permissions, file, positions } = manifest;
    for (const [path, text] of textsOf(permissions)) {
      add(text, file, positions[`permissions.${path}`]);
    }
    add(`sandbox ${manifest.sandbox}`, file, positions["sandbox"]);
  } else if (bundle.tools.length > 0) {
    add(
      "whatever its scripts seem to need, as it has no manifest",
      bundle.tools[0]!.spec.file,
      undefined,
    );
  }
  for (const { spec } of bundle.tools) {
    for (const p of spec.parameters) {
      const at = spec.positions[`tool.input.properties.${p.name}.path`];
      if (p.path !== undefined) add(`${spec.name} ${p.path} {${p.name}}`, spec.file, at);
    }
    if (spec.workingDirectory !== undefined) {
      const at = spec.positions["execution.workingDirectory"];
      add(`${spec.name} workingDirectory ${spec.workingDirectory}`, spec.file, at);
    }
  }
  return found;
}

function textsOf(set: PermissionSet): [string, string][] {
  const found: [string, string][] = [];
  if (set.runAny) found.push(["run", "run any"]);
  set.run?.forEach((e, i) => found.push([`run.${i}`, `run ${e.program}`]));
  for (const kind of ["env", "read", "write", "home", "host"] as const) {
    set[kind]?.forEach((value, i) => found.push([`${kind}.${i}`, `${kind} ${value}`]));
  }
  set.net?.forEach((e, i) =>
    found.push([`net.${i}`, "host" in e ? `net ${e.host}` : `net {${e.fromParam}}`])
  );
  return found;
}
