"""The sequence of play: `step` runs the rule of the stage at which the battle stands (`turn.sequence`).

A step is one activation, one fire, one combat: a rule asks what it must and settles it, and goes on to the next stage
when nothing is left to ask. After every step it is looked at what the step has brought about.
"""

from __future__ import annotations

from collections.abc import Callable

from zareba.engine.ask import Rule
from zareba.systems.battles_for_empire import ending, firing, markers, melee
from zareba.systems.battles_for_empire.aftermath import settle
from zareba.systems.battles_for_empire.bayonets import bayonets
from zareba.systems.battles_for_empire.criticals import criticals
from zareba.systems.battles_for_empire.deploy import deploy
from zareba.systems.battles_for_empire.exploitation import exploitation
from zareba.systems.battles_for_empire.field import Field
from zareba.systems.battles_for_empire.initiative import initiative
from zareba.systems.battles_for_empire.phases import next_stage
from zareba.systems.battles_for_empire.recoil import rout
from zareba.systems.battles_for_empire.reinforcements import arrivals, reinforcements
from zareba.systems.battles_for_empire.squares import squares
from zareba.systems.battles_for_empire.tokens import command
from zareba.systems.battles_for_empire.units import units


def step(field: Field) -> Rule | None:
    """The next rule to run; None when the battle is over."""
    if field.result:
        return None
    if field.deployed is not None:
        return deploy(field)
    return _settled(field, RULES[field.phase])


async def _settled(field: Field, rule: Callable[[Field], Rule]) -> None:
    ending.check(field)
    if field.result is None:
        await rule(field)
        settle(field)
        ending.check(field)


async def arrive(field: Field) -> None:
    """Whoever has come is set on the table, one unit a step."""
    if field.queue:
        await arrivals(field)
    else:
        next_stage(field)


RULES: dict[str, Callable[[Field], Rule]] = {
    "reinforcements": reinforcements,
    "arrivals": arrive,
    "bayonets": bayonets,
    "initiative": initiative,
    "commanders": command,
    "units": units,
    "squares": squares,
    "rout": rout,
    "exploitation": exploitation,
    "markers": markers.markers,
    "artillery": firing.fire,
    "rifles": firing.fire,
    "pairs": melee.fights,
    "melee": melee.fights,
    "critical": criticals,
    "end": ending.end_turn,
}
"""What each phase does."""
