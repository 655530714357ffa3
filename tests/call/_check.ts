/** One-off checks of arguments for tests. */
import { assert } from "@std/assert";
import { ArgumentChecker, type CheckedArguments } from "../../src/call/arguments.ts";
import type { Parameter } from "../../src/spec/types.ts";

/** Checks the arguments of a tool without a response mode. */
export async function check(parameters: Parameter[], args: unknown): Promise<CheckedArguments> {
  return (await ArgumentChecker.create(parameters, { responseMode: false })).check(args);
}

/** The message of arguments that must be refused. */
export async function refusal(parameters: Parameter[], args: unknown): Promise<string> {
  const checked = await check(parameters, args);
  assert(!checked.ok, `accepted ${JSON.stringify(checked)}`);
  return checked.message;
}
