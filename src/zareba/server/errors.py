"""What the server refuses, each with its status and one sentence."""

from __future__ import annotations

from typing import Any

from zareba.engine.errors import Illegal, ZarebaError

Json = dict[str, Any]


class Refused(ZarebaError):
    """A request that is not granted. The game is as it was."""

    status = 422

    def __init__(self, sentence: str, clause: str = "", head: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence, self.clause, self.head = sentence, clause, head

    def told(self) -> Json:
        found: Json = {"error": self.sentence}
        if self.clause:
            found["clause"] = self.clause
        return found if self.head is None else found | {"head": self.head}


class Malformed(Refused):
    """It cannot even be read."""

    status = 400


class Forbidden(Refused):
    """Not this seat, or not now."""

    status = 403


class Missing(Refused):
    """There is no such thing."""

    status = 404


class Stale(Refused):
    """The table has moved on since the page last looked."""

    status = 409


class Busy(Refused):
    """Another program holds the database. Nothing was stored."""

    status = 503


class Full(Refused):
    """There is no room on the disk. Nothing was stored."""

    status = 507


class Uncertain(Refused):
    """It may have been stored or not: only asking again, with the same key, tells."""

    status = 503


def refusal(error: ZarebaError) -> Refused:
    """The same in the words of the engine, with the clause that forbids it."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, Illegal):
        return Refused(error.refusal.why, error.refusal.clause)
    return Refused(str(error))
