"""The battle die: sections 2.3 and 3.1 of the rule book.

A roll says what counts, so that exact odds stay cheap: the sum of an attack roll holds the number of hits, of sabres,
of flags and of shields as the digits of a number, each only where the thrower or the target has a use for it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zareba.engine.ask import Throw
from zareba.engine.chance import Die, Outcome
from zareba.engine.reasons import Reason
from zareba.systems.afriboria.count import Aim, reasons
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.rows import Slot
from zareba.systems.afriboria.troops import INFANTRY, TABLES

BATTLE = Die("battle die", ("hit-A", "hit-AB", "hit-ABC", "sabres", "shield", "flag"))
"""`dice.faces`: an ordinary die serves as well (`dice.plain`), read in this order."""
SABRES, SHIELD, FLAG = 4, 5, 6
HIT_DIGIT, SABRE_DIGIT, FLAG_DIGIT, SHIELD_DIGIT = 1, 1 << 5, 1 << 10, 1 << 15
HITS: dict[str, list[int]] = TABLES["hits"]
DEFENCE: dict[str, list[int]] = TABLES["defence"]


class Struck(NamedTuple):
    """`res.count`: hits on faces 1 to 3, hits on sabres, flags; and shields, which jam machine guns."""

    hits: int
    sabres: int
    flags: int
    shields: int = 0


def tell_score(field: Field, slot: Slot, struck: Struck) -> None:
    """What a throw comes to, before anything is saved."""
    if field.events is None:
        return
    counted = [(struck.hits, "hit"), (struck.sabres, "sabres"), (struck.flags, "flag")]
    told = [f"{number} {word}{'s' if number > 1 and word != 'sabres' else ''}" for number, word in counted if number]
    field.tell("struck", "res.count", "{unit}: {score}.", unit=slot, score=", ".join(told) or "nothing")


def attack_tally(field: Field, slot: Slot, close: bool, commander: bool, bombs: bool = False) -> tuple[int, ...]:
    """What the faces count for this thrower (`dice.by-thrower`); each flag counts (`dice.flag`).

    Only sabres hit a commander (`cdr.sabres`), whoever throws them (`cdr.sabres-any`). Guns jam, bombs do not: they
    are thrown as by A infantry (`air.bomb`).
    """
    troop = field.units[slot].troop
    values = [0] * 6
    if not commander:
        for face in hit_faces(field, slot):
            values[face - 1] = HIT_DIGIT
    if commander or (close and cuts(field, slot)):
        values[SABRES - 1] = SABRE_DIGIT
    if troop.weapon == "machine-gun" and not bombs:
        values[SHIELD - 1] = SHIELD_DIGIT
    values[FLAG - 1] = FLAG_DIGIT
    return tuple(values)


def hit_faces(field: Field, slot: Slot) -> list[int]:
    """`dice.hit-a`, `dice.hit-ab`, `dice.hit-abc`, `dice.vehicles`; sabres alone for bearers (`dice.bearers`).

    Artillery and machine guns are of class A (`dice.art-class`).
    """
    troop = field.units[slot].troop
    return [] if troop.kind == "bearers" else HITS.get(troop.rank, [])


def cuts(field: Field, slot: Slot) -> bool:
    """`dice.sabres`, `dice.sabres-not`: B and C infantry and bearers; no cavalry, no artillery, no A infantry."""
    troop = field.units[slot].troop
    return troop.type == INFANTRY and troop.rank in ("B", "C")


def read(rolled: Outcome) -> Struck:
    """The digits of an attack roll."""
    assert isinstance(rolled, int)
    return Struck(rolled & 31, rolled >> 5 & 31, rolled >> 10 & 31, rolled >> 15)


def showing(*faces: int) -> tuple[int, ...]:
    """Counts the dice that show one of these faces."""
    return tuple(int(face in faces) for face in range(1, 7))


def save_tally(close: bool) -> tuple[int, ...]:
    """`res.save-fire`: shield or sabres; in close combat sabres do not save (`res.save-close`), shields do.

    `res.save-close-shield`, `dice.shield`.
    """
    return showing(SHIELD) if close else showing(SABRES, SHIELD)


def defence_tally(field: Field, slot: Slot, foe: Slot, close: bool) -> tuple[int, ...]:
    """`def.hit`, `def.hit-table`: by the attacker's class, or the thrower's own faces with `opt:defence-hit`.

    Sabres never hit (`def.no-sabres`), except when bearers throw in close combat, for whom they alone do.
    """
    if field.units[slot].troop.kind == "bearers":
        return showing(SABRES) if close else showing()
    if field.rules.defence_hit == "own-class":
        return showing(*hit_faces(field, slot))
    enemy = field.units[foe].troop
    return showing(*DEFENCE["C" if enemy.kind == "bearers" else enemy.rank])


FLAG_SAVES = {"flag": showing(FLAG), "shield": showing(SHIELD), "shield-or-sabres": showing(SHIELD, SABRES)}
"""`flag.save-face`, `opt:flag-save`."""


# --- words -------------------------------------------------------------------------------------------------------


def _why(field: Any, about: Any) -> list[Reason]:
    aim, number = about
    found = reasons(field, aim, False)
    missing = number - sum(reason.value for reason in found)
    if missing > 0:
        found.append(Reason(missing, "count.officer", "an officer commands it in his own hex"))
    elif missing < 0:
        found.append(Reason(missing, "siege.man-fire", "other sections throw the rest"))
    return found


def _prompt(field: Any, about: Any) -> str:
    aim: Aim = about[0]
    return f"{field.units[aim.slot].name} attacks {field.name(aim.cell)}."


ATTACK_DICE = Throw("attack", "count.formula", BATTLE, _prompt, _why)
