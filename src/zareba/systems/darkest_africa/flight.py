"""Flight: those who run move at the end of the enemy's turn, by no choice of anybody (section 14 of the rule book).

How a run goes over the ground is in `running`. All have run when `runners` finds nobody left; `begin` opens this.
"""

from __future__ import annotations

from zareba.systems.darkest_africa.falling import flee
from zareba.systems.darkest_africa.field import FLIGHT, Field, Mask, ones
from zareba.systems.darkest_africa.moving import walk
from zareba.systems.darkest_africa.running import find_run


def begin(field: Field) -> None:
    """`rout.when`: after all tests."""
    field.phase = FLIGHT
    field.cursor = 0


def runners(field: Field) -> Mask:
    """Who has still to run: the routing figures of the side that tested, the lowest number first."""
    routing = field.routing & field.on & field.friends[1 - field.active]
    return routing >> field.cursor << field.cursor


async def flights(field: Field) -> None:
    """`rout.until`: one flight move; `rout.facing`: it faces along it. Who finds men in hiding stops there.

    The way is that of `rout.path`; who comes to the edge of the table is lost (`rout.exit`).
    """
    index = next(ones(runners(field)))
    field.cursor = index + 1
    here, run = field.at[index], find_run(field, index, leaves=True)
    if run.end != here:
        walk(field, index, (here, run.end), "rout.run")
    elif not run.off:
        field.tell("cornered", "rout.path", "{figure} has nowhere to run.", figure=index)
    if run.off and field.at[index] == run.end:
        flee(field, index)
