/**
 * Processes that change names behind a launcher's back, thousands of times a second.
 *
 * @module
 */
import { arch } from "../../src/sandbox/probe.ts";

/** renameat2(2) with RENAME_EXCHANGE: both names are there at every moment. */
const EXCHANGE = `sub exchange { syscall(${
  arch() === "x86_64" ? 316 : 276
}, -100, $_[0], -100, $_[1], 2) }`;

/** Leaves the processor to the launcher: several exchanges still fall between its look and its mount. */
const NAP = "select(undef, undef, undef, 0.00005)";

/** What a swapper does, in Perl; its arguments are `@ARGV`. */
export const SWAPPERS = {
  /** Two names, exchanged again and again. */
  exchange: `my ($one, $other) = @ARGV; while (1) { exchange($one, $other); ${NAP} }`,
  /** A link that comes and goes where nothing else is. */
  flicker:
    `my ($name, $target) = @ARGV; while (1) { symlink($target, $name); ${NAP}; unlink $name; ${NAP} }`,
  /** Staging folders, moved away, with a link to elsewhere in their place. */
  stages: `my ($folder, $target) = @ARGV;
    while (1) { opendir(my $d, $folder) or next; for (grep { /^\\.shell-as-mcp-/ } readdir $d) {
      next if -l "$folder/$_" or !rename("$folder/$_", "$folder/away-$_");
      symlink($target, "$folder/$_") } ${NAP} }`,
  /** Staging folders, into which a link to elsewhere is laid under the name of the output. */
  plants: `my ($folder, $target, $name) = @ARGV;
    while (1) { opendir(my $d, $folder) or next; for (grep { /^\\.shell-as-mcp-/ } readdir $d) {
      symlink($target, "$folder/$_/$name") } ${NAP} }`,
};

/** A running swapper. Disposed of, it ends. */
export class Swapper implements AsyncDisposable {
  private constructor(readonly child: Deno.ChildProcess) {}

  static async start(kind: keyof typeof SWAPPERS, ...args: string[]): Promise<Swapper> {
    const child = new Deno.Command("perl", {
      args: ["-e", `${EXCHANGE} $| = 1; print "ready\\n"; ${SWAPPERS[kind]}`, ...args],
      stdin: "null",
      stdout: "piped",
    }).spawn();
    const reader = child.stdout.getReader();
    await reader.read();
    await reader.cancel();
    return new Swapper(child);
  }

  async [Symbol.asyncDispose]() {
    this.child.kill("SIGKILL");
    await this.child.status;
  }
}
