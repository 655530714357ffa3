/**
 * The fields of a `permissions` block, which manifests and tools share.
 *
 * @module
 */
import type { Field } from "./field.ts";

/** Every field, with paths below the block. In a tool, an absent field means "as the bundle". */
export const PERMISSION_FIELDS: readonly Field[] = [
  {
    path: "run",
    type: 'list, or "any"',
    default: "none",
    text:
      "Programs: a name, an absolute path, `${VARIABLE:-name}` or a mapping. `any` shows `/usr`, `/opt` and the folders of PATH read-only, and is said loudly.",
  },
  {
    path: "run[].name",
    type: "text",
    required: true,
    text: "The program, where an entry is a mapping.",
  },
  {
    path: "run[].optional",
    type: "true or false",
    default: "false",
    text:
      "Whether the tools work without it: its absence refuses no call and fails no health check.",
  },
  {
    path: "env",
    type: "list of names",
    default: "none",
    text: "Variables of the server's environment that the bundle's tools may be given.",
  },
  {
    path: "read",
    type: "list of paths",
    default: "none",
    text:
      "Fixed files and folders shown read-only to every call. A path begins with `/`, `~/` or `${VARIABLE}`; an unset variable drops the grant.",
  },
  {
    path: "write",
    type: "list of paths",
    default: "none",
    text:
      "Fixed folders that every call may write. Paths as in `read`; a folder may not exist yet. The word `roots`, here and in `read`, is every root of the server; those that are read-only stay so.",
  },
  {
    path: "home",
    type: "list of paths",
    default: "none",
    text:
      "Files and folders of the user's home, such as `.config/gh`, shown read-only at the same place in the private home.",
  },
  {
    path: "net",
    type: 'list, or "any"',
    default: "none",
    text:
      "Hosts: `host`, `host:port`, `*.host` (without `host` itself), `${VARIABLE}` or a mapping. Private names and addresses need a port.",
  },
  {
    path: "net[].fromParam",
    type: "name of an input",
    required: true,
    text: "The input whose host the call may reach, where an entry is a mapping.",
  },
  {
    path: "host",
    type: "list of processes, hardware, display, clipboard, dialog",
    default: "none",
    text: "What of the host a tool sees beyond files.",
  },
];
