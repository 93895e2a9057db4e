"""What a seat sees of the table: pieces, cards, works and points, in the words of `docs/boards.md`."""

from __future__ import annotations

from typing import Any

from zareba.boards.hex import bits
from zareba.systems.afriboria import air
from zareba.systems.afriboria.cards import card_of, has_icon
from zareba.systems.afriboria.companies import is_straggler
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.fronts import front
from zareba.systems.afriboria.rows import NEUTRAL, NOBODY, Company, Effect, Slot, Unit
from zareba.systems.afriboria.show import cells, structures
from zareba.systems.afriboria.troops import (
    AIR,
    ARTILLERY,
    CAVALRY,
    COLOURS,
    COMMANDER,
    INFANTRY,
    MOTOR,
    SIDES,
    TABLES,
    TRANSPORT,
    Troop,
)

Json = dict[str, Any]
NAMES = {bit: name for name, bit in COLOURS.items()} | {0: ""}


def table(field: Field, seat: str) -> Json:
    """Everything but the hands of others and the order of the decks; what has been seen of a hand stays known."""
    return {
        "sides": [_side(field, number) for number in sorted((0, 1), key=lambda n: field.sides[n].colour != "red")],
        "pieces": [_piece(field, slot) for slot, unit in enumerate(field.units) if unit.posts],
        "groups": _platoons(field) + [_company(field, company) for company in field.companies],
        "coming": [[field.units[slot].id, rounds, field.name(cell)] for slot, rounds, cell in field.due],
        "hands": {SIDES[side]: _hand(field, side, seat) for side in (0, 1)},
        "decks": [_deck(field, "command", field.decks.stock, field.decks.discard), *_events(field)],
        "play": _played(field),
        "turn": {
            "number": field.turns,
            "round": (field.turns + 1) // 2,
            "side": SIDES[field.active],
            "phase": field.phase,
        },
        "standing": [_lasting(field, effect) for effect in field.effects if effect.last >= field.turns],
        "structures": structures(field),
        "ladders": [[field.name(one.foot), field.name(one.wall), SIDES[one.side]] for one in field.ladders],
        "ground": {field.name(cell): list(field.lie.terrain[cell]) for cell in _changed(field)},
        "objectives": [_goal(field, number) for number in range(len(field.terms.goals))],
        "acting": "",
        "status": status(field),
    }


def _changed(field: Field) -> list[int]:
    changes = field.changes
    return list(bits(changes.sandbags | changes.burnt | changes.rubble))


def _goal(field: Field, number: int) -> Json:
    goal, holder = field.terms.goals[number], field.score.holders[number]
    return {
        "name": goal.name,
        "hexes": cells(field, goal.hexes),
        "points": goal.points,
        "held": SIDES[holder] if holder != NEUTRAL else "",
    }


def _side(field: Field, number: int) -> Json:
    side = field.sides[number]
    return {
        "id": side.id,
        "name": side.name,
        "colour": side.colour,
        "seats": [side.id],
        "points": field.score.points[number] + field.score.goals[number],
        "quota": side.quota,
        "figures": sum(unit.figures for unit in field.units if unit.troop.side == number),
        "lost": field.score.lost[number],
        "forced": field.decks.forced[number],
    }


def status(field: Field) -> str:
    if field.result:
        return field.result.why
    side = field.sides[field.active].name
    return f"Round {(field.turns + 1) // 2}: {side}." if field.turns else "The battle is being prepared."


def _lasting(field: Field, effect: Effect) -> str:
    """What a card still does, and to whom."""
    if effect.slot != NOBODY:
        whom = field.units[effect.slot].name
    else:
        whom = "both sides" if effect.side == NEUTRAL else field.sides[effect.side].name
    return f"{effect.card}: {whom}"


# --- cards -------------------------------------------------------------------------------------------------------


def _hand(field: Field, side: int, seat: str) -> Json:
    """`turn.secret`: the owner sees his cards, others only what they have been shown."""
    own = seat == SIDES[side]
    known = field.decks.hands[side] if own else (field.decks.known[side] if seat in SIDES else ())
    return {"number": len(field.decks.hands[side]), "cards": [card(field, copy) for copy in sorted(known)]}


def card(field: Field, copy: str) -> Json:
    """The front of one copy of a card, with the icon if this is one of those that carry it."""
    return front(card_of(field, copy), copy, "." in copy and has_icon(field, copy))


def _deck(field: Field, name: str, left: tuple[str, ...], turned: tuple[str, ...]) -> Json:
    found: Json = {"name": name, "left": len(left), "turned": list(turned)}
    return found | ({"top": card(field, turned[-1])} if turned else {})


def _events(field: Field) -> list[Json]:
    """`setup.events-optional`: the second deck lies on the table only if it is played with."""
    if field.rules.events == "off":
        return []
    return [_deck(field, "event", field.decks.event_deck, field.decks.event_discard)]


def _played(field: Field) -> Json:
    if field.play is None:
        return {}
    ordered = [field.units[slot].name for order in field.play.orders for slot in order.slots]
    return card(field, field.play.card) | {"ordered": ordered}


# --- pieces ------------------------------------------------------------------------------------------------------


def _piece(field: Field, slot: Slot) -> Json:
    unit = field.units[slot]
    troop = unit.troop
    whole = troop.type in (AIR, MOTOR)
    found: Json = {
        "id": unit.id,
        "name": unit.name,
        "side": SIDES[troop.side],
        "seat": SIDES[troop.side],
        "kind": _kind(troop),
        "type": troop.type,
        "class": troop.rank,
        "colour": NAMES[troop.colour],
        "mounted": unit.mounted or (troop.leads and troop.rides),
        "figure": _figure(field, unit),
        "weapon": _weapon(troop),
        "figures": unit.figures,
        "full": troop.figures,
        "facts": _facts(unit),
        "marks": _marks(field, slot),
        "at": {field.name(cell): 1 if whole else figures for cell, figures in unit.posts},
    }
    return found | ({"aloft": True, "fuel": unit.fuel, "bombs": unit.bombs} if unit.aloft else {})


def _figure(field: Field, unit: Unit) -> str:
    """The small figure that stands for a man of the unit."""
    troop, imperial = unit.troop, is_imperial(field, unit.troop.side)
    if troop.type == COMMANDER:
        who = ("lead" if troop.is_officer else "nco") if imperial else ("chief" if troop.is_officer else "elder")
        return who + ("horse" if troop.rides else "")
    if troop.type == AIR:
        return "airship" if troop.kind == "airship" else "plane"
    if troop.type == CAVALRY and unit.mounted:
        return "horse" if troop.rank == "A" else "rider"
    if troop.type in (MOTOR, TRANSPORT):
        return "motor" if troop.type == MOTOR else "mule"
    return _man(unit, imperial)


def _man(unit: Unit, imperial: bool) -> str:
    troop = unit.troop
    if troop.kind == "bearers":
        return "bearer"
    if troop.type == ARTILLERY:
        return "gunner" if imperial else "musket"
    if troop.rank == "A":
        return "rifle"
    if not troop.firearms:
        return "spear"
    if not troop.guns:
        return "bow"
    return "askari" if troop.rank == "B" and imperial else "musket"


def is_imperial(field: Field, side: int) -> bool:
    """Whether regulars fight on this side: then its officers wear helmets."""
    regulars = [unit for unit in field.units if unit.troop.side == side and unit.troop.rank == "A"]
    return any(unit.troop.type in (INFANTRY, CAVALRY) for unit in regulars)


def _weapon(troop: Troop) -> str:
    if troop.type != ARTILLERY:
        return ""
    return "mg" if troop.weapon == "machine-gun" else "heavy" if troop.kind == "art-heavy" else "gun"


def _kind(troop: Troop) -> str:
    """What it is, in the words of the book: a field gun, C infantry, an NCO."""
    if troop.leads:
        return "officer" if troop.is_officer else "NCO"
    name = str(TABLES["units"][troop.kind]["name"])
    return name if name.startswith(f"{troop.rank} ") else name.lower()


def _facts(unit: Unit) -> list[str]:
    troop = unit.troop
    if troop.leads:
        return ["mounted" if troop.rides else "on foot"]
    found = [f"class {troop.rank}"] if troop.rank and not _kind(troop).startswith(troop.rank) else []
    found += [NAMES[troop.colour]] if troop.colour else []
    if unit.firearms and troop.type in (INFANTRY, CAVALRY):
        found += ["firearms" if troop.guns else "bows"]
    return found + (["lancers"] if troop.lancer else [])


def _marks(field: Field, slot: Slot) -> list[str]:
    """Companies and platoons visible as such, and everything else that lies beside a unit on the table."""
    unit = field.units[slot]
    company = field.company_of(slot) if field.companies else None
    marks = [f"company of {field.units[company.officer].name}"] if company else []
    marks += ["straggler"] if company and is_straggler(field, slot) else []
    leader = NOBODY if unit.troop.leads else field.commanded_by(slot)
    marks += [f"led by {field.units[leader].name}"] if leader != NOBODY else []
    told = {
        "dismounted": unit.troop.type == CAVALRY and not unit.mounted,
        "carries a ladder": unit.ladder,
        "under cover": unit.hidden,
        "wounded": unit.wounded,
        "jammed": bool(field.turn.jammed >> slot & 1),
        "ordered": bool(field.turn.ordered >> slot & 1),
        "may follow": bool(field.turn.follows & ~field.turn.ordered) and bool(field.turn.follows >> slot & 1),
    }
    marks += [mark for mark, on in told.items() if on]
    return marks + (air.status(unit) if unit.troop.flies else [])


# --- who belongs together ----------------------------------------------------------------------------------------


def _platoons(field: Field) -> list[Json]:
    """`platoon.command`: a commander and the units in his hex."""
    found = []
    for side in (0, 1):
        for cell, chiefs in field.chiefs[side].items():
            led = [other for other in field.at(side, cell) if field.commanded_by(other) == chiefs[0]]
            if led:
                found.append(_group(field, "platoon", chiefs[0], led))
    return found


def _company(field: Field, company: Company) -> Json:
    """`company.public`: its make-up and place are open to all."""
    kind = "scattered company" if company.scattered else "company"
    return _group(field, kind, company.officer, list(company.members))


def _group(field: Field, kind: str, leader: Slot, members: list[Slot]) -> Json:
    ids = [field.units[slot].id for slot in members]
    return {"kind": kind, "leader": field.units[leader].id, "members": ids}
