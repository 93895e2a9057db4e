"""The sequence of play: eight phases and the end step, as a list of stages (section 2.8 of the rule book).

`step` runs the rule of the stage at which the battle stands. A rule asks one thing and settles it; when nothing is left
to ask it goes on to the next stage. Where dice are thrown one after another they are thrown in the order that the rule
book gives (`dice.order-fixed`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from zareba.engine.ask import Choice, Option, Question, Rule
from zareba.engine.reasons import Refusal
from zareba.systems.sudan import guns, melee, morale
from zareba.systems.sudan.command import command
from zareba.systems.sudan.deploy import deploy
from zareba.systems.sudan.drawings import Drawing, drawing, sights
from zareba.systems.sudan.ending import judge
from zareba.systems.sudan.field import Field
from zareba.systems.sudan.firing import aim, refuse_fire, refuse_shot, shots
from zareba.systems.sudan.follow_up import follow_up
from zareba.systems.sudan.rows import NOBODY, Slot
from zareba.systems.sudan.support import begin_melee, pair_off

BRITISH, NATIVES = 0, 1


class Stage(NamedTuple):
    """A part of the turn: its phase, what it is called, the side that decides, and the clause that orders it."""

    phase: int
    name: str
    side: int
    clause: str


def fire_phase(phase: int, side: int, clause: str) -> tuple[Stage, ...]:
    """Fire, leader hits with each shot, then morale of those who were hit."""
    return (
        Stage(phase, "fire", side, clause),
        Stage(phase, "call", side, clause),
        Stage(phase, "check", 1 - side, clause),
    )


def move_phase(phase: int, side: int, clause: str) -> tuple[Stage, ...]:
    return (
        Stage(phase, "call-rally", side, clause),
        Stage(phase, "rally", side, clause),
        Stage(phase, "move", side, clause),
    )


STAGES: tuple[Stage, ...] = (
    Stage(1, "lock", BRITISH, "turn.lock-start"),
    *fire_phase(1, BRITISH, "turn.phase-1"),
    *fire_phase(2, NATIVES, "turn.phase-2"),
    *move_phase(3, NATIVES, "turn.phase-3"),
    *move_phase(4, BRITISH, "turn.phase-4"),
    *fire_phase(5, BRITISH, "turn.phase-5"),
    *fire_phase(6, NATIVES, "turn.phase-6"),
    Stage(7, "begin-melee", BRITISH, "turn.phase-7"),
    Stage(7, "pair", BRITISH, "turn.phase-7"),
    Stage(7, "roll", BRITISH, "turn.phase-7"),
    Stage(7, "strike", BRITISH, "turn.phase-7"),
    Stage(7, "leaders", BRITISH, "turn.phase-7"),
    Stage(8, "call", BRITISH, "turn.phase-8"),
    Stage(8, "check", BRITISH, "turn.phase-8"),
    Stage(8, "follow-up", BRITISH, "option.follow-up"),
    Stage(9, "rest", BRITISH, "turn.end-step"),
    Stage(9, "overheat", BRITISH, "turn.end-step"),
    Stage(9, "judge", BRITISH, "turn.end-step"),
)
GUN_PHASES = (1, 2)


def stage_of(field: Field) -> Stage:
    return STAGES[field.stage]


def step(field: Field) -> Rule | None:
    """The next rule to run."""
    if field.result:
        return None
    if field.deployed is not None:
        return deploy(field)
    stage = stage_of(field)
    return RULES[stage.name](field, stage)


# --- one rule for each stage ---------------------------------------------------------------------------------


async def lock(field: Field, stage: Stage) -> None:
    """`turn.lock-start`: every contact that still exists becomes locked."""
    field.contacts = tuple(contact._replace(fresh=False) for contact in field.contacts)
    field.flights = ()
    field.tell("turn", "turn.lock-start", "Turn {turn} begins.", turn=field.turn)
    field.next_stage()


async def fire(field: Field, stage: Stage) -> None:
    """One unit of the side's arm fires, or its owner holds all further fire (`turn.small-arms`)."""
    able = ready(field, stage)
    slot = await Choice(field.sides[stage.side].id, FIRE, [*able, NOBODY], stage)
    if slot == NOBODY:
        field.next_stage()
    elif guns.is_rocket(field.units[slot]):
        await guns.launch(field, slot)
    else:
        await aim(field, slot)


def ready(field: Field, stage: Stage) -> list[Slot]:
    """The units that may fire now, and have something to fire at."""
    arm = [slot for slot in field.living(stage.side) if field.units[slot].gun == (stage.phase in GUN_PHASES)]
    return [slot for slot in arm if has_target(field, slot)]


def has_target(field: Field, slot: Slot) -> bool:
    if guns.is_rocket(field.units[slot]):
        return bool(guns.marks(field, slot))
    return bool(shots(field, slot))


async def call(field: Field, stage: Stage) -> None:
    """Who is to check morale: the enemy before the firers; after melee the British before the natives."""
    if stage.phase in GUN_PHASES:
        guns.clear_gun_marks(field, stage.side)
    fired_on_first = (1 - stage.side, stage.side)
    morale.call_checks(field, fired_on_first if stage.phase != 8 else (BRITISH, NATIVES))
    field.next_stage()


async def call_rally(field: Field, stage: Stage) -> None:
    morale.call_rally(field, stage.side)
    field.next_stage()


async def start_melee(field: Field, stage: Stage) -> None:
    begin_melee(field)
    field.next_stage()


async def rest(field: Field, stage: Stage) -> None:
    field.fought = ()
    guns.rest_guns(field)
    field.next_stage()


async def end_turn(field: Field, stage: Stage) -> None:
    judge(field)


RULES: dict[str, Callable[[Field, Stage], Rule]] = {
    "lock": lock,
    "fire": fire,
    "call": call,
    "check": lambda field, stage: morale.check(field),
    "call-rally": call_rally,
    "rally": lambda field, stage: morale.rally(field, stage.side),
    "move": lambda field, stage: command(field, stage.side),
    "begin-melee": start_melee,
    "pair": lambda field, stage: pair_off(field),
    "roll": lambda field, stage: melee.roll(field),
    "strike": lambda field, stage: melee.strike(field),
    "leaders": lambda field, stage: melee.leaders(field),
    "follow-up": lambda field, stage: follow_up(field),
    "rest": rest,
    "overheat": lambda field, stage: guns.overheat(field),
    "judge": end_turn,
}


# --- words ---------------------------------------------------------------------------------------------------


def _show_fire(field: Field, stage: Stage, slot: Slot) -> Option:
    if slot == NOBODY:
        return Option("hold", "No more fire", "fire.once")
    troop = field.units[slot].troop
    return Option(f"fire {troop.id}", troop.name, stage.clause, troop.id)


def _refused_fire(field: Field, stage: Stage) -> list[tuple[Option, Refusal]]:
    able = ready(field, stage)
    idle = [slot for slot in field.living(stage.side) if slot not in able]
    return [(_show_fire(field, stage, slot), why_idle(field, stage, slot)) for slot in idle]


def why_idle(field: Field, stage: Stage, slot: Slot) -> Refusal:
    """Why a unit does not fire in this phase."""
    if field.units[slot].gun != (stage.phase in GUN_PHASES):
        return Refusal("turn.small-arms", "Guns fire in phases 1 and 2, small arms in phases 5 and 6.")
    if refusal := refuse_fire(field, slot):
        return refusal
    enemies = field.living(1 - stage.side)
    refused = [refusal for target in enemies if (refusal := refuse_shot(field, slot, target))]
    why = {refusal.clause: refusal for refusal in refused}
    if len(why) == 1:
        return next(iter(why.values()))
    return Refusal("fire.sight", "No enemy is in its arc, within range, and in sight.")


def _arm(stage: Stage) -> str:
    return "gun" if stage.phase in GUN_PHASES else "unit"


def _hold(field: Any, stage: Any, options: Sequence[Slot]) -> int:
    return len(options) - 1


def _draw_fire(field: Field, stage: Stage, slot: Slot) -> Drawing:
    """What a unit could fire at; a rocket, anything."""
    if slot == NOBODY or guns.is_rocket(field.units[slot]):
        return {}
    return drawing(sights(field, field.units[slot]))


FIRE = Question(
    "fire",
    "fire.in-turn",
    lambda field, stage: f"{field.sides[stage.side].name}: which {_arm(stage)} fires next?",
    _show_fire,
    _hold,
    _refused_fire,
    trace=_draw_fire,
)
