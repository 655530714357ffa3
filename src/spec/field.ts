/**
 * The shape of one documented field of a file.
 *
 * @module
 */

/** One field, for the reference pages. */
export interface Field {
  /** Dotted path; `<name>` stands for a name of the author's, `[]` for each item of a list. */
  path: string;
  /** In words, with the values of a choice. */
  type: string;
  required?: boolean;
  /** What holds when the field is absent; undefined: nothing does. */
  default?: string;
  /** What the field is for: one or two sentences. */
  text: string;
}

/** The fields with `prefix.` before their paths. */
export function below(prefix: string, fields: readonly Field[]): Field[] {
  return fields.map((field) => ({ ...field, path: `${prefix}.${field.path}` }));
}
