/**
 * `execution.results`: a tool that answers as cli-wrap does. What `convert` writes.
 *
 * @module
 */
import { quote } from "./describe.ts";
import type { Mapping } from "./mapping.ts";
import type { Parameter, WrapResults } from "./types.ts";

const INLINE_BYTES = 50_000;
const MAX_BYTES = 64 * 1024 * 1024;
const KEYS = [
  "server",
  "inlineMaxOutputBytes",
  "outputMode",
  "inlineOnLargeOutput",
  "fileOutputDir",
];

/** The parameter that every sync tool that answers so has besides its own. */
export const OUTPUT_DIR = "file_output_dir";

/** Reads the mapping; the tool's name and whether it is a job are not in it. */
export function readResults(
  execution: Mapping,
): Omit<WrapResults, "tool" | "job"> | undefined {
  const results = execution.mapping("results")?.allow(KEYS).require("server");
  if (!results) return undefined;
  const folder = results.text("fileOutputDir");
  if (folder !== undefined && !folder.startsWith("/")) {
    const message = `The folder ${quote(folder)} is not an absolute path`;
    results.report.value("config-folder", results.at("fileOutputDir"), message);
  }
  const server = results.text("server");
  if (server !== undefined && (server.includes("/") || server.startsWith("."))) {
    const message = `The server name ${quote(server)} has another form`;
    results.report.value("config-server", results.at("server"), message);
  }
  const bytes = { min: 1, max: MAX_BYTES, rule: "max-output" } as const;
  return {
    server: server ?? "",
    inlineBytes: results.whole("inlineMaxOutputBytes", bytes) ?? INLINE_BYTES,
    outputMode: results.choice("outputMode", ["inline", "file"]) ?? "inline",
    onLarge: results.choice("inlineOnLargeOutput", ["truncate", "file"]) ?? "truncate",
    ...(folder !== undefined && { folder }),
  };
}

/** The parameter that a call names its own folder with. */
export function outputDir(): Parameter {
  return {
    name: OUTPUT_DIR,
    type: "string",
    description: "A folder to write the whole output to, below outputs/; an absolute path.",
    required: false,
    path: "write-dir",
    relativeTo: [],
    pattern: "/[^\\x00]*",
    allowDashPrefix: false,
  };
}
