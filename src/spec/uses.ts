/**
 * What binds the parts of a tool together: templates name inputs, and each input reaches the program.
 *
 * @module
 */
import { quote } from "./describe.ts";
import { isInputName } from "./inputs.ts";
import { nearest } from "./nearest.ts";
import type { Report } from "./report.ts";
import type { RuleId } from "./rules.ts";
import { parseArgvElement, templateNames } from "./template.ts";
import type { Parameter } from "./types.ts";
import type { ToolPart } from "./tool.ts";
import type { ExecutionPart } from "./execution.ts";
import { childPath } from "./yaml_walk.ts";

/** The server's own way out takes this input; it must not reach the program. */
const UPSTREAM_INPUT = "proxy";

/** Checks how a tool uses its inputs. `declared` has the names of faulty inputs too. */
export function checkUses(
  report: Report,
  tool: ToolPart,
  execution: ExecutionPart,
  declared: readonly string[],
) {
  const uses = new Uses(report, tool.parameters, declared);
  const { program, env } = execution;
  if (program.kind === "argv") uses.argv(program.argv);
  if (program.kind === "command") uses.templates("execution.command.args", program.args);
  if (program.kind === "script") uses.templates("execution.script.args", program.args);
  uses.variables(env.static, env.fromParams);
  uses.stdin(execution.stdin);
  uses.hosts(execution);
  for (const { relativeTo } of tool.parameters) {
    relativeTo.forEach((name) => uses.reached.add(name));
  }
  uses.dashes();
  if (program.kind !== "builtin" && execution.builtin === undefined) uses.unused();
  if (tool.name.endsWith("__healthz") && declared.length > 0) {
    const path = `tool.input.properties.${declared[0]}`;
    report.key("healthz-input", path, `The health check takes the input ${quote(declared[0])}`);
  }
}

class Uses {
  /** Inputs that reach the program in any way. */
  readonly reached = new Set<string>();
  /** Inputs that are rendered into argv. */
  readonly #inArgv = new Set<string>();

  constructor(
    readonly report: Report,
    readonly parameters: readonly Parameter[],
    readonly declared: readonly string[],
  ) {}

  /** `{{name}}` templates of arguments. */
  templates(path: string, args: readonly string[]) {
    args.forEach((arg, index) => {
      for (const name of templateNames(arg)) {
        this.#use("template-unknown", childPath(path, index), name, "The template names");
        this.#inArgv.add(name);
      }
    });
  }

  /** Strict `{name}` templates; the first element is the program. */
  argv(argv: readonly string[]) {
    argv.forEach((element, index) => {
      const path = childPath("execution.argv", index);
      const parsed = parseArgvElement(element);
      if (index === 0) return;
      if ("error" in parsed) {
        const message = `In the argv element ${quote(element)}, ${parsed.error}`;
        return this.report.value("argv-template", path, message);
      }
      for (const part of parsed.parts) {
        if ("literal" in part) continue;
        this.#use("template-unknown", path, part.param, "The template names");
        this.#inArgv.add(part.param);
        this.#argvParameter(path, part.param, parsed.parts.length === 1);
      }
    });
  }

  #argvParameter(path: string, name: string, whole: boolean) {
    const parameter = this.parameters.find((p) => p.name === name);
    if (parameter === undefined) return;
    if (parameter.type === "array") {
      if (whole) return;
      this.report.value("argv-array", path, `The array ${quote(name)} is part of an argv element`);
    } else if (!parameter.required && parameter.default === undefined) {
      const message = `The optional input ${quote(name)} has no default`;
      this.report.value("argv-optional", path, message);
    }
  }

  variables(fixed: Record<string, string>, fromParams: Record<string, string>) {
    for (const [target, value] of Object.entries(fixed)) {
      const path = childPath("execution.env.static", target);
      for (const name of templateNames(value)) {
        this.#use("template-unknown", path, name, "The template names");
      }
    }
    for (const [target, name] of Object.entries(fromParams)) {
      const path = childPath("execution.env.fromParams", target);
      this.#use("env-param", path, name, `The variable ${quote(target)} comes from`);
    }
  }

  stdin(names: string | string[] | undefined) {
    const several = Array.isArray(names);
    [names ?? []].flat().forEach((name, index) => {
      const path = several ? childPath("execution.stdin", index) : "execution.stdin";
      this.#use("stdin-input", path, name, "The standard input comes from");
      const type = this.parameters.find((p) => p.name === name)?.type ?? "string";
      if (type === "string" || several) return;
      const message = `The standard input comes from ${quote(name)}, which has the type "${type}"`;
      this.report.value("stdin-input", path, message);
    });
  }

  hosts(execution: ExecutionPart) {
    execution.permissions?.net?.forEach((entry, index) => {
      if (!("fromParam" in entry)) return;
      const name = entry.fromParam;
      const path = `execution.permissions.net.${index}.fromParam`;
      this.#use("permission-net-param", path, name, "The host comes from");
      const type = this.parameters.find((p) => p.name === name)?.type ?? "string";
      if (type === "string") return;
      const message = `The host comes from ${quote(name)}, which has the type "${type}"`;
      this.report.value("permission-net-param", path, message);
    });
  }

  dashes() {
    for (const { name, allowDashPrefix, default: value } of this.parameters) {
      const path = `tool.input.properties.${name}`;
      if (allowDashPrefix && !this.#inArgv.has(name)) {
        const message = `${quote(name)} allows a leading dash but is not rendered into argv`;
        this.report.key("dash-prefix-unused", `${path}.allowDashPrefix`, message);
      }
      const texts = Array.isArray(value) ? value : [String(value ?? "")];
      if (allowDashPrefix || !this.#inArgv.has(name) || !texts.some((t) => t.startsWith("-"))) {
        continue;
      }
      const message = `The default of ${quote(name)} begins with a dash, which argv refuses`;
      const mend = 'Set "allowDashPrefix: true" or use another default';
      this.report.value("default-invalid", `${path}.default`, message, mend);
    }
  }

  unused() {
    for (const name of this.declared) {
      if (this.reached.has(name) || name === UPSTREAM_INPUT || !isInputName(name)) continue;
      const message = `The input ${quote(name)} never reaches the program`;
      this.report.key("unused-input", `tool.input.properties.${name}`, message);
    }
  }

  #use(rule: RuleId, path: string, name: string, lead: string) {
    this.reached.add(name);
    if (this.declared.includes(name)) return;
    const near = nearest(name, this.declared);
    const mend = near === undefined ? undefined : `Did you mean "${near}"`;
    this.report.value(rule, path, `${lead} ${quote(name)}, which is no input`, mend);
  }
}
