"""Whose card it is, and which unit he names: section 3.4 of the rule book.

The pack has 52 cards (`cards.pack`). It lies face down in view of all (`cards.shuffle`), and nobody knows its order,
so a card is drawn when it is turned (`cards.turn`): that is the same thing, and leaves nothing to peep at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zareba.engine.ask import Choice, Deck, Draw, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.heroscape.field import SUITS, Field, Pack, Slot, card_name
from zareba.systems.heroscape.morale import nerve_holds
from zareba.systems.heroscape.show import describe

COLOURS = {"c": "black", "s": "black", "d": "red", "h": "red"}
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a")
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""`cards.pack`: 52 cards, no jokers."""
DECLINE: Slot = -1


PACK = Deck("card", "cards.turn", lambda field, about: "The next card is turned.", card_name)
COLOUR = Deck(
    "colour",
    "cards.colour-choice",
    lambda field, about: f"Which colour does {field.sides[0].name} play?",
    lambda colour: colour,
)


def shuffled(packs: int = 0) -> Pack:
    return Pack(CARDS, (), packs)


async def draw_colours(field: Field) -> None:
    """`cards.colour-choice`: where the scenario gives no colours, one draw does, each result equally likely."""
    colour = await Draw(COLOUR, ("red", "black"), field.sides[0].id)
    other = "black" if colour == "red" else "red"
    field.sides = (field.sides[0]._replace(colour=colour), field.sides[1]._replace(colour=other))
    field.tell("colours", "cards.colour", "{side} plays " + colour + ".", side=0)


def owner(field: Field, card: str) -> tuple[int, str]:
    """The side and the seat a card belongs to: by its colour, or by its suit where a side has two players.

    `cards.owner`, `cards.suit`: a seat of two is named after its suit.
    """
    for number, side in enumerate(field.sides):
        if side.colour == COLOURS[card[-1]]:
            return number, side.seats[0] if len(side.seats) == 1 else SUITS[card[-1]]
    raise AssertionError(card)


async def turn_card(field: Field) -> None:
    """A card is turned and its owner may name a unit, which tests its nerve (`cards.turn`, `cards.owner`)."""
    if not field.pack.left:
        field.pack = shuffled(field.pack.packs)
        field.tell("shuffle", "cards.reshuffle", "The whole pack is shuffled and used again.")
    pack = field.pack
    card = await Draw(PACK, pack.left, "")
    place = pack.left.index(card)
    left = pack.left[:place] + pack.left[place + 1 :]
    field.pack = Pack(left, (*pack.turned, card), pack.packs, pack.used)
    side, seat = owner(field, card)
    field.tell("card", "cards.turn", "The {card} is turned: a card of {side}.", card=card, side=side)
    if field.rules.court_cards == "two" and card[:-1] in ("j", "q", "k"):
        field.again = (seat, "")
    await name_unit(field, seat)


async def name_unit(field: Field, seat: str) -> None:
    """`act.commit`: the unit is named before its die is thrown, and cannot be exchanged for another."""
    options = available(field, seat)
    if not options:
        field.again = None
        field.tell("idle", "cards.idle", "{who} has no unit to activate; the card is spent.", who=seat)
        return
    slot = await Choice(seat, UNIT, [*options, DECLINE], seat)
    if slot == DECLINE:
        field.again = None
        field.tell("declined", "cards.decline", "{who} declines; the card is spent.", who=seat)
        return
    _remember(field, seat, slot)
    field.tell("activated", "cards.owner", "{unit} is activated.", unit=slot)
    await nerve_holds(field, slot)


def own_units(field: Field, seat: str) -> list[Slot]:
    """`cards.own-units`: the units of a player's own command that are on the map."""
    key = ("own", seat)
    if key not in field.mustered:
        field.mustered[key] = [
            slot for slot, unit in enumerate(field.units) if unit.figures and unit.troop.seat == seat
        ]
    return field.mustered[key]


def available(field: Field, seat: str) -> list[Slot]:
    if field.rules.repeat == "free" and not field.again:
        return own_units(field, seat)
    return [slot for slot in own_units(field, seat) if refuse_unit(field, seat, slot) is None]


def refuse_unit(field: Field, seat: str, slot: Slot) -> Refusal | None:
    """Any unit may be named, the last one too (`cards.repeat`), unless an option says otherwise."""
    troop = field.units[slot].troop.id
    if field.again and field.again[1] == field.units[slot].id:
        return Refusal("opt.court-cards", "A court card activates two different units.")
    if field.rules.repeat == "free":
        return None
    mine = [key.split(":")[1] for key in field.chosen if key.startswith(seat + ":")]
    others = {field.units[other].troop.id for other in own_units(field, seat)} - {troop}
    if field.rules.repeat == "rest" and others and mine[-1:] == [troop]:
        return Refusal("opt.repeat", "It was activated by your last card and has to rest.")
    if field.rules.repeat == "all" and troop in mine and not others <= set(mine[mine.index(troop) + 1 :]):
        return Refusal("opt.repeat", "It has to wait until each of your other units has been chosen.")
    return None


def _remember(field: Field, seat: str, slot: Slot) -> None:
    """Keeps whom each player chose, the latest last, for `opt.repeat` and `opt.court-cards`."""
    troop = field.units[slot].troop.id
    if not field.pack.used:
        field.pack = field.pack._replace(used=True)
    if field.again:
        field.again = (seat, field.units[slot].id) if not field.again[1] else None
    if field.rules.repeat != "free":
        key = f"{seat}:{troop}"
        field.chosen = (*[other for other in field.chosen if other != key], key)


def _show_unit(field: Field, seat: str, slot: Slot) -> Option:
    if slot == DECLINE:
        return Option("decline", "Let the card pass", "cards.decline")
    unit = field.units[slot]
    label = f"{unit.name}: {describe(unit)}"
    return Option(f"activate {unit.id}", label, "cards.owner", unit.id, cells=field_names(field, slot))


def field_names(field: Field, slot: Slot) -> tuple[str, ...]:
    return tuple(field.ground.grid.name(cell) for cell, _ in field.units[slot].stacks)


def _refused_units(field: Field, seat: str) -> list[tuple[Option, Refusal]]:
    found = []
    for slot, unit in enumerate(field.units):
        if not unit.figures:
            continue
        refusal = refuse_unit(field, seat, slot) if unit.troop.seat == seat else _not_yours(field, seat, slot)
        if refusal:
            found.append((_show_unit(field, seat, slot), refusal))
    return found


def _not_yours(field: Field, seat: str, slot: Slot) -> Refusal:
    name = field.units[slot].name
    side = next(side for side in field.sides if seat in side.seats)
    if field.units[slot].troop.seat in side.seats:
        return Refusal("cards.own-units", f"{name} is of the other command of your side.")
    return Refusal("cards.no-reaction", f"{name} is an enemy, and this is your card.")


def _decline(field: Any, seat: Any, options: Sequence[Any]) -> int:
    return len(options) - 1


UNIT = Question(
    "unit",
    "cards.owner",
    lambda field, seat: f"Which unit of {field.player(seat)} acts?",
    _show_unit,
    _decline,
    _refused_units,
)
