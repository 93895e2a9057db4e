"""Event cards (section 3.4), and what any card does to pieces, hexes and hands (sections 3.22 to 3.24).

P is the player of a command card or the activator of an event card, and it is always his turn. A card is carried out
effect by effect; `carry_out` keeps the piece that was picked last, and skips what follows where nothing could be
picked. Where a hand is shown, the step ends with it: what a player then decides he decides knowing it.
"""

from __future__ import annotations

from typing import Any

from zareba.boards.hex import Mask, bits
from zareba.engine.ask import Choice, Deck, Draw, Option, Question, Roll, Throw
from zareba.systems.afriboria.aim import sees
from zareba.systems.afriboria.cards import bind, card_of, draw, has_icon, last_turn, throw_away, turn_up
from zareba.systems.afriboria.faces import BATTLE, SHIELD, showing
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.language import Card, Json, cells, fits, pieces, verb_of
from zareba.systems.afriboria.retreat import hit_commander, scatter, ways_back, who_goes_along
from zareba.systems.afriboria.rows import NEUTRAL, NOBODY, Cell, Effect, Slot, Slots, Unit
from zareba.systems.afriboria.troops import COLOURS, Troop, muster

ACCEPT, PASS_ON = True, False
KEEP = ""
BINDING = ("move", "battle", "dice")
ORDERING = ("slots", "order", "copy", "officers", "each", "works")
"""What the words of a card bind, and whom they order: `cards.lay_down` and `carry_out_orders` see to it."""
DIGITS = {"hit": 1, "lose": 1 << 4, "back": 1 << 8, "gain": 1 << 12, "kill": 1 << 16}
NO_HEX: Cell = -1


# --- drawing and passing on --------------------------------------------------------------------------------------


async def forced_event(field: Field) -> None:
    """`event.forced`, `event.forced-when`: a card passed on is turned up in the receiver's next turn, first of all."""
    _force(field, field.active, -1)
    await activate(field)


async def own_event(field: Field) -> None:
    """`event.choice`, `event.when`: unseen, the top card is accepted and turned up, or passed on."""
    assert field.play is not None
    if await Choice(field.seat, EVENT, (ACCEPT, PASS_ON), None):
        await activate(field)
        return
    _force(field, 1 - field.active, 1)
    field.tell("passed", "event.choice", "{side}: the event card is passed on, unseen.", side=field.active)


def _force(field: Field, side: int, number: int) -> None:
    """One event card more, or fewer, lies face down before a side."""
    north, south = field.decks.forced
    field.deal(forced=(north + number, south) if side == 0 else (north, south + number))


async def activate(field: Field) -> None:
    """`event.reveal`: turned up, shown to all and carried out. Points are counted when it is done (`win.both`)."""
    card = await turn_up(field)
    if not card:
        return
    found = card_of(field, card)
    field.tell("event", "event.reveal", "{card}: {text}", card=found.name, text=found.text)
    field.patient = True
    await carry_out(field, found)
    field.patient = False


def calls_for_event(field: Field) -> bool:
    """`event.icon`; a copied text makes nobody draw (`event.copy-none`): the card played must carry the icon itself."""
    return field.play is not None and has_icon(field, field.play.card)


# --- carrying a card out -----------------------------------------------------------------------------------------


async def carry_out(field: Field, card: Card, laid: bool = False) -> None:
    """Effect by effect. Without a legal choice the rest of it is skipped (`cards.pick-none`, `event.no-target`).

    What a command card says of all its side already holds when it is laid down.
    """
    picked, reach = NOBODY, 0
    for effect in card.effects:
        verb = verb_of(effect)
        if verb == "pick":
            reach = effect.get("aim", reach)
            picked = await _pick(field, effect, picked, reach)
            if picked == NOBODY:
                field.tell("nothing", "event.no-target", "Nobody answers the description.")
                return
        elif verb in BINDING:
            if not laid or picked != NOBODY:
                bind(field, card, effect, picked)
        elif verb not in ORDERING:
            await _effect(field, card, verb, effect, picked)


async def carry_out_orders(field: Field, card: Card) -> None:
    """What a card does to everything it has ordered: rallying, digging in."""
    assert field.play is not None
    slots = [slot for order in field.play.orders for slot in order.slots]
    for effect in card.effects:
        if "each" in effect:
            for slot in slots:
                await _throw(field, card, {"roll": effect["roll"], "gain": effect["gain"]}, slot)
        elif "works" in effect:
            for slot in slots:
                _dig_in(field, slot, effect.get("unless", "").split(","))


async def _effect(field: Field, card: Card, verb: str, effect: Json, slot: Slot) -> None:
    if verb == "grant":
        _grant(field, card, effect, slot)
    elif verb == "roll":
        await _throw(field, card, effect, slot)
    elif verb == "hit":
        await _hit(field, slot, effect["hit"])
    elif verb == "lose":
        field.lose(slot, effect["lose"], "cards.vp")
    elif verb == "gain":
        field.regain(slot, effect["gain"], "event.reveal")
    elif verb == "back":
        await fall_back(field, slot, effect["back"])
    elif verb == "cancel":
        cancel(field, slot)
    elif verb == "burn":
        await _burn(field, effect)
    elif verb == "raise":
        await _raise(field, effect)
    elif verb == "hand":
        _hands(field, effect["hand"])


async def _pick(field: Field, effect: Json, before: Slot, reach: int) -> Slot:
    """`PICK`: pieces of one side, chosen by the player or his opponent; perhaps in sight of one picked before."""
    side = field.active if effect.get("of", "own") == "own" else 1 - field.active
    chooser = field.active if effect.get("by", "player") == "player" else 1 - field.active
    if "in-aim" in effect["pick"]:
        field.memo["aim"] = _in_sight(field, before, reach)
    found = pieces(field, side, effect["pick"])
    if "aim" in effect:
        found = [slot for slot in found if _in_sight(field, slot, reach)]
    if not found:
        return NOBODY
    chosen: Slot = await Choice(field.sides[chooser].id, PICK, found, effect["pick"])
    return chosen


def _in_sight(field: Field, slot: Slot, reach: int) -> Mask:
    """The hexes so near, and seen, in which enemy commanders are: alone or not, but exposed (SP-7)."""
    unit, grid, found = field.units[slot], field.ground.grid, 0
    for post, _ in unit.posts:
        near = grid.disc(post, reach) & field.led[1 - unit.troop.side]
        found |= grid.mask(cell for cell in bits(near) if sees(field, unit, post, cell))
    return grid.mask(cell for cell in bits(found) if _is_exposed(field, 1 - unit.troop.side, cell))


def _is_exposed(field: Field, side: int, cell: Cell) -> bool:
    """A commander is under cover where all the units with him are (`siege.exposed`)."""
    here = field.at(side, cell)
    return not here or not all(field.units[slot].hidden for slot in here)


def _grant(field: Field, card: Card, effect: Json, slot: Slot) -> None:
    """Something lasts: for the piece picked, or for one side or both."""
    side = {"own": field.active, "enemy": 1 - field.active, "both": NEUTRAL}[effect.get("of", "own")]
    if effect["grant"] == "ford-stop":
        field.alter(wet=True)
    field.last(Effect(effect["grant"], side, slot, effect.get("value", 0), last_turn(field, effect), "", "", card.name))


def expire(field: Field) -> None:
    """What has lasted long enough ends with the turn."""
    field.effects = tuple(effect for effect in field.effects if effect.last > field.turns)
    if field.changes.wet and not any(effect.kind == "ford-stop" for effect in field.effects):
        field.alter(wet=False)
    field.memo = {}


# --- what happens to pieces --------------------------------------------------------------------------------------


async def _throw(field: Field, card: Card, effect: Json, slot: Slot) -> None:
    """`ROLL`: each die does what its face says; `HIT` may be saved as in close combat (`cards.fastplay`)."""
    tally = tuple(sum(digit for verb, digit in DIGITS.items() if face in effect.get(verb, ())) for face in range(1, 7))
    rolled = await Roll(CARD_DICE, effect["roll"], tally, field.seat, (card.name, slot))
    assert isinstance(rolled, int)
    hits, losses, back, gained, kills = (rolled >> shift & 15 for shift in (0, 4, 8, 12, 16))
    field.tell("thrown", "turn.play-one", "{card}: the dice fall for {unit}.", card=card.name, unit=slot)
    await _hit(field, slot, hits, losses)
    if gained:
        field.regain(slot, gained, "cards.standard-word" if card.is_standard else "turn.play-one")
    if kills and await _unsaved(field, 1, tuple(effect["save"]), slot):
        hit_commander(field, slot, "cards.vp")
    if back:
        await fall_back(field, slot, back)


async def _hit(field: Field, slot: Slot, hits: int, losses: int = 0) -> None:
    """`HIT`: a saving throw for each as in close combat, no automatic first one; other losses have none."""
    if hits:
        hits = await _unsaved(field, min(hits, field.units[slot].figures), (SHIELD,), slot)
    field.lose(slot, hits + losses, "cards.vp")


async def _unsaved(field: Field, hits: int, faces: tuple[int, ...], slot: Slot) -> int:
    if field.rules.fastplay == "on":
        return hits
    saved = await Roll(CARD_SAVES, hits, showing(*faces), field.owner(slot), slot)
    assert isinstance(saved, int)
    field.tell("saves", "cards.fastplay", "{unit} saves {saved} of {hits}.", unit=slot, saved=saved, hits=hits)
    return hits - saved


async def fall_back(field: Field, slot: Slot, steps: int) -> None:
    """`BACK`: no save, not to be ignored; a step that cannot be made, or would leave the map, is not made."""
    unit = field.units[slot]
    if not unit.posts or unit.troop.flies:
        return
    cell = unit.cell
    leader = await who_goes_along(field, slot, cell)
    for _ in range(steps):
        ways = ways_back(field, slot, cell, leader)
        if not ways:
            break
        cell = await Choice(field.owner(slot), FALL_BACK, ways, slot)
        field.put(slot, cell)
        if leader != NOBODY:
            field.put(leader, cell)
        field.tell("back", "cards.pick-none", "{unit} falls back to {cell}.", unit=slot, cell=cell)
    scatter(field, slot, leader)


def cancel(field: Field, slot: Slot) -> None:
    """`cards.event-order-lost`: it may not move or battle; the other half of a platoon keeps its order."""
    bit = 1 << slot
    turn = field.turn
    field.turn = turn._replace(ordered=turn.ordered & ~bit, follows=turn.follows & ~bit)
    if (turn.ordered | turn.follows) & bit:
        field.tell("cancelled", "cards.event-order-lost", "{unit} loses its order.", unit=slot)


def _dig_in(field: Field, slot: Slot, unless: list[str]) -> None:
    """SP-8: sandbags in the hex of each, where the ground allows them."""
    lie = field.lie
    for cell in bits(field.units[slot].mask):
        if not (set(lie.terrain[cell]) & set(unless) or lie.intact >> cell & 1):
            field.alter(sandbags=field.changes.sandbags | 1 << cell)
            field.tell("sandbags", "turn.play-one", "Sandbags are put up in {cell}.", cell=cell)


async def _burn(field: Field, effect: Json) -> None:
    """EV-23: every unit in a hex loses a figure and falls back; the hex is open ground from then on."""
    found = cells(field, effect["burn"])
    if not found:
        return
    cell = await Choice(field.seat, HEX, found, effect["burn"])
    here = [slot for side in (field.active, 1 - field.active) for slot in field.at(side, cell)]
    for slot in here:
        field.lose(slot, effect["lose"], "cards.vp", cell)
        await fall_back(field, slot, effect["back"])
    field.alter(burnt=field.changes.burnt | 1 << cell)
    field.tell("fire", "event.reveal", "The bush burns in {cell}.", cell=cell)


async def _raise(field: Field, effect: Json) -> None:
    """EV-5: a new unit on an empty hex of the player's own edge row, in a colour of his choice."""
    side = field.active
    taken = field.held[0] | field.held[1] | field.led[0] | field.led[1] | field.lie.barred
    free = list(bits(field.ground.edge[side] & ~taken))
    if not free:
        return
    cell = await Choice(field.seat, HEX, free, "")
    colour = await Choice(field.seat, COLOUR, tuple(COLOURS), None)
    slot = _enlist(field, muster(_recruit(field, effect, colour), side))
    field.put(slot, cell)
    field.mark(new=1 << slot)
    field.tell("raised", "event.reveal", "{unit} joins {side}.", unit=slot, side=side)


def _recruit(field: Field, effect: Json, colour: str) -> Json:
    """The entry of a roster for a unit that a card brings."""
    number = 1 + sum(1 for unit in field.units if unit.troop.id.startswith("raised-"))
    entry = {"id": f"raised-{number}", "kind": effect["raise"], "colour": colour, "strength": effect["figures"]}
    return entry | {key: effect[key] for key in ("name", "arms") if key in effect}


def _enlist(field: Field, troop: Troop) -> Slot:
    field.units.append(Unit(troop, (), 0, troop.figures, mounted=troop.rides))
    field.score = field.score._replace(raised=field.score.raised + troop.figures)
    return len(field.units) - 1


# --- hands -------------------------------------------------------------------------------------------------------


def _hands(field: Field, what: str) -> None:
    """What concerns hands takes steps of its own, so that nobody decides before he has seen."""
    if what == "dispatches":
        show_hand(field, 1 - field.active)
        field.tasks = (*field.tasks, ("dispatches",))
    elif what == "spy":
        show_hand(field, field.active)
        field.tasks = (*field.tasks, ("spy",))
    else:
        field.tasks = (*field.tasks, ("runner", "0"), ("runner", "1"))


def show_hand(field: Field, side: int) -> None:
    """The other side sees a hand, and what it has seen it knows."""
    known = list(field.decks.known)
    known[side] = field.decks.hands[side]
    field.deal(known=(known[0], known[1]))
    field.revealed = True
    names = ", ".join(card_of(field, copy).name for copy in field.decks.hands[side])
    field.tell("shown", "event.reveal", f"The hand of {field.sides[side].name}: {names}.", to=1 - side)


async def hand_task(field: Field, task: tuple[str, ...]) -> None:
    side = field.active
    if task[0] == "dispatches":
        await _dispatches(field, 1 - side)
    elif task[0] == "spy":
        await _spy(field, side)
    else:
        await _runner(field, side if task[1] == "0" else 1 - side)


async def _dispatches(field: Field, side: int) -> None:
    """EV-9: the player chooses a card of the opponent's hand; he discards it and draws another."""
    if field.decks.hands[side]:
        copy = await Choice(field.seat, TAKE, field.decks.hands[side], side)
        throw_away(field, side, copy, "event.reveal")
        await draw(field, side)


async def _spy(field: Field, side: int) -> None:
    """EV-19: one card of the hand, drawn at random, is discarded; the hand is filled when the turn ends."""
    if field.decks.hands[side]:
        copy = await Draw(SPY, field.decks.hands[side], "")
        throw_away(field, side, copy, "event.reveal")


async def _runner(field: Field, side: int) -> None:
    """EV-24: he may discard a card and draw another."""
    copy = await Choice(field.sides[side].id, RUNNER, (*field.decks.hands[side], KEEP), side)
    if copy != KEEP:
        throw_away(field, side, copy, "event.reveal")
        await draw(field, side)


# --- words -------------------------------------------------------------------------------------------------------


def _show_piece(field: Field, about: Any, slot: Slot) -> Option:
    unit = field.units[slot]
    return Option(f"pick {unit.id}", unit.name, "event.reveal", "", unit.id, (field.name(unit.cell),))


def _show_hex(field: Field, about: Any, cell: Cell) -> Option:
    name = field.name(cell)
    return Option(name, f"In {name}", "event.reveal", cells=(name,))


def _show_card(field: Field, about: Any, copy: str) -> Option:
    if copy == KEEP:
        return Option("keep", "Keep them all", "event.reveal")
    return Option(f"discard {copy}", f"Discard {card_of(field, copy).name}", "event.reveal", copy)


EVENT = Question(
    "event",
    "event.choice",
    lambda field, about: "An event card, unseen: accept it or pass it on?",
    lambda field, about, accepts: Option(
        "accept" if accepts else "pass", "Accept it" if accepts else "Pass it to the opponent", "event.choice"
    ),
    hints=lambda field, about: {"back": "event"},
)
PICK = Question("pick", "event.reveal", lambda field, about: "Which piece does the card concern?", _show_piece)
FALL_BACK = Question(
    "back",
    "retreat.step",
    lambda field, slot: f"Where does {field.units[slot].name} fall back to?",
    _show_hex,
)
HEX = Question("hex", "event.reveal", lambda field, about: "Which hex does the card concern?", _show_hex)
COLOUR = Question(
    "colour",
    "setup.colours",
    lambda field, about: "Of which colour is the new unit?",
    lambda field, about, colour: Option(colour, colour.title(), "setup.colours"),
)
TAKE = Question("take", "event.reveal", lambda field, side: "Which card must he discard?", _show_card)
RUNNER = Question(
    "runner",
    "event.reveal",
    lambda field, side: f"{field.sides[side].name}: is a card exchanged?",
    _show_card,
    lambda field, about, options: len(options) - 1,
)
SPY = Deck(
    "spy", "event.reveal", lambda field, about: "A card of the hand is drawn at random.", lambda card: card, hidden=True
)
CARD_DICE = Throw("card-dice", "turn.play-one", BATTLE, lambda field, about: f"{about[0]}: the dice decide.")
CARD_SAVES = Throw("card-saves", "cards.fastplay", BATTLE, lambda field, slot: f"{field.units[slot].name} saves.")
__all__ = ["Slots", "carry_out", "fits"]
