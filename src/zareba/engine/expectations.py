"""What a case may expect of a game, at its end or at any step.

- `ask`: the kind of question, throw or card that is waiting (its id); `seat`: who has to answer it
- `options`: exactly these answers are offered, in any order; `offers`: at least these; `lacks`: none of these
- `usual`: the answer of a player who does not answer
- `count`: how many dice are thrown, cards are left or options are offered
- `reasons`: the clauses that make up a throw, each with its number
- `state`: a part of the position as the system writes it; `false` stands for something that is not there
- `events`: clauses by which something happened so far, each at least once; `lacks_events`: none of these
- `said`: pieces of text that the log has told
- `over`: whether the battle is over; `winner`: the side that won, or "draw"; `by`: the clause that ended it
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from zareba.engine.ask import Choice, Draw, Place, Request, Roll
from zareba.engine.events import Event
from zareba.engine.game import Game, seat_of
from zareba.engine.system import Json


class Scene(NamedTuple):
    """A game, and the request that is looked at."""

    game: Game
    request: Request | None


Look = Callable[[Scene, Any], Iterator[str]]


def look(game: Game, wanted: Json) -> list[str]:
    """Everything that is not as wanted, each as the end of a sentence."""
    scene = Scene(game, game.asked(wanted.get("seat")) or game.asked())
    return [failure for key, value in wanted.items() for failure in LOOKS[key](scene, value)]


def differ(what: str, expected: Any, found: Any) -> Iterator[str]:
    if expected != found or isinstance(expected, bool) != isinstance(found, bool):
        yield f"expected {what} {_text(expected)}, found {_text(found)}"


def _text(value: Any) -> str:
    return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)


MANY = 20
LISTS = ("options", "offers", "lacks", "events", "lacks_events", "said")
TABLES = ("reasons", "state")
CLAUSES = ("events", "lacks_events", "by")
"""The expectations that are told in clauses."""


def faults_in(wanted: Json) -> Iterator[str]:
    """What is wrong with the way expectations are written, each as the end of a sentence."""
    for key, value in wanted.items():
        if key not in LOOKS:
            yield f"has a '{key}', which nothing looks at."
        elif key in LISTS and not isinstance(value, list):
            yield f"needs a list after '{key}'."
        elif key in TABLES and not isinstance(value, dict):
            yield f"needs a table after '{key}'."
        elif value in ([], "") or (key == "state" and not value):
            yield f"expects nothing of '{key}', so it cannot fail."


def _several(words: list[str]) -> str:
    """A list in words; of a long one, the beginning."""
    more = f" and {len(words) - MANY} more" if len(words) > MANY else ""
    return (", ".join(words[:MANY]) or "nothing") + more


# --- what is asked ------------------------------------------------------------------------------------------


def kind_of(request: Request | None) -> str:
    """The id of the question, throw or deck; `nothing` where the battle is over."""
    if isinstance(request, Choice | Place):
        return request.question.id
    if isinstance(request, Roll):
        return request.throw.id
    return request.deck.id if isinstance(request, Draw) else "nothing"


def notations(scene: Scene) -> list[str]:
    game, request = scene
    if isinstance(request, Choice | Place):
        return [option.notation for option in game.options(request)]
    return [f"draw {card}" for card in request.cards] if isinstance(request, Draw) else []


def _ask(scene: Scene, wanted: str) -> Iterator[str]:
    return differ("to be asked", wanted, kind_of(scene.request))


def _seat(scene: Scene, wanted: str) -> Iterator[str]:
    return differ("the question to go to", wanted, seat_of(scene.request) if scene.request else "nobody")


def _options(scene: Scene, wanted: list[str]) -> Iterator[str]:
    expected, found = sorted(wanted), sorted(notations(scene))
    if expected != found:
        yield f"expected exactly the options {_several(expected)}, found {_several(found)}"


def _offers(scene: Scene, wanted: list[str]) -> Iterator[str]:
    offered = notations(scene)
    for notation in wanted:
        if notation not in offered:
            yield f"expected '{notation}' to be offered, found {_several(offered)}"


def _lacks(scene: Scene, wanted: list[str]) -> Iterator[str]:
    for notation in wanted:
        if notation in notations(scene):
            yield f"expected '{notation}' not to be offered, but it is"


def _usual(scene: Scene, wanted: str) -> Iterator[str]:
    found = "nothing"
    game, request = scene
    if isinstance(request, Choice):
        found = notations(scene)[request.question.usual(game.state, request.about, request.options)]
    return differ("the usual answer", wanted, found)


def _count(scene: Scene, wanted: int) -> Iterator[str]:
    request = scene.request
    found = request.count if isinstance(request, Roll) else len(notations(scene))
    return differ("a count of", wanted, found)


def _reasons(scene: Scene, wanted: dict[str, int]) -> Iterator[str]:
    game, request = scene
    found: dict[str, int] = {}
    if isinstance(request, Roll):
        for reason in request.throw.reasons(game.state, request.about):
            found[reason.clause] = found.get(reason.clause, 0) + reason.value
    return differ("the reasons", dict(sorted(wanted.items())), dict(sorted(found.items())))


# --- what is so ---------------------------------------------------------------------------------------------


def _state(scene: Scene, wanted: Json) -> Iterator[str]:
    return _part("state", wanted, scene.game.system.dump(scene.game.state))


def _part(path: str, wanted: Any, found: Any) -> Iterator[str]:
    """Where `found` lacks a part of what is wanted."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, value in wanted.items():
            if key in found:
                yield from _part(f"{path}.{key}", value, found[key])
            elif value is not False:
                yield f"expected {path}.{key} to be {_text(value)}, found nothing there"
    elif isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        for number, (value, other) in enumerate(zip(wanted, found, strict=True)):
            yield from _part(f"{path}.{number}", value, other)
    else:
        yield from differ(f"{path} to be", wanted, found)


def _told(scene: Scene) -> list[Event]:
    return scene.game.state.events or []


def _events(scene: Scene, wanted: list[str]) -> Iterator[str]:
    told = [event.clause for event in _told(scene)]
    for clause in wanted:
        if clause not in told:
            yield f"expected an event by {clause}, found {', '.join(dict.fromkeys(told)) or 'none at all'}"


def _lacks_events(scene: Scene, wanted: list[str]) -> Iterator[str]:
    for event in _told(scene):
        if event.clause in wanted:
            yield f"expected no event by {event.clause}, found '{event.text}'"


def _said(scene: Scene, wanted: list[str]) -> Iterator[str]:
    log = " ".join(event.text for event in _told(scene))
    for text in wanted:
        if text not in log:
            yield f"expected the log to say '{text}', found '{log}'"


def _over(scene: Scene, wanted: bool) -> Iterator[str]:
    return differ("the battle to be", _phase(wanted), _phase(scene.game.result is not None))


def _phase(over: bool) -> str:
    return "over" if over else "going on"


def _winner(scene: Scene, wanted: str) -> Iterator[str]:
    result = scene.game.result
    found = (result.winner or "draw") if result else "the battle going on"
    return differ("the winner to be", wanted, found)


def _by(scene: Scene, wanted: str) -> Iterator[str]:
    result = scene.game.result
    return differ("the battle to end by", wanted, result.clause if result else "nothing yet")


LOOKS: dict[str, Look] = {
    "ask": _ask,
    "asks": _ask,
    "seat": _seat,
    "options": _options,
    "offers": _offers,
    "lacks": _lacks,
    "usual": _usual,
    "count": _count,
    "reasons": _reasons,
    "state": _state,
    "events": _events,
    "lacks_events": _lacks_events,
    "said": _said,
    "over": _over,
    "winner": _winner,
    "by": _by,
}
