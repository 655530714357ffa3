"""Runs a pipeline of listed programs: each reads what the one before it prints. No shell takes part.

The last one prints into this script's own output, and every end of a pipe that this script does not read is closed here:
no amount of bytes makes one stage wait for another that waits for it.
"""

import os
import signal
import subprocess
import sys

from _stages import ANSWERS_WITH_ONE, PROGRAMS, command_line, refuse
from _words import die, enter, locate, parse, show, words

MAX_STAGES = 10
FORM = '[{"command": "grep", "args": ["-n", "text"]}, {"command": "wc", "args": ["-l"]}]'


def read_stages(text):
    """(command, words to start) of each stage; ends the script when one is not taken."""
    stages = parse("stages_json", text)
    if not isinstance(stages, list) or not 1 <= len(stages) <= MAX_STAGES:
        die(f"Cannot use stages_json {show(stages)}: write a JSON array of 1 to {MAX_STAGES} stages, such as {FORM}")
    checked = []
    for number, stage in enumerate(stages, 1):
        if not isinstance(stage, dict) or not isinstance(stage.get("command"), str):
            die(f'Cannot use stage {number} of stages_json, {show(stage)}: write an object such as {FORM[1:-1].split("}")[0]}}}')
        surplus = sorted(set(stage) - {"command", "args"})
        if surplus:
            die(f"Cannot use stage {number} of stages_json: it has {show(surplus[0])}, and only command and args mean something")
        command = stage["command"]
        args = words(f"the args of stage {number}", stage.get("args", []))
        if command not in PROGRAMS:
            die(
                f"Cannot use {show(command)} in stage {number}: a pipeline takes {', '.join(PROGRAMS)}. "
                "For another program use run_safe_command__execute, which asks a person"
            )
        why = refuse(command, args)
        if why:
            die(f"Cannot use {show(command)} in stage {number}: {why}")
        checked.append((command, args))
    # Found after all are checked: what is wrong with the words is said first.
    return [(command, command_line(locate(command), command, args)) for command, args in checked]


def run(stages):
    """Exit codes of the stages, in their order."""
    children = []
    before = subprocess.DEVNULL
    for number, (command, line) in enumerate(stages, 1):
        last = number == len(stages)
        try:
            child = subprocess.Popen(line, stdin=before, stdout=None if last else subprocess.PIPE)
        except OSError as error:
            for other in children:
                other.kill()
            die(f"Cannot start {show(command)} in stage {number}: {error.strerror}", 126)
        if before is not subprocess.DEVNULL:
            before.close()
        before = child.stdout
        children.append(child)
    return [child.wait() for child in children]


def main():
    stages = read_stages(os.environ.get("TOOL_STAGES_JSON", ""))
    enter(os.environ["TOOL_WORKING_DIR"])
    for name in ("TOOL_STAGES_JSON", "TOOL_WORKING_DIR"):
        os.environ.pop(name, None)
    codes = run(stages)
    failed = 0
    for number, ((command, _), code) in enumerate(zip(stages, codes), 1):
        # A stage whose reader has had enough is ended by a signal: that is how pipelines end early.
        early = code == -signal.SIGPIPE and number < len(codes)
        if code == 0 or early or (code == 1 and command in ANSWERS_WITH_ONE):
            continue
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        print(f"Stage {number} ({show(command)}) {how}", file=sys.stderr)
        failed = code if code > 0 else 1
    sys.exit(failed)


main()
