/**
 * Confinement → the text of its launcher where bubblewrap cannot work: Landlock and seccomp,
 * no namespaces. Its command line, refusals and exit codes are those of `launcher.ts`.
 *
 * It is Perl, because a shell can make no system call of its own, and perl-base is part of
 * every Debian and Ubuntu. It is started through env(1), as Bash is: `LOCPATH` and
 * `GCONV_PATH` name modules that the C library loads into it before it reads a line, and
 * `PERL_UNICODE` and `PERLIO` change how it reads. `-T` ignores `PERL5OPT`, `PERL5LIB` and
 * `PERLLIB`, and `PERL_BADLANG=0` keeps it from warning of a locale that is not installed
 * (perlrun(1)).
 *
 * Two processes stay outside the fence. The worker decides about paths, starts the tool and
 * ends whatever descends from it; the guard above it does the same when the worker is killed.
 *
 * Pure: no Deno permission is needed.
 *
 * @module
 */
import { MAX_OPEN_FILES } from "./bwrap.ts";
import type { Confinement, LauncherPrograms } from "./confinement.ts";
import { LAUNCHER_CALLS, LEAST_ABI, RIGHTS } from "./landlock_calls.ts";
import { landlockPathFunctions } from "./landlock_paths.ts";
import { RULES, START } from "./landlock_run.ts";
import { LANDLOCK_STAGING } from "./landlock_staging.ts";
import { FOLDERS, PROCESSES, PROLOGUE } from "./landlock_text.ts";
import { alwaysReadable, DO_WITHOUT, programNames, searchFolders } from "./landlock_view.ts";
import { type LauncherNeeds, mountNeeds } from "./launcher.ts";
import { comment } from "./shell_quote.ts";
import { covers } from "./outermost.ts";
import { perlList, perlString } from "./perl_text.ts";
import { systemOwnerFilter } from "./shared_calls.ts";
import type { Architecture } from "./syscalls.ts";

/** The programs outside the fence that a Landlock launcher is started with. */
export type LandlockPrograms = Pick<LauncherPrograms, "env"> & { perl: string };

/** Stands in a fixed word of the target for the call's private `/tmp`, whose path no plan knows. */
export const PRIVATE_TMP = "<private /tmp>";

const MIB = 1024 * 1024;
/** How long a tool may tidy up after its time is over, in seconds. */
const GRACE_SECONDS = 0.5;
/** Room for what else the user starts while the call runs, who would take the tool's share. */
const OTHER_PROCESSES = 256;

/**
 * Renders the launcher of one tool. `c.scratchFolder` must be set; `c.net` is not looked at.
 *
 * @throws {TypeError} on NUL in any text
 */
export function landlockLauncherText(
  c: Confinement,
  needs: LauncherNeeds,
  programs: LandlockPrograms,
  architecture: Architecture,
): string {
  const staged = needs.kinds.includes("write");
  const mounts = needs.kinds.length > 0 || c.fixed.length > 0 || c.resultsFolder !== undefined;
  return [
    `#!${programs.env} -S -u LOCPATH -u GCONV_PATH -u PERL_UNICODE -u PERLIO PERL_BADLANG=0 ${programs.perl} -T`,
    `# Launcher of the tool ${comment(c.tool)} of the bundle ${
      comment(c.bundle)
    }. Generated: edits are found out.`,
    "use strict;",
    numbers(architecture),
    policy(c),
    `my $owner_filter = '${systemOwnerFilter(architecture).toHex()}';`,
    PROLOGUE,
    PROCESSES,
    RULES,
    FOLDERS,
    ...(mounts ? [landlockPathFunctions(mountNeeds(c, needs))] : []),
    ...(staged ? [LANDLOCK_STAGING] : []),
    undo(staged),
    START,
    mounts ? mountLoop(c, needs) : `my @words = cleaned(@ARGV);\n`,
    slots(c),
    rules(c),
    start(c, staged),
  ].join("\n");
}

/** System calls and rights by name. */
function numbers(architecture: Architecture): string {
  const named = (values: Record<string, number>) =>
    Object.entries(values).map(([name, value]) =>
      [name.replace(/([A-Z])/g, "_$1").toUpperCase(), value] as const
    );
  const all = [
    ...named(LAUNCHER_CALLS[architecture]),
    ...named(RIGHTS),
    ["LEAST_ABI", LEAST_ABI] as const,
  ];
  return `# Numbers of ${architecture}.\n` +
    all.map(([name, value]) => `my $${name} = ${value};`).join("\n");
}

function policy(c: Confinement): string {
  if (c.scratchFolder === undefined) throw new TypeError("The launcher has no scratchFolder");
  const { memoryMb, pids, cpuSeconds, fileMb } = c.limits;
  // RLIMIT_CPU, FSIZE, DATA, CORE and NOFILE (asm-generic/resource.h).
  const limits = [
    [0, cpuSeconds],
    [1, fileMb * MIB],
    [2, memoryMb * MIB],
    [4, 0],
    [7, MAX_OPEN_FILES],
  ];
  return [
    perlList("roots", c.roots.map((r) => r.path)),
    perlList("modes", c.roots.map((r) => r.readOnly ? "ro" : "rw")),
    perlList("protected", c.protectedNames),
    perlList("fixed_kinds", c.fixed.map((f) => f.kind)),
    perlList("fixed_sources", c.fixed.map((f) => f.source)),
    perlList("fixed_dests", c.fixed.map((f) => f.dest)),
    `my $tells_new_folders = ${c.tellsNewFolders ? 1 : 0};`,
    `my $results = ${perlString(c.resultsFolder ?? "")};`,
    `my $scratch = ${perlString(c.scratchFolder)};`,
    perlList("programs", programNames(c.view).flat()),
    perlList("search", searchFolders(c.view)),
    perlList("default_env", Object.entries(DO_WITHOUT).flat()),
    perlList("fixed_env", Object.entries(c.env).flat()),
    `my @limits = (${limits.map((l) => `[${l.join(", ")}]`).join(", ")});`,
    `my $pids = ${pids + OTHER_PROCESSES};`,
    `my $wall = ${c.wallSeconds ?? "undef"};`,
    `my $grace = ${GRACE_SECONDS};`,
  ].join("\n");
}

function undo(staged: boolean): string {
  return `
# Whatever happened.
sub undo {
  chdir '/';
  ${staged ? "unstage();" : "if (!$ran) { rmdir $_ for @made }"}
  take_away($private) if defined $private;
}
`;
}

const TAKERS: Record<string, string> = {
  "fixed": "take_fixed($value)",
  "result": "take_result($value)",
  "read": "show($value, 'df')",
  "read-dir": "show($value, 'd')",
  "write": "take_write($value)",
  "write-dir": "take_write_dir($value)",
};

function mountLoop(c: Confinement, needs: LauncherNeeds): string {
  const words = new Set<string>([
    ...(c.fixed.length > 0 ? ["fixed"] : []),
    ...(c.resultsFolder === undefined ? [] : ["result"]),
    ...needs.kinds,
  ]);
  const cases = [...words].map((word) => `if ($word eq '${word}') { ${TAKERS[word]} }`);
  return `my @words = cleaned(@ARGV);
while (@words && $words[0] ne '--') {
  @words >= 2 or fail('words');
  $index++;
  my ($word, $value) = splice(@words, 0, 2);
  ${cases.join("\n  els")}
  else { fail('words') }
}
chdir '/';
`;
}

/** Counted groups of values, one for each slot. */
function slots(c: Confinement): string {
  const patterns = c.target.flatMap((w) => "slot" in w ? [w.slot] : [])
    .map((count) => count === "one" ? String.raw`\A1\z` : String.raw`\A(?:0|[1-9][0-9]{0,3})\z`);
  return `(shift(@words) || '') eq '--' or fail('words');

# PATTERN: takes a count and as many values.
sub slot {
  my $count = shift @words;
  defined $count && $count =~ $_[0] && @words >= $count or fail('words');
  return splice(@words, 0, $count);
}
${patterns.map((pattern, i) => `my @slot_${i} = slot(qr/${pattern}/);\n`).join("")}
@words == 0 or fail('words');
`;
}

/** What the tool has in every call. */
function rules(c: Confinement): string {
  const { read, run } = alwaysReadable(c);
  return [
    `allow_always($DEVICE, '/dev/null', '/dev/full');`,
    `allow_always($READ, ${read.map(perlString).join(", ")});`,
    ...(run.length > 0 ? [`allow_always($RUN, ${run.map(perlString).join(", ")});`] : []),
  ].join("\n");
}

function start(c: Confinement, staged: boolean): string {
  let slot = 0;
  const words = c.target.map((w) => "text" in w ? word(w.text) : `@slot_${slot++}`);
  const good = [0, ...c.goodExitCodes].map((code) => `$code == ${code}`).join(" || ");
  const inPrivate = isPrivate(c);
  return `furnish();
my $work = ${inPrivate ? "$private . " : ""}${perlString(c.workingDirectory)};
${inPrivate ? "folders($work);\n" : ""}my @target = (${words.join(", ")});
sysopen(my $source, ${perlString(c.seccompFile)}, 0x80000) or broken("The filter: $!");
sysread($source, my $filter, 65536) or broken("The filter: $!");
${staged ? "lead_away();\n" : ""}my ($signal) = signal_within(0);
leave(143) if $signal && $signal != 17;
my $code = run_tool($work, cleaned($filter), @target);
${staged ? `if (${good}) { commit() or $code = 126 }\n` : ""}leave($code);
`;
}

/** A fixed word, in which the private `/tmp` may stand. */
function word(text: string): string {
  return text.split(PRIVATE_TMP).map(perlString).join(` . "$private/tmp" . `);
}

/** Whether the working directory is made in the private `/tmp`: below it, and no folder of the call's. */
function isPrivate({ workingDirectory, roots, fixed }: Confinement): boolean {
  return covers("/tmp", workingDirectory) &&
    !roots.some((r) => covers(r.path, workingDirectory)) &&
    !fixed.some((f) => covers(f.dest, workingDirectory));
}
