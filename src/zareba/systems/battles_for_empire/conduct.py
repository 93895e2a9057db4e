"""The conduct roll: the charts, and what a total comes to (section 9 of the rule book)."""

from __future__ import annotations

from typing import Any, NamedTuple

from zareba.engine.ask import Roll, Throw
from zareba.engine.chance import D6, pips
from zareba.engine.reasons import Reason, total
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.modifiers import modifiers
from zareba.systems.battles_for_empire.rows import Slot, Unit
from zareba.systems.battles_for_empire.troops import INCH, LOOSE, TABLES

FOOT, MOUNTED = 0, 1
CHARTS = {
    "ST-C": "Steady Close Order",
    "ST-M": "Steady Massed and Loose Order",
    "SH-REG": "Shaken regulars",
    "SH-REC": "Shaken recruits",
    "SH-ASS": "Shaken assault natives",
    "SH-FIC": "Shaken fickle natives",
    "SH-LOO": "Shaken Loose Order",
}
"""The charts as players call them."""
GENERAL = "general"
LAST = 7
"""The cells of a chart: under 1, 1 to 6, over 6."""


class Result(NamedTuple):
    """What a cell of a chart says."""

    words: str
    clause: str
    """The row of the chart."""
    rallies: bool = False
    recoils: bool = False
    gone: bool = False
    stays: bool = False
    allowance: int = 0
    """In thousandths, for the unit as it is (`result.allowance`)."""
    free: bool = False
    fanatic: bool = False
    mounts: bool = False

    @property
    def moves(self) -> bool:
        return self.allowance > 0


def chart_of(field: Field, unit: Unit) -> str:
    """`conduct.who`: a Steady chart for Steady foot and mounted units, a Shaken chart for whoever is Shaken.

    Which ones stands with the troops: Ghazis rally otherwise than other Pathans (`chart.set-nwf-ghazi`).
    """
    return unit.troop.shaken if unit.shaken else unit.troop.steady


def row_of(field: Field, chart: str) -> dict[str, Any]:
    """The row as the chart set in force prints it (`chart.sh-literal`); a row it lacks is read on the general sheet.

    So free changes over 6 depend on the sheet (`chart.sh-reg-free`, `chart.sh-loo-free`).
    """
    sheet = TABLES["charts"][field.rules.charts]
    row: dict[str, Any] = sheet.get(chart) or TABLES["charts"][GENERAL][chart]
    return row


def read(field: Field, slot: Slot, score: int) -> Result:
    """What a total comes to for a unit."""
    unit = field.units[slot]
    chart = chart_of(field, unit)
    row = row_of(field, chart)
    cell = min(max(score, 0), LAST)
    words = _own_words(unit, chart, row) if cell == LAST else ""
    return parse(words or row["cells"][cell], row["clause"], unit)


def _own_words(unit: Unit, chart: str, row: dict[str, Any]) -> str:
    """What the last cell says to Loose Order (`chart.set-zulu-horse`) and to Boers (`result.boer-mount`)."""
    if unit.troop.boer:
        return str(TABLES["charts"][GENERAL][chart].get("boer", ""))
    return str(row.get("loose", "")) if unit.troop.style == LOOSE else ""


def parse(words: str, clause: str, unit: Unit) -> Result:
    """`rallies slow 3/9 free`: foot or mounted as the unit is when it rolls (`result.mount-state`)."""
    told = words.split()
    inches = next((word.split("/") for word in told if "/" in word), ["0", "0"])
    return Result(
        words,
        clause,
        rallies="rallies" in told,
        recoils="recoils" in told,
        gone="gone" in told,
        stays="stays" in told,
        allowance=int(inches[MOUNTED if unit.mounted else FOOT]) * INCH,
        free="free" in told,
        fanatic="fanatic" in told,
        mounts="mount" in told,
    )


async def roll(field: Field, slot: Slot) -> Result:
    """`conduct.one-die`: one die and the modifiers, read on the unit's chart."""
    return told(field, slot, await throw(field, slot))


async def throw(field: Field, slot: Slot) -> int:
    die = await Roll(CONDUCT, 1, pips(D6), field.seat(field.units[slot].side), slot)
    assert isinstance(die, int)
    return die


def told(field: Field, slot: Slot, die: int) -> Result:
    """What this die comes to, and is told to be."""
    score = die + total(modifiers(field, slot))
    result = read(field, slot, score)
    field.tell(
        "conduct",
        result.clause,
        "{unit} rolls {die} for conduct, {score} in all: {words}.",
        unit=slot,
        die=die,
        score=score,
        words=in_words(result),
    )
    return result


def in_words(result: Result) -> str:
    """A cell as people read it: `rallies, slow 3"`."""
    found = [
        word for word, on in (("rallies", result.rallies), ("stays Shaken", result.stays), ("gone", result.gone)) if on
    ]
    found += ['recoils 3" if in melee'] if result.recoils else []
    if result.moves:
        pace = next(word for word in ("slow", "normal", "fast") if word in result.words)
        found.append(f'{pace} {result.allowance // INCH}"')
    elif not result.stays and not result.gone:
        found.append("no move")
    extras = (("changes free", result.free), ("may charge fanatically", result.fanatic), ("mounts free", result.mounts))
    return ", ".join([*found, *[word for word, on in extras if on]])


def chances(field: Field, slot: Slot) -> list[Reason]:
    """What each of the six faces would come to, alike ones together: for whoever considers a roll."""
    add = total(modifiers(field, slot))
    faces: dict[str, list[int]] = {}
    for die in range(1, 7):
        faces.setdefault(in_words(read(field, slot, die + add)), []).append(die)
    clause = row_of(field, chart_of(field, field.units[slot]))["clause"]
    return [Reason(len(dice), clause, f"on {_span(dice)}: {words}") for words, dice in faces.items()]


def _span(dice: list[int]) -> str:
    return str(dice[0]) if len(dice) == 1 else f"{dice[0]} to {dice[-1]}"


def _prompt(field: Any, slot: Any) -> str:
    unit = field.units[slot]
    how = "rally" if unit.shaken else "move"
    return f"Does {unit.name} {how}? {CHARTS[chart_of(field, unit)]}."


def _reasons(field: Any, slot: Any) -> list[Reason]:
    return modifiers(field, slot)


CONDUCT = Throw("conduct", "conduct.one-die", D6, _prompt, _reasons)
