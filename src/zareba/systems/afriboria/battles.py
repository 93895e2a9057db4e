"""Which battle is fought next: what is offered, what is refused and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zareba.boards.hex import bits
from zareba.engine.ask import Option, Question
from zareba.engine.options import Chance, Sifted
from zareba.engine.reasons import Refusal
from zareba.systems.afriboria.aim import aims, attacks, refuse_attack, refuse_battle
from zareba.systems.afriboria.count import ATTACK, BOMB, BOMBARD, ENGAGE, Aim
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.rows import NOBODY, Slot

NO_AIM = Aim(NOBODY, NOBODY, NOBODY, "stop")


class Battles(Sifted[Aim]):
    """Every attack that may be made now; worked out only as far as somebody looks."""

    __slots__ = ("_field",)

    def __init__(self, field: Field) -> None:
        super().__init__()
        self._field = field

    def _ready(self) -> list[Slot]:
        turn = self._field.turn
        return list(bits(turn.ordered & ~(turn.spent | turn.barred | turn.idle)))

    def sift(self) -> list[Aim]:
        return [aim for slot in self._ready() for aim in attacks(self._field, slot)] + [NO_AIM]

    def pick(self, chance: Chance) -> Aim:
        """A unit at random, and one of its targets at random."""
        ready: list[Slot] = [*self._ready(), NOBODY]
        while True:
            slot = ready.pop(int(chance() * len(ready)))
            if slot == NOBODY:
                return NO_AIM
            left = aims(self._field, slot) if refuse_battle(self._field, slot) is None else []
            while left:
                aim = left.pop(int(chance() * len(left)))
                if refuse_attack(self._field, aim) is None:
                    return aim


# --- words -------------------------------------------------------------------------------------------------------


def show_aim(field: Field, about: Any, aim: Aim) -> Option:
    if aim == NO_AIM:
        return Option("stop", "No more battles", "battle.no-predeclare")
    unit, name = field.units[aim.slot], field.name(aim.cell)
    if aim.verb == ENGAGE:
        quarry = field.units[aim.quarry]
        return Option(
            f"engage {unit.id} {quarry.id}",
            f"{unit.name} fires at {quarry.name}",
            "air.one-fight",
            unit.id,
            quarry.id,
            (name,),
        )
    words, clause = {
        BOMBARD: ("{} bombards {}", "siege.declare"),
        BOMB: ("{} bombs {}", "air.bomb"),
    }.get(aim.verb, ("{} attacks {}", "battle.procedure"))
    target = _in_sights(field, aim)
    whom = f"{field.units[target].name} in {name}" if target != NOBODY else name
    target_id = field.units[target].id if target != NOBODY else ""
    return Option(f"{aim.verb} {unit.id} {name}", words.format(unit.name, whom), clause, unit.id, target_id, (name,))


def _in_sights(field: Field, aim: Aim) -> Slot:
    """Whom an attack on a hex would be drawn at: the first of those who are there; nobody where walls are bombarded."""
    if aim.verb == BOMBARD:
        return NOBODY
    side = 1 - field.units[aim.slot].troop.side
    return [*field.at(side, aim.cell), field.commander(side, aim.cell)][0]


def _refused_aims(field: Field, about: Any) -> list[tuple[Option, Refusal]]:
    """Every enemy hex that a unit with nothing against it may not attack; and units that may not at all."""
    found = []
    for slot in field.living(field.active):
        idle = refuse_battle(field, slot)
        for cell in bits(field.held[1 - field.active] | field.led[1 - field.active]):
            unit = field.units[slot]
            if cell == unit.cell:
                continue
            aim = Aim(slot, unit.cell, cell)
            known = next((one for one in aims(field, slot) if one[2:] == aim[2:]), aim)
            if why := idle or refuse_attack(field, known):
                found.append((show_aim(field, None, aim), why))
        for aim in [] if idle else aims(field, slot):
            if aim.verb != ATTACK and (why := refuse_attack(field, aim)):
                found.append((show_aim(field, None, aim), why))
    return found


def _last(field: Any, about: Any, options: Sequence[Aim]) -> int:
    return len(options) - 1


BATTLE = Question(
    "battle",
    "battle.no-predeclare",
    lambda field, about: "Which unit battles?",
    show_aim,
    _last,
    _refused_aims,
)
