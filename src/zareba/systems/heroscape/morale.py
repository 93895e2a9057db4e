"""The morale check: section 3.6 of the rule book."""

from __future__ import annotations

from typing import Any

from zareba.engine.ask import Roll, Throw
from zareba.engine.chance import D6, pips
from zareba.engine.reasons import Reason, total
from zareba.systems.heroscape.field import Acting, Field, Slot
from zareba.systems.heroscape.troops import CAVALRY

PIPS = pips(D6)


async def nerve_holds(field: Field, slot: Slot) -> None:
    """`act.order`: the check comes first. `morale.roll`: the unit passes if it has more figures than the score.

    Infantry and cavalry are tested each time (`morale.who`), leaders and guns never (`morale.exempt`). A part of a
    unit counts only itself, and never a leader (`morale.strength`).
    The die is thrown even when nothing can come of it (`morale.always-thrown`). Failure limits the actions of this
    activation and does nothing else (`morale.no-other-effect`).
    """
    unit = field.units[slot]
    passed = True
    if unit.troop.tests:
        die = await Roll(MORALE, 1, PIPS, unit.troop.seat, slot)
        assert isinstance(die, int)
        score = die + modifier(field, slot)
        passed = unit.figures > score
        verdict = "its nerve holds" if passed else "it is shaken"
        field.tell(
            "morale",
            "morale.roll",
            "{unit}: {figures} figures against a score of {score}; {verdict}.",
            unit=slot,
            figures=unit.figures,
            score=score,
            verdict=verdict,
        )
    field.acting = Acting(slot, passed, field.is_engaged(slot))


def modifier(field: Field, slot: Slot) -> int:
    """What is added to the die: the total of `score_reasons`, without the words.

    In fortifications only if every figure is (`morale.fort-all`).
    """
    unit = field.units[slot]
    troop = unit.troop
    change = troop.nerve - int(troop.kind == CAVALRY) - int(has_own_leader(field, slot))
    return change - int(not unit.mask & ~field.ground.forts)


def score_reasons(field: Field, slot: Slot) -> list[Reason]:
    """Every alteration of the score: all are added (`morale.sum`), and there are no others (`morale.only`)."""
    unit = field.units[slot]
    troop = unit.troop
    reasons = []
    if has_own_leader(field, slot):
        reasons.append(Reason(-1, "morale.leader", "its leader is with it"))
    if troop.kind == CAVALRY:
        reasons.append(Reason(-1, "morale.cavalry", "cavalry"))
    if troop.nerve < 0:
        reasons.append(Reason(troop.nerve, "morale.experienced", "experienced"))
    if troop.nerve > 0:
        reasons.append(Reason(troop.nerve, "morale.inexperienced", troop.quality))
    if not unit.mask & ~field.ground.forts:
        reasons.append(Reason(-1, "morale.fort", "every figure stands in fortifications (`morale.fort-all`)"))
    assert total(reasons) == modifier(field, slot)
    return reasons


def has_own_leader(field: Field, slot: Slot) -> bool:
    """`morale.own-leader`: only its own player's leader counts, and once; `morale.touch` says how near he must be."""
    unit = field.units[slot]
    return any(
        field.touching(field.units[leader], unit)
        for leader in field.leaders(unit.troop.side)
        if field.units[leader].troop.seat == unit.troop.seat
    )


def _prompt(field: Any, slot: Any) -> str:
    unit = field.units[slot]
    return f"{unit.name} tests its nerve: it has {unit.figures} figures and must beat the score."


MORALE = Throw("morale", "morale.roll", D6, _prompt, score_reasons)
