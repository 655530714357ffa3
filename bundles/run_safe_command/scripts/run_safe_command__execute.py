"""Becomes one program, with the words of a JSON array as its arguments. No shell reads any of them."""

import os
import signal

from _words import NAME, die, enter, locate, parse, show, words

command = os.environ.get("TOOL_COMMAND", "")
args = words("args_json", parse("args_json", os.environ.get("TOOL_ARGS_JSON", "")))

if NAME.fullmatch(command):
    program = None
elif command.startswith("/") and os.path.normpath(command) == command and "\n" not in command:
    program = command
else:
    die(f"Cannot use command {show(command)}: write the name of one program, or its absolute path; arguments go into args_json")

enter(os.environ["TOOL_WORKING_DIR"])
program = program or locate(command)
for name in ("TOOL_COMMAND", "TOOL_ARGS_JSON", "TOOL_WORKING_DIR"):
    os.environ.pop(name, None)
# Python ignores this signal, which programs count on when nobody reads their output any more.
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
try:
    os.execv(program, [command, *args])
except OSError as error:
    die(f"Cannot start {show(command)}: {error.strerror}", 126 if os.path.exists(program) else 127)
