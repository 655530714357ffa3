/**
 * From the text of a tool file to a {@linkcode ToolSpec}.
 *
 * Pure; no Deno permission is needed. Whether a script exists is the bundle's question.
 *
 * @module
 */
import { readExecution } from "./execution.ts";
import { Mapping } from "./mapping.ts";
import { hasErrors, type Problem } from "./problem.ts";
import { Report } from "./report.ts";
import { outputDir, readResults } from "./results.ts";
import { readTool } from "./tool.ts";
import type { ToolSpec } from "./types.ts";
import { checkUses } from "./uses.ts";
import { checkApiVersion } from "./api_version.ts";
import { readYaml } from "./yaml_source.ts";

/**
 * Parses and validates one tool file.
 *
 * @param text The YAML text
 * @param file Its name, as problems should show it
 * @returns All problems, in the order of the file, and the tool when none of them is an error
 */
export function parseToolSpec(
  text: string,
  file: string,
): { spec?: ToolSpec; problems: Problem[] } {
  const { source, problems } = readYaml(text, file);
  if (source === undefined) return { problems };
  const report = new Report(source);
  const root = Mapping.root(report)?.allow(["apiVersion", "tool", "execution"])
    .require("tool", "execution");
  if (root !== undefined) checkApiVersion(root);
  const toolPart = root?.mapping("tool");
  const executionPart = root?.mapping("execution");
  const tool = toolPart && readTool(toolPart);
  const execution = executionPart && readExecution(executionPart);
  const results = executionPart && readResults(executionPart);
  if (tool === undefined || execution === undefined) return { problems: report.sorted() };

  checkUses(report, tool, execution, declaredNames(toolPart!));
  checkOutput(report, tool, execution);
  const found = report.sorted();
  if (hasErrors(found)) return { problems: found };
  const read = { ...tool, ...execution, file, positions: source.positions() };
  const spec = results ? withResults(read, results) : read;
  return { spec, problems: found };
}

/** A tool that answers as cli-wrap does, under the name that it had there. */
function withResults(
  spec: ToolSpec,
  results: NonNullable<ReturnType<typeof readResults>>,
): ToolSpec {
  const job = spec.taskMode === "async";
  return {
    ...spec,
    parameters: job ? spec.parameters : [...spec.parameters, outputDir()],
    results: { ...results, tool: spec.bareName, job },
  };
}

/** The names below `properties`, those of faulty inputs too. */
function declaredNames(tool: Mapping): string[] {
  const properties = tool.peek("input")?.peek("properties");
  return (properties?.entries() ?? []).map(([name]) => name);
}

function checkOutput(
  report: Report,
  tool: Pick<ToolSpec, "output">,
  execution: Pick<ToolSpec, "outputMode">,
) {
  const { type } = tool.output;
  const given = Object.keys(tool.output).length > 0;
  if (execution.outputMode !== "json" || !given || type === "object") return;
  const path = type === undefined ? "tool.output" : "tool.output.type";
  report.value("output-schema", path, 'The schema of a tool with "output: json" is no object');
}
