/**
 * What well-known programs need that a cli-wrap configuration cannot say: their login folder,
 * their variables and their hosts. For messages and for `infer --config`; nothing is granted by it.
 *
 * @module
 */
import { baseName } from "../policy/paths.ts";
import type { Host } from "../policy/host.ts";
import type { WrapConfig } from "../spec/dialects/cli_wrap/types.ts";

/** Needs of one program. */
export interface ProgramNeeds {
  /** Below the user's home. */
  home: string[];
  env: string[];
  net: string[];
}

/**
 * Outside facts: the manuals of the programs (`gh help environment`, `gcloud topic configurations`,
 * `aws help config-vars`, kubectl's and docker's reference, git-scm.com/docs/git-config).
 */
const NEEDS: Record<string, ProgramNeeds> = {
  gh: { home: [".config/gh"], env: ["GH_TOKEN"], net: ["api.github.com", "github.com"] },
  gcloud: {
    home: [".config/gcloud"],
    env: ["CLOUDSDK_AUTH_ACCESS_TOKEN"],
    net: ["*.googleapis.com", "accounts.google.com"],
  },
  aws: { home: [".aws"], env: ["AWS_PROFILE"], net: ["*.amazonaws.com"] },
  git: { home: [".gitconfig"], env: [], net: ["github.com"] },
  kubectl: { home: [".kube"], env: ["KUBECONFIG"], net: [] },
  npm: { home: [".npmrc"], env: ["NPM_TOKEN"], net: [] },
};

/** What the programs of a configuration are known to need, each once. */
export function needsOf(config: WrapConfig): ProgramNeeds {
  const known = config.tools.flatMap((t) => NEEDS[baseName(t.argv[0]!)] ?? []);
  const all = (kind: keyof ProgramNeeds) => [...new Set(known.flatMap((n) => n[kind]))];
  return { home: all("home"), env: all("env"), net: all("net") };
}

/** The block to write into a configuration; undefined when nothing is known to be needed. */
export function permissionsBlock(needs: ProgramNeeds): string | undefined {
  const lines = (["home", "env", "net"] as const).filter((kind) => needs[kind].length > 0)
    .map((kind) =>
      `  ${kind}: [${needs[kind].map((v) => v.startsWith("*") ? `"${v}"` : v).join(", ")}]`
    );
  return lines.length === 0 ? undefined : ["permissions:", ...lines].join("\n");
}

/** What to tell at the load of a configuration without a `permissions` block. */
export function missingHints(config: WrapConfig, host: Host): string[] {
  if (config.permissions !== undefined) return [];
  const programs = [...new Set(config.tools.map((t) => baseName(t.argv[0]!)))].join(", ");
  const base =
    `The tools of ${config.file} (${programs}) have no network, none of your home folder and none ` +
    "of your variables, as the file has no permissions";
  const block = permissionsBlock(needsOf(config));
  if (block === undefined) {
    return [`${base}. Where they need some, add them; see docs/cli-wrap.md`];
  }
  const home = host.home ?? "~";
  return [
    `${base}. They are known to need such (below ${home}); if so, add these lines:\n${block}`,
  ];
}
