/**
 * `install` and `uninstall`: put the server, with its flags spelt out, into a client's
 * configuration, and take it out again.
 *
 * Deno permissions: those of `prepare`, and `--allow-write` for the client's file.
 *
 * @module
 */
import { output } from "../process/output.ts";
import type { Plan } from "../plan/types.ts";
import { type Host, thisHost, typedPath } from "../policy/host.ts";
import { hasServer, MergeError, withoutServer, withServer } from "./client_file.ts";
import { CLIENT_NAMES, clientFile, type ClientInfo, CLIENTS, type Entry } from "./clients.ts";
import { digestOfVariable } from "./env_digest.ts";
import { Log } from "./log.ts";
import { type Options, UsageError } from "./options.ts";
import { tableText } from "./permissions.ts";
import { place, prepare } from "./prepare.ts";
import { replaceFile } from "./replace_file.ts";
import { serveCommand } from "./serve_flags.ts";
import { tell } from "./start.ts";

/** Writes the plan and the client's block; resolves to the exit code. */
export async function install(options: Options, host: Host = thisHost()): Promise<number> {
  const client = clientOf(options);
  const env = variablesOf(options.env, host);
  const wide: Host = { ...host, env: (name) => env[name] ?? host.env(name) };
  const prepared = await prepare(options, wide);
  if (prepared.draft.plan.http) {
    throw new UsageError(
      "install is for stdio: give an HTTP server's URL to the client instead of starting it there",
    );
  }
  // What is asked about is where a person can read it before it is written anywhere else.
  const plan = await place(prepared);
  const entry: Entry = {
    command: Deno.realPathSync(Deno.execPath()),
    args: [...serveCommand(plan), ...await digests(plan, wide)],
    // A client may start servers without a home, where Deno would not find what it has cached.
    env: { DENO_DIR: await denoDir(), DENO_NO_UPDATE_CHECK: "1", ...env },
  };
  const name = options.serverName;
  const log = new Log("warning");
  tell(plan, log);
  for (const unsent of plan.env.filter((n) => !env[n] && host.env(n))) {
    log.say(
      "warning",
      `${unsent} is set here, and the client may not pass it on; add --env ${unsent}`,
    );
  }
  if (client === "json") {
    await keep(plan);
    console.log(
      JSON.stringify({ mcpServers: { [name]: CLIENTS["cursor"]!.entry(entry) } }, null, 2),
    );
    return 0;
  }
  const file = fileOf(client, options, host);
  const before = await textOf(file);
  const block = client.entry(entry);
  let after: string;
  let replaces: boolean;
  try {
    after = withServer(before ?? "", client.holder, name, block);
    replaces = before !== undefined && hasServer(before, client.holder, name);
  } catch (error) {
    if (!(error instanceof MergeError)) throw error;
    console.error(`Put this into it yourself:\n${withServer("", client.holder, name, block)}`);
    throw new UsageError(`Cannot change "${file}": ${error.message}`);
  }
  if (!options.yes) {
    console.error(`What the server and its tools may do:\n\n${tableText(plan)}\n`);
    const what = replaces ? `replaces the server "${name}" in` : `adds the server "${name}" to`;
    if (!agreed(`This ${what} "${file}" (${client.title}). Write it?`)) return 1;
  }
  const backup = await replaceFile(file, after);
  await keep(plan);
  console.error(
    `Written to "${file}"${backup ? `, the old one is "${backup}"` : ""}. ` +
      `Start ${client.title} anew. After a change of bundles or options, run install again.`,
  );
  return 0;
}

/** Takes the server out of the client's configuration; resolves to the exit code. */
export async function uninstall(options: Options, host: Host = thisHost()): Promise<number> {
  const client = clientOf(options);
  if (client === "json") throw new UsageError("There is nothing to take out of what json printed");
  const file = fileOf(client, options, host);
  const name = options.serverName;
  const before = await textOf(file);
  let after: string | undefined;
  try {
    after = before === undefined ? undefined : withoutServer(before, client.holder, name);
  } catch (error) {
    if (!(error instanceof MergeError)) throw error;
    throw new UsageError(`Cannot change "${file}": ${error.message}`);
  }
  if (after === undefined) {
    console.error(`There is no server "${name}" in "${file}"`);
    return 0;
  }
  if (!options.yes && !agreed(`This takes the server "${name}" out of "${file}". Write it?`)) {
    return 1;
  }
  const backup = await replaceFile(file, after);
  console.error(`Taken out of "${file}", the old one is "${backup}"`);
  return 0;
}

function clientOf({ client }: Options): ClientInfo | "json" {
  if (client === undefined) {
    throw new UsageError(`Which client? Give --client with one of ${CLIENT_NAMES.join(", ")}`);
  }
  return client === "json" ? client : CLIENTS[client]!;
}

function fileOf(client: ClientInfo, { clientFile: given }: Options, host: Host): string {
  const file = given === undefined ? clientFile(client, host) : typedPath(given, host);
  if (file !== undefined) return file;
  throw new UsageError(
    `HOME is not set, and the list of users has no home for this one: name the file of ${client.title} with --client-file`,
  );
}

function variablesOf(given: readonly string[], host: Host): Record<string, string> {
  const env: Record<string, string> = {};
  for (const text of given) {
    const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)(?:=(.*))?$/s.exec(text) ?? [];
    const found = value ?? (name === undefined ? undefined : host.env(name));
    if (name === undefined || found === undefined) {
      throw new UsageError(
        `--env is "${text}", but must be NAME=VALUE, or the NAME of a variable that is set`,
      );
    }
    env[name] = found;
  }
  return env;
}

/** What the plan was derived with, for `serve` to compare: digests, since values may be secrets. */
async function digests(plan: Plan, host: Host): Promise<string[]> {
  const words = plan.env.map(async (
    name,
  ) => ["--env-digest", `${name}=${await digestOfVariable(name, host.env(name))}`]);
  return (await Promise.all(words)).flat();
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw new UsageError(`Cannot read "${file}": ${(error as Error).message}`);
  }
}

/** Asks on the terminal. Without one nothing is written. */
function agreed(question: string): boolean {
  if (!Deno.stdin.isTerminal()) {
    throw new UsageError(`${question} Nobody can be asked here: add --yes`);
  }
  if (confirm(question)) return true;
  console.error("Nothing was written");
  return false;
}

/** A plan that a client's configuration names must outlive the sweep of old ones. */
async function keep(plan: Plan) {
  const { mode } = await Deno.stat(plan.folder);
  await Deno.chmod(plan.folder, 0o755);
  await Deno.writeTextFile(`${plan.folder}/keep`, "");
  if (mode !== null) await Deno.chmod(plan.folder, mode & 0o777);
}

async function denoDir(): Promise<string> {
  const { stdout } = await output({
    program: Deno.execPath(),
    args: ["info", "--json", "--no-config"],
    env: Deno.env.toObject(),
    cwd: "/",
    timeoutMs: 30_000,
  });
  return JSON.parse(stdout).denoDir;
}
