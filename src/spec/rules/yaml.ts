/**
 * Rules of the YAML text itself, and of any field in it.
 *
 * @module
 */
import { rule } from "./rule.ts";

/** Rules that hold for tool files and manifests alike. */
export const YAML_RULES = [
  rule(
    "yaml-syntax",
    "The file is valid YAML 1.2",
    "A file that cannot be read says nothing about what may run",
    "Mend the YAML at this place",
  ),
  rule(
    "yaml-multiple-documents",
    "One file holds one document",
    "A second document would be ignored",
    'Keep one document per file and take the "---" line away',
  ),
  rule(
    "yaml-duplicate-key",
    "A key stands once in a mapping",
    "Of two equal keys one is dropped, and which one depends on the reader",
    "Keep one of the two",
  ),
  rule(
    "yaml-alias-bomb",
    "Aliases are few and never hold themselves",
    "A few lines of nested aliases expand to gigabytes",
    "Write the values out",
  ),
  rule(
    "yaml-too-large",
    "A file is small and flat",
    "A huge or deep file stalls the start of the server",
    "Move long texts into scripts or prompts and flatten the structure",
  ),
  rule(
    "yaml-ambiguous",
    "Every YAML reader sees the same values",
    "A value that two parsers read differently passes a review as one thing and runs as another",
    "Put the value in quotes, or write it plainly, without tags and directives",
  ),
  rule(
    "yaml-key",
    "Keys are plain texts",
    "A list or nothing at all cannot name a field",
    "Write the key as a word",
  ),
  rule(
    "yaml-character",
    "Texts hold neither NUL nor half surrogate pairs",
    "No argument, variable or path can carry them, so the call would fail",
    "Take the character away",
  ),
  rule(
    "unknown-key",
    "Every key is known",
    "A mistyped key would silently leave its default in force",
    "Correct the spelling or take the key away",
  ),
  rule(
    "missing-field",
    "Required fields are there",
    "A guess in its place could run the wrong program",
    "Add the field",
  ),
  rule(
    "wrong-type",
    "Every value has its field's type",
    "A value of another type would be read as something that nobody wrote",
    "Write a value of the named type, in quotes when it is a text",
  ),
  rule(
    "empty-value",
    "Fields that need content have it",
    "An empty value looks like a setting and sets nothing",
    "Fill it in or take the field away",
  ),
  rule(
    "wrong-value",
    "A choice is one of its listed values",
    "Any other value would have to be guessed at",
    "Use one of the listed values",
  ),
  rule(
    "duplicate-item",
    "A list names each thing once",
    "A repeated item is a slip that hides the one that was meant",
    "Take the repeated item away",
  ),
  rule(
    "api-version",
    'A file begins with "apiVersion: v1"',
    "A later version may give the same words another meaning",
    'Write "apiVersion: v1"',
  ),
] as const;
