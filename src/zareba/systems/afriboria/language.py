"""The card language: section 3.22 of the rule book.

A card is a list of effects, each a small table; what each may say is told in `VERBS`, and a card
of a scenario is checked against it (`setup.custom-cards`). Pieces are chosen by *filters*: words that must all hold,
each a list of alternatives, as in `inf,mounted adj-enemy`.

Effects, in the order in which they are usually written:

- `slots`: order slots by colour, as on standard cards; `order` with `max`: up to so many pieces that fit a filter
- `move`: none, or `3:2` (so far without a battle, so far with one); `battle`: none, close or fire; `who` limits them
- `dice` with `add`: more or fewer dice in close combat, in fire or in any; `first`: only in the first such attack
- `pick`: the player or his opponent (`by`) chooses one piece `of` one side; what follows concerns the piece picked
- `roll`: dice, with the faces that `hit`, `lose`, drive `back`, `gain` or `kill`; without a roll the same words take
  a number; `each`: for everything ordered; `cancel`: the order of the piece is lost
- `grant`: something lasts, `until` the end of the turn, the `next` turn of the player or the end of the enemy's
- `works`, `burn`, `raise`, `hand`, `officers`, `copy`: what the cards that use them say

What stands before the first `pick` concerns all of the player's pieces, what stands after it the piece picked last.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from zareba.boards.hex import bits
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.ground import TERRAIN
from zareba.systems.afriboria.rows import NOBODY, Slot, Unit
from zareba.systems.afriboria.troops import (
    AIR,
    ARTILLERY,
    CAVALRY,
    COMMANDER,
    FOLDER,
    INFANTRY,
    MOTOR,
    TABLES,
    TRANSPORT,
)

Json = dict[str, Any]
ICON = "!"


class Card(NamedTuple):
    """One card of either deck."""

    id: str
    name: str
    text: str
    effects: tuple[Json, ...]
    copies: int = 1
    icon: int = 0
    kind: str = ""
    wild: bool = False

    @property
    def is_standard(self) -> bool:
        """`setup.card-kinds`: orders for a number of units of stated colours, and nothing else."""
        return all("slots" in effect for effect in self.effects)


def read_card(entry: Json) -> Card:
    return Card(
        entry["id"],
        entry["name"],
        entry["text"],
        tuple(entry["effects"]),
        entry.get("copies", 1),
        entry.get("icon", 0),
        entry.get("kind", ""),
        entry.get("wild", False),
    )


_BOOK = tomllib.loads((FOLDER / "deck.toml").read_text(encoding="utf-8"))
COMMANDS: dict[str, Card] = {entry["id"]: read_card(entry) for entry in _BOOK["command"]}
"""`setup.command-deck`, `cards.sixty`."""
EVENTS: dict[str, Card] = {entry["id"]: read_card(entry) for entry in _BOOK["event"]}
"""`setup.event-deck`, `cards.events`."""


def copies(card: Card) -> list[str]:
    """The cards of a deck by name: `ST-R2.1` is the first of its copies, and one that carries the icon if any does."""
    return [f"{card.id}.{number}" for number in range(1, card.copies + 1)]


def kind_of(copy: str) -> str:
    return copy.split(".")[0]


# --- filters -----------------------------------------------------------------------------------------------------


def fits(field: Field, slot: Slot, wanted: str) -> bool:
    """Whether a piece fits a filter: every word of it, by one of its alternatives at least."""
    unit = field.units[slot]
    return all(any(_holds(field, slot, unit, word) for word in _alternatives(words)) for words in wanted.split())


def _alternatives(words: str) -> list[str]:
    return [words] if words.startswith("near(") else words.split(",")


def _holds(field: Field, slot: Slot, unit: Unit, word: str) -> bool:
    if word.startswith("near("):
        return bool(near(field, word) & unit.mask)
    return FILTERS[word](field, slot, unit)


def near(field: Field, word: str) -> int:
    """The hexes in or next to ground of these kinds: `near(wood,marsh)`."""
    found = 0
    for name in word.removeprefix("near(").removesuffix(")").split(","):
        found |= field.lie.named[name]
    return found | field.ground.grid.around(found)


def beside_enemy(field: Field, unit: Unit) -> bool:
    """Next to an enemy unit or commander, whatever stands between."""
    other = 1 - unit.troop.side
    return bool(field.ground.grid.around(unit.mask) & (field.held[other] | field.led[other]))


# `air` stands beside cavalry and beside guns on the special cards: there air units count as both.
AIR_COUNTS_AS = "air.special-cards"
Filter = Callable[[Field, Slot, Unit], bool]
FILTERS: dict[str, Filter] = {
    "unit": lambda field, slot, unit: not unit.troop.leads,
    "ground": lambda field, slot, unit: not unit.troop.leads and not unit.aloft,
    "inf": lambda field, slot, unit: unit.troop.type == INFANTRY and unit.troop.kind != "bearers",
    "inf-a": lambda field, slot, unit: unit.troop.kind == "inf-a",
    "inf-b": lambda field, slot, unit: unit.troop.kind == "inf-b",
    "inf-c": lambda field, slot, unit: unit.troop.kind == "inf-c",
    "bearers": lambda field, slot, unit: unit.troop.kind == "bearers",
    "cav": lambda field, slot, unit: unit.troop.type == CAVALRY,
    "mounted": lambda field, slot, unit: unit.mounted,
    "cav-dismounted": lambda field, slot, unit: unit.troop.type == CAVALRY and not unit.mounted,
    "art": lambda field, slot, unit: unit.troop.type == ARTILLERY,
    "gun": lambda field, slot, unit: unit.troop.is_gun,
    "motor": lambda field, slot, unit: unit.troop.type == MOTOR and bool(unit.troop.dice),
    "transport": lambda field, slot, unit: unit.troop.type == TRANSPORT,
    "air": lambda field, slot, unit: unit.troop.type == AIR,
    "commander": lambda field, slot, unit: unit.troop.type == COMMANDER,
    "armed": lambda field, slot, unit: unit.firearms > 0 and bool(unit.troop.dice),
    "firearms": lambda field, slot, unit: unit.firearms > 0 and unit.troop.guns,
    "ordered": lambda field, slot, unit: bool(field.turn.ordered >> slot & 1),
    "adj-enemy": lambda field, slot, unit: beside_enemy(field, unit),
    "not-adj-enemy": lambda field, slot, unit: not beside_enemy(field, unit),
    "below-start": lambda field, slot, unit: unit.figures < unit.troop.figures,
    "two-up": lambda field, slot, unit: unit.figures >= 2,
    "uncommanded": lambda field, slot, unit: field.commander(unit.troop.side, unit.cell) == NOBODY,
    "not-sheltered": lambda field, slot, unit: not unit.mask & field.lie.sheltered,
    "not-own-edge": lambda field, slot, unit: not unit.mask & field.ground.edge[unit.troop.side],
    "in-aim": lambda field, slot, unit: not unit.hidden and bool(unit.mask & field.memo.get("aim", 0)),
}


def pieces(field: Field, side: int, wanted: str) -> list[Slot]:
    """The pieces of a side that fit a filter."""
    return [slot for slot in field.living(side) if fits(field, slot, wanted)]


def cells(field: Field, wanted: str) -> list[int]:
    """The hexes of these kinds of ground."""
    found = 0
    for name in wanted.split(","):
        found |= field.lie.named[name]
    return list(bits(found))


# --- what a card may say -----------------------------------------------------------------------------------------

GRANTS = (
    "short-cut",
    "talisman",
    "mirage",
    "crawl",
    "range",
    "mired",
    "quarrel",
    "no-air-fight",
    "wet",
    "ford-stop",
    "no-take-off",
)
_SIDES = ("own", "enemy", "both")
VERBS: dict[str, set[str]] = {
    "slots": set(),
    "order": {"max"},
    "move": {"who"},
    "battle": {"who"},
    "dice": {"add", "who", "first", "against", "until"},
    "pick": {"of", "by", "aim"},
    "each": {"roll", "gain"},
    "burn": {"lose", "back"},
    "roll": {"hit", "lose", "back", "gain", "kill", "save"},
    "hit": set(),
    "lose": set(),
    "gain": set(),
    "back": set(),
    "cancel": set(),
    "works": {"unless"},
    "grant": {"of", "value", "until"},
    "raise": {"figures", "arms", "name"},
    "hand": set(),
    "officers": set(),
    "copy": set(),
}
"""Every effect by its leading word, and what may stand beside it. Words that also stand beside others come last."""
_WORDS: dict[str, tuple[str, ...]] = {
    "battle": ("normal", "none", "close", "fire"),
    "dice": ("any", "close", "fire"),
    "of": _SIDES,
    "by": ("player", "opponent"),
    "until": ("turn", "next", "enemy-next"),
    "grant": GRANTS,
    "works": ("sandbags",),
    "hand": ("dispatches", "spy", "runners"),
    "copy": ("last",),
    "against": ("ground",),
    "each": ("ordered",),
    "raise": tuple(kind for kind, row in TABLES["units"].items() if row["type"] in (INFANTRY, CAVALRY, TRANSPORT)),
    "arms": ("firearms", "bows", "spears"),
}
_NUMBERS = ("add", "aim", "figures", "value")
_EITHER_WAY = ("add", "value")
_OF_SOME_VALUE = ("short-cut", "crawl", "range", "wet")
_COUNTED = ("hit", "lose", "back", "gain")
"""Beside a roll they name the faces that do it; without one they say how much of it is done."""
_NEEDED: dict[str, set[str]] = {
    "dice": {"add"},
    "each": {"roll", "gain"},
    "burn": {"lose", "back"},
    "raise": {"figures"},
    "order": {"max"},
}
"""What must stand beside a leading word."""
_OF_A_PIECE = ("roll", "hit", "lose", "gain", "back", "cancel")
_OF_COMMANDS = ("slots", "order", "officers", "copy", "each", "works")


def verb_of(effect: Json) -> str:
    """The leading word of an effect: the first of `VERBS` that it says."""
    return next((verb for verb in VERBS if verb in effect), "")


def card_faults(entry: Json) -> Iterator[str]:
    """Everything that is wrong with a card, each as the end of a sentence."""
    for key in ("id", "name", "text"):
        if not isinstance(entry.get(key), str) or not entry[key]:
            yield f"has no '{key}'."
    if "." in str(entry.get("id", "")) or " " in str(entry.get("id", "")):
        yield "has a '.' or a space in its id."
    number, icon = entry.get("copies", 1), entry.get("icon", 0)
    if not (_whole(number) and 1 <= number <= 60 and _whole(icon) and 0 <= icon <= number):
        yield "has copies from 1 to 60, and no more icons than copies."
    effects = entry.get("effects")
    if not isinstance(effects, list) or not effects or not all(isinstance(one, dict) for one in effects):
        yield "has no list of effects."
        return
    for effect in effects:
        yield from _effect_faults(effect)
    yield from _sequence_faults(entry.get("deck", "command"), effects)


def _sequence_faults(deck: Any, effects: list[Json]) -> Iterator[str]:
    """What stands where nobody has been picked yet, or on the wrong kind of card."""
    picked = aimed = False
    for effect in effects:
        verb = verb_of(effect)
        if verb in _OF_A_PIECE and not picked:
            yield f"has '{verb}' before any piece is picked."
        if "in-aim" in str(effect.get("pick", "")) and not aimed:
            yield "has 'in-aim' before a piece with an 'aim' is picked."
        if deck == "event" and verb in _OF_COMMANDS:
            yield f"has '{verb}', which belongs on a command card."
        picked, aimed = picked or verb == "pick", aimed or "aim" in effect


def _effect_faults(effect: Json) -> Iterator[str]:
    verb = verb_of(effect)
    if not verb:
        yield f"says {', '.join(effect) or 'nothing'}, which is no effect of the card language."
        return
    for key in sorted(_NEEDED.get(verb, set()) - effect.keys()):
        yield f"has '{verb}' without '{key}'."
    if "kill" in effect and "save" not in effect:
        yield "has 'kill' without 'save'."
    if effect.get("grant") in _OF_SOME_VALUE and "value" not in effect:
        yield f"grants '{effect['grant']}' without 'value'."
    most = TABLES["units"].get(str(effect.get("raise")), {}).get("max", 9)
    if _whole(effect.get("figures")) and effect["figures"] > most:
        yield f"raises {effect['figures']} figures where a unit has no more than {most}."
    for key, value in effect.items():
        if key != verb and key not in VERBS[verb]:
            yield f"has '{key}' beside '{verb}', where it means nothing."
        elif why := _value_fault(verb, key, value):
            yield why


def _value_fault(verb: str, key: str, value: Any) -> str:
    if key in _WORDS and value not in _WORDS[key]:
        return f"says {value!r} after '{key}'; there may stand: {', '.join(_WORDS[key])}."
    if (verb, key, value) == ("pick", "of", "both"):
        return "picks a piece of both sides; there may stand: own, enemy."
    if key in ("order", "pick", "who"):
        return _filter_fault(value)
    if key in ("burn", "unless"):
        words = str(value).split(",")
        return "" if all(word in TERRAIN for word in words) else f"names ground that does not exist: {value!r}."
    if key == "slots":
        return _slots_fault(value)
    if key == "max" and not (value == "all" or (_whole(value) and value > 0)):
        return "has a 'max' that is neither a number nor \"all\"."
    if key == "move" and not (value in ("normal", "none") or _march(value)):
        return "moves 'normal', 'none', or like '3:2'."
    return _number_fault(verb, key, value)


def _number_fault(verb: str, key: str, value: Any) -> str:
    faces = key in ("kill", "save") or (verb in ("roll", "each") and key in _COUNTED)
    if faces and not (isinstance(value, list) and value and all(_whole(f) and 1 <= f <= 6 for f in value)):
        return f"needs faces from 1 to 6 after '{key}'."
    plain = key in _NUMBERS or key == "roll" or (not faces and key in _COUNTED)
    least = -9 if key in _EITHER_WAY else 1
    if plain and not (_whole(value) and least <= value <= 9):
        return f"needs a whole number from {least} to 9 after '{key}'."
    return ""


def _filter_fault(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        return "has a filter that is no text."
    for words in value.split():
        for word in _alternatives(words):
            grounds = word.removeprefix("near(").removesuffix(")").split(",")
            known = word in FILTERS or (word.startswith("near(") and all(name in TERRAIN for name in grounds))
            if not known:
                return f"has the unknown filter {word!r}."
    return ""


def _slots_fault(value: Any) -> str:
    good = isinstance(value, dict) and bool(value)
    for key, number in value.items() if good else ():
        good = good and key in ("red", "blue", "green", "any")
        good = good and (number == "all" or (_whole(number) and 1 <= number <= 99))
    return "" if good else 'has slots other than red, blue, green and any, each with a number or "all".'


def _march(value: Any) -> bool:
    far, colon, near_ = str(value).partition(":")
    return bool(colon) and far.isdecimal() and near_.isdecimal() and len(far) == len(near_) == 1


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
