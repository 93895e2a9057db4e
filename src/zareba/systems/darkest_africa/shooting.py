"""Shooting: who may shoot at whom, what a shot needs, and the shot itself (section 11 of the rule book)."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from zareba.boards.inches import about_within_arc, bearing, closer_to_way
from zareba.engine.ask import Roll, Throw
from zareba.engine.chance import D6, at_least
from zareba.engine.reasons import Reason, Refusal, total
from zareba.systems.darkest_africa.drawings import FRONT
from zareba.systems.darkest_africa.falling import kill
from zareba.systems.darkest_africa.field import Field, Index, about, ones
from zareba.systems.darkest_africa.hiding import spring
from zareba.systems.darkest_africa.troops import BASES, BEARER, INCH, PYGMY, RADIUS, TABLES

BANDS: tuple[int, ...] = tuple([band * INCH for band in TABLES["bands"]])
"""`shoot.columns`: 4, 8, 16 and 32 inches."""
KILLS = at_least(D6, 4)
"""`shoot.kill`, `melee.kill`: 4 or more."""
NATURAL = 6
SCREEN = RADIUS - 1
"""`shoot.screen`: less than half an inch from the line, with the tolerance."""


class Shot(NamedTuple):
    """Who shoots at whom, and whether he was told to (`shoot.aimed`)."""

    shooter: Index
    target: Index
    aimed: bool


# --- who may shoot ------------------------------------------------------------------------------------------------


def refuse_shooter(field: Field, index: Index) -> Refusal | None:
    """Why a figure cannot shoot at all just now."""
    man = field.roster[index]
    if man.troop is BEARER:
        return Refusal("troop.bearer", "A bearer cannot shoot.")
    if not man.troop.shots:
        return Refusal("troop.spears-cannot", f"{man.troop.plural} cannot shoot.")
    if field.engaged(index):
        return Refusal("shoot.melee", "It is in combat.")
    if field.hesitating >> index & 1:
        return Refusal("panic.hesitate", "It hesitates: it may not shoot in this turn.")
    if man.officer and field.rallied >> index & 1:
        return Refusal("cmd.rout-officer-self", "An officer who was rallied in this turn cannot shoot.")
    if man.officer and not field.aiming >> index & 1:
        return Refusal("shoot.officer", "An officer shoots only if he said so before he threw for command.")
    if man.troop.firearm and not field.loaded >> index & 1:
        return Refusal("shoot.loaded", "Its weapon is not loaded.")
    return None


# --- at whom ------------------------------------------------------------------------------------------------------


def column(field: Field, shooter: Index, target: Index) -> int:
    """`shoot.bracket`: the first column whose distance is at least the gap; 4 beyond all of them."""
    for number, band in enumerate(BANDS):
        if field.within(shooter, target, band):
            return number
    return len(BANDS)


def refuse_shot(field: Field, shot: Shot) -> Refusal | None:
    """Why a figure that may shoot cannot shoot at this one."""
    shooter, target, aimed = shot
    if not field.foes(shooter) >> target & 1:
        return Refusal("shoot.see", "It is not to be seen.")
    band = column(field, shooter, target)
    if band == len(BANDS):
        return Refusal("shoot.bracket", "It is more than 32 inches away.")
    if not field.roster[shooter].troop.shots[band]:
        return Refusal("troop.dash", "It is beyond the reach of the weapon.")
    if field.engaged(target):
        return Refusal("shoot.melee", "Nobody shoots into a fight.")
    if not aimed and not about_within_arc(field.at[shooter], field.facing[shooter], FRONT, field.at[target]):
        return Refusal("unenc.unaimed", "It is not within 45 degrees of the front.")
    if natural(field, shot) > NATURAL:
        return Refusal("shoot.no-auto", f"A {natural(field, shot)} would be needed.")
    if not field.ground.sees(field.at[shooter], field.at[target]):
        return Refusal("shoot.see", "It cannot be seen from there.")
    if field.rules.screen == "on" and screened(field, shooter, target):
        return Refusal("shoot.screen", "Somebody stands in the line.")
    return None


def screened(field: Field, shooter: Index, target: Index) -> bool:
    """`shoot.screen`, `opt.screen`: another visible figure has its centre less than half an inch from the line."""
    others = (field.seen(0) | field.seen(1)) & ~(1 << shooter | 1 << target)
    return bool(closer_to_way(field.at[shooter], field.at[target], field.places(others), SCREEN))


def targets(field: Field, index: Index, aimed: bool) -> list[Index]:
    """Everybody a figure may shoot at; with `opt.unaimed-nearest` an unaimed shot is at the nearest of them."""
    if refuse_shooter(field, index):
        return []
    found = [foe for foe in in_reach(field, index) if refuse_shot(field, Shot(index, foe, aimed)) is None]
    if aimed or field.rules.unaimed_nearest == "off" or not found:
        return found
    legal = sum([1 << foe for foe in found])
    best = field.closest(field.at[index], legal)
    return [foe for foe in found if about(field.apart(field.at[index], foe), best)]


def in_reach(field: Field, index: Index) -> list[Index]:
    """The visible enemies that are not too far away for the weapon."""
    reach = reach_of(field.roster[index].troop.shots)
    x, y = field.at[index]
    square = reach * reach
    at = field.at
    return [foe for foe in ones(field.foes(index)) if (at[foe][0] - x) ** 2 + (at[foe][1] - y) ** 2 <= square]


@cache
def reach_of(shots: tuple[int, ...]) -> int:
    """From centre to centre."""
    farthest: int = max([band for band, score in zip(BANDS, shots, strict=True) if score])
    return farthest + BASES + 1


def refuse_unaimed(field: Field, shot: Shot) -> Refusal | None:
    """`unenc.unaimed-target`: any legal target in the front arc; `opt.unaimed-nearest`: only the nearest."""
    refusal = refuse_shooter(field, shot.shooter) or refuse_shot(field, shot)
    if refusal is None and shot.target not in targets(field, shot.shooter, aimed=False):
        return Refusal("opt.unaimed-nearest", "An unaimed shot is at the nearest target.")
    return refusal


# --- what it needs ------------------------------------------------------------------------------------------------


def parts(field: Field, shot: Shot) -> list[Reason]:
    """`shoot.score`: the printed score for the distance, and the modifiers of the die; no others exist.

    For a Pygmy in cover one stands in place of the other (`shoot.pygmy-instead`).
    """
    shooter, target, aimed = shot
    band = column(field, shooter, target)
    score = field.roster[shooter].troop.shots[band]
    found = [Reason(score, "shoot.columns", f"{score} or more at up to {BANDS[band] // INCH} inches")]
    if in_cover(field, shooter, target):
        if field.roster[target].troop is PYGMY:
            found.append(Reason(-2, "shoot.pygmy", "a Pygmy in cover"))
        else:
            found.append(Reason(-1, "shoot.cover", "the target is in cover"))
    if not aimed:
        found.append(Reason(-2, "shoot.unaimed", "the shot is not aimed"))
    return found


def in_cover(field: Field, shooter: Index, target: Index) -> bool:
    """`terr.cover-area`, `terr.cover-fence`."""
    ground, at = field.ground, field.at
    return ground.covers(at[target]) or (bool(ground.fences) and ground.fenced(at[shooter], at[target]))


def natural(field: Field, shot: Shot) -> int:
    """The die that is needed: `shoot.add`; with `opt.six-hits` a natural 6 always will do."""
    score, *modifiers = parts(field, shot)
    needed = score.value - total(modifiers)
    return min(needed, NATURAL) if field.rules.six_hits == "on" else needed


def chance(field: Field, shot: Shot) -> int:
    """In how many of 72 cases the target dies: what a player likes to know."""
    ways = max(0, 7 - max(1, natural(field, shot)))
    return ways * (12 if field.rules.shot_kill == "outright" else 6)


# --- the shot -----------------------------------------------------------------------------------------------------


async def fire(field: Field, shot: Shot) -> None:
    """`shoot.score`: one die; `shoot.kill`: each hit is followed by one more."""
    shooter, target, aimed = shot
    seat = field.seat(field.side_of(shooter))
    spring(field, shooter)
    if aimed:
        field.facing[shooter] = bearing(field.at[shooter], field.at[target])
    field.unmark("loaded", shooter)
    needed = natural(field, shot)
    if not await Roll(HIT, 1, at_least(D6, needed), seat, shot):
        field.tell("missed", "shoot.score", "{figure} shoots at {target}, and misses.", figure=shooter, target=target)
    elif field.rules.shot_kill == "outright":
        field.tell("hit", "opt.shot-kill", "{figure} hits {target}.", figure=shooter, target=target)
        kill(field, target, "opt.shot-kill")
    elif await Roll(KILL, 1, KILLS, seat, shot):
        kill(field, target, "shoot.kill")
    else:
        field.tell("grazed", "shoot.no-kill", "{figure} hits {target}, who stands.", figure=shooter, target=target)


def ready(field: Field, index: Index) -> bool:
    """`shoot.loaded`, `shoot.bows`: a weapon that could be shot now."""
    troop = field.roster[index].troop
    return troop.bow or bool(troop.firearm and field.loaded >> index & 1)


# --- loading ------------------------------------------------------------------------------------------------------


def refuse_reload(field: Field, index: Index) -> Refusal | None:
    """Why a figure cannot try to load (`reload.whole`, `shoot.bows`, `troop.spears-cannot`)."""
    troop = field.roster[index].troop
    if not troop.firearm:
        clause = "shoot.bows" if troop.bow else "troop.spears-cannot" if troop.armed else "troop.bearer"
        return Refusal(clause, f"{troop.plural} have nothing to reload.")
    if field.engaged(index):
        return Refusal("move.engaged", "It is in combat: it cannot reload.")
    if field.loaded >> index & 1:
        return Refusal("reload.whole", "Its weapon is loaded.")
    return None


async def reload(field: Field, index: Index) -> None:
    """`reload.score`: one attempt, that may fail (`reload.fail`)."""
    needed, who = at_least(D6, field.roster[index].troop.reload), field.audience(index)
    if await Roll(LOADING, 1, needed, field.seat(field.side_of(index)), index):
        field.mark("loaded", index)
        field.tell("loaded", "reload.score", "{figure} has loaded.", who, figure=index)
    else:
        field.tell("fumbled", "reload.fail", "{figure} is not ready with loading.", who, figure=index)


def _loading(field: Any, index: Any) -> str:
    man = field.roster[index]
    return f"{man.name} reloads: {man.troop.reload} or more loads his weapon."


def _hit(field: Any, shot: Any) -> str:
    one, other = field.roster[shot.shooter].name, field.roster[shot.target].name
    return f"{one} shoots at {other}: {natural(field, shot)} or more hits."


def _kill(field: Any, shot: Any) -> str:
    return f"{field.roster[shot.target].name} is hit: 4 or more kills."


HIT = Throw("shot", "shoot.score", D6, _hit, parts)
KILL = Throw("kill", "shoot.kill", D6, _kill)
LOADING = Throw("loading", "reload.score", D6, _loading)
