/**
 * Rules of `permissions` blocks and of the manifest.
 *
 * @module
 */
import { rule } from "./rule.ts";

/** Rules of `permissions`, in tools and manifests. */
export const PERMISSION_RULES = [
  rule(
    "permission-run",
    "Programs are bare names or absolute paths",
    "Anything else names no program that can be shown in the sandbox",
    'Write "name", "/path", "${VARIABLE:-name}", {name: …, optional: true}, or "any" alone',
  ),
  rule(
    "permission-env",
    "Variables are named by identifiers",
    "No other name can be read from the server's environment",
    "Write the name without a dollar sign",
  ),
  rule(
    "permission-path",
    "Folders and files are fixed and absolute",
    "A path that climbs or depends on the server's folder grants something else than it says",
    'Begin with "/", "~/" or "${VARIABLE}", without "..", "*" and commas',
  ),
  rule(
    "permission-home",
    "Entries of the home are relative to it",
    "Anything else would show a folder outside it",
    'Write a path such as ".config/gh", without ".." and a leading "/" or "~"',
  ),
  rule(
    "permission-net",
    "Hosts are named exactly",
    "A URL or a loose pattern admits hosts that nobody meant",
    'Write "host", "host:port", "*.host", "${VARIABLE}", {fromParam: name} or "any"',
  ),
  rule(
    "permission-net-private",
    "Private names and IP addresses need a port",
    "A service inside the network is reached only by a grant that names it exactly",
    'Write "host:port"',
  ),
  rule(
    "permission-net-param",
    "A host that comes from an argument comes from a string input",
    "No call could ever name it",
    'Name an input of type "string" that holds a host or a URL',
  ),
  rule(
    "permission-host",
    "Host powers are named from the list",
    "Each of them shows the tool something outside the sandbox",
    "Use processes, hardware, display, clipboard or dialog",
  ),
  rule(
    "permission-widens",
    "A tool only narrows the permissions of its bundle",
    "The manifest is what people review; no tool may go past it",
    "Add the entry to the bundle's manifest, or take it away here",
  ),
] as const;

/** Rules of `bundle.yaml`. */
export const MANIFEST_RULES = [
  rule(
    "bundle-name",
    "A bundle is named in lower snake_case, like its folder",
    "The name stands on command lines and in paths",
    "Use lower-case letters, digits and single underscores, at most 64 characters, and the folder's name",
  ),
  rule(
    "bundle-version",
    "A bundle has a semantic version",
    "People compare versions of bundles",
    'Write three numbers such as "1.0.0" (https://semver.org)',
  ),
  rule(
    "limit-value",
    "Limits are positive whole numbers",
    "The kernel takes no others, and 0 would mean none or nothing",
    "Write a positive whole number",
  ),
] as const;
