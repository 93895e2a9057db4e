"""Panic: the tests of step 5, and hesitation (section 14 of the rule book).

What frightens a figure waits with it (`panic.pending`) until the enemy's turn; `falling` and `hiding` note it. The
tests are over when `testers` finds nobody left; `begin` opens them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zareba.engine.ask import Roll, Throw
from zareba.engine.chance import D6
from zareba.engine.reasons import Reason, total
from zareba.systems.darkest_africa.falling import calm, rout, strength
from zareba.systems.darkest_africa.field import PANIC, TRIGGERS, Field, Index, Mask, ones
from zareba.systems.darkest_africa.troops import EUROPEAN

CARRY_ON, HESITATE, ROUT = range(3)
RESULTS = (ROUT, HESITATE, HESITATE, CARRY_ON, CARRY_ON, CARRY_ON)
"""`panic.rout`, `panic.hesitate-result`, `panic.carry-on`: what the scores 1 to 6 mean."""


class Test(NamedTuple):
    """One test: who takes it, and the clause by which."""

    figure: Index
    cause: str
    pygmies: bool = False
    """`panic.pygmy-only`: whether it is for an ambush that pygmies sprang."""


def begin(field: Field) -> None:
    """`seq.step5`: the enemy of the active side tests; how strong it is now holds throughout (`panic.below-def`)."""
    side = 1 - field.active
    field.phase = PANIC
    field.below = 2 * strength(field, side) < field.starting[side]
    if field.rules.officers_panic == "off":
        for officer in ones(field.officers & field.friends[side]):
            forget(field, officer)


def forget(field: Field, index: Index) -> None:
    """Nothing frightens a figure any more; with `opt.officers-panic` = `off` nothing ever frightens an officer."""
    field.deaths[index] = 0
    for name in TRIGGERS:
        field.unmark(name, index)


# --- who tests, and for what --------------------------------------------------------------------------------------


def testers(field: Field) -> Mask:
    """Who has still to test: `panic.officers` like everybody else, but nobody in hiding, nor who runs already.

    `seq.active-no-panic`: no figure of the active side.
    """
    frightened = field.ambushed | field.halved | field.stripped
    frightened |= sum([1 << index for index, deaths in enumerate(field.deaths) if deaths])
    return frightened & calm(field, 1 - field.active)


def trials(field: Field, index: Index) -> list[Test]:
    """`panic.order`: friends killed, each by itself (`panic.kill-each`), ambush, half strength, baggage.

    With `opt.panic-tests` = `once` all of these come to one test.
    """
    found = [Test(index, "panic.when-kill")] * field.deaths[index]
    if field.ambushed >> index & 1:
        found.append(Test(index, "panic.when-ambush", bool(field.pygmied >> index & 1)))
    if field.halved >> index & 1:
        found.append(Test(index, "panic.when-half"))
    if field.stripped >> index & 1:
        found.append(Test(index, "panic.when-baggage"))
    if field.rules.panic_tests == "once":
        return [Test(index, found[0].cause, any([test.pygmies for test in found]))]
    return found


async def tests(field: Field) -> None:
    """All tests of one figure, the lowest number first; it keeps the worst result (`panic.worst`)."""
    index = next(ones(testers(field)))
    seat, worst = field.seat(field.side_of(index)), CARRY_ON
    for test in trials(field, index):
        result = await Roll(NERVE, 1, results(field, test), seat, test)
        assert isinstance(result, int)
        worst = max(worst, result)
        if worst == ROUT:
            return rout(field, index, "panic.rout")
    forget(field, index)
    if worst == HESITATE:
        field.mark("hesitating", index)
        field.tell("hesitate", "panic.hesitate-result", "{figure} hesitates.", figure=index)
    else:
        field.tell("steady", "panic.carry-on", "{figure} carries on.", figure=index)
    return None


# --- the test -----------------------------------------------------------------------------------------------------


def results(field: Field, test: Test) -> tuple[int, ...]:
    """`panic.die`: what each side of the die means, the modifiers added (`panic.clamp`)."""
    more = total(parts(field, test))
    return tuple([RESULTS[min(max(die + more, 1), 6) - 1] for die in range(1, 7)])


def parts(field: Field, test: Test) -> list[Reason]:
    """`panic.mods-add`: why it tests, and every modifier that applies."""
    troop = field.roster[test.figure].troop
    found = [Reason(0, test.cause, CAUSES[test.cause])]
    if field.below:
        found.append(Reason(-2, "panic.mod-below", "less than half of its force is left"))
    if test.pygmies and troop is not EUROPEAN:
        found.append(Reason(-2, "panic.mod-pygmy", "Pygmies sprang the ambush"))
    if troop.steady:
        found.append(Reason(2, "panic.mod-steady", f"{troop.plural} are steady"))
    return found


# --- hesitation ---------------------------------------------------------------------------------------------------


def compose(field: Field) -> None:
    """`panic.hesitate-ends`: at the end of its turn the active side has got over it."""
    field.hesitating &= ~field.friends[field.active]


# --- words --------------------------------------------------------------------------------------------------------

CAUSES = {
    "panic.when-kill": "a friend was killed within 6 inches",
    "panic.when-ambush": "it was surprised by an ambush",
    "panic.when-half": "half of its force is gone",
    "panic.when-baggage": "the baggage is gone",
}


def _nerve(field: Any, test: Any) -> str:
    """With what the die itself must show, whatever modifies it."""
    found = results(field, test)
    fates = [_faces(found, result, word) for result, word in ((ROUT, "runs"), (HESITATE, "hesitates"))]
    outcome = ", ".join([told for told in fates if told])
    return f"{field.roster[test.figure].name} tests: {CAUSES[test.cause]}. {outcome[:1].upper()}{outcome[1:]}."


def _faces(found: tuple[int, ...], result: int, word: str) -> str:
    """`on 1 to 3 it runs`; an empty text for what cannot happen."""
    faces = [face for face, came in enumerate(found, 1) if came == result]
    if not faces:
        return ""
    join = " or " if len(faces) == 2 else " to "
    return f"on {join.join(map(str, dict.fromkeys((faces[0], faces[-1]))))} it {word}"


NERVE = Throw("nerve", "panic.die", D6, _nerve, parts)
