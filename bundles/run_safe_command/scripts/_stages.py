"""The programs of a pipeline, and what each may not be asked for.

None of them starts another program or writes a file, but for those with a check below. The sandbox holds none but these
either, shows the folder read-only, and has no network: the checks are for clear words, the sandbox is the fence.
"""

# Names of programs; `run` in run_safe_command__pipeline.yaml has the same.
PROGRAMS = (
    "base64 basename cat cksum cmp column comm cut date dirname du echo expand find fold grep head "
    "jq join ls md5sum nl od paste printf pwd readlink realpath rev sed seq sha256sum sort stat tac tail tr uname "
    "unexpand uniq wc"
).split()

# An exit code of 1 is an answer of these: no line matched, files differ.
ANSWERS_WITH_ONE = {"grep", "cmp"}

# Actions of find(1) that start programs, or write or remove files. Each also as the beginning of a longer name.
FIND_ACTIONS = ("-exec", "-ok", "-delete", "-fprint", "-fls")


def refuse(command, args):
    """Why these arguments are not taken; None when they are."""
    if command == "find":
        for arg in args:
            if arg.startswith(FIND_ACTIONS):
                return f'"{arg}" starts programs, or changes files'
    if command == "sort":
        # getopt_long(3) takes every abbreviation that is clear: --co is enough for --compress-program.
        for arg in args:
            if arg.startswith("--co"):
                return f'"{arg}" names a program to start'
    return None


def command_line(program, command, args):
    """The words to start."""
    # GNU sed then refuses its commands e, r and w, whatever the script's disguise.
    return [program, *(["--sandbox"] if command == "sed" else []), *args]
