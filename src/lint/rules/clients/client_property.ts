import type { LintRule } from "../../rule.ts";
import { schemasIn } from "../../schemas.ts";

const NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Property names that every client takes. */
export const clientProperty: LintRule = {
  id: "client-property",
  level: "error",
  title: "Properties have names of letters, digits, _ . and -, at most 64",
  why: "A client that refuses one name drops the tool, or all of them",
  mend: "Choose another name",
  check: ({ bundle }) =>
    bundle.tools.flatMap(({ spec }) => {
      const inputs = spec.parameters.map((p) =>
        [p.name, `tool.input.properties.${p.name}`] as const
      );
      const outputs = spec.outputMode !== "json" ? [] : schemasIn(spec.output, "tool.output")
        .flatMap(({ path }) => {
          const name = /\.properties\.([^]*)$/.exec(path.slice(path.lastIndexOf(".properties.")))
            ?.[1];
          return name === undefined ? [] : [[name, path] as const];
        });
      return [...inputs, ...outputs].filter(([name]) => !NAME.test(name)).map(([name, path]) => ({
        file: spec.file,
        ...spec.positions[path] ?? spec.positions["tool.output"],
        message: `The property "${name}" is refused by clients`,
      }));
    }),
};
