"""What the callers of this bundle write: words for programs, and nothing that a shell would read."""

import json
import os
import re
import shutil
import sys

MAX_WORDS = 1000
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._+-]*")


def die(message, code=2):
    """One line on stderr, and the end."""
    print(message, file=sys.stderr)
    sys.exit(code)


def show(value):
    """A value in quotes, as JSON, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else text[:117] + '..."'


def parse(name, text):
    """The JSON of one parameter."""
    try:
        return json.loads(text)
    except ValueError as error:
        die(f"Cannot read {name} {show(text)}: it is no JSON ({error})")
    except RecursionError:
        die(f"Cannot read {name}: it is nested too deeply")


def words(name, value):
    """Checks that a value is a list of strings which a program can be given."""
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        die(f'Cannot use {name} {show(value)}: write a JSON array of strings, such as ["-n", "text"]')
    if len(value) > MAX_WORDS:
        die(f"Cannot use {name}: it holds {len(value)} arguments, and {MAX_WORDS} are the most")
    for word in value:
        if "\0" in word:
            die(f"Cannot use {name} {show(word)}: no argument may hold a NUL character")
        try:
            word.encode()
        except UnicodeEncodeError:
            die(f"Cannot use {name} {show(word)}: it is no whole Unicode text")
    return value


def enter(folder):
    """Goes to the working folder."""
    try:
        os.chdir(folder)
    except OSError as error:
        die(f"Cannot enter working_dir {show(folder)}: {error.strerror}")


def locate(command):
    """The program of a name, in the folders of PATH."""
    found = shutil.which(command)
    if found is None:
        die(f"Cannot find the program {show(command)}: it is not installed where the sandbox shows programs", 127)
    return found
