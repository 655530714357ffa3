/** Views of little file systems, checked for what the launcher relies on. */
import { assert, assertEquals } from "@std/assert";
import { findProgram } from "../../src/sandbox/programs.ts";
import { programView, type View, type ViewOptions } from "../../src/sandbox/view.ts";
import { type FakeFile, withRoot } from "./fake_root.ts";

export const LOADER = "/lib64/ld-linux-x86-64.so.2";
export const LIBS = "/usr/lib/x86_64-linux-gnu";
export const BINARY = { interpreter: LOADER, needed: ["libc.so.6"] };

/** The folders and links of a merged-usr Debian. */
export const DEBIAN: Record<string, FakeFile> = {
  "/bin": { link: "usr/bin" },
  "/lib": { link: "usr/lib" },
  "/lib64": { link: "usr/lib64" },
  "/usr/bin": null,
  "/usr/lib64/ld-linux-x86-64.so.2": {},
  [`${LIBS}/libc.so.6`]: {},
};
export const DEBIAN_LINKS = [
  { link: "/bin", target: "usr/bin" },
  { link: "/lib", target: "usr/lib" },
  { link: "/lib64", target: "usr/lib64" },
];
export const DEBIAN_LIBRARIES = ["/usr/lib64/ld-linux-x86-64.so.2", `${LIBS}/libc.so.6`];

export function view(
  tree: Record<string, FakeFile>,
  names: string[],
  options: ViewOptions & { path?: string } = {},
): View {
  let result: View | undefined;
  withRoot(tree, (files) => {
    const programs = names.map((name) => {
      const found = findProgram(name, options.path ?? "/usr/bin:/bin", files);
      assert(found, `${name} is not in the tree`);
      return found;
    });
    result = programView(programs, { ...options, files });
  });
  assert(result);
  assertSound(result);
  return result;
}

/** What the launcher relies on. */
export function assertSound({ binds, links }: View): void {
  const below = (place: string, path: string) => path === place || path.startsWith(place + "/");
  for (const [i, path] of binds.entries()) {
    assertEquals(binds.filter((other, j) => j !== i && below(other, path)), [], path);
  }
  for (const { link } of links) {
    assertEquals(binds.filter((bind) => below(bind, link) || below(link, bind)), [], link);
  }
  const depths = binds.map((path) => path.split("/").length);
  assertEquals(depths, depths.toSorted((a, b) => a - b));
}

export const sorted = (paths: string[]) =>
  paths.toSorted((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
