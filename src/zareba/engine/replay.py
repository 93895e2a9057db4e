"""Continuing a saved battle: every answer is given again, and has to lead where it led before.

The rules named in the file must be the rules here: a later version may decide otherwise, and then the battle
would not be the one that was played. The dice are those of the record. If they came from a seed, that seed
has to throw them again, which also brings it to where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zareba.engine.ask import Choice, Draw, Place, Roll
from zareba.engine.canon import Json
from zareba.engine.dice import Seeded, Source
from zareba.engine.documents import Document
from zareba.engine.errors import ZarebaError
from zareba.engine.events import Result
from zareba.engine.game import Game
from zareba.engine.notation import quoted, write_faces
from zareba.engine.reader import Save
from zareba.engine.record import Journal, start
from zareba.engine.system import System
from zareba.engine.view import subject

_COMPARED = ("n", "ask", "seat", "answer", "dice", "undo", "overruled", "start", "effects", "state")
_KNOWN = ("setup", "answer", "undo", "end")
Each = Callable[[Game, Json], None]
"""Looks on while a battle is played again: it is shown the game after every entry."""


class ViewOnly(ZarebaError):
    """A battle that this program can show, but not continue."""


@dataclass(frozen=True)
class Replayed:
    """A battle played again: how many entries came out as recorded, and the first that did not."""

    game: Game
    journal: Journal
    records: int
    difference: str = ""


def replay(save: Save, system: System | None) -> Replayed:
    """Gives every answer again. Raises `ViewOnly` where that cannot even begin."""
    return _replay(save, _rules(save, system), _seeded(save), None)


def resume(
    save: Save, system: System | None, source: Source | None = None, each: Each | None = None
) -> tuple[Game, Journal]:
    """The battle as it stood when it was saved, ready to go on; raises `ViewOnly` where it cannot.

    With dice from a seed it goes on with those that would have come next. Another source is given anew. `each`
    is called with the game and each entry, the set-up first, as the battle is played again.
    """
    rules = _rules(save, system)
    if not save.whole:
        raise ViewOnly(f"{save.faults[0]} This battle can only be viewed.")
    if save.records[0]["source"] == "fair" and source is None:
        raise ViewOnly("Its fair dice are not here to go on with. This battle can only be viewed.")
    seeded = _seeded(save)
    replayed = _replay(save, rules, seeded, each)
    if replayed.difference:
        raise ViewOnly(f"{replayed.difference} This battle can only be viewed.")
    replayed.game.source = source or seeded
    return replayed.game, replayed.journal


def _rules(save: Save, system: System | None) -> System:
    """The rules, if they are those that the battle was begun under."""
    if save.seat:
        raise ViewOnly(f"This file holds only what {quoted(save.seat)} may see. It can only be viewed.")
    if system is None or system.id != save.system:
        raise ViewOnly(f"This zareba has no rules {save.system!r}; the battle can only be viewed here.")
    if f"{system.id}@{system.version}" != save.rules:
        writer = quoted(save.header["writer"])
        raise ViewOnly(
            f"This battle was begun under {save.rules}, and this zareba has version {system.version}. "
            f"Install one with {save.rules}, such as {writer}, to continue it; here it can only be viewed."
        )
    return system


def _seeded(save: Save) -> Seeded | None:
    opening = save.records[0]
    return Seeded(opening["seed"]) if opening["source"] == "seeded" and "seed" in opening else None


def _replay(save: Save, system: System, dice: Seeded | None, each: Each | None) -> Replayed:
    game, journal = _begin(save, system)
    for record in save.records[: save.sound]:
        difference = _again(game, journal, record, dice)
        if difference:
            return Replayed(game, journal, record["n"], difference)
        if each:
            each(game, record)
    return Replayed(game, journal, save.sound, save.faults[0] if save.sound < len(save.records) else "")


def _begin(save: Save, system: System) -> tuple[Game, Journal]:
    opening = save.records[0]
    try:
        if faults := system.check(Document("scenario", opening["scenario"])):
            raise ViewOnly(f"Its scenario is faulty, so it can only be viewed: {faults[0]}")
        game, journal = start(system, opening["scenario"], opening["options"], None, opening["players"])
    except ViewOnly:
        raise
    except Exception as error:
        raise ViewOnly(f"Its scenario cannot be set up, so it can only be viewed: {_said(error)}") from None
    journal.header = save.header
    return game, journal


def _again(game: Game, journal: Journal, record: Json, dice: Seeded | None) -> str:
    """Gives one answer again; says what is different this time."""
    if record["type"] not in _KNOWN:
        return _carry(journal, record)
    try:
        wrong = _misplaced(game, record, dice) if record["type"] == "answer" else ""
        if not wrong:
            _repeat(game, record)
    except Exception as error:
        wrong = _said(error)
    difference = f"Record {record['n']}: {wrong}" if wrong else _difference(journal.records[-1], record)
    if not difference:
        journal.adopt(record)
    return difference


def _carry(journal: Journal, record: Json) -> str:
    if record.get("must"):
        return f"Record {record['n']} is of a type unknown to this zareba: {quoted(record['type'])}."
    journal.carry(record)
    return ""


def _repeat(game: Game, record: Json) -> None:
    seat, faces = record.get("seat", ""), tuple(record.get("dice", ()))
    if record["type"] == "setup":
        return
    if record["type"] == "undo":
        game.undo(seat or None)
    elif record["type"] == "end":
        game.end(Result(record["winner"] or None, record["clause"], record["why"]), seat)
    elif "overruled" in record:
        game.overrule(faces)
    elif faces:
        game.throw(faces)
    else:
        game.answer(record["answer"], seat or None)


def _misplaced(game: Game, record: Json, dice: Seeded | None) -> str:
    """Says where this is no answer to what is asked now, or has dice that the seed does not throw."""
    if "overruled" in record:
        return ""
    request = game.asked(record["seat"] or None)
    asked = subject(request).id if isinstance(request, Choice | Place | Roll | Draw) else "nothing"
    if asked != record["ask"]:
        return f"it answers {quoted(record['ask'])}, and the rules ask {quoted(asked)}."
    thrown = record["answer"]
    if dice and isinstance(request, Roll):
        thrown = write_faces(request, dice.roll(request))
    if dice and isinstance(request, Draw):
        thrown = f"draw {request.cards[dice.draw(request)]}"
    if thrown != record["answer"]:
        return f"it says {quoted(record['answer'])}, and the seed gives {quoted(thrown)}."
    return ""


def _difference(made: Json, stored: Json) -> str:
    """The first thing in which the entry made now is not the entry that was stored."""
    for key in _COMPARED:
        if made.get(key) != stored.get(key):
            return f"Record {stored['n']}: {_where(made.get(key), stored.get(key), key)}"
    return ""


def _where(now: Any, then: Any, path: str) -> str:
    if isinstance(now, dict) and isinstance(then, dict):
        for key in sorted(now.keys() | then.keys()):
            if now.get(key) != then.get(key):
                return _where(now.get(key), then.get(key), f"{path}.{key}")
    return f"{path} is {quoted(str(now))} by the rules, and {quoted(str(then))} in the record."


def _said(error: Exception) -> str:
    """A refusal in its own words; a failure of the rules by its name."""
    return str(error) if isinstance(error, ZarebaError) else f"the rules fail on it ({type(error).__name__})."
