/**
 * The variables that every tool gets, so that programs neither guess nor ask.
 *
 * One table; a bundle overrides any row by naming the variable in its own `env`.
 * No Deno permission is needed.
 *
 * @module
 */
import { HOME_INSIDE } from "./bwrap.ts";

/** Where things are, and how text is spelled. */
const PLACES: Record<string, string> = {
  PATH: "/usr/bin:/bin",
  HOME: HOME_INSIDE,
  TMPDIR: "/tmp",
  LANG: "C.UTF-8",
  // Python before 3.15 decodes by locale (PEP 686).
  PYTHONUTF8: "1",
  TERM: "dumb",
};

/**
 * Programs that would ask a person, told that there is none: gitcredentials(7), git(1),
 * ssh(1), pagers, debconf(7), npm and pip documentation.
 */
const NO_PROMPT: Record<string, string> = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
  GIT_EDITOR: "true",
  GCM_INTERACTIVE: "never",
  SSH_ASKPASS_REQUIRE: "never",
  PAGER: "cat",
  MANPAGER: "cat",
  SYSTEMD_PAGER: "cat",
  DEBIAN_FRONTEND: "noninteractive",
  PIP_NO_INPUT: "1",
  NPM_CONFIG_YES: "false",
  AWS_PAGER: "",
  GH_PROMPT_DISABLED: "1",
  HOMEBREW_NO_ENV_HINTS: "1",
};

/** The variables of every tool before its own. */
export function baseEnvironment(): Record<string, string> {
  return { ...PLACES, ...NO_PROMPT };
}

/**
 * Names that run code for others later (editors, shells, version control, agents): they
 * stay read-only in every writable folder, and no call may write into them.
 */
export const PROTECTED_NAMES: readonly string[] = [
  ".git",
  ".gitmodules",
  ".hg",
  ".envrc",
  ".vscode",
  ".idea",
  ".claude",
  ".cursor",
  ".mcp.json",
  ".husky",
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".ssh",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  "bundles.lock.json",
];
