/**
 * What a shell script says of itself: commands, expansions, redirections, assignments.
 *
 * @module
 */
import type { Position } from "../../spec/types.ts";

/** Where an expansion stands, which decides whether the shell splits its value. */
export type Place =
  | "command"
  | "argument"
  | "redirect"
  | "list"
  | "assignment"
  | "test"
  | "arithmetic"
  | "text";

/** One `$NAME`, `${NAME…}`, or a bare name in arithmetic. */
export interface Expansion extends Position {
  name: string;
  /** Whether the shell leaves the value whole: quoted, or in a place where nothing is split. */
  whole: boolean;
  place: Place;
  /** Whether the word begins with it. */
  leads: boolean;
  /** The function around it. */
  within?: string;
}

/** One word of a command. */
export interface Word extends Position {
  /** As written. */
  text: string;
  /** Its value, when no expansion is in it. */
  literal?: string;
  expansions: Expansion[];
}

/** One simple command. */
export interface Command extends Position {
  /** The first word. */
  name: Word;
  args: Word[];
  within?: string;
}

/** One redirection to or from a file. */
export interface Redirect extends Position {
  operator: string;
  target: Word;
}

/** One value that a variable is given; neither a literal nor names when it is something else. */
export interface Assigned {
  literal?: string;
  /** The first item of an array. */
  head?: string;
  /** `+=`: what stood there before stays. */
  isAppended?: boolean;
  /** Variables that the value begins with. */
  from: string[];
}

/** Everything that the rules read. */
export interface ShellFacts {
  commands: Command[];
  expansions: Expansion[];
  redirects: Redirect[];
  assigned: Map<string, Assigned[]>;
  functions: Set<string>;
  /** Texts that a variable's name is looked up by (`${!name}`): what they read cannot be known. */
  indirect: boolean;
  /** Where the grammar gave up. */
  unparsed: Position[];
}

/** No facts, for a text that cannot be read. */
export function noFacts(): ShellFacts {
  return {
    commands: [],
    expansions: [],
    redirects: [],
    assigned: new Map(),
    functions: new Set(),
    indirect: false,
    unparsed: [],
  };
}
