"""What follows from a loss: witnesses, half strength, loads that are dropped or destroyed (sections 14 and 15)."""

from __future__ import annotations

from zareba.boards.inches import Point
from zareba.systems.darkest_africa.field import TRIGGERS, Field, Index, Mask, ones
from zareba.systems.darkest_africa.troops import INCH

WITNESS = 6 * INCH
"""`panic.when-kill`."""


def kill(field: Field, index: Index, clause: str) -> None:
    """`shoot.remove`: a killed figure is gone at once, and everybody near has seen it (`panic.kill-each`)."""
    place, side = field.at[index], field.side_of(index)
    drop(field, index)
    field.remove(index, "killed")
    field.tell("killed", clause, "{figure} is killed.", figure=index, place=place)
    for friend in witnesses(field, side, place):
        field.deaths[friend] += 1
    halve(field, side)


def witnesses(field: Field, side: int, place: Point) -> list[Index]:
    """`panic.kill-see`: friends within 6 inches who see the place, calm enough to mind and not in hiding."""
    near = [index for index in ones(calm(field, side)) if field.reaches(place, index, WITNESS)]
    return [index for index in near if field.ground.sees(place, field.at[index])]


def calm(field: Field, side: int) -> Mask:
    """Those who gather triggers: on the table, not hidden (`hide.no-panic`), not running already (`panic.already`)."""
    return field.seen(side) & ~field.routing


def strength(field: Field, side: int) -> int:
    """`panic.strength`, `opt.strength`: armed figures that were not killed and have not fled, or their points."""
    left = field.friends[side] & ~field.killed & ~field.fled
    return worth(field, left)


def worth(field: Field, figures: Mask) -> int:
    """What armed figures count for: one each, or their points (`opt.strength`)."""
    armed = [field.roster[index].troop for index in ones(figures) if field.roster[index].troop.armed]
    return sum([troop.points for troop in armed]) if field.rules.strength == "points" else len(armed)


def halve(field: Field, side: int) -> None:
    """`panic.half`: once in a battle, when a force is first down to half its strength, everybody is shaken."""
    if field.half >> side & 1 or 2 * strength(field, side) > field.starting[side]:
        return
    field.half |= 1 << side
    field.halved |= calm(field, side)
    field.tell("half", "panic.when-half", "The force of {side} is down to half its strength.", side=side)


def flee(field: Field, index: Index) -> None:
    """`rout.exit`: a figure that runs off the table is lost."""
    field.remove(index, "fled")
    field.tell("fled", "rout.exit", "{figure} runs off the table.", figure=index)
    halve(field, field.side_of(index))


def rout(field: Field, index: Index, clause: str) -> None:
    """A figure begins to run: it drops its load, and nothing frightens it any more (`panic.worst`, `rout.no-act`)."""
    drop(field, index)
    field.mark("routing", index)
    for name in ("hesitating", *TRIGGERS):
        field.unmark(name, index)
    field.deaths[index] = 0
    field.tell("rout", clause, "{figure} runs.", figure=index)


# --- baggage ------------------------------------------------------------------------------------------------------


def drop(field: Field, index: Index) -> None:
    """`bag.drop`: a load lies where its bearer stood."""
    if field.carrying >> index & 1:
        field.unmark("carrying", index)
        field.loads = (*field.loads, (field.side_of(index), field.at[index]))
        field.tell("drop", "bag.drop", "{figure} drops his load.", figure=index, place=field.at[index])


def destroy(field: Field, index: Index, load: tuple[int, Point]) -> None:
    """`bag.destroy`: a load is gone; `bag.gone`: when it was the last, its whole force is shaken (`bag.none`)."""
    owner, place = load
    loads = list(field.loads)
    loads.remove(load)
    field.loads = tuple(loads)
    field.destroyed = (field.destroyed[0] + (owner == 0), field.destroyed[1] + (owner == 1))
    field.tell("destroyed", "bag.destroy", "{figure} destroys a load.", figure=index, place=place)
    if field.destroyed[owner] == field.baggage[owner]:
        field.lost_baggage |= 1 << owner
        field.stripped |= calm(field, owner)
        field.tell("stripped", "panic.when-baggage", "The baggage of {side} is gone.", side=owner)
