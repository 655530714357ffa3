/**
 * Every field of a manifest, for the reference page and for the test that the parser knows no other.
 *
 * @module
 */
import { below, type Field } from "../spec/field.ts";
import { PERMISSION_FIELDS } from "../spec/permission_fields.ts";
import { DEFAULT_LIMITS, type Limits } from "./types.ts";

const LIMIT_TEXTS: Record<keyof Limits, string> = {
  memoryMb: "Data segment of each process, in MiB (RLIMIT_DATA).",
  pids: "Processes and threads of a call (RLIMIT_NPROC).",
  cpuSeconds: "Processor time of each process, in seconds (RLIMIT_CPU).",
  fileMb: "Largest file that a call may write, in MiB (RLIMIT_FSIZE).",
  tmpMb: "Size of the private `/tmp`, in MiB, which holds the private home too.",
  spillMb: "How much of one output stream is kept in a file, in MiB; more ends the call.",
};

/** Every field, in the order of the file. */
export const MANIFEST_FIELDS: readonly Field[] = [
  { path: "apiVersion", type: '"v1"', required: true, text: "The version of this format." },
  { path: "bundle", type: "mapping", required: true, text: "Who the bundle is." },
  {
    path: "bundle.name",
    type: "text",
    required: true,
    text: "The folder's name: lower snake_case, at most 64 characters.",
  },
  {
    path: "bundle.version",
    type: "text",
    required: true,
    text: "A semantic version, such as `1.0.0`.",
  },
  { path: "bundle.description", type: "text", required: true, text: "One sentence for people." },
  {
    path: "bundle.default",
    type: "true or false",
    default: "false",
    text: "Whether a shipped bundle is loaded without being asked for.",
  },
  {
    path: "permissions",
    type: "mapping",
    default: "none of anything",
    text: "What the tools of the bundle may do, apart from what the arguments of a call name.",
  },
  ...below("permissions", PERMISSION_FIELDS),
  {
    path: "healthz",
    type: "list of programs",
    default: "the programs in `run` that are not optional",
    text:
      "The programs that the bundle's health check looks for. For readers: the check's own script decides.",
  },
  { path: "limits", type: "mapping", text: "Limits of one call." },
  ...(Object.keys(LIMIT_TEXTS) as (keyof Limits)[]).map((name): Field => ({
    path: `limits.${name}`,
    type: "whole number",
    default: String(DEFAULT_LIMITS[name]),
    text: LIMIT_TEXTS[name],
  })),
  {
    path: "sandbox",
    type: "required or preferred",
    default: "preferred",
    text: "`required` refuses the bundle's tools under `--sandbox off`.",
  },
];
