/**
 * `deno task smoke`: runs every bundle's smoke script for this platform.
 *
 * Deno permissions: `--allow-read`, `--allow-run`, `--allow-env`.
 *
 * @module
 */

const root = new URL("..", import.meta.url).pathname;
const kernel = Deno.build.os;
const suffix = `__smoke_test__${kernel}_${Deno.build.arch}.sh`;
let failed = 0;
let ran = 0;

for (
  const bundle of [...Deno.readDirSync(`${root}bundles`)].sort((a, b) => a.name < b.name ? -1 : 1)
) {
  if (!bundle.isDirectory) continue;
  const scripts = `${root}bundles/${bundle.name}/scripts`;
  for (const { name } of [...Deno.readDirSync(scripts)].sort((a, b) => a.name < b.name ? -1 : 1)) {
    if (!name.endsWith(suffix)) continue;
    console.log(`# ${bundle.name}/scripts/${name}`);
    const { success } = await new Deno.Command("bash", {
      args: [`${scripts}/${name}`],
      stdin: "null",
      stdout: "inherit",
      stderr: "inherit",
    }).output();
    ran++;
    if (!success) failed++;
  }
}
console.log(`${ran - failed} passed, ${failed} failed, 0 skipped`);
Deno.exit(failed > 0 || ran === 0 ? 1 : 0);
