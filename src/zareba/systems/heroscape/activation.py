"""The sequence of play: which rule runs next, and what an activated unit may do (section 3.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zareba.engine.ask import Choice, Option, Question, Rule
from zareba.engine.options import Chance, Sifted
from zareba.engine.reasons import Refusal
from zareba.systems.heroscape import formation
from zareba.systems.heroscape.cards import draw_colours, name_unit, turn_card
from zareba.systems.heroscape.charging import can_charge, refuse_charge, within_a_charge
from zareba.systems.heroscape.contiguity import regroup
from zareba.systems.heroscape.deploy import deploy
from zareba.systems.heroscape.ending import check_end
from zareba.systems.heroscape.field import Acting, Field, Slot
from zareba.systems.heroscape.fire import arc, can_fire, explain_target, fire, refuse_fire
from zareba.systems.heroscape.manoeuvre import CHARGE, DOUBLE, MOVE, Manoeuvre, must_give_way
from zareba.systems.heroscape.melee import fight, opponents, refuse_fight
from zareba.systems.heroscape.movement import move

FIRE, FIGHT, CHANGE, STOP = "fire", "fight", "change", "stop"
NOBODY: Slot = -1
Action = tuple[str, Slot]

FOLLOWERS: dict[str, tuple[str, ...]] = {
    "": (FIRE, MOVE, DOUBLE, CHARGE, FIGHT, CHANGE),
    FIRE: (FIRE, MOVE, CHANGE),
    MOVE: (FIRE, CHANGE),
    CHANGE: (FIRE, MOVE),
    FIGHT: (FIGHT,),
    DOUBLE: (),
    CHARGE: (),
}
"""What may come first, and what may follow it (`act.passed`, `act.failed`).

Leaders, machine guns and artillery use the list of those who passed (`act.exempt`). The unit acts as the figures that
began the activation (`act.body`): its groups are not worked out before the end. The second action is chosen when the
first is resolved (`act.stepwise`); a second volley may have another target (`fire.retarget`). A Double is the whole
activation (`act.double-alone`); a Charge includes its round of close combat (`act.charge-must-fight`).
"""


def step(field: Field) -> Rule | None:
    """The next rule to run. Cards are turned and units activated until the game is concluded (`cards.until-end`)."""
    if field.result:
        return None
    if not field.sides[0].colour:
        return draw_colours(field)
    if field.deployed is not None:
        return deploy(field)
    if field.acting:
        return act(field)
    if field.again and field.again[1]:
        return second_unit(field)
    return next_card(field)


async def next_card(field: Field) -> None:
    """`cards.next`: when one activation is over, the next card is turned."""
    await turn_card(field)
    if not field.acting:
        check_end(field)


async def second_unit(field: Field) -> None:
    """`opt.court-cards` = `two`: a court card activates a second unit after the first."""
    assert field.again
    await name_unit(field, field.again[0])
    if not field.acting:
        check_end(field)


async def act(field: Field) -> None:
    """One action of the acting unit, or the end of its activation (`act.stop`)."""
    assert field.acting
    slot = field.acting.slot
    verb, target = await Choice(field.units[slot].troop.seat, ACTION, Actions(field), slot)
    if verb == FIRE:
        await fire(field, slot, target)
    elif verb in (MOVE, DOUBLE):
        await move(field, Manoeuvre(field, slot, verb))
    elif verb == CHARGE:
        await charge(field, slot, target)
    elif verb == FIGHT:
        await fight(field, slot, target)
    elif verb in formation.CHANGES:
        await formation.change(field, slot, verb)
        verb = CHANGE
    if verb == STOP or not _goes_on(field, verb):
        finish(field)
    else:
        field.acting = Acting(slot, field.acting.passed, field.acting.engaged, verb)


def _goes_on(field: Field, verb: str) -> bool:
    """Is there a second action to come?"""
    assert field.acting
    return not field.acting.first and bool(FOLLOWERS[verb]) and field.units[field.acting.slot].figures > 0


def finish(field: Field) -> None:
    """The activation ends: the acting side's groups are worked out (`contig.when`), and the end is checked."""
    assert field.acting
    slot = field.acting.slot
    field.acting = None
    if field.units[slot].troop.figures > 1:
        regroup(field, slot)
    check_end(field)


async def charge(field: Field, slot: Slot, target: Slot) -> None:
    """A Charge and its compulsory round, against the unit that was charged (`act.charge-must-fight`)."""
    field.tell("charge", "charge.target", "{unit} charges {target}.", unit=slot, target=target)
    await move(field, Manoeuvre(field, slot, CHARGE).towards(target))
    field.engage(slot, target)
    field.tell("engaged", "charge.engage", "{unit} and {target} are engaged.", unit=slot, target=target)
    await fight(field, slot, target)


class Actions(Sifted[Action]):
    """Everything that the acting unit may do now; the table of sequences in section 3.5."""

    __slots__ = ("_field", "_slot", "_verbs")

    def __init__(self, field: Field) -> None:
        super().__init__()
        assert field.acting
        self._field = field
        self._slot = field.acting.slot
        self._verbs = (*FOLLOWERS[field.acting.first], STOP)

    def sift(self) -> list[Action]:
        return [action for verb in self._verbs for action in self._thinkable(verb) if self._allows(action)]

    def pick(self, chance: Chance) -> Action:
        """A verb at random, and one of its targets at random."""
        verbs = list(self._verbs)
        while True:
            left = self._thinkable(verbs.pop(int(chance() * len(verbs))))
            while left:
                action = left.pop(int(chance() * len(left)))
                if self._allows(action):
                    return action

    def _thinkable(self, verb: str) -> list[Action]:
        """What is not out of the question from the outset."""
        field, slot = self._field, self._slot
        unit = field.units[slot]
        if verb == FIRE:
            within = arc(field, unit) if refuse_fire(field, slot) is None else 0
            return [(FIRE, enemy) for enemy in field.standing_in(within, 1 - unit.troop.side)]
        if verb == CHARGE:
            within = within_a_charge(field, unit) if unit.troop.charges and not unit.square else 0
            return [(CHARGE, enemy) for enemy in field.standing_in(within, 1 - unit.troop.side)]
        if verb == FIGHT:
            return [(FIGHT, enemy) for enemy in opponents(field, slot)]
        if verb == CHANGE:
            return [(kind, NOBODY) for kind in formation.changes(field)] if unit.troop.figures > 1 else []
        return [(verb, NOBODY)]

    def _allows(self, action: Action) -> bool:
        """May the unit do this now? `refuse_action` says why not, by the same tests."""
        verb, target = action
        if verb == FIRE:
            return can_fire(self._field, self._slot, target)
        if verb == CHARGE:
            return can_charge(self._field, self._slot, target)
        if verb in (MOVE, DOUBLE):
            return refuse_move(self._field, self._slot, verb) is None
        return verb in (STOP, FIGHT) or formation.refuse_change(self._field, self._slot, verb) is None


def refuse_move(field: Field, slot: Slot, verb: str) -> Refusal | None:
    """Why a unit cannot Move or Double now."""
    unit = field.units[slot]
    if unit.square:
        return Refusal("opt.square", "A square does not move.")
    if unit.troop.gun and field.rules.limber == "on" and not unit.limbered:
        return Refusal("opt.limber", "It is not limbered.")
    if Manoeuvre(field, slot, verb).possible():
        return None
    if must_give_way(field, slot):
        return Refusal("move.away", "No way leads it farther from the enemy.")
    if field.is_engaged(slot):
        return Refusal("move.break-off", "Nowhere within reach would it be clear of the enemy it is engaged with.")
    return Refusal("move.cliff", "There is nowhere to go.")


# --- words -------------------------------------------------------------------------------------------------------

LABELS = {
    FIRE: ("Fire at {}", "fire.one-target"),
    CHARGE: ("Charge {}", "charge.target"),
    FIGHT: ("Fight {}", "melee.one-unit"),
    MOVE: ("Move", "move.allowance"),
    DOUBLE: ("Move at the double", "move.double"),
    STOP: ("Stop here", "act.stop"),
    formation.OPEN: ("Open out", "form.open"),
    formation.CLOSE: ("Close up", "form.close"),
    formation.SQUARE: ("Form square", "opt.square"),
    formation.UNSQUARE: ("Leave square", "opt.square"),
    formation.LIMBER: ("Limber", "opt.limber"),
    formation.UNLIMBER: ("Unlimber", "opt.limber"),
}


def _show(field: Field, slot: Slot, action: Action) -> Option:
    verb, target = action
    words, clause = LABELS[verb]
    piece = field.units[slot].id
    if target == NOBODY:
        return Option(verb, _away(field, slot, verb, words), clause, piece)
    foe = field.units[target]
    cells = tuple(field.ground.grid.name(cell) for cell, _ in foe.stacks)
    return Option(f"{verb} {foe.id}", words.format(foe.name), clause, piece, foe.id, cells)


def _away(field: Field, slot: Slot, verb: str, words: str) -> str:
    return f"{words} (away from the enemy)" if verb in (MOVE, DOUBLE) and must_give_way(field, slot) else words


def _refused(field: Field, slot: Slot) -> list[tuple[Option, Refusal]]:
    """Every action that the unit may not take, with the clause that forbids it."""
    legal = set(Actions(field))
    enemies = field.living(1 - field.units[slot].troop.side)
    every = [(verb, enemy) for verb in (FIRE, CHARGE, FIGHT) for enemy in enemies]
    every += [(verb, NOBODY) for verb in (MOVE, DOUBLE, *formation.changes(field))]
    return [
        (_show(field, slot, action), why)
        for action in every
        if action not in legal and (why := refuse_action(field, slot, action))
    ]


def refuse_action(field: Field, slot: Slot, action: Action) -> Refusal | None:
    """The clause that forbids an action now, None if none does."""
    assert field.acting
    verb, target = action
    kind = CHANGE if verb in formation.CHANGES else verb
    if kind not in FOLLOWERS[field.acting.first]:
        return _out_of_sequence(field.acting.first, kind)
    if verb == FIRE:
        return refuse_fire(field, slot) or explain_target(field, slot, target)
    if verb == FIGHT:
        return refuse_fight(field, slot, target)
    if verb == CHARGE:
        return _refuse_charging(field, slot, target)
    return refuse_move(field, slot, verb) if kind != CHANGE else formation.refuse_change(field, slot, verb)


def _out_of_sequence(first: str, verb: str) -> Refusal:
    if verb == DOUBLE:
        return Refusal("act.double-alone", "A double move is an activation of its own.")
    return Refusal("act.stepwise", f"{verb.capitalize()} cannot follow {first}.")


def _refuse_charging(field: Field, slot: Slot, target: Slot) -> Refusal | None:
    if field.units[slot].square:
        return Refusal("opt.square", "A square does not charge.")
    if refusal := refuse_charge(field, slot, target):
        return refusal
    if Manoeuvre(field, slot, CHARGE).towards(target).possible():
        return None
    return Refusal("charge.end", "No figure can reach it within a single move, with the unit contiguous.")


def _stop(field: Any, slot: Any, options: Sequence[Action]) -> int:
    return len(options) - 1


ACTION = Question(
    "action",
    "act.passed",
    lambda field, slot: f"What does {field.units[slot].name} do{' next' if field.acting.first else ''}?",
    _show,
    _stop,
    _refused,
)
