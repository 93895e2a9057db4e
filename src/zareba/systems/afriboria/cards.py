"""The cards: decks, hands and the play of a command card; sections 3.3 and 3.23 of the rule book.

Nobody knows the order of a deck, so a deck is the cards left in it and a draw takes any of them. Both sides draw from
one deck (`setup.shared-deck`). An event card that is passed on lies face down: it is drawn when it is turned up, which
comes to the same.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from zareba.engine.ask import Choice, Deck, Draw, Option, Question, Roll, Throw
from zareba.engine.chance import D6, pips
from zareba.engine.reasons import Refusal
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.language import COMMANDS, EVENTS, Card, Json, copies, kind_of, read_card
from zareba.systems.afriboria.orders import candidates, take_order
from zareba.systems.afriboria.rows import NOBODY, Effect, Order, Play, Slot

Cards = dict[str, Card]
COLUMNS = ("red", "blue", "green", "any")
PASS = ""


def commands(field: Field) -> Cards:
    """The command cards of this battle, those of the scenario among them (`setup.custom-cards`)."""
    own = [read_card(entry) for entry in field.terms.cards if entry.get("deck", "command") == "command"]
    return COMMANDS | {card.id: card for card in own} if own else COMMANDS


def events(field: Field) -> Cards:
    own = [read_card(entry) for entry in field.terms.cards if entry.get("deck") == "event"]
    return EVENTS | {card.id: card for card in own} if own else EVENTS


def card_of(field: Field, copy: str) -> Card:
    kind = kind_of(copy)
    return commands(field).get(kind) or events(field)[kind]


def full_deck(field: Field) -> tuple[str, ...]:
    """`cards.sixty`: standard and special cards together (`setup.command-deck`)."""
    return tuple(copy for card in commands(field).values() for copy in copies(card))


def full_events(field: Field) -> tuple[str, ...]:
    """`cards.events`: without the wild animals, if the table plays so."""
    tame = field.rules.events == "no-wild"
    kept = [card for card in events(field).values() if not (tame and card.wild)]
    return tuple(copy for card in kept for copy in (copies(card) if card.copies > 1 else [card.id]))


def has_icon(field: Field, copy: str) -> bool:
    """`event.icon`: the first copies of a card carry it; it is dead where events are off (`cards.icon-inactive`).

    They are off unless the scenario or the players switch them on (`setup.events-off`).
    """
    kind, _, number = copy.partition(".")
    return field.rules.events != "off" and int(number or 1) <= card_of(field, kind).icon


# --- drawing -----------------------------------------------------------------------------------------------------


async def draw(field: Field, side: int) -> None:
    """`turn.draw`; from an empty deck after the discards have been shuffled (`turn.reshuffle`)."""
    if not field.decks.stock:
        field.deal(stock=field.decks.discard, discard=())
        field.tell("shuffle", "turn.reshuffle", "The discarded cards are shuffled and used again.")
    if not field.decks.stock:
        return
    copy = await Draw(STOCK, field.decks.stock, field.sides[side].id)
    field.deal(stock=tuple([other for other in field.decks.stock if other != copy]))
    field.hold_hand(side, (*field.decks.hands[side], copy))
    field.tell("drawn", "turn.draw", "{side}: a card is drawn.", side=side)
    name = card_of(field, copy).name
    field.tell("card", "turn.secret", "You draw " + name + ".", to=side, card=copy)


def throw_away(field: Field, side: int, copy: str, clause: str) -> None:
    """A card leaves a hand and is seen by all."""
    field.hold_hand(side, tuple([other for other in field.decks.hands[side] if other != copy]))
    field.deal(discard=(*field.decks.discard, copy))
    field.revealed = True
    field.tell("discarded", clause, "{side}: {card} is discarded.", side=side, card=card_of(field, copy).name)


async def turn_up(field: Field) -> str:
    """The top event card is turned up (`event.reveal`); its discards are shuffled when it is empty."""
    if not field.decks.event_deck:
        field.deal(event_deck=field.decks.event_discard, event_discard=())
        field.tell("shuffle", "event.reshuffle", "The event cards are shuffled and used again.")
    if not field.decks.event_deck:
        return ""
    card = await Draw(EVENT_DECK, field.decks.event_deck, "")
    left = tuple([other for other in field.decks.event_deck if other != card])
    field.deal(event_deck=left, event_discard=(*field.decks.event_discard, card))
    return card


# --- playing -----------------------------------------------------------------------------------------------------


async def choose_card(field: Field) -> None:
    """`turn.play-one`: any card, also one that orders nothing (`turn.any-card`).

    With a dead hand one card is discarded instead (`turn.dead-hand`).
    """
    side = field.active
    hand = field.decks.hands[side]
    if not any(orders_anything(field, copy) for copy in hand):
        await _dead_hand(field)
        return
    if field.rules.solo == "on":
        copy = await _solo(field, [copy for copy in hand if orders_anything(field, copy)])
    else:
        copy = await Choice(field.seat, PLAY, hand, None)
    field.hold_hand(side, tuple([other for other in hand if other != copy]))
    field.deal(discard=(*field.decks.discard, copy))
    field.revealed = True
    field.tell("played", "turn.play-one", "{side}: {card} is played.", side=side, card=card_of(field, copy).name)
    lay_down(field, copy)
    north, south = field.decks.last
    field.deal(last=(kind_of(copy), south) if side == 0 else (north, kind_of(copy)))
    field.phase = "played"


async def _dead_hand(field: Field) -> None:
    """The turn is over, but a forced event card is still activated (`event.dead-turn`)."""
    side = field.active
    if field.decks.hands[side]:
        copy = await Choice(field.seat, DISCARD, field.decks.hands[side], None)
        throw_away(field, side, copy, "turn.dead-hand")
    field.play = None
    field.phase = "dead"


async def _solo(field: Field, useful: list[str]) -> str:
    """`opt.solo`, `opt.solo-detail`: two cards that can order something; the die says which of them is played."""
    if len(useful) == 1:
        return useful[0]
    first: str = await Choice(field.seat, FIRST_CARD, useful, None)
    second: str = await Choice(field.seat, SECOND_CARD, [copy for copy in useful if copy != first], None)
    die = await Roll(SOLO, 1, pips(D6), field.seat)
    assert isinstance(die, int)
    field.tell("solo", "opt.solo", "The die picks the {which} card.", which="first" if die <= 3 else "second")
    return first if die <= 3 else second


def lay_down(field: Field, copy: str) -> None:
    """The card lies on the table: what it orders, and what it changes for this turn."""
    text = _text(field, kind_of(copy))
    card = card_of(field, text)
    play = Play(copy, text)
    for effect in card.effects:
        play = _grants(play, effect)
    field.play = play._replace(special=bool(play.filter or play.officers))
    for effect in takewhile(lambda effect: "pick" not in effect, card.effects):
        bind(field, card, effect)
    if play.officers:
        _officers_to_the_front(field)


def _text(field: Field, kind: str) -> str:
    """The card whose text is carried out: that of the opponent's last, on the Answering Bugle (SP-10)."""
    if any("copy" in effect for effect in card_of(field, kind).effects):
        other = field.decks.last[1 - field.active]
        if other and not any("copy" in effect for effect in card_of(field, other).effects):
            return other
    return kind


def _grants(play: Play, effect: Json) -> Play:
    if "slots" in effect:
        numbers = [effect["slots"].get(column, 0) for column in COLUMNS]
        red, blue, green, wild = (99 if number == "all" else number for number in numbers)
        return play._replace(slots=(red, blue, green, wild))
    if "order" in effect:
        most = effect.get("max", "all")
        return play._replace(filter=effect["order"], most=99 if most == "all" else most)
    return play._replace(officers=True) if "officers" in effect else play


def bind(field: Field, card: Card, effect: Json, slot: Slot = NOBODY) -> None:
    """`MOVE`, `BATTLE` and `DICE` bind one piece, or all of the player's, for this turn if nothing else is said."""
    who, side, now = effect.get("who", ""), field.active, last_turn(field, effect)
    if effect.get("move", "normal") != "normal":
        far, colon, near = effect["move"].partition(":")
        value = int(far) * 10 + int(near) if colon else 0
        sort = "" if colon else "none"
        field.last(Effect("move", side, slot, value, now, sort, who, card.name))
    if effect.get("battle", "normal") != "normal":
        field.last(Effect("battle", side, slot, 0, now, effect["battle"], who, card.name))
    if "dice" in effect:
        sort = " ".join(
            [effect["dice"], *(["first"] if effect.get("first") else []), effect.get("against", "")]
        ).strip()
        field.last(Effect("dice", side, slot, effect["add"], now, sort, who, card.name))


def last_turn(field: Field, effect: Json) -> int:
    """`UNTIL`: the turn at whose end it is over, this one or the enemy's next."""
    return field.turns + int(effect.get("until", "turn") != "turn")


def _officers_to_the_front(field: Field) -> None:
    """SP-9: each officer and every unit in his hex; his die may go to both (`cards.officers-company`)."""
    for slot in field.living(field.active):
        unit = field.units[slot]
        if not unit.troop.is_officer or unit.wounded or field.affected("mirage", slot):
            continue
        units = [other for other in field.at(field.active, unit.cell) if not field.affected("mirage", other)]
        take_order(field, Order((slot, *units), 0, "unit"))


# --- a hand with nothing to order --------------------------------------------------------------------------------


def orders_anything(field: Field, copy: str) -> bool:
    """Whether a card would let its player order anything now."""
    play, effects, turn = field.play, field.effects, field.turn
    lay_down(field, copy)
    assert field.play is not None
    found = any(True for _ in _first_orders(field)) or field.turn != turn
    field.play, field.effects, field.turn = play, effects, turn
    return found


def _first_orders(field: Field) -> list[Order]:
    assert field.play is not None
    if field.play.officers:
        return []
    slots = field.play.slots
    wanted = sum(bit for bit, number in zip((1, 2, 4), slots, strict=False) if number) if not slots[3] else 7
    return [order for order in candidates(field) if field.play.filter or order.colours & wanted]


# --- words -------------------------------------------------------------------------------------------------------


def _show(verb: str, clause: str) -> Any:
    def show(field: Field, about: Any, copy: str) -> Option:
        card = card_of(field, copy)
        icon = " (event)" if has_icon(field, copy) else ""
        return Option(f"{verb} {copy}", f"{card.name}{icon}: {card.text}", clause, copy)

    return show


def _refused(field: Field, about: Any) -> list[tuple[Option, Refusal]]:
    """`opt.solo-detail`: with two useful cards in the hand the others may not be picked."""
    return [
        (_show("pick", "opt.solo")(field, about, copy), Refusal("opt.solo-detail", "It could order nothing."))
        for copy in field.decks.hands[field.active]
        if not orders_anything(field, copy)
    ]


STOCK = Deck("card", "turn.draw", lambda field, about: "A command card is drawn.", lambda card: card, hidden=True)
EVENT_DECK = Deck(
    "event",
    "event.reveal",
    lambda field, about: "An event card is turned up.",
    lambda card: f"{EVENTS[card].name}: {EVENTS[card].text}" if card in EVENTS else card,
)
PLAY = Question(
    "play",
    "turn.play-one",
    lambda field, about: "Which card is played?",
    _show("play", "turn.play-one"),
)
DISCARD = Question(
    "discard",
    "turn.dead-hand",
    lambda field, about: "No card in hand can order anything: which is discarded?",
    _show("discard", "turn.dead-hand"),
)
FIRST_CARD = Question(
    "solo-first",
    "opt.solo",
    lambda field, about: "Pick the card that is played on 1 to 3.",
    _show("pick", "opt.solo"),
    refused=_refused,
)
SECOND_CARD = Question(
    "solo-second",
    "opt.solo",
    lambda field, about: "Pick the card that is played on 4 to 6.",
    _show("pick", "opt.solo"),
)
SOLO = Throw("solo", "opt.solo", D6, lambda field, about: "1 to 3 plays the first card, 4 to 6 the second.")
