/**
 * The shape of one rule of the loader.
 *
 * @module
 */

/** One rule, for messages and for the reference page. */
export interface Rule<Id extends string = string> {
  /** Stable: people grep for it and tools switch on it. */
  id: Id;
  /** What the rule asks for, in a few words. */
  title: string;
  /** What goes wrong without it. */
  why: string;
  /** How to mend a file that breaks it. */
  mend: string;
}

/** Makes a rule whose id is known to the type checker. */
export function rule<const Id extends string>(
  id: Id,
  title: string,
  why: string,
  mend: string,
): Rule<Id> {
  return { id, title, why, mend };
}
