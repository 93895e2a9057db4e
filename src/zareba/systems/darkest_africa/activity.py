"""The questions of an activation: how they are put into words, and what is drawn while they are asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zareba.boards.inches import Point, distance
from zareba.engine.ask import Option, Question
from zareba.engine.reasons import Refusal
from zareba.systems.darkest_africa import drawings
from zareba.systems.darkest_africa.deeds import (
    BY,
    DESTROY,
    DONE,
    LEAVE,
    MOVE,
    RELOAD,
    SHOOT,
    TAKE,
    TURN,
    Deed,
    deeds,
    legs,
    refuse_deed,
)
from zareba.systems.darkest_africa.field import TOUCH, Field, Index, ones
from zareba.systems.darkest_africa.moving import toward
from zareba.systems.darkest_africa.shooting import Shot, chance, natural, parts, refuse_shooter
from zareba.systems.darkest_africa.troops import BASES

Json = dict[str, Any]
LABELS = {
    MOVE: ("Move", "move.path"),
    BY: ("Move by way of a place", "move.path"),
    RELOAD: ("Reload", "reload.whole"),
    DESTROY: ("Destroy the load", "bag.destroy"),
    TAKE: ("Take up the load", "bag.pick"),
    LEAVE: ("Leave the table", "move.exit"),
    TURN: ("Turn, and that is all", "enc.turn"),
    DONE: ("That is all", "enc.menu"),
}
NOTHING = "Do nothing"


# --- what it does -------------------------------------------------------------------------------------------------


def show_shot(field: Field, shot: Shot) -> Option:
    """A shot with the die that it needs and the chance that it kills."""
    man, foe = field.roster[shot.shooter], field.roster[shot.target]
    gap = drawings.long(max(0, distance(field.at[shot.shooter], field.at[shot.target]) - BASES))
    label = f"Shoot at {foe.name}, {gap}: {natural(field, shot)}+ hits, kills {100 * chance(field, shot) // 72}%"
    return Option(f"shoot {foe.id}", label, "shoot.score", man.id, foe.id)


def _show(field: Field, index: Index, deed: Deed) -> Option:
    verb, what = deed
    piece = field.roster[index].id
    if verb == SHOOT:
        return show_shot(field, Shot(index, what, aimed=True))
    words, clause = LABELS[verb]
    if verb in (DESTROY, TAKE):
        return Option(f"{verb} {what + 1}", words, clause, piece, f"load-{what + 1}")
    if verb == RELOAD:
        words = f"Reload: {field.roster[index].troop.reload}+ loads"
    if verb == MOVE and field.acting:
        words = "Go on" if field.acting.interrupted else "End the move" if field.acting.planned else words
    if verb == DONE and field.acting and not _busy(field):
        words = NOTHING
    return Option(verb, words, clause, piece)


def _busy(field: Field) -> bool:
    acting = field.acting
    return acting is not None and (acting.moved or acting.shot or acting.over)


def _refused(field: Field, index: Index) -> list[tuple[Option, Refusal]]:
    """Every deed that it may not do now, with the clause that forbids it."""
    legal = set(deeds(field, index))
    every = [Deed(verb) for verb in (MOVE, BY, RELOAD, LEAVE)]
    every += [Deed(SHOOT, foe) for foe in ones(field.foes(index))]
    for number, (owner, _) in enumerate(field.loads):
        every.append(Deed(TAKE if owner == field.side_of(index) else DESTROY, number))
    refused = [(deed, refuse_deed(field, index, deed)) for deed in every if deed not in legal]
    return [(_brief(field, index, deed), refusal) for deed, refusal in refused if refusal]


def _brief(field: Field, index: Index, deed: Deed) -> Option:
    """A shot that cannot be taken needs no die."""
    if deed.verb != SHOOT:
        return _show(field, index, deed)
    foe = field.roster[deed.what]
    return Option(f"shoot {foe.id}", f"Shoot at {foe.name}", "shoot.score", field.roster[index].id, foe.id)


def _ask(field: Any, index: Any) -> str:
    man, acting = field.roster[index], field.acting
    if acting.interrupted:
        return f"{man.name} has come upon men in hiding, and stops. What does he do?"
    if acting.planned:
        return f"{man.name} goes by way of {len(acting.planned)} place{'s' * (len(acting.planned) > 1)}. Where next?"
    return f"What does {man.name} do{' now' if _busy(field) else ''}?"


def last(field: Any, about: Any, options: Sequence[Any]) -> int:
    """The usual answer where nothing is done if nothing is said: it stands at the end."""
    return len(options) - 1


def _hints(field: Any, index: Any) -> Json:
    """How far it may still go, and what its weapon reaches, if it may shoot."""
    acting = field.acting
    goes = refuse_deed(field, index, Deed(MOVE)) is None and not acting.interrupted
    shoots = not acting.shot and not acting.over and refuse_shooter(field, index) is None
    far = drawings.reach(field, index) if goes else []
    return drawings.drawing([*far, *(drawings.rings(field, index) if shoots else [])])


def _trace(field: Any, index: Any, deed: Any) -> Json:
    if deed.verb == SHOOT:
        return trace_shot(field, Shot(index, deed.what, aimed=True))
    if deed.verb in (MOVE, BY):
        return drawings.drawing(drawings.reach(field, index))
    return {}


def trace_shot(field: Field, shot: Shot) -> Json:
    """The line of a shot, and what its score is made of."""
    score, *modifiers = parts(field, shot)
    notes = [drawings.note(f"{score.value}+", score.clause, score.why)]
    notes += [drawings.note(one.value, one.clause, one.why) for one in modifiers]
    return drawings.shot(field, shot.shooter, shot.target, notes)


DEED = Question("deed", "enc.menu", _ask, _show, last, _refused, _hints, _trace)


# --- where it goes ------------------------------------------------------------------------------------------------


def show_place(field: Field, index: Index, position: Sequence[int]) -> Option:
    """A place with what is worth knowing of it: whom he would touch there, cover, how near the enemy is."""
    x, y = position
    label = f"To {plain(x)} east, {plain(y)} north"
    told = remarks(field, index, (x, y))
    return Option(f"{x} {y}", f"{label}: {', '.join(told)}" if told else label, "move.path", field.roster[index].id)


def plain(length: int) -> str:
    """Inches and hundredths, without saying so."""
    return drawings.long(length).removesuffix(" in")


def remarks(field: Field, index: Index, point: Point) -> list[str]:
    foes = field.foes(index)
    touched = [field.roster[foe].name for foe in ones(foes) if field.apart(point, foe) <= TOUCH * TOUCH]
    found = [f"into {' and '.join(touched)}"] if touched else []
    found += ["in cover"] if field.ground.covers(point) else []
    if foes and not touched:
        foe = field.nearest(point, foes)
        gap = drawings.long(max(0, distance(point, field.at[foe]) - BASES))
        word = "nearer" if toward(field, field.at[index], point, foes) else "no nearer"
        found.append(f"{word}, {gap} from {field.roster[foe].name}")
    return found


def _ask_end(field: Any, index: Any) -> str:
    return f"Where does the move of {field.roster[index].name} end?"


def _ask_bend(field: Any, index: Any) -> str:
    return f"By way of which place does {field.roster[index].name} go?"


def hints_of_place(field: Any, index: Any) -> Json:
    acting = field.acting
    planned = [drawings.path("way", legs(field, index, acting.planned[-1]))] if acting and acting.planned else []
    return drawings.drawing([*drawings.reach(field, index), *planned]) | {"piece": field.roster[index].id}


def _trace_place(field: Any, index: Any, position: Any) -> Json:
    acting = field.acting
    way = (*acting.way[:-1], *legs(field, index, (position[0], position[1])))
    return drawings.way(field, index, way)


THERE = Question("move", "move.path", _ask_end, show_place, hints=hints_of_place, trace=_trace_place)
TURNING = Question("bend", "move.path", _ask_bend, show_place, hints=hints_of_place, trace=_trace_place)
