import { assertEquals } from "@std/assert";
import { planParameters } from "../../src/plan/parameters.ts";
import { parameter } from "../call/_parameter.ts";
import { hostWith } from "../policy/_host.ts";

const HOST = hostWith({ OUT: "/out/./a", REL: "rel", INIT_CWD: "/typed" });

Deno.test("planParameters() expands variables in relativeTo and drops those that are unset", () => {
  const relativeTo = ["dir", "${UNSET}", "${OUT}", "${REL}"];
  const [planned] = planParameters(
    { parameters: [parameter({ path: "read", relativeTo })] },
    false,
    HOST,
  );
  assertEquals(planned!.relativeTo, ["dir", "/out/a", "/typed/rel"]);
});

Deno.test("planParameters() infers kinds only for a bundle without a manifest", () => {
  const parameters = [
    parameter({ name: "input_paths" }),
    parameter({ name: "output_dir" }),
    parameter({ name: "own_paths", separator: ";" }),
    parameter({ name: "text" }),
  ];
  const inferred = planParameters({ parameters }, true, HOST);
  assertEquals(inferred.map((p) => [p.path, p.separator]), [
    ["read", ","],
    ["write-dir", undefined],
    ["read", ";"],
    [undefined, undefined],
  ]);
  assertEquals(planParameters({ parameters }, false, HOST), parameters);
});

Deno.test("planParameters() bounds the parameter that becomes stdin", () => {
  const parameters = [parameter({ name: "in" }), parameter({ name: "other" })];
  const lengths = (more: number | undefined) =>
    planParameters(
      {
        stdin: "in",
        parameters: more === undefined ? parameters : [parameter({ name: "in", maxLength: more })],
      },
      false,
      HOST,
    ).map((p) => p.maxLength);
  assertEquals(lengths(undefined), [16 * 1024 * 1024, undefined]);
  assertEquals(lengths(5), [5]);
});
