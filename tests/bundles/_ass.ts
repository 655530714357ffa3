/**
 * A good subtitle file, and the linter of the bundle on any other.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { openShelf, type Shelf } from "./_shelf.ts";

/** The Format line of the styles. */
export const STYLE_FORMAT =
  "Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, " +
  "StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding";
/** One style. */
export const STYLE =
  "Style: Default,Arial,54,&H00FFFFFF,&H0000FFFF,&H00101010,&H80000000,0,0,0,0,100,100,0,0,1,3,1,2,40,40,40,1";
/** The Format line of the events. */
export const EVENT_FORMAT =
  "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text";
/** One line, shown from 0.5 to 2.5 seconds. */
export const EVENT = "Dialogue: 0,0:00:00.50,0:00:02.50,Default,,0,0,0,,Hello, world";

/** A file without a fault; each of the lines above stands in it once. */
export const GOOD = [
  "[Script Info]",
  "ScriptType: v4.00+",
  "PlayResX: 1920",
  "PlayResY: 1080",
  "",
  "[V4+ Styles]",
  STYLE_FORMAT,
  STYLE,
  "",
  "[Events]",
  EVENT_FORMAT,
  EVENT,
  "",
].join("\n");

/** One finding of the linter. */
export interface Finding {
  line: number;
  severity: string;
  rule: string;
  message: string;
  mend: string;
}

/** A server of the bundle. */
export function openAss(variables: Record<string, string> = {}): Promise<Shelf> {
  return openShelf("ass", { env: variables });
}

/** Lints a text; the exit code must agree with the report. */
export async function lint(shelf: Shelf, text: string | Uint8Array, strict = false) {
  const file = `${shelf.world.root}/${crypto.randomUUID()}.ass`;
  await Deno.writeFile(file, typeof text === "string" ? new TextEncoder().encode(text) : text);
  const record = await shelf.client.call("ass__lint", { ass_file_path: file, strict });
  assertEquals([record.isError, record.stderr], [false, ""], record.text);
  const report = JSON.parse(record.stdout);
  const errors = report.findings.filter((f: Finding) => f.severity === "error").length;
  assertEquals(report.error_count, errors);
  assertEquals(record.exit_code, errors > 0 ? 1 : 0);
  assertEquals(report.status, errors > 0 ? "error" : "ok");
  return report as { findings: Finding[]; error_count: number; warning_count: number };
}
