/**
 * `serve --http`: a plan over streamable HTTP.
 *
 * @module
 */
import type { Plan } from "../plan/types.ts";
import { readTokens } from "../server/http/bearer.ts";
import { serveHttp } from "../server/http/serve.ts";
import type { Registry } from "../server/registry.ts";
import { Log } from "./log.ts";

/** What a request holds beside its arguments, and room for parameters that state no length. */
const BASE_BYTES = 4 * 1024 * 1024;
/** JSON may write one byte of a value as six (`\\u0000`). */
const JSON_FACTOR = 6;

/** Serves until `stop` aborts. Needs `--allow-net` for the address, `--allow-read` for the token file. */
export async function serveHttpPlan(
  plan: Plan,
  registry: (caller: string) => Registry,
  server: { name: string; version: string },
  onToolsChanged: (listener: () => void) => void,
  stop: AbortSignal,
): Promise<void> {
  const { hostname, port, path, tokenFile } = plan.http!;
  const log = new Log(plan.server.logLevel);
  await serveHttp({
    hostname,
    port,
    path,
    tokens: tokenFile === undefined ? undefined : await readTokens(tokenFile),
    registry,
    server,
    onToolsChanged,
    maxBodyBytes: largestBody(plan),
    onListen: (address) => {
      const host = address.hostname.includes(":") ? `[${address.hostname}]` : address.hostname;
      log.say("info", `streamable-http at http://${host}:${address.port}${path}`);
    },
  }, stop);
}

/** The largest declared parameter must fit. */
function largestBody(plan: Plan): number {
  const stdinDefault = 16 * 1024 * 1024;
  const sizes = plan.tools.flatMap((t) =>
    t.parameters.map((p) => p.maxLength ?? ([t.stdin].flat().includes(p.name) ? stdinDefault : 0))
  );
  return BASE_BYTES + Math.max(0, ...sizes) * JSON_FACTOR;
}
