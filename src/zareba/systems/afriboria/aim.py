"""Battle: who, whom and how far; what can be seen. Sections 3.10 and 3.11 of the rule book.

`refuse_attack` is the one predicate: what it does not refuse is offered, what it refuses is explained by it.
"""

from __future__ import annotations

from zareba.boards.hex import Mask, bits
from zareba.engine.reasons import Refusal
from zareba.systems.afriboria.count import (
    ATTACK,
    BOMB,
    BOMBARD,
    ENGAGE,
    SKY,
    Aim,
    base,
    dice,
    is_fire,
    officer_for,
    reach_of,
    row_of,
)
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.rows import NOBODY, Cell, Slot, Unit
from zareba.systems.afriboria.sight import is_clear
from zareba.systems.afriboria.troops import ARTILLERY, CAVALRY, INFANTRY, MOTOR, Troop
from zareba.systems.afriboria.walls import is_artillery, is_close, ladder_between

# --- sight -------------------------------------------------------------------------------------------------------


def obstructions(field: Field) -> Mask:
    """`los.obstructions`: units and commanders of either side, and what grows or is built; never air units.

    `los.air`.
    """
    found: Mask | None = field.memo.get("obstructions")
    if found is None:
        found = field.lie.blocks
        for unit in field.units:
            if not unit.aloft:
                found |= unit.mask
        field.memo["obstructions"] = found
    return found


def sees(field: Field, unit: Unit, a: Cell, b: Cell) -> bool:
    """`los.need`, `los.own-hex`, `los.ends`: what stands in the first and the last hex never hides the target.

    Adjacent hexes always see each other (`los.adjacent`).
    """
    if field.ground.grid.distance(a, b) <= 1:
        return True
    blocking = hindering(field, unit.troop, a, b)
    return is_clear(field.ground.lanes.lane(a, b), blocking, field.rules.los_stagger == "block")


def hindering(field: Field, troop: Troop | None, a: Cell, b: Cell) -> Mask:
    """The hexes that would block a line between these two, for whoever looks along it."""
    blocking = obstructions(field)
    hills = field.lie.hills
    if troop and is_artillery(troop) and hills >> a & 1:
        blocking &= ~overhead(field, troop, a)
    if field.rules.hill_plateau == "on" and hills >> a & 1 and hills >> b & 1:
        blocking &= ~_bare_hills(field)
    return blocking


def overhead(field: Field, troop: Troop, a: Cell) -> Mask:
    """`los.overhead`, `los.overhead-detail`: friends next to a gun on a hill, lower, in ground that does not block."""
    friends = field.held[troop.side] | field.led[troop.side]
    return field.ground.grid.near[a] & friends & ~field.lie.hills & ~field.lie.blocks


def _bare_hills(field: Field) -> Mask:
    """`los.plateau`: hill hexes with nothing else on them."""
    lie = field.lie
    others = lie.named["wood"] | lie.named["field"] | lie.named["building"] | lie.debris | lie.intact
    standing = field.held[0] | field.held[1] | field.led[0] | field.led[1]
    return lie.hills & ~others & ~standing


# --- may it battle at all ----------------------------------------------------------------------------------------


def refuse_battle(field: Field, slot: Slot) -> Refusal | None:
    """Why a piece cannot battle (any more) in this turn."""
    unit, turn = field.units[slot], field.turn
    if unit.troop.leads:
        clause = "cdr.alone-no-fight" if unit.troop.is_officer else "cdr.nco-no-fight"
        return Refusal(clause, "A commander does not battle by himself.")
    if not turn.ordered >> slot & 1:
        return Refusal("turn.only-ordered", "It has no order.")
    if turn.idle >> slot & 1:
        return Refusal("company.form", "It does nothing else while its company forms or disbands.")
    if turn.spent >> slot & 1:
        return Refusal("battle.once", "It has battled.")
    if unit.hidden:
        return Refusal("siege.exposed", "Unexposed figures do not fire.")
    if turn.barred >> slot & 1:
        return Refusal("move.no-battle", "After what it did in the movement step it may not battle.")
    if unit.troop.flies and not unit.aloft:
        return Refusal("air.grounded", "On the ground it cannot attack.")
    if not unit.troop.dice:
        return Refusal("unit.transport", "It has nothing to attack with.")
    return None


def may_shoot_again(field: Field, slot: Slot) -> bool:
    """`battle.double`, `cav.double`: A infantry, and A cavalry that began the turn dismounted, if it does not move."""
    unit = field.units[slot]
    return unit.troop.double and not unit.mounted and not field.turn.stirred >> slot & 1


def is_shot(field: Field, aim: Aim) -> bool:
    """`battle.double`: whether it is one of two shots, at a target two hexes away at least.

    For those who man a wall an adjacent target outside counts as one at a distance (`siege.man-double`,
    `siege.man-double-near`); for those outside a wall hex beside them does not.
    """
    afar = field.ground.grid.distance(aim.start, aim.cell) > 1
    return is_fire(field, aim) and bool(afar or field.lie.closed >> aim.start & 1)


# --- at whom -----------------------------------------------------------------------------------------------------


def covers(field: Field, gun: Slot) -> bool:
    """`siege.heavy-cover`: another unit of its platoon or company is in its hex, or next to it with 10 cm hexes."""
    unit = field.units[gun]
    if unit.troop.kind != "art-heavy":
        return False
    near = unit.mask if field.room > 1 else unit.mask | field.ground.grid.around(unit.mask)
    company = field.company_of(gun)
    leader = field.commanded_by(gun)
    for slot, other in enumerate(field.units):
        if slot == gun or other.troop.side != unit.troop.side or not other.mask & near:
            continue
        if other.troop.leads or other.troop.flies:
            continue
        if leader != NOBODY or (company and slot in company.members) or field.commanded_by(slot) != NOBODY:
            return True
    return False


def refuse_target(field: Field, aim: Aim, target: Slot) -> Refusal | None:
    """Why one unit in the hex cannot be the target unit.

    Attacked in close combat it is fired on no more, wherever it has gone (`battle.engaged-detail`). A covered heavy gun
    is safe whoever chooses, and from bombs too (`siege.heavy-cover-detail`).
    """
    fire = is_fire(field, aim)
    unit = field.units[target]
    if fire and field.turn.engaged >> target & 1:
        return Refusal("battle.engaged", "It has been attacked in close combat this turn.")
    if unit.hidden and (fire or not _inside(field, aim)):
        clause = "siege.exposed" if fire else "siege.exposed-change"
        return Refusal(clause, "Its figures are not exposed.")
    if covers(field, target):
        return Refusal("siege.heavy-cover", "A unit of its platoon or company covers the heavy gun.")
    return None


def _inside(field: Field, aim: Aim) -> bool:
    """`siege.exposed-change`: from within the fortification, or over a ladder."""
    within = field.ground.inside >> aim.start & 1
    return bool(within) or ladder_between(field, aim.start, aim.cell) is not None


def targets(field: Field, aim: Aim) -> list[Slot]:
    """The pieces in the hex that may be the target unit: units, or a commander with whom no unit shares it."""
    side = 1 - field.units[aim.slot].troop.side
    found = field.at(side, aim.cell)
    if found:
        return [slot for slot in found if refuse_target(field, aim, slot) is None]
    leader = field.commander(side, aim.cell)
    if leader == NOBODY or field.units[leader].wounded or refuse_commander(field.units[aim.slot], aim):
        return []
    return [leader]


def refuse_commander(unit: Unit, aim: Aim) -> Refusal | None:
    """`cdr.who-attacks`: only infantry and mounted troops, and only while no unit shares his hex."""
    if unit.troop.type in (INFANTRY, CAVALRY) and aim.verb == ATTACK:
        return None
    return Refusal("cdr.who-attacks", "Only infantry and mounted troops attack a commander.")


def refuse_attack(field: Field, aim: Aim) -> Refusal | None:
    """Why this attack may not be made; no word about whether the unit may battle at all."""
    unit = field.units[aim.slot]
    if refusal := _refuse_by_card(field, aim, unit):
        return refusal
    if refusal := refuse_reach(field, aim, unit):
        return refusal
    if refusal := _refuse_second(field, aim):
        return refusal
    if refusal := _refuse_ground(field, aim, unit):
        return refusal
    if not _worth_rolling(field, aim):
        return Refusal("count.formula", "Not a single die is left after all that counts against it.")
    if aim.verb in (ATTACK, BOMB) and not targets(field, aim):
        return _why_no_target(field, aim, unit)
    return None


def _worth_rolling(field: Field, aim: Aim) -> bool:
    """`count.formula`: one die at least; the officer's counts, for he may claim it."""
    number = dice(field, aim)
    return number > 0 or (officer_for(field, aim.slot, aim.start) != NOBODY and dice(field, aim, True) > 0)


def _why_no_target(field: Field, aim: Aim, unit: Unit) -> Refusal:
    side = 1 - unit.troop.side
    for slot in field.at(side, aim.cell):
        if refusal := refuse_target(field, aim, slot):
            return refusal
    return refuse_commander(unit, aim) or Refusal("battle.procedure", "Nobody is there.")


def _refuse_by_card(field: Field, aim: Aim, unit: Unit) -> Refusal | None:
    if not field.effects:
        return None
    distance = field.ground.grid.distance(aim.start, aim.cell)
    for effect in field.affected("range", aim.slot):
        if distance > effect.value:
            return Refusal("event.reveal", f"No target more than {effect.value} away may be attacked now.")
    if unit.troop.flies and field.affected("no-air-fight", aim.slot):
        return Refusal("event.reveal", "Air units may not fight now.")
    for effect in field.affected("battle", aim.slot):
        wrong = effect.sort in ("close", "fire") and (effect.sort == "fire") != is_fire(field, aim)
        if effect.sort == "none" or wrong:
            return Refusal("turn.play-one", "The card on the table does not allow this battle.")
    return None


def refuse_reach(field: Field, aim: Aim, unit: Unit) -> Refusal | None:
    """Range, and what the unit needs to fire at all."""
    distance = field.ground.grid.distance(aim.start, aim.cell)
    if not base(unit, distance, aim.verb):
        return Refusal(_range_clause(unit, aim.verb), f"{distance} hexes is out of its reach.")
    if aim.verb == ATTACK and is_fire(field, aim) and not unit.firearms and unit.troop.type != MOTOR:
        walled = distance == 1
        return Refusal("siege.wall-fire" if walled else "battle.armed", "It has neither firearms nor bows.")
    return None


def _range_clause(unit: Unit, verb: str) -> str:
    if verb == ENGAGE:
        return "air.dogfight" if unit.troop.flies else "air.ground-aa"
    if unit.troop.flies:
        return "air.fire-ground"
    if unit.troop.type == CAVALRY:
        return "cav.mounted-reach" if unit.mounted else "cav.dismounted-fire"
    if unit.troop.weapon == "machine-gun":
        return "battle.range-mg"
    return "battle.range-art" if unit.troop.type == ARTILLERY else "battle.range-inf"


def _refuse_second(field: Field, aim: Aim) -> Refusal | None:
    """A second attack: fire from afar, and at another target if `opt:double-fire-same-target` is off."""
    if not field.turn.fought >> aim.slot & 1:
        return None
    if not is_shot(field, aim):
        return Refusal("battle.double", "A second shot is at a target at least two hexes away.")
    if field.rules.double_fire_same_target == "off" and (aim.slot, aim.cell) in field.turn.shots:
        return Refusal("battle.double-same", "The second shot must be at another target.")
    return None


def _refuse_ground(field: Field, aim: Aim, unit: Unit) -> Refusal | None:
    """`los.need`: figures and walls must be seen; from the air, and in the air, everything is (`los.air`)."""
    if unit.aloft or aim.verb == ENGAGE:
        return None
    if aim.verb == ATTACK and (refusal := refuse_depression(field, unit, aim.start, aim.cell)):
        return refusal
    if not sees(field, unit, aim.start, aim.cell):
        return Refusal("los.block", f"It does not see {field.name(aim.cell)}.")
    return None


def refuse_depression(field: Field, unit: Unit, start: Cell, cell: Cell) -> Refusal | None:
    """`battle.depression`, `battle.depression-who`: adjacent infantry, dismounted cavalry, and artillery."""
    troop = unit.troop
    if not field.lie.depressions >> cell & 1 or is_artillery(troop) or troop.flies:
        return None
    near = field.ground.grid.distance(start, cell) == 1
    if near and troop.type in (INFANTRY, CAVALRY) and not unit.mounted:
        return None
    return Refusal("battle.depression", "Into a depression only adjacent infantry and artillery attack.")


# --- all that a unit can do --------------------------------------------------------------------------------------


def aims(field: Field, slot: Slot) -> list[Aim]:
    """Everything a unit might aim at, before refusals; an enemy beside it binds nobody (`battle.any-target`).

    A unit that mans a wall aims with all sections.
    """
    unit = field.units[slot]
    if unit.aloft:
        return _aims_from_above(field, slot, unit)
    reach, found = reach_of(unit), []
    grid, foe = field.ground.grid, 1 - unit.troop.side
    enemies = field.held[foe] | field.led[foe]
    near: Mask = 0
    for cell, _ in unit.posts:
        near |= grid.disc(cell, reach)
    for cell in bits(near & enemies):
        found.append(Aim(slot, _best_post(field, unit, cell), cell))
    if unit.troop.is_gun:
        for cell in bits(near & field.lie.intact & ~unit.mask):
            found.append(Aim(slot, unit.cell, cell, BOMBARD))
    if unit.troop.weapon in ("machine-gun", "aa-gun"):
        found += _sky_aims(field, slot, unit)
    return found


def _best_post(field: Field, unit: Unit, cell: Cell) -> Cell:
    """The nearest section that sees the target; the nearest, if none does."""
    if len(unit.posts) == 1:
        return unit.cell
    posts = [post for post, _ in unit.posts]
    return foremost(field, [post for post in posts if sees(field, unit, post, cell)] or posts, cell)


def foremost(field: Field, posts: list[Cell], cell: Cell) -> Cell:
    """The section nearest to the target: with it the attack is close combat or fire (`siege.wall-fire`)."""
    distance = field.ground.grid.distance
    return min(posts, key=lambda post: (not is_close(field, post, cell), distance(post, cell), post))


def _aims_from_above(field: Field, slot: Slot, unit: Unit) -> list[Aim]:
    """`air.fire-ground`, `air.bomb`, `air.dogfight`; with several weapons the owner chooses (`air.ship-class`)."""
    foe = 1 - unit.troop.side
    start, found = unit.cell, []
    armed = unit.troop.firearms > 0
    if armed:
        within = field.ground.grid.disc(start, len(row_of(unit))) & ~unit.mask
        found = [Aim(slot, start, cell) for cell in bits(within & field.held[foe])]
    if unit.bombs and unit.mask & field.held[foe]:
        found.append(Aim(slot, start, start, BOMB))
    return found + (_sky_aims(field, slot, unit) if armed else [])


def _sky_aims(field: Field, slot: Slot, unit: Unit) -> list[Aim]:
    """`air.dogfight`, `air.ground-aa`: enemy air units in flight within three hexes; nothing else on the ground can.

    `air.ground-aa-dice`, `air.aa-gun`.
    """
    distance = field.ground.grid.distance
    return [
        Aim(slot, unit.cell, other.cell, ENGAGE, quarry)
        for quarry, other in enumerate(field.units)
        if other.aloft and other.troop.side != unit.troop.side and distance(unit.cell, other.cell) < len(SKY)
    ]


def attacks(field: Field, slot: Slot) -> list[Aim]:
    """The attacks a unit may make now."""
    if refuse_battle(field, slot):
        return []
    return [aim for aim in aims(field, slot) if refuse_attack(field, aim) is None]


def close_to(field: Field, aim: Aim) -> bool:
    return not field.units[aim.slot].aloft and aim.verb == ATTACK and is_close(field, aim.start, aim.cell)
