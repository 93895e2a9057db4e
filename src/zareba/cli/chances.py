"""Exact odds, told to people."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from zareba.cli.screen import Screen
from zareba.cli.words import bar, chance, counted, listed
from zareba.engine.ask import Choice, Draw, Option, Place, Roll
from zareba.engine.game import Game
from zareba.engine.odds import odds_of, usual
from zareba.engine.system import System
from zareba.players.seen import offered

Lost = tuple[tuple[str, int], ...]
Names = Mapping[str, str]

LONGEST = 200
MOST_ROWS = 12
NONE = "no change"


class Chances(NamedTuple):
    """One action and everything that may come of it, with its probability."""

    option: Option
    outcomes: dict[Lost, Fraction]

    def as_json(self) -> dict[str, Any]:
        outcomes = [
            {"lost": dict(lost), "chance": str(share), "percent": round(float(share) * 100, 4)}
            for lost, share in self.outcomes.items()
        ]
        return {"action": self.option.notation, "label": self.option.label, "outcomes": outcomes}

    def means(self) -> dict[str, Fraction]:
        """What is lost on average."""
        found: dict[str, Fraction] = {}
        for lost, share in self.outcomes.items():
            for name, number in lost:
                found[name] = found.get(name, Fraction(0)) + share * number
        return found


def chances_of(game: Game, request: Choice[Any] | Place, index: int) -> Chances:
    return Chances(game.options(request)[index], odds_of(game, index))


def all_chances(game: Game, request: Choice[Any] | Place) -> list[Chances]:
    """The odds of every option that leads to dice."""
    rolled = [index for index in range(len(offered(request))) if leads_to_dice(game, index)]
    return [chances_of(game, request, index) for index in rolled]


def leads_to_dice(game: Game, index: int) -> bool:
    """Whether dice are thrown before the step is over, if everybody answers as usual."""
    after, steps = game.clone(), game.steps
    after.choose(index)
    for _ in range(LONGEST):
        request = after.asked()
        if after.steps > steps or not isinstance(request, Choice | Place):
            return after.steps == steps and isinstance(request, Roll | Draw)
        after.choose(usual(after, request))
    return False


def tell(chances: Chances, names: Names, screen: Screen) -> None:
    screen.parts((chances.option.label, "bold"), (f"  {chances.option.notation}", "dim"))
    shown = list(chances.outcomes.items())
    rows = [[_outcome(lost, names), bar(share), chance(share)] for lost, share in shown[:MOST_ROWS]]
    if rest := shown[MOST_ROWS:]:
        share = sum((share for _, share in rest), Fraction(0))
        rows.append([f"{counted(len(rest), 'rarer outcome')}", bar(share), chance(share)])
    screen.table(["", "", ""], rows)
    if means := chances.means():
        told = [f"{called(name, names)} {float(mean):.2f} ({mean})" for name, mean in means.items()]
        screen.say(f"  On average: {'; '.join(told)}")


def _outcome(lost: Lost, names: Names) -> str:
    """`Guards -2 (leader 1) and nerve`: what pieces lose, and what else may happen, as the rules call it."""
    told: dict[str, str] = {}
    more: dict[str, list[str]] = {}
    for name, number in lost:
        piece, _, word = name.partition(".")
        if name in names:
            told[name] = f"{names[name]} -{number}"
        elif piece in names:
            told.setdefault(piece, names[piece])
            more.setdefault(piece, []).append(f"{word} {number}")
        else:
            told[name] = name
    return listed(text + (f" ({', '.join(more[name])})" if name in more else "") for name, text in told.items()) or NONE


def called(name: str, names: Names) -> str:
    """A piece, or something that it may lose besides its strength, such as its leader."""
    piece, _, word = name.partition(".")
    slot, _, deed = name.partition(" ")
    if deed and slot in names:
        return f"{names[slot]} {deed}"
    return names.get(name) or (f"{names[piece]} ({word})" if piece in names else name)


def piece_names(rules: System, state: Any) -> dict[str, str]:
    """What the pieces are called; two of the same name are told apart by their sides."""
    table = rules.table(state, "")
    pieces = table["pieces"]
    alike = [piece["name"] for piece in pieces]
    sides = {side["id"]: side["name"] for side in table["sides"]}
    return {
        piece["id"]: piece["name"] if alike.count(piece["name"]) == 1 else f"{sides[piece['side']]} {piece['name']}"
        for piece in pieces
    }
