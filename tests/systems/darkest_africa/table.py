"""A small table for tests: positions as scenarios write them, and rules played by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from zareba.engine.ask import Choice, Roll, Rule
from zareba.engine.chance import outcome
from zareba.systems.darkest_africa import scenario
from zareba.systems.darkest_africa.field import Field
from zareba.systems.darkest_africa.options import OPTIONS

DEFAULTS = {name: values[0] for name, values in OPTIONS.items()}


def field_of(*units: dict[str, Any], options: dict[str, str] | None = None, **more: Any) -> Field:
    """A position on an open table of 40 by 40 inches, whose events are heard; figures are numbered as they are told."""
    data = {
        "board": {"width": 40, "depth": 40, "terrain": more.pop("terrain", [])},
        "side": [{"id": "red", "edge": "south"} | more.pop("red", {}), {"id": "blue", "edge": "north"}],
        "unit": [{"id": str(number)} | unit for number, unit in enumerate(units)],
    }
    found = scenario.setup(data | more, DEFAULTS | (options or {}))
    found.events = []
    return found


def men(side: str, kind: str, at: str, **more: Any) -> dict[str, Any]:
    return {"side": side, "type": kind, "at": at} | more


def play(field: Field, start: Callable[[Field], Rule], *answers: int | str) -> None:
    """Runs a rule to its end: a number is what a die shows, a text the notation of an option."""
    rule, left = start(field), iter(answers)
    reply = None
    while True:
        try:
            request = rule.send(reply)
        except StopIteration:
            break
        reply = _reply(field, request, left)
    assert list(left) == []


def _reply(field: Field, request: Any, left: Iterator[Any]) -> Any:
    if isinstance(request, Roll):
        return outcome(request.tally, (next(left),))
    assert isinstance(request, Choice)
    if len(request.options) == 1:
        return 0
    notations = [request.question.show(field, request.about, option).notation for option in request.options]
    return notations.index(next(left))


def clauses(field: Field) -> list[str]:
    return [event.clause for event in field.events or []]
