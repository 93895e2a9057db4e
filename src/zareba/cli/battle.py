"""`zareba battle`: one battle in the terminal, between people, computer players, or both."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from zareba.cli.fairness import Proof
from zareba.cli.find import find_scenario
from zareba.cli.invitation import invite
from zareba.cli.options import a_seed, add_option, add_seed, read_options
from zareba.cli.players import HELP, YOU, read_players
from zareba.cli.prompt import reader
from zareba.cli.saves import Keeper, is_save, kept, new_path, open_save
from zareba.cli.screen import Screen
from zareba.cli.sitting import Sitting
from zareba.cli.watch import watch_json
from zareba.cli.words import counted
from zareba.engine.ask import Seat
from zareba.engine.dice import Seeded, Source
from zareba.engine.documents import Document
from zareba.engine.errors import Unknown
from zareba.engine.game import Game
from zareba.engine.record import Journal, start
from zareba.engine.system import System
from zareba.players import Player, check_name, player

DICE = ("seeded", "fair", "table")
NEWEST = "newest"


class Setting(NamedTuple):
    """What a battle is begun with."""

    rules: System
    document: Document
    options: dict[str, str]
    players: dict[Seat, str]
    dice: str
    seed: int
    path: Path | None
    log: str = "text"


def add(commands: Any) -> None:
    command = commands.add_parser(
        "battle",
        help="one battle in the terminal, people or computers",
        description=(
            "One battle in the terminal; asks for what is not named. "
            "A battle with a person is kept after every answer, to be resumed."
        ),
    )
    command.add_argument(
        "scenario", nargs="?", metavar="SCENARIO_OR_SAVE", help="a scenario, or a battle to go on with"
    )
    command.add_argument("--players", metavar="A,B", help=f"one for each side: {HELP}")
    command.add_argument(
        "--side", action="append", default=[], metavar="SIDE=PLAYER", help="who plays a side or a seat"
    )
    add_seed(command)
    command.add_argument("--dice", choices=DICE, default="seeded", help="the computer's, verifiable ones, or your own")
    add_option(command)
    command.add_argument("--log", choices=("text", "json"), default="text", help="text, or JSON lines for programs")
    command.add_argument("--save", type=Path, metavar="FILE", help="where to keep the battle")
    command.add_argument(
        "--resume",
        nargs="?",
        const=NEWEST,
        metavar="NUMBER",
        help="list the battles that wait, or go on with one",
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace, screen: Screen) -> int:
    if args.resume is not None:
        return _resume(args.resume, args.log == "json", screen)
    if args.scenario is None and (waiting := invite(args, screen)):
        return go_on(waiting, screen)
    path = Path(args.scenario)
    if path.is_file() and is_save(path):
        return go_on(path, screen)
    return begin(_setting(args), screen)


# --- a new battle -------------------------------------------------------------------------------------------


def _setting(args: argparse.Namespace) -> Setting:
    rules, document = find_scenario(args.scenario)
    options = read_options(args.option, rules)
    seats = seats_of(rules, document, options)
    players = _players(args, rules.sides(rules.setup(document.data, options)), seats)
    path = args.save
    if path is None and YOU in players.values():
        path = new_path(Path(document.name).stem)
    if args.log == "json" and YOU in players.values():
        raise Unknown("A log in JSON is for battles between computer players.")
    if args.dice == "table" and not sys.stdin.isatty() and YOU not in players.values():
        raise Unknown("Dice of the table are typed by a person, and nobody is here.")
    return Setting(rules, document, options, players, args.dice, a_seed(args.seed), path, args.log)


def seats_of(rules: System, document: Document, options: Mapping[str, str]) -> dict[Seat, str]:
    return rules.seats(rules.setup(document.data, dict(options)))


def _players(args: argparse.Namespace, sides: tuple[str, ...], seats: Mapping[Seat, str]) -> dict[Seat, str]:
    """Who plays in each seat."""
    default = ",".join([YOU, *["greedy"] * (len(sides) - 1)])
    by_side = dict(zip(sides, read_players(args.players or default, sides, people=True), strict=True))
    by_seat = {seat: by_side[side] for seat, side in seats.items()}
    for text in args.side:
        name, equals, who = text.partition("=")
        chosen = [seat for seat, side in seats.items() if name in (seat, side)]
        if not equals or not chosen:
            raise Unknown(f"--side is written as SIDE=PLAYER, with one of {', '.join({*sides, *seats})}.")
        if who != YOU:
            check_name(who)
        by_seat |= dict.fromkeys(chosen, who)
    return by_seat


def begin(setting: Setting, screen: Screen) -> int:
    proof = Proof.begun(setting.rules) if setting.dice == "fair" else None
    source = _source(setting, proof)
    game, journal = start(setting.rules, setting.document.data, setting.options, source, setting.players)
    keeper = Keeper(setting.path, proof)
    keeper.begin(journal)
    if setting.log == "json":
        with closing(keeper):
            return watch_json(game, journal, minds(setting.players, setting.seed))
    briefing = str(setting.document.data.get("briefing", "")).strip()
    screen.say(str(setting.document.data.get("name", setting.document.name)), "bold")
    if briefing and YOU in setting.players.values():
        screen.say(" ".join(briefing.split()))
    return sit(screen, game, journal, setting.players, setting.seed, keeper)


def _source(setting: Setting, proof: Proof | None) -> Source | None:
    if proof:
        return proof.source
    return Seeded(setting.seed) if setting.dice == "seeded" else None


def minds(players: Mapping[Seat, str], seed: int) -> dict[Seat, Player]:
    """The computer players; the other seats are people's."""
    return {seat: player(name, f"{seed} {seat}", monotonic) for seat, name in players.items() if name != YOU}


# --- one that waits -----------------------------------------------------------------------------------------


def _resume(which: str, json: bool, screen: Screen) -> int:
    waiting = kept()
    if json:
        screen.json([str(path) for path in waiting])
        return 0
    if not waiting:
        raise Unknown("No battle waits to be resumed.")
    if which == NEWEST and len(waiting) > 1:
        for number, path in enumerate(waiting, 1):
            screen.say(f"{number:3}  {path.stem}")
        screen.say("Go on with one of them: zareba battle --resume NUMBER")
        return 0
    number = 1 if which == NEWEST else int(which) if which.isdecimal() and which.isascii() else 0
    if not 1 <= number <= len(waiting):
        raise Unknown(f"There are {counted(len(waiting), 'battle')} to resume; {which} is none of them.")
    return go_on(waiting[number - 1], screen)


def go_on(path: Path, screen: Screen) -> int:
    opened = open_save(path)
    if opened.game.request is None:
        screen.say("This battle is over.")
    for fault in opened.save.faults:
        screen.say(f"{fault} The file as it was found is kept beside it.")
    keeper = Keeper(path, opened.proof)
    keeper.go_on(opened.save, opened.journal)
    seed = opened.journal.records[0].get("seed", 0)
    return sit(screen, opened.game, opened.journal, opened.players, seed, keeper, resumed=True)


# --- at the table -------------------------------------------------------------------------------------------


def sit(
    screen: Screen,
    game: Game,
    journal: Journal,
    players: Mapping[Seat, str],
    seed: Any,
    keeper: Keeper,
    resumed: bool = False,
) -> int:
    sitting = Sitting(screen, game, journal, minds(players, seed), keeper, reader(screen))
    if resumed:
        sitting.recall()
    try:
        over = sitting.play()
    except KeyboardInterrupt:
        screen.say()
        _tell_where(screen, keeper)
        raise
    finally:
        keeper.close()
    if over:
        sitting.tell_result()
        if where := keeper.put_away():
            screen.say(f"The battle is kept in {where}.")
    else:
        _tell_where(screen, keeper)
    return 0


def _tell_where(screen: Screen, keeper: Keeper) -> None:
    if keeper.path:
        screen.say(f"Nothing is lost: go on with   zareba battle {keeper.path}")
    else:
        screen.say("The battle was not kept.")
