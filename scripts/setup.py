"""Brings .venv in line with the pins of requirements/ and installs the package into it, editable.

    python3 scripts/setup.py play      what the game needs
    python3 scripts/setup.py dev       that, and what the checks and tests need

Says nothing and does nothing when that is already so. It runs before anything is installed, and under a
Python too old for the rest, if only to say so: standard library only, and no syntax newer than 3.7.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
PINS = {"play": ("run.txt", "build.txt"), "dev": ("dev.txt",)}
# What the environment holds is remembered word for word, so that a branch with other pins is noticed at once.
HELD, DESCRIBED = VENV / ".pins", VENV / ".pyproject"


class Refused(Exception):
    """The reason why setting up cannot go on: one sentence for the person at the keyboard."""


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def wanted(level: str) -> str:
    """What `.venv` must hold for `level`; its own place counts, because an environment cannot be moved."""
    return "\n".join([str(ROOT), level, *(read(ROOT / "requirements" / name) for name in PINS[level])])


def runs(python: str, code: str) -> bool:
    return subprocess.run([python, "-c", code], stderr=subprocess.DEVNULL, check=False).returncode == 0


def find_python() -> str:
    found = (shutil.which(name) for name in ("python3.13", "python3.12", "python3.11"))
    for python in (sys.executable, *found):
        if python and runs(python, "import sys; sys.exit(sys.version_info < (3, 11))"):
            return python
    here = ".".join(map(str, sys.version_info[:2]))
    raise Refused(f"Python 3.11 or newer is needed, and this is {here}; name it: make PYTHON=/path/to/python3")


def make_venv(python: str) -> None:
    """Where what makes environments is packed apart from Python, a pip outside fills one that has none."""
    shutil.rmtree(VENV, ignore_errors=True)
    if runs(python, "import ensurepip"):
        maker = ["venv"]
    elif runs(python, "import pip"):
        maker = ["venv", "--without-pip"]
    elif runs(python, "import virtualenv"):
        maker = ["virtualenv", "--quiet"]
    else:
        raise Refused(
            "this Python cannot make virtual environments; "
            "install the part of it that does (Debian, Ubuntu: apt install python3-venv) and try again"
        )
    if subprocess.run([python, "-m", *maker, str(VENV)], check=False).returncode:
        raise Refused("could not make a virtual environment in .venv (the lines above say why)")


def pip(python: str, what: str, *arguments: str) -> None:
    own = runs(str(PYTHON), "import pip")
    base = [str(PYTHON), "-m", "pip"] if own else [python, "-m", "pip", "--python", str(PYTHON)]
    command = [*base, "--disable-pip-version-check", "install", "-qq", *arguments]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        raise Refused(f"could not install {what} (the lines above say why)")


def set_up(level: str) -> None:
    held = read(HELD) if PYTHON.exists() else ""
    enough = [wanted(level), wanted("dev")]
    if held in enough and read(DESCRIBED) == read(ROOT / "pyproject.toml"):
        return
    python = find_python()
    if held not in enough:
        print("zareba: installing what it needs into .venv; this is done once", file=sys.stderr)
        if held != wanted("play"):
            make_venv(python)
        HELD.write_text("", encoding="utf-8")
        files = [part for name in PINS[level] for part in ("-r", str(ROOT / "requirements" / name))]
        pip(python, "the pinned packages", "--require-hashes", *files)
        HELD.write_text(wanted(level), encoding="utf-8")
    pip(python, "the package itself", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    shutil.copyfile(ROOT / "pyproject.toml", DESCRIBED)


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1] not in PINS:
        print(f"usage: python3 scripts/setup.py {'|'.join(PINS)}", file=sys.stderr)
        return 2
    try:
        set_up(sys.argv[1])
    except Refused as reason:
        print(f"zareba: {reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
