"""What a person may ask for at the prompt beside an answer: reasons, odds, rules, the table, and going back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from zareba.cli import chances, rules
from zareba.cli.choosing import find, nothing_like, position
from zareba.engine.ask import Choice, Place, Request
from zareba.engine.errors import Illegal, Unknown, ZarebaError
from zareba.engine.game import read_position
from zareba.engine.reasons import Refusal
from zareba.engine.rulebook import rulebook_of

if TYPE_CHECKING:
    from zareba.cli.sitting import Sitting

MOST_REFUSALS = 40


class Command(NamedTuple):
    """A word at the prompt: what may follow it, what it is good for, and what does it."""

    takes: str
    help: str
    do: Callable[[Sitting, str], None]


def show_help(sitting: Sitting, text: str) -> None:
    sitting.screen.say("Answer with the number of an option, its notation, the start of it, or the tag of a unit.")
    rows = [[f"{word} {command.takes}".strip(), command.help] for word, command in COMMANDS.items()]
    sitting.screen.table(["", ""], rows)


# --- reasons ------------------------------------------------------------------------------------------------


def why(sitting: Sitting, text: str) -> None:
    """What grants or forbids an answer; without one, everything that is forbidden here, and the last roll."""
    request = sitting.request
    if not text:
        _why_everything(sitting)
    elif not isinstance(request, Choice | Place):
        raise Unknown("No choice is open now.")
    else:
        _why_one(sitting, request, text)


def _why_one(sitting: Sitting, request: Choice[object] | Place, text: str) -> None:
    if isinstance(request, Place) and len(text.split()) > 1:
        _why_there(sitting, request, text)
        return
    options = sitting.game.options(request)
    found = find(text, options, sitting.teller.tags)
    if len(found) == 1:
        option = options[found[0]]
        sitting.screen.say(f"{option.label} is allowed.")
        _clauses(sitting, option.clause or request.question.clause)
        return
    try:
        nothing_like(sitting.game, request, text)
    except Illegal as illegal:
        _refusal(sitting, text, illegal.refusal)


def _why_there(sitting: Sitting, request: Place, text: str) -> None:
    refusal = request.refuse(read_position(request, position(text)))
    if refusal:
        _refusal(sitting, text, refusal)
        return
    sitting.screen.say(f"{text} is allowed.")
    _clauses(sitting, request.question.clause)


def _refusal(sitting: Sitting, text: str, refusal: Refusal) -> None:
    sitting.screen.say(f"{text} is not allowed: {refusal.why}")
    _clauses(sitting, refusal.clause)


def _clauses(sitting: Sitting, name: str) -> None:
    book = rulebook_of(sitting.game.system)
    if name in book:
        rules.tell_clause(book[name], sitting.screen)


def _why_everything(sitting: Sitting) -> None:
    words, reasons = sitting.teller.last_roll
    if words:
        told = [f"{reason.value:+} {reason.why} [{reason.clause}]" for reason in reasons]
        sitting.screen.say(f"Dice. {words}: {'; '.join(told) or 'nothing alters it'}.")
    request = sitting.request
    refused = sitting.game.refused(request) if isinstance(request, Choice | Place) else []
    rows = [[option.notation, refusal.why, refusal.clause] for option, refusal in refused[:MOST_REFUSALS]]
    sitting.screen.table(["not allowed", "because", "clause"], rows)
    if len(refused) > MOST_REFUSALS:
        sitting.screen.say(f"... and {len(refused) - MOST_REFUSALS} more; name one after `why`.")


# --- odds and rules -----------------------------------------------------------------------------------------


def odds(sitting: Sitting, text: str) -> None:
    """The exact odds of one option, or of all that lead to dice."""
    request = sitting.request
    if not isinstance(request, Choice | Place):
        raise Unknown("Odds are asked of a choice, and none is open now.")
    names = chances.piece_names(sitting.game.system, sitting.game.state)
    if text:
        options = sitting.game.options(request)
        found = find(text, options, sitting.teller.tags) or nothing_like(sitting.game, request, text)
        told = [chances.chances_of(sitting.game, request, index) for index in found[:3]]
    else:
        told = chances.all_chances(sitting.game, request)
    for one in told:
        chances.tell(one, names, sitting.screen)
    if not told:
        sitting.screen.say("No option here leads to dice.")


def rule(sitting: Sitting, text: str) -> None:
    if not text:
        raise Unknown("Which clause? For example: rule " + next(iter(rulebook_of(sitting.game.system))))
    for clause in rules.find_clauses(sitting.game.system, text.split()[0]):
        rules.tell_clause(clause, sitting.screen)


# --- the table ----------------------------------------------------------------------------------------------


def board(sitting: Sitting, text: str) -> None:
    sitting.show_board()


def log(sitting: Sitting, text: str) -> None:
    if text and not (text.isdecimal() and text.isascii()):
        raise Unknown("After `log` stands a number of lines, or nothing.")
    sitting.teller.log(int(text[:6] or 20))


def units(sitting: Sitting, text: str) -> None:
    sitting.teller.units()


def options(sitting: Sitting, text: str) -> None:
    sitting.widen()


def hint(sitting: Sitting, text: str) -> None:
    """What a greedy computer player would do."""
    sitting.screen.say(f"A greedy player would: {sitting.advice()}")


# --- going back, and ending ---------------------------------------------------------------------------------


def undo(sitting: Sitting, text: str) -> None:
    sitting.undo()


def save(sitting: Sitting, text: str) -> None:
    sitting.screen.say(f"Saved to {sitting.keeper.copy_to(text)}.")


def concede(sitting: Sitting, text: str) -> None:
    sitting.concede()


def draw(sitting: Sitting, text: str) -> None:
    sitting.agree_on_draw()


def overrule(sitting: Sitting, text: str) -> None:
    """Referee mode: both agree that the last roll shows other faces."""
    if not text:
        raise Unknown("After `overrule` stand the faces that the last roll is to show: overrule 6 6 1")
    sitting.overrule(text)


def leave(sitting: Sitting, text: str) -> None:
    sitting.leaving = True


COMMANDS: dict[str, Command] = {
    "why": Command("[ANSWER]", "what allows or forbids an answer, with the clause; alone: all that is forbidden", why),
    "odds": Command("[ANSWER]", "exact odds of an answer; alone: of all that lead to dice", odds),
    "hint": Command("", "what a greedy computer player would do", hint),
    "rule": Command("CLAUSE", "a clause of the rule book, or all that begin with this", rule),
    "board": Command("", "the board", board),
    "units": Command("", "every unit with what is known of it", units),
    "options": Command("", "the options once more", options),
    "log": Command("[LINES]", "what has happened", log),
    "undo": Command("", "take back the last decision, never past dice, cards or secrets", undo),
    "save": Command("[FILE]", "copy the battle to a file; it is kept after every answer anyway", save),
    "overrule": Command("FACES", "both agree to replace the last roll", overrule),
    "concede": Command("", "give up", concede),
    "draw": Command("", "agree on a draw", draw),
    "help": Command("", "this list", show_help),
    "quit": Command("", "leave; the battle waits", leave),
}


def command_in(text: str, request: Request | None) -> tuple[Command, str] | None:
    """The command that a line begins with, and the rest of the line."""
    word, _, rest = text.strip().partition(" ")
    command = COMMANDS.get(word.lower())
    if command is None or (word.lower() == "draw" and rest):  # `draw 7h` turns a card
        return None
    return command, rest.strip()


def obey(sitting: Sitting, command: Command, rest: str) -> None:
    try:
        command.do(sitting, rest)
    except ZarebaError as error:
        sitting.screen.say(str(error), "red")
