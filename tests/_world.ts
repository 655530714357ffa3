/**
 * A place of its own for one test: a root, a state folder and a folder of bundles.
 *
 * @module
 */
import { stringify } from "@std/yaml";

/** A tool in short: what differs from {@linkcode toolYaml}'s defaults. */
export interface ToolSketch {
  script?: string;
  interpreter?: string;
  properties?: Record<string, unknown>;
  required?: string[];
  execution?: Record<string, unknown>;
  tool?: Record<string, unknown>;
  output?: unknown;
}

/** One bundle in short. */
export interface BundleSketch {
  permissions?: Record<string, unknown>;
  manifest?: Record<string, unknown> | null;
  tools: Record<string, ToolSketch>;
  files?: Record<string, string>;
}

/** Folders of one test. Disposed of, they go. */
export class World implements AsyncDisposable {
  readonly folder: string;
  readonly root: string;
  readonly state: string;
  readonly defs: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.root = `${folder}/root`;
    this.state = `${folder}/state`;
    this.defs = `${folder}/defs`;
  }

  static async make(): Promise<World> {
    const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "sam-" }));
    // Users other than the one who runs the tests must be able to pass.
    await Deno.chmod(folder, 0o755);
    const world = new World(folder);
    await Deno.mkdir(world.root);
    await Deno.mkdir(world.defs);
    return world;
  }

  /** Writes a bundle; `manifest: null` leaves the manifest out. */
  async bundle(name: string, sketch: BundleSketch): Promise<string> {
    const folder = `${this.defs}/${name}`;
    await Deno.mkdir(`${folder}/spec_yaml`, { recursive: true });
    await Deno.mkdir(`${folder}/scripts`, { recursive: true });
    if (sketch.manifest !== null) {
      await Deno.writeTextFile(
        `${folder}/bundle.yaml`,
        stringify({
          apiVersion: "v1",
          bundle: { name, version: "1.0.0", description: "A test." },
          permissions: sketch.permissions ?? { run: ["bash"] },
          ...sketch.manifest,
        }),
      );
    }
    for (const [tool, t] of Object.entries(sketch.tools)) {
      await Deno.writeTextFile(`${folder}/spec_yaml/${tool}.yaml`, toolYaml(tool, t));
      if (t.script !== undefined) {
        const path = `${folder}/scripts/${tool}.sh`;
        await Deno.writeTextFile(path, t.script);
        await Deno.chmod(path, 0o755);
      }
    }
    for (const [path, text] of Object.entries(sketch.files ?? {})) {
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    return folder;
  }

  /** Options that make a command use this world and nothing else. */
  options(...more: string[]): string[] {
    return ["--spec-dir", this.defs, "--state-dir", this.state, "--root", this.root, ...more];
  }

  /** The same, with the bundles of this world alone: to plan those that are shipped takes seconds. */
  only(...more: string[]): string[] {
    const names = [...Deno.readDirSync(this.defs)].map((e) => e.name).sort();
    return this.options(...names.flatMap((name) => ["--bundle", name]), ...more);
  }

  async [Symbol.asyncDispose]() {
    await Deno.remove(this.folder, { recursive: true }).catch(() => {});
  }
}

/** A tool's YAML: a script with an interpreter, every input in a variable `TOOL_<NAME>`. */
export function toolYaml(name: string, t: ToolSketch): string {
  const properties = t.properties ?? {};
  const fromParams: Record<string, string> = {};
  for (const input of Object.keys(properties)) fromParams[`TOOL_${input.toUpperCase()}`] = input;
  const { env, ...execution } = t.execution ?? {};
  const ownProgram = ["command", "argv", "builtin", "script"].some((k) => k in execution);
  return stringify({
    apiVersion: "v1",
    tool: {
      name,
      description: [
        "/**",
        " * A tool for tests.",
        ...Object.keys(properties).map((p) => ` * @param ${p} An input.`),
        " */",
      ]
        .join("\n"),
      input: { properties, required: t.required ?? [] },
      output: t.output ?? {
        type: "object",
        properties: {
          status: { type: "string" },
          exit_code: { type: "number" },
          stdout: { type: "string" },
          stderr: { type: "string" },
          command: { type: "string" },
          execution_time_ms: { type: "number" },
        },
      },
      ...t.tool,
    },
    execution: {
      ...(!ownProgram &&
        { script: { path: `./scripts/${name}.sh`, interpreter: t.interpreter ?? "bash" } }),
      env: env ?? { fromParams },
      ...execution,
    },
  });
}
