"""Who sees whom, for somebody who only asks: the line between two visible figures, with what blocks it named."""

from __future__ import annotations

from zareba.boards.inches.distances import distance
from zareba.boards.inches.written import inches
from zareba.engine.looking import Look, places
from zareba.systems.darkest_africa import drawings
from zareba.systems.darkest_africa.field import NOBODY, Field, Index


def sight(field: Field, start: str, end: str) -> Look:
    """`terr.sight`: the straight line between two centres. Of hidden figures nothing is told (`hide.secret`)."""

    def visible(name: str) -> Index:
        index = field.find(name)
        return index if index != NOBODY and (field.seen(0) | field.seen(1)) >> index & 1 else NOBODY

    one, other = [field.at[index] for index in places(visible, start, end)]
    (line,) = drawings.sight(field, one, other)["shapes"]
    if clause := field.ground.blocker(one, other):
        stop = drawings.blockers(field, one, other, clause)
        return Look(False, f"{stop[:1].upper()}{stop[1:]}.", clause, (line,))
    far = inches(distance(one, other))
    return Look(True, f"Clear; {far}.", "terr.sight", ({**line, "label": far},))
