/**
 * Two bundles that the tests of the allow-list look at: one declares its grants with all kinds of
 * values, one has no manifest.
 *
 * @module
 */
import type { World } from "./_world.ts";

/** Variables that the grants of {@linkcode twoBundles} expand to. */
export type Variables = Record<string, string>;

/** Writes the bundles `alpha` and `beta`; returns the variables to start with. */
export async function twoBundles(
  world: World,
  alphaRun: unknown[] = ["bash", { name: "absent-program", optional: true }],
): Promise<Variables> {
  const variables = { ALPHA_WORDS: `${world.folder}/words.txt`, ALPHA_OUT: `${world.folder}/out` };
  await Deno.writeTextFile(variables.ALPHA_WORDS, "");
  await Deno.mkdir(variables.ALPHA_OUT, { recursive: true });
  await world.bundle("alpha", {
    permissions: {
      run: alphaRun,
      env: ["ALPHA_TOKEN"],
      read: ["${ALPHA_WORDS}"],
      write: ["${ALPHA_OUT}", "${ALPHA_UNSET}"],
    },
    tools: {
      alpha__copy: {
        script: 'cat -- "$TOOL_FROM" > "$TOOL_TO"\n',
        properties: {
          from: { type: "string", path: "read" },
          to: { type: "string", path: "write" },
        },
        execution: {
          env: {
            fromRuntime: { TOOL_TOKEN: ["ALPHA_TOKEN"] },
            fromParams: { TOOL_FROM: "from", TOOL_TO: "to" },
          },
        },
      },
      alpha__narrow: {
        script: "echo narrow\n",
        execution: { permissions: { env: [], read: [], write: [] } },
      },
    },
  });
  await world.bundle("beta", {
    manifest: null,
    tools: {
      beta__count: {
        script: 'wc -c "$TOOL_INPUT_PATH"\n',
        properties: { input_path: { type: "string" } },
      },
    },
  });
  return variables;
}

/** Options that load these two bundles and no shipped one. */
export function twoBundlesOptions(world: World): string[] {
  return world.options("--bundle", "alpha", "--bundle", "beta");
}
