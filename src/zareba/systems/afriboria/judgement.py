"""What a position is worth, and a quick sensible answer to every question.

None of this is a rule: computer players use it, and nothing else does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from zareba.boards.hex import Mask
from zareba.engine.ask import Choice
from zareba.systems.afriboria.aim import targets
from zareba.systems.afriboria.cards import card_of
from zareba.systems.afriboria.count import BOMBARD, ENGAGE, Aim, dice, reach_of
from zareba.systems.afriboria.ending import goals_now
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.language import pieces
from zareba.systems.afriboria.reach import limits, within
from zareba.systems.afriboria.rows import NEUTRAL, NOBODY, Slot, Unit
from zareba.systems.afriboria.troops import ARTILLERY, SIDES

FIGURE = 100
WON = 100_000
POINT = 350
FAR = 99


def judgement(field: Field, side_id: str) -> int:
    """Hundredths of a figure: points won, what is left, and where it stands."""
    side = SIDES.index(side_id)
    if field.result:
        return 0 if field.result.winner is None else WON if field.result.winner == side_id else -WON
    _, goals = goals_now(field)
    return _standing(field, side, goals[side]) - _standing(field, 1 - side, goals[1 - side])


def _standing(field: Field, side: int, goals: int) -> int:
    points = field.score.points[side] + goals
    left = max(1, field.sides[side].quota - points)
    score = POINT * points + 600 // left
    for unit in field.units:
        if unit.figures and unit.troop.side == side:
            score += _worth(unit) * unit.figures - _distance_cost(field, unit)
    return score - 60 * _walls_down(field, side)


def _worth(unit: Unit) -> int:
    if unit.troop.leads:
        return 2 * FIGURE
    return {"A": 130, "B": 90, "C": 70}.get(unit.troop.rank, 50) + (30 if unit.figures <= 2 else 0)


def _walls_down(field: Field, side: int) -> int:
    """What the besieged have lost of their walls."""
    if not field.ground.structures:
        return 0
    inside = field.ground.inside
    if not field.held[side] & inside:
        return 0
    return sum(one.value - value for one, value in zip(field.ground.structures, field.values, strict=True))


def _distance_cost(field: Field, unit: Unit) -> int:
    """Everybody likes to be where he can hit; objectives like company."""
    if unit.troop.leads or not unit.posts or unit.aloft:
        return 0
    near = _nearest(field, unit, _goals(field, unit))
    return 4 * max(0, near - _wanted(unit)) + (8 if near == FAR else 0)


def _wanted(unit: Unit) -> int:
    """How near it likes to be: guns keep away, regulars fire at two hexes, everybody else comes to grips."""
    if unit.troop.type == ARTILLERY:
        return max(2, reach_of(unit) - 2)
    return 2 if unit.troop.rank == "A" and unit.firearms and not unit.mounted else 1


def _goals(field: Field, unit: Unit) -> Mask:
    """Enemies, and objectives that are not one's own yet."""
    foe = 1 - unit.troop.side
    return field.held[foe] | field.led[foe] | _to_take(field, unit)


def _to_take(field: Field, unit: Unit) -> Mask:
    """Objectives that its side may hold and does not."""
    found, side = 0, unit.troop.side
    for number, goal in enumerate(field.terms.goals):
        if goal.side in (side, NEUTRAL) and field.score.holders[number] != side:
            found |= goal.hexes
    return found


def _could_take(field: Field, slot: Slot) -> bool:
    """Whether an objective lies open to it, an order given."""
    unit = field.units[slot]
    open_to_all = _to_take(field, unit) & ~(field.held[1 - unit.troop.side] | field.led[1 - unit.troop.side])
    return (
        bool(open_to_all) and not unit.troop.leads and bool(within(field, slot, limits(field, slot)[0]) & open_to_all)
    )


def _to_keep(field: Field, unit: Unit) -> Mask:
    """Objectives that count only for as long as a unit of its side is there, and that no other of them holds."""
    found, side = 0, unit.troop.side
    for goal in field.terms.goals:
        if goal.side in (side, NEUTRAL) and goal.mode == "hold" and not unit.troop.leads:
            found |= goal.hexes
    return found & ~field.full[side]


def _nearest(field: Field, unit: Unit, goals: Mask) -> int:
    """Within how many hexes the next goal lies: the board is asked in growing discs."""
    grid = field.ground.grid
    for radius in range(1, 16):
        if grid.disc(unit.cell, radius) & goals:
            return radius
    return FAR


# --- a quick answer ----------------------------------------------------------------------------------------------


def instinct(field: Field, choice: Choice[Any], random: Random) -> int:
    """Plays the card that orders most, goes forward, fires wherever a die can be thrown."""
    answer = _INSTINCTS.get(choice.question.id)
    if answer is None:
        return choice.question.usual(field, choice.about, choice.options)
    return answer(field, choice, random)


def _best(values: list[float]) -> int:
    return values.index(max(values))


def _card(field: Field, choice: Choice[Any], random: Random) -> int:
    return _best([_card_worth(field, copy) + random.random() for copy in choice.options])


def _card_worth(field: Field, copy: str) -> float:
    """What it lets its player order, by how ready each unit is."""
    total = 0.0
    for effect in card_of(field, copy).effects:
        if "slots" in effect:
            total += sum(_slots_worth(field, colour, number) for colour, number in effect["slots"].items())
        elif "order" in effect:
            total += _most_ready(field, pieces(field, field.active, effect["order"]), effect.get("max", "all"))
        elif "officers" in effect:
            led = [slot for slot in field.living(field.active) if field.officer_with(slot) != NOBODY]
            total += _most_ready(field, led, "all")
    return total


def _slots_worth(field: Field, colour: str, number: int | str) -> float:
    wanted = {"red": 1, "blue": 2, "green": 4, "any": 7}[colour]
    able = [slot for slot in field.living(field.active) if field.units[slot].troop.colour & wanted]
    return _most_ready(field, able, number)


def _most_ready(field: Field, slots: Sequence[Slot], number: int | str) -> float:
    values = sorted([_readiness(field, slot) for slot in slots], reverse=True)
    return sum(values if number == "all" else values[: int(number)])


def _order(field: Field, choice: Choice[Any], random: Random) -> int:
    values = []
    for order in choice.options:
        worth = {"all": 9.0, "done": 0.5, "form": 0.0, "disband": 0.0, "relieve": 0.0, "commander": 0.6}.get(order.kind)
        if worth is None:
            worth = max(_readiness(field, slot) for slot in order.slots)
        values.append(worth + random.random() / 4)
    return _best(values)


def _readiness(field: Field, slot: Slot) -> float:
    unit = field.units[slot]
    if unit.troop.leads:
        return 0.6
    if _could_take(field, slot):
        return 5.0
    near = _nearest(field, unit, _goals(field, unit))
    if near <= reach_of(unit):
        return 3.0 + unit.figures / 8
    return 2.0 - near / 20 if unit.troop.dice else 0.7


def _piece(field: Field, choice: Choice[Any], random: Random) -> int:
    """Those in front first; whoever can hit from where he stands stays."""
    values = []
    for verb, slot in choice.options:
        if verb == "stop":
            values.append(0.5)
        elif verb == "march":
            values.append(0.6)
        else:
            values.append(1.0 + random.random() / 2 if _wants_to_move(field, slot) else 0.1)
    return _best(values)


def _wants_to_move(field: Field, slot: Slot) -> bool:
    unit = field.units[slot]
    if unit.aloft:
        return True
    if len(unit.posts) > 1 or (unit.mask & field.lie.closed and not _to_take(field, unit) & field.ground.inside):
        return False
    if unit.mask & _to_keep(field, unit):
        return False
    if _could_take(field, slot):
        return True
    near = _nearest(field, unit, _goals(field, unit))
    if unit.troop.leads:
        return near > 3 and not field.at(unit.troop.side, unit.cell)
    return near > _wanted(unit) or unit.ladder


def _deed(field: Field, choice: Choice[Any], random: Random) -> int:
    unit = field.units[choice.about]
    goals = _goals(field, unit)
    return _best([_deed_worth(field, unit, deed, goals) + random.random() / 8 for deed in choice.options])


def _deed_worth(field: Field, unit: Unit, deed: tuple[str, Any], goals: Mask) -> float:
    verb, what = deed
    here = _nearest(field, unit, goals)
    wanted = _wanted(unit)
    if verb in ("erect", "climb", "show", "mount"):
        worth: dict[str, float] = {"erect": 6.0, "climb": 8.0, "show": 4.0, "mount": 3.0 if here > 4 else -2.0}
        return worth[verb]
    if verb in ("go", "fly", "take-off", "land"):
        there: int = next((n for n in range(1, 16) if field.ground.grid.disc(what, n) & goals), FAR)
        cover: int = sum(feature.value for feature in field.lie.cover[what])
        low = verb == "land" and unit.fuel > 2
        home = 3.0 if unit.fuel == 1 and verb == "land" else 0.0
        taken = 4.0 if verb == "go" and not unit.troop.leads and _to_take(field, unit) >> what & 1 else 0.0
        return here - max(there, wanted) + 0.2 * cover + home + taken - 9.0 * low
    return 0.0 if verb == "stay" else -3.0


def _battle(field: Field, choice: Choice[Any], random: Random) -> int:
    return _best([_aim_worth(field, aim) + random.random() / 8 for aim in choice.options])


def _aim_worth(field: Field, aim: Aim) -> float:
    """A bold player: anything that throws a die is worth throwing, the weaker the target the better."""
    if aim.slot == NOBODY:
        return 0.0
    number = dice(field, aim)
    if aim.verb == BOMBARD:
        if field.held[field.active] >> aim.cell & 1:
            return -1.0
        breached = field.ground.structures[field.ground.structure_at[aim.cell]].kind == "gate"
        return 0.3 + number / 4 + breached
    if aim.verb == ENGAGE:
        return 1.0 + number / 4
    found = targets(field, aim)
    weak = max((1 / (1 + field.units[slot].figures) for slot in found), default=0.0)
    return 0.5 + number / 3 + weak


def _stand(field: Field, choice: Choice[Any], random: Random) -> int:
    """A weak unit slips away if it can, most of the time."""
    unit = field.units[choice.about[0]]
    weak = unit.figures <= 1 and not unit.troop.is_gun and not field.lie.sheltered & unit.mask
    return len(choice.options) - 1 if weak and random.random() < 0.6 else 0


def _yes(field: Field, choice: Choice[Any], random: Random) -> int:
    return list(choice.options).index(True)


def _march(field: Field, choice: Choice[Any], random: Random) -> int:
    unit = field.units[choice.about.slot]
    goals = _goals(field, unit)
    values = []
    for cell in choice.options:
        at = unit.cell if cell < 0 else cell
        near = next((n for n in range(1, 16) if field.ground.grid.disc(at, n) & goals), FAR)
        values.append(-abs(near - 2) + random.random() / 4)
    return _best(values)


def _first(field: Field, choice: Choice[Any], random: Random) -> int:
    return 0


def _any(field: Field, choice: Choice[Any], random: Random) -> int:
    return random.randrange(len(choice.options))


def _volley(field: Field, choice: Choice[Any], random: Random) -> int:
    return _best([float(sum(number for _, number in volley)) for volley in choice.options])


def _follow(field: Field, choice: Choice[Any], random: Random) -> int:
    """Into the fort always; elsewhere most of the time."""
    cell = choice.about[1]
    return list(choice.options).index(bool(field.ground.inside >> cell & 1) or random.random() < 0.6)


_INSTINCTS: dict[str, Callable[[Field, Choice[Any], Random], int]] = {
    "play": _card,
    "solo-first": _card,
    "solo-second": _card,
    "discard": _any,
    "order": _order,
    "piece": _piece,
    "deed": _deed,
    "ladder": _deed,
    "onward": _deed,
    "battle": _battle,
    "sections": _volley,
    "stand": _stand,
    "officer-die": _yes,
    "breakthrough": _follow,
    "second-fight": _yes,
    "lead": _march,
    "march": _march,
    "march-next": _first,
    "event": _any,
    "pick": _any,
    "hex": _any,
    "colour": _any,
    "take": _any,
}
