"""Leaders and Army Commanders in danger: sections 2.14 and 2.23 of the rule book."""

from __future__ import annotations

from typing import Any

from zareba.boards.boxes import OFF
from zareba.engine.ask import Choice, Option, Question, Throw
from zareba.engine.chance import D6, Scale
from zareba.engine.reasons import Reason
from zareba.systems.sudan.dice import PIPS, Hits, dice_read
from zareba.systems.sudan.drawings import Drawing, drawing, path
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.rows import DEAD, LEFT, Commander, Slot
from zareba.systems.sudan.troops import CLOSE, GUN, LONG, MEDIUM, TABLES, WAGON

NEED: list[int] = TABLES["leaders"]["need"]
TRIGGER: int = TABLES["leaders"]["trigger"]
BANDS = {CLOSE: "close", MEDIUM: "medium", LONG: "long"}
NEARBY = 4
"""`cmd.lost-unit`: two boxes, in halves."""
Risk = tuple[Slot, int, str]
"""The unit whose leader is in danger, the range band, and who he is."""


def watched(field: Field, target: Slot) -> bool:
    """Is there anybody in this unit whom a natural could endanger?"""
    return field.units[target].led or at_risk(field, target) is not None


def at_risk(field: Field, target: Slot) -> Commander | None:
    """`cmd.risk`: the commander attached to this unit, unless the option spares commanders."""
    return field.commander_with(target) if field.rules.commander_risk == "on" else None


async def endanger(field: Field, seat: str, target: Slot, hits: Hits, band: int) -> None:
    """One check for the leader of the unit that was hit, and one for the commander attached to it.

    It takes at least 5 hits (`leader.trigger-hits`) and a natural (`leader.trigger-natural`) in one roll on one unit:
    both (`leader.both`), once for each firing unit (`leader.each-firer`), and never for a unit that is gone
    (`leader.gone`).
    """
    if hits.pips < TRIGGER or not hits.natural or not field.units[target].here:
        return
    if field.units[target].led and await _is_hit(seat, (target, band, "leader")):
        await _leader_hit(field, seat, target, band)
    him = at_risk(field, target)
    if him and await _is_hit(seat, (target, band, him.name)):
        await _commander_hit(field, seat, target, band, him)


async def _is_hit(seat: str, risk: Risk) -> bool:
    """`leader.roll`: 12 at long range, 11 at medium, 9 at close range and in melee."""
    return bool(await dice_read(LEADER, 2, NEEDS[risk[1]], seat, risk))


def _needed(need: int) -> Scale:
    return Scale(PIPS, lambda total: int(total >= need))


NEEDS = tuple(map(_needed, NEED))


def wounds_of(effect: int) -> int:
    """`leader.effect-quip`, `leader.effect-one`, `leader.effect-two`, `leader.effect-dead`; 0 for the joke."""
    if effect <= 4:
        return 0
    return 1 if effect <= 9 else 2 if effect <= 11 else DEAD


SUFFERED = Scale(PIPS, wounds_of)


async def _leader_hit(field: Field, seat: str, target: Slot, band: int) -> None:
    """Three wounds in all kill (`leader.three`)."""
    wounds = await dice_read(EFFECT, 2, SUFFERED, seat, (target, band, "leader"))
    if not wounds:
        return quip(field, target, "leader.effect-quip")
    field.wound(target, wounds)
    led = field.units[target].led
    words = "The leader of {unit} is hit: " + (_told(wounds) if led else "he is dead.")
    field.tell("leader", _clause(wounds, led), words, unit=target, wounds=wounds)
    return None


def _told(wounds: int) -> str:
    return "one wound." if wounds == 1 else f"{wounds} wounds."


def _clause(wounds: int, led: bool) -> str:
    if not led:
        return "leader.effect-dead" if wounds == DEAD else "leader.three"
    return "leader.effect-one" if wounds == 1 else "leader.effect-two"


def quip(field: Field, target: Slot, clause: str) -> None:
    """A defiant joke: +1 on the unit's next roll against its number; jokes do not add up (`leader.quip-use`)."""
    field.change(target, quip=True)
    field.tell("quip", clause, "A defiant joke heartens {unit}.", unit=target)


async def _commander_hit(field: Field, seat: str, target: Slot, band: int, him: Commander) -> None:
    """`cmd.wounds`: he suffers as a leader does, and his joke heartens his unit."""
    wounds = await dice_read(EFFECT, 2, SUFFERED, seat, (target, band, him.name))
    if not wounds:
        return quip(field, target, "cmd.wounds")
    total = min(DEAD, him.wounds + wounds)
    field.change_commander(him, wounds=total)
    field.tell("commander", "cmd.wounds", "{name} is hit: " + _told(wounds), name=him.name, wounds=wounds)
    if total == DEAD:
        lose_commander(field, him, "dead", "leader.three")
    return None


# --- a commander without his unit ----------------------------------------------------------------------------


def lose_commander(field: Field, him: Commander, fate: str, clause: str) -> None:
    field.change_commander(him, box=OFF, unit=-1, fate=fate)
    field.tell("commander", clause, "{name} is {fate}.", name=him.name, fate=fate)


async def rejoin(field: Field) -> None:
    """`cmd.lost-unit`: a commander whose unit is gone joins another nearby, or is captured."""
    for him in field.commanders:
        if him.box != OFF and him.unit >= 0 and not field.units[him.unit].here:
            if field.units[him.unit].fate == LEFT:
                lose_commander(field, him, LEFT, "cmd.follows")
            elif refuges := refuges_of(field, him):
                attach(field, him, await Choice(field.sides[him.side].id, JOIN, refuges, him))
            else:
                lose_commander(field, him, "captured", "cmd.lost-unit")


def refuges_of(field: Field, him: Commander) -> list[Slot]:
    """The friendly foot and mounted units in his box; else the nearest within two boxes."""
    halves = field.ground.grid.halves
    near = [
        (halves(him.box, field.units[slot].box), slot)
        for slot in field.living(him.side)
        if takes_commander(field, slot) and halves(him.box, field.units[slot].box) <= NEARBY
    ]
    least = min(near, default=(0, 0))[0]
    return [slot for distance, slot in near if distance == least]


def takes_commander(field: Field, slot: Slot) -> bool:
    """`cmd.place`: he is attached to foot or mounted units."""
    return field.units[slot].kind not in (GUN, WAGON)


def attach(field: Field, him: Commander, slot: Slot) -> None:
    field.change_commander(him, unit=slot, box=field.units[slot].box)
    field.tell("commander", "cmd.place", "{name} joins {unit}.", name=him.name, unit=slot)


# --- words ---------------------------------------------------------------------------------------------------


def _prompt(field: Any, risk: Any) -> str:
    target, band, who = risk
    name = f"the leader of {field.units[target].troop.name}" if who == "leader" else who
    where = "at close range and hand to hand" if band == CLOSE else f"at {BANDS[band]} range"
    return f"Is {name} hit? {NEED[band]} or more on two dice {where}."


def _prompt_effect(field: Any, risk: Any) -> str:
    target, _, who = risk
    return f"What has {f'the leader of {field.units[target].troop.name}' if who == 'leader' else who} suffered?"


LEADER = Throw("leader", "leader.roll", D6, _prompt)
EFFECT = Throw("effect", "leader.effect-one", D6, _prompt_effect)


def show_join(field: Field, him: Commander, slot: Slot) -> Option:
    unit = field.units[slot]
    cells = (field.ground.grid.name(unit.box),)
    return Option(f"join {unit.troop.id}", f"Join {unit.troop.name}", "cmd.place", him.id, cells=cells)


def draw_join(field: Field, him: Commander, slot: Slot) -> Drawing:
    """His way, and what he is worth there (`cmd.bonus`)."""
    way = path(field, "way", (him.box, field.units[slot].box), clause="cmd.move")
    return drawing([way], [Reason(TABLES["commander"]["bonus"], "morale.commander", "every unit in his box")])


JOIN = Question(
    "join",
    "cmd.lost-unit",
    lambda field, him: f"Which unit does {him.name} join, now that his own is lost?",
    show_join,
    trace=draw_join,
)
