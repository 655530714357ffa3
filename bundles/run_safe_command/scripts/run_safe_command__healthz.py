"""Whether the bundle's programs start, and what the platform can do. Prints one JSON object."""

import json
import platform
import shutil
import subprocess
import sys

from _stages import PROGRAMS


def starts(words, expected):
    """Whether a program prints what it should."""
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=5, check=False)
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0 and done.stdout == expected


present = [name for name in PROGRAMS if shutil.which(name)]
good = starts(["echo", "it works"], b"it works\n")
print(
    json.dumps(
        {
            "status": "ok" if good else "error",
            "bundle": "run_safe_command",
            "python3": platform.python_version(),
            "platform": {"kernel": platform.system(), "machine": platform.machine()},
            "can": {
                "execute": "any installed program, after a person agreed; without a network; writes in working_dir only",
                "pipeline": "the programs of pipeline_programs; without a network; writes nothing",
                "confine_sed": starts(["sed", "--sandbox", "-n", "$="], b""),
            },
            "pipeline_programs": present,
            "absent_programs": [name for name in PROGRAMS if name not in present],
            "missing": [] if good else ["a program that starts (echo)"],
            "install": None if good else "Install coreutils, or see with doctor whether the sandbox works here",
        }
    )
)
sys.exit(0 if good else 1)
