"""Movement: sections 3.6 and 3.7 of the rule book.

A piece with an order does one thing in the movement step (a *deed*): it goes to a hex, mounts or dismounts, takes post
on a wall, hides or comes forth, sets up a ladder, flies. Where it can go is found wave by wave: a hex that stops a
piece is reached but not passed. All that counts of a way is how long it is, so only its end is asked for.
"""

from __future__ import annotations

from zareba.boards.hex import Mask, bits
from zareba.engine.ask import Choice, Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.afriboria import air, siege
from zareba.systems.afriboria.companies import is_bound, is_straggler, refuse_zone, reunited, zone
from zareba.systems.afriboria.deeds import GO, STAY, Deed, show_deed
from zareba.systems.afriboria.field import Field
from zareba.systems.afriboria.language import fits
from zareba.systems.afriboria.reach import barriers, company_hexes, halting, limits, rings, within
from zareba.systems.afriboria.retreat import capture
from zareba.systems.afriboria.rows import NOBODY, Cell, Slot, Unit
from zareba.systems.afriboria.troops import AIR, CAVALRY
from zareba.systems.afriboria.walls import spread

HOLD: Slot = -2


# --- what a piece may do -----------------------------------------------------------------------------------------


def waiting(field: Field) -> list[Slot]:
    """The pieces that may still move on their own: ordered, or led along by an NCO."""
    turn = field.turn
    able = (turn.ordered | turn.follows) & ~(turn.moved | turn.idle)
    return [slot for slot in bits(able) if field.units[slot].posts and _on_its_own(field, slot)]


def _on_its_own(field: Field, slot: Slot) -> bool:
    """A company's units move with it; an NCO's second unit only after him (`platoon.nco-mixed-hex`)."""
    if marches_with(field, slot):
        return bool(field.turn.ordered >> slot & 1 and _in_place(field, slot))
    if field.turn.ordered >> slot & 1:
        return True
    return bool(_after_nco(field, slot))


def marches_with(field: Field, slot: Slot) -> bool:
    """Whether the piece is to move with its company and not alone (`company.moves-as-one`)."""
    company = field.company_of(slot)
    if company is None or (field.play and field.play.special and not field.play.officers):
        return False
    if slot == company.officer:
        return bool(field.turn.follows >> slot & 1)
    return is_bound(field, slot) is not None and company.officer not in field.turn.marched


def _after_nco(field: Field, slot: Slot) -> Mask:
    """The hexes in which the second unit of an NCO may end: where he is, after he has moved."""
    if field.company_of(slot):
        return 0
    found = 0
    for follower, leader in field.turn.tails:
        him = field.units[leader]
        if follower == slot and field.turn.moved >> leader & 1 and him.posts:
            found |= him.mask if field.room > 1 else field.ground.grid.disc(him.cell, 1)
    return found


def deeds(field: Field, slot: Slot) -> list[Deed]:
    """Everything a piece may do in the movement step, staying where it is included."""
    unit = field.units[slot]
    if unit.troop.type == AIR:
        return [*(air.flights(field, slot) if unit.aloft or _may_stir(field, slot) else []), STAY]
    if unit.hidden:
        return [*_in_place(field, slot), STAY]
    found = [] if marches_with(field, slot) else goings(field, slot)
    if is_straggler(field, slot) and found and not field.units[slot].troop.leads:
        return found
    return [*found, *_in_place(field, slot), STAY]


def goings(field: Field, slot: Slot) -> list[Deed]:
    """Where it can go on foot, on horseback or on wheels, and over which ladders."""
    unit = field.units[slot]
    far, _ = limits(field, slot)
    if not far or len(unit.posts) > 1:
        return []
    ends = within(field, slot, far)
    if not field.turn.ordered >> slot & 1:
        return [(GO, cell) for cell in bits(ends & _after_nco(field, slot))]
    found = [(GO, cell) for cell in _allowed(field, slot, ends)]
    if field.lie.closed:
        found += [("climb", cell) for cell in siege.climbs(field, slot) if refuse_zone(field, slot, 1 << cell) is None]
    return found


def _allowed(field: Field, slot: Slot, ends: Mask) -> list[Cell]:
    """The ends that its company allows; for a straggler those that bring it nearer home (`company.straggler-order`)."""
    cells = list(bits(ends))
    company = field.company_of(slot) if field.companies else None
    if company is None:
        return cells
    if is_straggler(field, slot):
        home = [cell for cell in cells if zone(field, company) >> cell & 1]
        officer, distance = field.units[company.officer].cell, field.ground.grid.distance
        now = distance(field.units[slot].cell, officer)
        return home or [cell for cell in cells if distance(cell, officer) < now]
    return [cell for cell in cells if refuse_zone(field, slot, 1 << cell) is None]


def _in_place(field: Field, slot: Slot) -> list[Deed]:
    """What is done in place of all movement, or in the hex where it stands (`cav.dismount-cost`)."""
    unit = field.units[slot]
    found: list[Deed] = []
    if not _may_stir(field, slot) or not field.turn.ordered >> slot & 1:
        return found
    if unit.troop.type == CAVALRY:
        found.append(("dismount" if unit.mounted else "mount", -1))
    if not unit.troop.leads and len(unit.posts) == 1 and unit.mask & field.lie.hiding and not unit.troop.flies:
        found.append(("show" if unit.hidden else "hide", -1))
    if field.lie.closed and not unit.hidden and not marches_with(field, slot):
        found += [("erect", cell) for cell in siege.ladder_walls(field, slot) if limits(field, slot)[0]]
        if siege.can_man(field, slot):
            reach = min(siege.REACH, max(1, limits(field, slot)[0])) if unit.troop.type != CAVALRY else 0
            found += [
                ("man", posts)
                for posts in siege.arrangements(field, slot, reach)
                if len(posts) > 1 or len(unit.posts) > 1
            ]
    return found


def _may_stir(field: Field, slot: Slot) -> bool:
    """Cards that forbid movement forbid these as well."""
    if not field.effects:
        return True
    still = [e for e in field.affected("move", slot) if e.sort == "none" and (not e.who or fits(field, slot, e.who))]
    return not still and not field.affected("mired", slot)


# --- moving ------------------------------------------------------------------------------------------------------


async def move_piece(field: Field, slot: Slot) -> None:
    """One piece moves, and finishes before the next begins (`move.any-order`, `move.once`)."""
    deed: Deed = await Choice(field.seat, DEED, deeds(field, slot), slot)
    field.mark(moved=1 << slot)
    await do(field, slot, deed)
    reunited(field)


async def do(field: Field, slot: Slot, deed: Deed) -> None:
    verb, what = deed
    if verb == GO:
        await go(field, slot, what, _distance(field, slot, what))
    elif verb in ("fly", "take-off", "land"):
        air.fly(field, slot, verb, what)
    elif verb == "man":
        siege.man(field, slot, what)
    elif verb in ("erect", "climb"):
        await _at_the_wall(field, slot, verb, what)
    elif verb != "stay":
        _change(field, slot, verb)


def _distance(field: Field, slot: Slot, cell: Cell) -> int:
    far = limits(field, slot)[0]
    return next(steps for steps, ring in enumerate(rings(field, slot, far)) if ring >> cell & 1)


async def go(field: Field, slot: Slot, cell: Cell, steps: int) -> None:
    """It goes, with its commander or without him; and with hexes left it may use a ladder."""
    stopped = bool(halting(field, slot) >> cell & 1)
    leader = await _advance(field, slot, cell, steps)
    if not stopped and field.lie.closed:
        await _ladders(field, slot, leader)


async def _advance(field: Field, slot: Slot, cell: Cell, steps: int, with_it: Slot = NOBODY) -> Slot:
    """To a hex so many steps farther; tells which commander has gone along."""
    start = field.units[slot].cell
    leader = await _accompanied(field, slot, cell, field.steps_of(slot) + steps, with_it)
    _put_both(field, slot, leader, cell)
    words, who = "{unit} moves from {start} to {end}", {"unit": slot}
    if leader != NOBODY:
        words, who = words + " with {leader}", who | {"leader": leader}
    field.tell("move", "move.once", words + ".", start=start, end=cell, **who)
    arrive(field, slot, steps)
    return leader


def arrive(field: Field, slot: Slot, steps: int) -> None:
    """What a move costs the piece: its battle, its second shot, its wheels (`move.no-battle`, `battle.double`)."""
    unit, bit = field.units[slot], 1 << slot
    field.walked(slot, steps)
    field.mark(stirred=bit)
    if field.steps_of(slot) > limits(field, slot)[1] or field.lie.no_battle >> unit.cell & 1:
        field.mark(barred=bit)
    if unit.troop.on_wheels and field.lie.debris >> unit.cell & 1:
        field.change(slot, stuck=field.turns + 2)
    capture(field, slot)


def _put_both(field: Field, slot: Slot, leader: Slot, cell: Cell) -> None:
    field.put(slot, cell)
    if leader != NOBODY:
        field.put(leader, cell)
        field.mark(moved=1 << leader)


async def _accompanied(field: Field, slot: Slot, cell: Cell, steps: int, so_far: Slot = NOBODY) -> Slot:
    """`order.with-unit`, `order.same-hex`: the commander goes along or stays; one who has come so far may go on."""
    leader = companion(field, slot) if so_far == NOBODY else so_far
    if leader == NOBODY or refuse_company(field, leader, cell, steps):
        return NOBODY
    goes: bool = await Choice(field.seat, WITH, (True, False), (leader, slot))
    return leader if goes else NOBODY


def companion(field: Field, slot: Slot) -> Slot:
    """The commander who could go with the unit: in its hex, and not moved yet (`order.moved-once`).

    No NCO goes anywhere with a unit of a company (`company.nco-hex`).
    """
    unit = field.units[slot]
    leader = NOBODY if unit.troop.leads else field.commander(unit.troop.side, unit.cell)
    if leader == NOBODY or (field.turn.moved | field.turn.idle) >> leader & 1:
        return NOBODY
    if not field.units[leader].troop.is_officer and field.company_of(slot):
        return NOBODY
    return leader if field.turn.ordered >> slot & 1 else NOBODY


def refuse_company(field: Field, leader: Slot, cell: Cell, steps: int) -> Refusal | None:
    """Why he cannot go with the unit to this hex (`order.accompany-reach`)."""
    him = field.units[leader]
    if steps > him.troop.move and not him.wounded:
        return Refusal("order.accompany-reach", "That is farther than he can go.")
    if field.commander(him.troop.side, cell) != NOBODY:
        return Refusal("stack.one-commander", "There is a commander already.")
    if field.lie.depressions >> cell & 1 and not him.troop.on_foot:
        return Refusal("move.depression-who", "He cannot ride into a depression.")
    if not him.troop.is_officer and company_hexes(field, him.troop.side) >> cell & 1:
        return Refusal("company.nco-hex", "A unit of a company is there.")
    return refuse_zone(field, leader, 1 << cell) if not him.wounded else None


def _change(field: Field, slot: Slot, verb: str) -> None:
    """Mounting bars the battle, dismounting does not; showing and hiding take the place of both."""
    bit = 1 << slot
    field.mark(stirred=bit, barred=0 if verb == "dismount" else bit)
    if verb in ("mount", "dismount"):
        field.change(slot, mounted=verb == "mount")
        field.tell(verb, "cav.actions", "{unit} " + verb + "s.", unit=slot)
    else:
        field.change(slot, hidden=verb == "hide")
        words = "{unit} takes cover." if verb == "hide" else "{unit} comes forth."
        field.tell(verb, "siege.exposed-change", words, unit=slot)


async def _at_the_wall(field: Field, slot: Slot, verb: str, cell: Cell, with_it: Slot = NOBODY) -> None:
    """One hex of movement for a ladder set up or climbed (`siege.ladder-erect`, `siege.ladder-climb`)."""
    if verb == "erect":
        await siege.erect(field, slot, cell)
        if not field.units[slot].posts:
            return
        arrive(field, slot, 1)
        await _ladders(field, slot, with_it)
    else:
        stopped = halting(field, slot) >> cell & 1
        leader = await _accompanied(field, slot, cell, field.steps_of(slot) + 1, with_it)
        _put_both(field, slot, leader, cell)
        field.tell("climb", "siege.ladder-climb", "{unit} climbs into {cell}.", unit=slot, cell=cell)
        arrive(field, slot, 1)
        if not stopped:
            await _onward(field, slot, leader)


async def _onward(field: Field, slot: Slot, with_it: Slot) -> None:
    """With hexes of movement left a piece goes on from the top of a ladder, or from its foot."""
    left = limits(field, slot)[0] - field.steps_of(slot)
    ends = _allowed(field, slot, within(field, slot, left)) if left > 0 else []
    if not ends:
        return
    verb, cell = await Choice(field.seat, ONWARD, [*[(GO, end) for end in ends], STAY], slot)
    if verb == GO:
        await _advance(field, slot, cell, _distance(field, slot, cell), with_it)


async def _ladders(field: Field, slot: Slot, with_it: Slot = NOBODY) -> None:
    """With a hex of movement left a unit may set up its ladder, or climb one."""
    unit = field.units[slot]
    if not unit.posts or field.steps_of(slot) >= limits(field, slot)[0]:
        return
    options: list[Deed] = [("erect", cell) for cell in siege.ladder_walls(field, slot)]
    options += [("climb", cell) for cell in siege.climbs(field, slot) if refuse_zone(field, slot, 1 << cell) is None]
    if not options:
        return
    verb, cell = await Choice(field.seat, LADDER, [*options, STAY], slot)
    if verb != "stay":
        await _at_the_wall(field, slot, verb, cell, with_it)


# --- words -------------------------------------------------------------------------------------------------------


def _refused(field: Field, slot: Slot) -> list[tuple[Option, Refusal]]:
    """The hexes within its move that it may not enter, and those that its company forbids."""
    unit = field.units[slot]
    if unit.troop.flies or not unit.posts or len(unit.posts) > 1:
        return []
    offered = {cell for verb, cell in deeds(field, slot) if verb == GO}
    within = field.ground.grid.disc(unit.cell, max(1, limits(field, slot)[0])) & ~unit.mask
    found = [(show_deed(field, slot, (GO, cell)), refuse_hex(field, slot, cell)) for cell in bits(within)]
    return [(option, why) for option, why in found if field.ground.grid.find(option.notation) not in offered]


def refuse_hex(field: Field, slot: Slot, cell: Cell, marching: bool = False) -> Refusal:
    """The clause that keeps a piece out of a hex near it, when it moves alone or marches with its company."""
    unit, bit = field.units[slot], 1 << cell
    side, lie = unit.troop.side, field.lie
    checks = (
        (unit.troop.type == CAVALRY and not unit.mounted, "cav.no-foot-move", "Dismounted cavalry must mount first."),
        (unit.stuck == field.turns, "move.debris-vehicle", "Its wheels are held by the debris."),
        (unit.wounded, "char.prisoner-how", "A wounded man cannot move by himself."),
        (not marching and marches_with(field, slot), "company.moves-as-one", "It moves with its company."),
        (not _may_stir(field, slot), "turn.play-one", "A card keeps it where it is."),
        (not (marching or field.turn.ordered >> slot & 1), "platoon.nco-mixed-hex", "It may only follow its NCO."),
        (field.held[1 - side] & bit, "move.enemy", "An enemy unit is there."),
        (field.led[1 - side] & bit, _enemy_leader(unit), "An enemy commander is there."),
        (unit.troop.leads and field.leaders(side) & bit, "move.commander-join", "A commander is there already."),
        (not unit.troop.leads and field.full[side] & bit, "move.full-hex", "There is no room for it."),
        (lie.barred & bit, "terrain.impassable", "Nobody can enter it."),
        (lie.depressions & bit and not unit.troop.on_foot, "move.depression", "Only infantry can enter a depression."),
        (unit.troop.leads and barriers(field, unit) & bit, "company.nco-hex", "A unit of a company is there."),
    )
    for applies, clause, why in checks:
        if applies:
            return Refusal(clause, why)
    if is_straggler(field, slot):
        return Refusal("company.straggler-order", "It must go to its officer.")
    if (lie.closed & bit or lie.closed & unit.mask) and not spread(field, side, unit.mask) & bit:
        return Refusal("siege.closed", "A wall is in the way.")
    refusal = siege.refuse_post(field, slot, cell) or refuse_zone(field, slot, bit)
    return refusal or Refusal("move.stop", "It cannot get there in one move.")


def _enemy_leader(unit: Unit) -> str:
    return "move.commander-enemy" if unit.troop.leads else "move.enemy"


DEED = Question(
    "deed",
    "move.once",
    lambda field, slot: f"What will you do with {field.units[slot].name}?",
    show_deed,
    lambda field, about, options: len(options) - 1,
    _refused,
)
LADDER = Question(
    "ladder",
    "siege.ladder-erect",
    lambda field, slot: f"Does {field.units[slot].name} use a ladder?",
    show_deed,
    lambda field, about, options: len(options) - 1,
)
ONWARD = Question(
    "onward",
    "siege.ladder-climb",
    lambda field, slot: f"Does {field.units[slot].name} go on from the ladder?",
    show_deed,
    lambda field, about, options: len(options) - 1,
)
WITH = Question(
    "with",
    "order.with-unit",
    lambda field, about: f"Does {field.units[about[0]].name} go with {field.units[about[1]].name}?",
    lambda field, about, goes: Option(
        "along" if goes else "stay",
        "He goes along" if goes else "He stays",
        "order.with-unit",
        field.units[about[0]].id,
    ),
)
