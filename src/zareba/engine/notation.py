"""Answers as people write them: options, positions, dice and cards as text.

An answer has one notation, on disk and on the wire. Reading is a little more lenient than writing: capitals
and extra spaces do not matter, and dice may be typed as one word.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from zareba.engine.ask import Choice, Draw, Place, Position, Roll
from zareba.engine.chance import Faces
from zareba.engine.errors import Illegal, Unknown
from zareba.engine.reasons import Refusal

if TYPE_CHECKING:
    from zareba.engine.game import Game

FARTHEST = 10**9
_LONGEST_QUOTE = 40
_MOST_COMPARED = 500


def find_option(game: Game, request: Choice[Any], text: str) -> int:
    """The index of the option with this notation; raises with the reason where there is none."""
    wanted = " ".join(text.lower().split())
    show, state, about = request.question.show, game.state, request.about
    for index, choice in enumerate(request.options):
        if show(state, about, choice).notation.lower() == wanted:
            return index
    for option, refusal in game.refused(request):
        if option.notation.lower() == wanted:
            raise Illegal(refusal)
    offered = [show(state, about, choice).notation for choice in request.options[:_MOST_COMPARED]]
    near = get_close_matches(wanted[:_LONGEST_QUOTE], offered, 1) or offered
    raise Unknown(f"{quoted(text)} is no answer here; one that is: {near[0]}")


def quoted(text: str) -> str:
    """What somebody wrote, short enough to be repeated in an answer."""
    words = " ".join(text.split())
    return repr(words if len(words) <= _LONGEST_QUOTE else words[:_LONGEST_QUOTE] + "...")


def read_position(request: Place, text: str) -> Position:
    """A position as whole numbers: `3500 12000` or with a facing `3500 12000 90`."""
    words = text.split()
    try:
        position = tuple(int(word) for word in words if word.isascii() and len(word) < 12 and "_" not in word)
    except ValueError:
        position = ()
    if not words or len(position) != len(words) or any(abs(part) > FARTHEST for part in position):
        example = " ".join(map(str, request.candidates[0]))
        raise Unknown(f"{quoted(text)} is no position; write whole thousandths of an inch, as in {example}")
    return position


def write_faces(roll: Roll, faces: Faces) -> str:
    """`roll 6 3 1`: the words on the sides that show."""
    sides = roll.throw.die.sides
    return " ".join(["roll", *[sides[face - 1] for face in faces]])


def read_faces(game: Game, roll: Roll, text: str) -> Faces:
    """Real dice: `roll 6 3 1`, `6 3 1` or `631`."""
    words = text.lower().removeprefix("roll").split()
    named = [side.lower() for side in roll.throw.die.sides]
    if len(words) == 1 and len(words[0]) == roll.count and len(named) < 10:
        words = list(words[0])
    clause = game.system.conventions["manual"]
    if len(words) != roll.count:
        raise Illegal(Refusal(clause, f"{roll.count} dice are thrown here, and {len(words)} were given."))
    for word in words:
        if word not in _sides(named):
            raise Illegal(Refusal(clause, f"A {roll.throw.die.name} cannot show {quoted(word)}."))
    return tuple(_sides(named).index(word) % len(named) + 1 for word in words)


def _sides(named: list[str]) -> list[str]:
    """What may be written for each side: its word; its number too, where no word is a number."""
    if any(side.isdecimal() for side in named):
        return named
    return [*named, *[str(number) for number in range(1, len(named) + 1)]]


def check_faces(game: Game, roll: Roll, faces: Faces) -> None:
    """Raises `Illegal` where these dice cannot show these faces."""
    sides = len(roll.throw.die.sides)
    if len(faces) != roll.count or min(faces) < 1 or max(faces) > sides:
        shown = " ".join(map(str, faces[:_LONGEST_QUOTE]))
        why = f"{roll.count} dice with {sides} sides are thrown here; they cannot show {shown or 'nothing'}."
        raise Illegal(Refusal(game.system.conventions["manual"], why))


def read_card(game: Game, draw: Draw, text: str) -> int:
    """A real card: `draw 7h` or `7h`."""
    words = text.lower().split()
    card = " ".join(words[1:] if words[:1] == ["draw"] else words)
    cards = [name.lower() for name in draw.cards]
    if card not in cards:
        clause = game.system.conventions["manual"]
        raise Illegal(Refusal(clause, f"The card {quoted(card)} is not among the {len(cards)} left."))
    return cards.index(card)
