/**
 * Where two readings of one YAML file differ.
 *
 * @module
 */
import { describe } from "./describe.ts";
import { childPath } from "./yaml_walk.ts";

/** A place where the readings differ, with both values in words. */
export interface Difference {
  path: string;
  one: string;
  two: string;
}

/** All places where two values of the same file differ, outermost first. */
export function differences(one: unknown, two: unknown, path = ""): Difference[] {
  if (one === two || (Number.isNaN(one) && Number.isNaN(two))) return [];
  if (Array.isArray(one) && Array.isArray(two) && one.length === two.length) {
    return one.flatMap((item, index) => differences(item, two[index], childPath(path, index)));
  }
  if (isRecord(one) && isRecord(two) && sameKeys(one, two)) {
    return Object.keys(one).flatMap((key) => differences(one[key], two[key], childPath(path, key)));
  }
  return [{ path, one: describe(one), two: describe(two) }];
}

/** Whether a parsed value is a mapping. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sameKeys(one: Record<string, unknown>, two: Record<string, unknown>): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(two).length && keys.every((key) => Object.hasOwn(two, key));
}
