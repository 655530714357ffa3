/**
 * Fixed places that scripts write.
 *
 * @module
 */
import type { BundleTool } from "../bundle/types.ts";
import type { Position } from "../spec/types.ts";
import { programCalls } from "./grants.ts";
import type { Word } from "./shell/facts.ts";
import type { BundleView } from "./view.ts";

const WRITES = /^(>|>>|>\||&>|&>>|<>)$/;
/** Devices, descriptors, and what every call has of its own. */
const FREE = /^(\/tmp(\/|$)|\/dev\/(null|stdout|stderr|tty|fd\/\d+|shm(\/|$))|\/proc\/self\/)/;
/** Programs that write the files they are given; of those with `last` only the last one. */
const WRITERS: Record<string, "all" | "last"> = {
  tee: "all",
  touch: "all",
  mkdir: "all",
  rm: "all",
  rmdir: "all",
  truncate: "all",
  shred: "all",
  chmod: "all",
  cp: "last",
  mv: "last",
  install: "last",
  ln: "last",
};

/** One absolute path that a script writes, whatever the call says. */
export interface FixedWrite extends Position {
  path: string;
  /** The script. */
  file: string;
}

/** The fixed places that a tool's scripts write by redirections and by common programs. */
export function fixedWrites(view: BundleView, tool: BundleTool): FixedWrite[] {
  const found: FixedWrite[] = [];
  const look = (file: string, word: Word) => {
    const { literal, line, column } = word;
    if (literal === undefined || !literal.startsWith("/") || FREE.test(literal)) return;
    found.push({ path: literal, file, line, column });
  };
  for (const script of view.scriptsOf(tool)) {
    for (const r of script.facts().redirects) {
      if (WRITES.test(r.operator)) look(script.path, r.target);
    }
  }
  for (const { program, args, script } of programCalls(view, tool)) {
    const which = Object.hasOwn(WRITERS, program) ? WRITERS[program] : undefined;
    for (const word of which === "all" ? args : which === "last" ? args.slice(-1) : []) {
      look(script.path, word);
    }
  }
  return found;
}
