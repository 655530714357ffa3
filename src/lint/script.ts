/**
 * One shell script of a bundle, with its facts.
 *
 * @module
 */
import { dirname, normalize } from "@std/path";
import type { BundleFile } from "./files.ts";
import { type Call, callsOf } from "./shell/calls.ts";
import type { ShellFacts } from "./shell/facts.ts";
import type { ShellParser } from "./shell/parser.ts";
import { readFacts } from "./shell/read_facts.ts";
import { BUILTINS, SHELLS } from "./shell/builtins.ts";

/** A script, parsed when a rule first asks. */
export class Script {
  #facts: ShellFacts | undefined;
  #calls: Call[] | undefined;

  constructor(readonly file: BundleFile, private readonly parser: ShellParser) {}

  get path(): string {
    return this.file.path;
  }

  get text(): string {
    return this.file.text ?? "";
  }

  /** Whether it is a smoke test, which runs outside of the sandbox and of no tool. */
  get isSmokeTest(): boolean {
    return /__smoke_test[^/]*\.sh$/.test(this.path);
  }

  facts(): ShellFacts {
    return this.#facts ??= readFacts(this.text, this.parser);
  }

  /** The programs that it starts, as far as its own functions tell. */
  calls(): Call[] {
    return this.#calls ??= callsOf(this.facts());
  }

  /** The programs that it starts, when it is read together with the scripts around it. */
  callsAmong(scripts: readonly Script[]): Call[] {
    return callsOf(this.facts(), scripts.map((s) => s.facts()));
  }

  /** The files that it sources, hands to a shell, or runs by their path, where the text says which. */
  follows(): string[] {
    const found: string[] = [];
    for (const call of this.calls()) {
      const { program } = call;
      if (program === undefined || !BUILTINS.has(program)) {
        const own = besideScript(call.text, this.path);
        if (own !== undefined) found.push(own);
      }
      const reads = program === "source" || program === "." || SHELLS.has(program ?? "") ||
        program === undefined;
      for (const word of reads ? call.args : []) {
        const beside = besideScript(word.text, this.path);
        if (beside !== undefined) found.push(beside);
      }
    }
    return found;
  }
}

/** `"$folder/_lib.sh"`, `"${BASH_SOURCE[0]%/*}/_lib.sh"`, `./_lib.sh`: the file beside the script. */
export function besideScript(written: string, script: string): string | undefined {
  const text = written.replace(/^["']|["']$/g, "");
  const tail = /^(?:\$\{[^{}]*\}|\$\w+|\$\(dirname [^()]*\)|\.)\/((?:[\w.-]+\/)*[\w.-]+)$/.exec(
    text,
  )?.[1];
  return tail === undefined ? undefined : normalize(`${dirname(script)}/${tail}`);
}
