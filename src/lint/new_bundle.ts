/**
 * The files of a new bundle: small, and right from the first line, so that an author changes what
 * works instead of mending what does not.
 *
 * @module
 */

/** One file of a new bundle. */
export interface NewFile {
  text: string;
  isExecutable: boolean;
}

/** The machine that the smoke test is made for, in the words of `compatibility.targets`. */
export interface Target {
  os: string;
  kernel: string;
  arch: string;
}

/** What a bundle may be called: its tools are `<name>__<action>`. */
export const BUNDLE_NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** The files by their paths in the bundle. */
export function newBundle(name: string, target: Target): Record<string, NewFile> {
  const file = (text: string): NewFile => ({ text, isExecutable: false });
  const script = (text: string): NewFile => ({ text, isExecutable: true });
  const tested = `${name}__smoke_test__${target.kernel}_${target.arch}.sh`;
  return {
    "bundle.yaml": file(manifest(name)),
    "SKILL.md": file(skill(name)),
    [`spec_yaml/${name}__count_lines.yaml`]: file(countTool(name, target)),
    [`spec_yaml/${name}__healthz.yaml`]: file(healthTool(name, target)),
    [`scripts/${name}__count_lines.sh`]: script(COUNT),
    [`scripts/${name}__healthz.sh`]: script(health(name)),
    [`scripts/${name}__smoke_test.sh`]: script(smoke(name)),
    [`scripts/${tested}`]: script(platformSmoke(name)),
  };
}

const HEAD = "#!/usr/bin/env bash\nset -euo pipefail\n";

/** `$folder` is where the script is. */
const FOLDER = 'folder=${BASH_SOURCE[0]%/*}\n[[ $folder != "${BASH_SOURCE[0]}" ]] || folder=.\n';

function manifest(name: string): string {
  return `apiVersion: v1
bundle:
  name: ${name}
  version: 0.1.0
  description: Count the lines of a file.
permissions:
  # Programs that the scripts start. Nothing else is there inside the sandbox.
  run: [bash]
  # Hosts that they talk to, such as [api.example.org]. Empty means no network.
  net: []
`;
}

function countTool(name: string, target: Target): string {
  return `apiVersion: v1
tool:
  name: ${name}__count_lines
  description: |-
    /**
     * Count the lines of a text file.
     * @param input_path File to read.
     */
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false }
  input:
    properties:
      input_path: { type: string, path: read }
    required: [input_path]
${OUTPUT}execution:
  script: { path: ./scripts/${name}__count_lines.sh, interpreter: bash }
  env:
    fromParams: { TOOL_INPUT_PATH: input_path }
${targets(target)}`;
}

function healthTool(name: string, target: Target): string {
  return `apiVersion: v1
tool:
  name: ${name}__healthz
  description: |-
    /**
     * Check that all that the bundle ${name} needs is there.
     */
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false }
  input:
    properties: {}
    required: []
${OUTPUT}execution:
  script: { path: ./scripts/${name}__healthz.sh, interpreter: bash }
${targets(target)}  timeoutMs: 10000
`;
}

const OUTPUT = `  output:
    type: object
    properties:
      status: { type: string }
      exit_code: { type: number }
      stdout: { type: string }
      stderr: { type: string }
      command: { type: string }
      execution_time_ms: { type: number }
`;

function targets({ os, kernel, arch }: Target): string {
  return `  compatibility:
    targets:
      - { os: ${os}, kernel: ${kernel}, arch: ${arch}, support: tested }
`;
}

const COUNT = `${HEAD}# Prints how many lines the file has, one without its newline included.

count=0
while IFS= read -r line || [[ -n $line ]]; do
  count=$((count + 1))
done <"$TOOL_INPUT_PATH"
printf '%d\\n' "$count"
`;

function health(name: string): string {
  return `${HEAD}# Says whether the bundle's programs are there: bash, which runs this.

printf '{"status":"ok","bundle":"${name}","missing":[]}\\n'
`;
}

function smoke(name: string): string {
  return `${HEAD}# Runs the scripts of the bundle as calls would.

${FOLDER}file=\${TMPDIR:-/tmp}/${name}_smoke_$$

check() { # NAME EXPECTED ACTUAL
  [[ $2 == "$3" ]] && return 0
  printf 'FAIL: %s\\n  expected: %q\\n  actual:   %q\\n' "$1" "$2" "$3"
  exit 1
}

lines() { # TEXT
  printf '%s' "$1" >"$file"
  TOOL_INPUT_PATH=$file bash "$folder/${name}__count_lines.sh"
}

check 'an empty file' 0 "$(lines '')"
check 'two lines' 2 "$(lines $'a\\nb\\n')"
check 'a last line without its newline' 2 "$(lines $'a\\nb')"
check 'healthz' '{"status":"ok","bundle":"${name}","missing":[]}' \\
  "$(bash "$folder/${name}__healthz.sh")"
printf 'PASS: ${name}\\n'
`;
}

function platformSmoke(name: string): string {
  return `${HEAD}# What only this platform can try; the rest is in the test for all of them.

${FOLDER}exec bash "$folder/${name}__smoke_test.sh"
`;
}

function skill(name: string): string {
  return `---
name: ${name}
description: Count the lines of a file. Use when somebody asks how long a text is.
---

# ${name}

## Scope

Text files inside the roots.

## Core Rules

1. Name the file by its path; a relative one counts from the first root.
2. Do not read a file only to count its lines.
3. When a call fails, run \`${name}__healthz\` and tell what it says.

## Workflow

1. \`${name}__count_lines\` with the file.
2. Answer with the number.
`;
}
