"""Rudi Geudens' card-driven hexagon game of imaginary colonial warfare."""

from __future__ import annotations

from random import Random

from zareba.boards.hex import bits
from zareba.engine.system import System, Way
from zareba.systems.afriboria import fronts, inspect, judgement, looking, ordersheet, scenario, seen, show, turn
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.rows import Unit
from zareba.systems.afriboria.troops import FOLDER, SIDES


def seats(field: Field) -> dict[str, str]:
    """One player leads a side; alone, he sits on both chairs (`opt.solo`)."""
    return {side: side for side in SIDES}


def imagine(field: Field, seat: str, random: Random) -> Field:
    """What is hidden from a seat is the enemy's hand: it is dealt anew from the cards the seat has not seen."""
    twin = field.copy()
    enemy = 1 - SIDES.index(seat)
    known = field.decks.known[enemy]
    pool = sorted([*field.decks.stock, *[card for card in field.decks.hands[enemy] if card not in known]])
    random.shuffle(pool)
    hidden = len(field.decks.hands[enemy]) - len(known)
    hands = list(field.decks.hands)
    fresh = iter(pool[:hidden])
    hands[enemy] = tuple([card if card in known else next(fresh) for card in field.decks.hands[enemy]])
    twin.deal(hands=(hands[0], hands[1]), stock=tuple(pool[hidden:]))
    return twin


def losses(before: Field, after: Field) -> tuple[tuple[str, int], ...]:
    """Figures lost by each piece, and points by each structure; within one turn also who fell back, and what jammed."""
    found: list[tuple[str, int]] = []
    same_turn = before.turns == after.turns
    for old, new in zip(before.units, after.units, strict=False):
        if old.figures != new.figures:
            found.append((old.id, old.figures - new.figures))
        if same_turn and (steps := _steps_back(before, old, new)) > 0:
            found.append((f"{old.id} falls back", steps))
    for slot in bits(after.turn.jammed & ~before.turn.jammed) if same_turn else ():
        found.append((f"{after.units[slot].id} jams", 1))
    for one, old_value, new_value in zip(before.ground.structures, before.values, after.values, strict=True):
        if old_value != new_value:
            found.append((before.name(one.cell), old_value - new_value))
    return tuple(found)


def _steps_back(field: Field, old: Unit, new: Unit) -> int:
    """How many rows nearer to its own side a piece stands (`retreat.step`)."""
    if not (old.posts and new.posts) or old.aloft:
        return 0
    place = field.ground.grid.place
    rows = place(new.cell)[1] - place(old.cell)[1]
    return rows if old.troop.side == SIDES.index("south") else -rows


def count(field: Field) -> int:
    """Figures on the map, to come and lost; those that a card has raised were never there before."""
    return sum(unit.figures for unit in field.units) + sum(field.score.lost) - field.score.raised


SOLO = Way(
    "solo",
    "Alone, on both chairs",
    "Each side has a hand of four. You pick two of its cards, and a die decides which of them is played: "
    "on 1 to 3 the first, on 4 to 6 the second.",
    {"solo": "on"},
)
"""`opt.solo`: the solo procedure, offered as a way to play of its own."""

SYSTEM = System(
    id="afriboria",
    title="Afriboria: cards, colours and columns",
    author="Rudi Geudens",
    version=1,
    folder=FOLDER,
    options=scenario.OPTIONS,
    ways=(SOLO,),
    decks=fronts.decks,
    sheet=ordersheet.sheet,
    check=inspect.check,
    setup=scenario.setup,
    step=turn.step,
    sides=lambda field: SIDES,
    seats=seats,
    dump=show.dump,
    board=show.board,
    table=seen.table,
    imagine=imagine,
    losses=losses,
    judgement=judgement.judgement,
    instinct=judgement.instinct,
    count=count,
    hides=lambda field: True,
    conventions={
        "manual": "dice.plain",
        "overrule": "table.overrule",
        "concede": "table.concede",
        "agree": "table.concede",
    },
    sight=looking.sight,
)
