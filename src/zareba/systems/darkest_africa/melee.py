"""Hand-to-hand combat: step 4 of a turn (section 13 of the rule book).

The step is over when `bouts` finds nobody left; `begin` opens it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zareba.engine.ask import Choice, Option, Question, Roll, Throw
from zareba.engine.chance import D6, pips
from zareba.engine.reasons import Reason, total
from zareba.systems.darkest_africa.falling import kill
from zareba.systems.darkest_africa.field import FIGHTS, NOBODY, Field, Index, ones
from zareba.systems.darkest_africa.shooting import KILLS
from zareba.systems.darkest_africa.troops import BEARER

PIPS = pips(D6)


class Bout(NamedTuple):
    """Two figures in contact, the active side's first (`melee.dice-order`); NOBODY stands for all who crowd one."""

    one: Index
    other: Index


class Blow(NamedTuple):
    """One man's part of a fight."""

    figure: Index
    foe: Index


def begin(field: Field) -> None:
    """`seq.step4`: nobody has fought yet."""
    field.phase = FIGHTS
    field.fought = ()


# --- who fights next ----------------------------------------------------------------------------------------------


def bouts(field: Field) -> list[Bout]:
    """`melee.who`: the pairs in contact that have still to fight, the lowest numbers first.

    Each enemy is fought separately (`melee.each-fight`); the dead touch nobody any more (`melee.dead`).
    """
    mine = ones(field.seen(field.active))
    pairs = [Bout(one, other) for one in mine for other in ones(field.contacts(one))]
    return [bout for bout in pairs if bout not in field.fought]


def crowded(field: Field, index: Index) -> bool:
    """Whether a figure touches several enemies, and each of them nobody but it."""
    foes = field.contacts(index)
    return foes.bit_count() > 1 and all([field.contacts(foe) == 1 << index for foe in ones(foes)])


def choices(field: Field, left: list[Bout]) -> list[Bout]:
    """`melee.order`: what the active player may have fought next; a crowded enemy orders his own fights."""
    several = {bout.other for bout in left if len(against(left, bout.other)) > 1 and crowded(field, bout.other)}
    return list(dict.fromkeys([Bout(NOBODY, bout.other) if bout.other in several else bout for bout in left]))


def against(left: list[Bout], other: Index) -> list[Bout]:
    return [bout for bout in left if bout.other == other]


async def fights(field: Field) -> None:
    """One fight, and before it the choice which one it is."""
    left = bouts(field)
    bout = await Choice(field.seat(field.active), NEXT, choices(field, left))
    if bout.one == NOBODY:
        bout = await Choice(field.seat(1 - field.active), NEXT, against(left, bout.other))
    await fight(field, bout)


# --- the fight ----------------------------------------------------------------------------------------------------


async def fight(field: Field, bout: Bout) -> None:
    """`melee.dice-order`: the active side's die, the other's, and one more if there is a hit."""
    one, other = bout
    ours = await strike(field, Blow(one, other))
    theirs = await strike(field, Blow(other, one))
    field.fought = (*field.fought, bout)
    told = "{figure} has {ours}, {foe} {theirs}"
    if ours == theirs:
        field.tell("tie", "melee.tie", f"{told}: no hit.", figure=one, foe=other, ours=ours, theirs=theirs)
        return
    field.tell("fight", "melee.win", f"{told}.", figure=one, foe=other, ours=ours, theirs=theirs)
    await _hit(field, Blow(one, other) if ours > theirs else Blow(other, one))


async def strike(field: Field, blow: Blow) -> int:
    """`melee.roll`: a die and the close-combat modifier."""
    die = await Roll(STRIKE, 1, PIPS, field.seat(field.side_of(blow.figure)), blow)
    assert isinstance(die, int)
    return die + total(parts(field, blow))


async def _hit(field: Field, blow: Blow) -> None:
    """`melee.win`: the winner hits once; `melee.kill`: 4 or more kills."""
    winner, loser = blow
    if harmless(field, winner):
        field.tell("harmless", "melee.harmless", "{figure} does no harm.", figure=winner, foe=loser)
    elif await Roll(KILL, 1, KILLS, field.seat(field.side_of(winner)), blow):
        kill(field, loser, "melee.kill")
    else:
        field.tell("parried", "melee.no-kill", "{foe} is hit, and fights on.", figure=winner, foe=loser)


def harmless(field: Field, index: Index) -> bool:
    """`melee.harmless`, `troop.bearer`: they defend themselves, and that is all."""
    return bool(field.routing >> index & 1) or field.roster[index].troop is BEARER


def parts(field: Field, blow: Blow) -> list[Reason]:
    """What is added to the die: nothing else modifies it (`melee.no-mods`)."""
    troop = field.roster[blow.figure].troop
    found = [Reason(troop.combat, "melee.roll", f"{troop.name} in close combat")]
    if field.rules.gang == "1" and tired(field, blow.foe):
        found.append(Reason(1, "opt.gang", "the enemy has fought already in this turn"))
    return found


def tired(field: Field, index: Index) -> bool:
    """`opt.gang`: whether a figure has fought before in this step."""
    return any([index in bout for bout in field.fought])


# --- words --------------------------------------------------------------------------------------------------------


def _next(field: Any, about: Any) -> str:
    return "Who fights next?"


def _show(field: Field, about: Any, bout: Bout) -> Option:
    roster, other = field.roster, field.roster[bout.other]
    if bout.one == NOBODY:
        label = f"The fights of {other.name}; his owner says in which order"
        return Option(f"fights {other.id}", label, "melee.order", other.id)
    one = roster[bout.one]
    return Option(f"fight {one.id} {other.id}", f"{one.name} and {other.name}", "melee.who", one.id, other.id)


def _strike(field: Any, blow: Any) -> str:
    return f"{field.roster[blow.figure].name} fights {field.roster[blow.foe].name} hand to hand."


def _kill(field: Any, blow: Any) -> str:
    return f"{field.roster[blow.foe].name} is hit: 4 or more kills."


NEXT = Question("fight", "melee.order", _next, _show)
STRIKE = Throw("strike", "melee.roll", D6, _strike, parts)
KILL = Throw("blow", "melee.kill", D6, _kill)
