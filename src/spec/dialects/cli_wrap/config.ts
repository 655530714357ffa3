/**
 * From the text of a cli-wrap configuration file to a {@linkcode WrapConfig}.
 *
 * Pure; no Deno permission is needed.
 *
 * @module
 */
import { quote } from "../../describe.ts";
import { Mapping } from "../../mapping.ts";
import { parsePermissions } from "../../permissions.ts";
import { hasErrors, type Problem } from "../../problem.ts";
import { Report } from "../../report.ts";
import { readYaml } from "../../yaml_source.ts";
import { readSettings, SETTING_KEYS } from "./settings.ts";
import { readTools } from "./tools.ts";
import type { WrapConfig } from "./types.ts";

const SERVER_NAME = /^[A-Za-z0-9_][A-Za-z0-9 ._-]*$/;
const MAX_SERVER_NAME = 64;

/**
 * Parses and validates one file.
 *
 * @param text The YAML text
 * @param file Its name, as problems should show it
 * @returns All problems, in the order of the file, and the configuration when none is an error
 */
export function parseConfig(
  text: string,
  file: string,
): { config?: WrapConfig; problems: Problem[] } {
  const { source, problems } = readYaml(text, file);
  if (source === undefined) return { problems };
  const report = new Report(source);
  const root = Mapping.root(report)?.allow(["server", "defaults", "tools", "permissions"]);
  if (root === undefined) return { problems: report.sorted() };
  const server = readServer(root);
  const defaults = root.has("defaults") && root.raw("defaults") !== null
    ? root.mapping("defaults")?.allow(SETTING_KEYS)
    : undefined;
  const permissions = root.mapping("permissions");
  const config: WrapConfig = {
    ...server,
    defaults: defaults ? readSettings(defaults) : {},
    tools: readTools(root),
    ...(permissions && { permissions: parsePermissions(permissions) }),
    file,
    positions: source.positions(),
  };
  const found = report.sorted();
  return hasErrors(found) ? { problems: found } : { config, problems: found };
}

function readServer(root: Mapping): Pick<WrapConfig, "name" | "description"> {
  if (!root.has("server")) {
    root.report.key("config-server", "", '"server" is missing');
    return { name: "" };
  }
  const server = root.mapping("server")?.allow(["name", "description"]);
  if (!server) return { name: "" };
  if (!server.has("name")) root.report.key("config-server", "server", '"server.name" is missing');
  const name = server.string("name") ?? "";
  if (server.has("name") && typeof server.raw("name") === "string") {
    if (!SERVER_NAME.test(name) || name.length > MAX_SERVER_NAME || name.includes("..")) {
      const message = `The server name ${quote(name)} has another form`;
      server.report.value("config-server", server.at("name"), message);
    }
  }
  const description = server.raw("description") === null ? undefined : server.string("description");
  return { name, ...(description?.trim() && { description: description.trim() }) };
}
