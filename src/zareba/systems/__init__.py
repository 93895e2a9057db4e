"""The rule systems. A system is one folder, and one line here."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from zareba.engine.errors import Unknown
from zareba.engine.system import System

FOLDERS = ("afriboria", "battles_for_empire", "darkest_africa", "heroscape", "sudan")


@cache
def system(name: str) -> System:
    """The rule system of this name."""
    if name not in FOLDERS:
        raise Unknown(f"There is no rule system {name!r}; there are: {', '.join(FOLDERS)}.")
    found: System = import_module(f"{__name__}.{name}").SYSTEM
    return found
