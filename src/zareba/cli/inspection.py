"""Looking into a file that may come from a stranger, in a process of its own that may not take much.

`python -m zareba.cli.inspection FILE` prints what kind of file it is and what is wrong with it, as JSON.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from zareba.cli.army import armies_of
from zareba.cli.find import find_system, system_of
from zareba.cli.saves import is_save, read_file, rules_of
from zareba.engine.cases import check_file
from zareba.engine.documents import Document, read_path
from zareba.engine.errors import Fault, Faulty, ZarebaError
from zareba.engine.replay import ViewOnly, replay

MEMORY = 256 << 20
SECONDS = 2
SAVE_SECONDS = 60

Told = tuple[str, list[Fault]]


def limit(seconds: int) -> None:
    """From here on this process may take so much memory and time, where the system can see to that."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    usage = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(usage.ru_utime + usage.ru_stime) + 1
    for kind, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, spent + seconds)):
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def inspect(path: Path) -> Told:
    """What a file is, and everything that is wrong with it."""
    if is_save(path):
        return "save", _save_faults(path)
    limit(SECONDS)
    try:
        document = read_path(path)
        if "case" in document.data:
            return "case file", check_file(find_system, path)
        if "army" in document.data:
            return "army", armies_of(system_of(document)).check(document)
        return "scenario", _scenario_faults(document)
    except Faulty as faulty:
        return "file", faulty.faults


def _scenario_faults(document: Document) -> list[Fault]:
    return system_of(document).check(document)


def _save_faults(path: Path) -> list[Fault]:
    """A long battle takes its time to be played again: a save is given more of it."""
    limit(SAVE_SECONDS)
    try:
        save = read_file(path)
        faults = list(save.faults)
        difference = replay(save, rules_of(save)).difference
    except ViewOnly as error:
        difference = str(error)
    except ZarebaError as error:
        return [Fault(0, str(error).removeprefix(f"{path}: "))]
    faults += [difference] if difference and difference not in faults else []
    return [Fault(0, why) for why in faults]


def told(path: Path) -> dict[str, Any]:
    """The same as JSON; whatever happens, there is something to say."""
    try:
        kind, faults = inspect(path)
    except MemoryError:
        return {"kind": "file", "faults": [Fault(0, "It needs too much memory to be read.")]}
    except RecursionError:
        return {"kind": "file", "faults": [Fault(0, "It is nested too deeply.")]}
    except ZarebaError as error:
        return {"kind": "", "misuse": str(error), "faults": []}
    return {"kind": kind, "faults": faults}


if __name__ == "__main__":
    print(json.dumps(told(Path(sys.argv[1]))))
