/**
 * What `defaults` and a tool say alike: output, folder, variables.
 *
 * @module
 */
import { defined } from "../../defined.ts";
import { describe, quote } from "../../describe.ts";
import { isVariableName } from "../../environment_names.ts";
import type { Mapping } from "../../mapping.ts";
import type { OutputSettings } from "./types.ts";

/** Keys of these settings. */
export const SETTING_KEYS = [
  "output_mode",
  "inline_max_output_bytes",
  "inline_on_large_output",
  "file_output_dir",
  "env",
] as const;

/** The longest time that a timer can wait, in seconds (HTML, `setTimeout`). */
const MAX_SECONDS = 2_147_483;
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads the settings of one mapping. */
export function readSettings(from: Mapping): OutputSettings {
  return defined({
    outputMode: from.choice("output_mode", ["inline", "file"]),
    onLarge: from.choice("inline_on_large_output", ["truncate", "file"]),
    inlineBytes: from.whole("inline_max_output_bytes", {
      min: 1,
      max: MAX_BYTES,
      rule: "config-number",
    }),
    folder: readFolder(from),
    env: from.has("env") ? readEnv(from) : undefined,
  });
}

/** `timeout_sec` in milliseconds; fractions count. */
export function readTimeout(from: Mapping): number | undefined {
  const seconds = from.raw("timeout_sec");
  if (seconds === undefined || seconds === null) return undefined;
  if (typeof seconds === "number" && seconds > 0 && seconds <= MAX_SECONDS) {
    return Math.ceil(seconds * 1000);
  }
  const message = `"${from.at("timeout_sec")}" must be a number of seconds above 0 and at most ` +
    `${MAX_SECONDS}, not ${describe(seconds)}`;
  from.report.value("config-number", from.at("timeout_sec"), message);
  return undefined;
}

function readFolder(from: Mapping): string | undefined {
  const folder = from.string("file_output_dir");
  if (folder === undefined) return undefined;
  if (folder.startsWith("/") && !/[\0\n\r]/.test(folder)) return folder;
  const path = from.at("file_output_dir");
  from.report.value("config-folder", path, `The folder ${quote(folder)} is not an absolute path`);
  return undefined;
}

function readEnv(from: Mapping): Record<string, string> {
  const env = from.textMap("env");
  const base = from.peek("env");
  for (const name of Object.keys(env)) {
    if (!isVariableName(name)) {
      from.report.key("env-name", base!.at(name), `${quote(name)} is no name of a variable`);
    }
  }
  return env;
}
