"""What can go wrong outside the rules. Each error is one clear sentence for the person who caused it."""

from __future__ import annotations

from typing import NamedTuple

from zareba.engine.reasons import Refusal


class ZarebaError(Exception):
    """The base of every error that a user may see."""


class Illegal(ZarebaError):
    """An answer that the rules forbid. The game is as it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.why} [{refusal.clause}]" if refusal.clause else refusal.why)
        self.refusal = refusal


class Unknown(ZarebaError):
    """An answer that is no answer to the question asked. The game is as it was."""


class Fault(NamedTuple):
    """One thing that is wrong with a file: where, what, and the clause it breaks (if it breaks one)."""

    line: int
    why: str
    clause: str = ""

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        return place + self.why + (f" [{self.clause}]" if self.clause else "")


class Faulty(ZarebaError):
    """A file that cannot be used, with everything that is wrong with it."""

    def __init__(self, name: str, faults: list[Fault]) -> None:
        super().__init__(f"{name}: " + "; ".join(str(fault) for fault in faults))
        self.name = name
        self.faults = faults
