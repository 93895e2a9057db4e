"""`zareba simulate`: many battles between computer players."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from zareba.cli.find import find_scenario, looks_like_path
from zareba.cli.options import a_seed, add_option, add_seed, read_options
from zareba.cli.players import COMPUTERS, read_players
from zareba.cli.screen import Screen
from zareba.cli.words import bar, counted, percent
from zareba.engine.documents import Document
from zareba.engine.errors import Unknown
from zareba.engine.system import System
from zareba.lab.batch import Batch, Plan
from zareba.lab.simulate import simulate
from zareba.lab.statistics import Interval, summary

BY_TURNS = "by turns"
"""Who led a side when the players were swapped for the second half of the battles."""


def add(commands: Any) -> None:
    command = commands.add_parser(
        "simulate",
        help="many battles between computer players",
        description="Plays many battles and counts who wins.",
    )
    command.add_argument("scenario", metavar="SCENARIO", help="a name (zareba scenarios) or a .toml file")
    command.add_argument("--games", type=int, default=100, metavar="N")
    add_seed(command)
    command.add_argument("--players", default="instinct", metavar="A,B", help=COMPUTERS)
    command.add_argument("--workers", type=int, metavar="K", help="processes (default: one for each core)")
    command.add_argument("--mirror", action="store_true", help="play every seed twice, the players swapped")
    add_option(command)
    command.add_argument("--json", action="store_true", help="for programs")
    command.add_argument("--report", type=Path, metavar="FILE.html", help="write a page to read")
    command.set_defaults(run=run)


def run(args: argparse.Namespace, screen: Screen) -> int:
    if args.workers is not None and args.workers < 1:
        raise Unknown("There must be 1 worker at least.")
    if args.report and not args.report.resolve().parent.is_dir():
        raise Unknown(f"There is no folder {args.report.parent} for the report.")
    plan = _plan(args)
    with screen.progress("battles") as meter:
        batch = simulate(plan, args.workers, meter)
    if args.report:
        _write_report(batch, args.report)
    if args.json:
        screen.json(batch.as_json())
    else:
        _tell(batch, side_names(args.scenario), screen)
        if args.report:
            screen.say(f"The report is in {args.report}.")
    return 1 if batch.failed or batch.stopped else 0


def _plan(args: argparse.Namespace) -> Plan:
    rules, document = find_scenario(args.scenario)
    options = read_options(args.option, rules)
    sides = _sides(rules, document, options)
    players = read_players(args.players, sides, people=False)
    name = args.scenario if looks_like_path(args.scenario) else args.scenario.rpartition("/")[2]
    return Plan(rules.id, name, args.games, a_seed(args.seed), tuple(players), options, args.mirror)


def _sides(rules: System, document: Document, options: dict[str, str]) -> tuple[str, ...]:
    return rules.sides(rules.setup(document.data, options))


def _write_report(batch: Batch, path: Path) -> None:
    from zareba.lab import report

    try:
        report.write(batch, path)
    except OSError as error:
        raise Unknown(f"The report cannot be written to {path}: {error.strerror or error}.") from None


def side_names(scenario: str) -> dict[str, str]:
    """What the sides are called: `red (British)`."""
    rules, document = find_scenario(scenario)
    sides = rules.table(rules.setup(document.data, {}), "")["sides"]
    return {
        side["id"]: side["id"] if side["id"] == side["name"] else f"{side['id']} ({side['name']})" for side in sides
    }


def _tell(batch: Batch, names: dict[str, str], screen: Screen) -> None:
    plan, games = batch.plan, len(batch.played)
    screen.say(f"{counted(games, 'battle')} of {plan.scenario} ({plan.system}), seed {plan.seed}", "bold")
    if games:
        screen.table(["side", "player", "won", "share", "95% sure", ""], _side_rows(batch, names), right=(2, 3))
        if plan.mirror:
            screen.table(["player, either side", "won", "share", "95% sure"], _player_rows(batch), right=(1, 2))
        screen.table(["ended by", "battles", "share"], _ending_rows(batch), right=(1, 2))
        _tell_lengths(batch, screen)
    for fight in batch.failed[:5]:
        screen.say(f"Game {fight.number} (seed {fight.seed}) failed: {fight.fault}", "red")
    if batch.stopped:
        screen.say(batch.stopped, "red")


def _side_rows(batch: Batch, names: dict[str, str]) -> list[list[str]]:
    rates = batch.win_rates()
    players = [BY_TURNS] * len(batch.sides) if batch.plan.mirror else batch.plan.players
    rows = [
        [
            names.get(side, side),
            player,
            str(batch.wins[side]),
            percent(rates[side].rate),
            _range(rates[side]),
            bar(rates[side].rate),
        ]
        for side, player in zip(batch.sides, players, strict=True)
    ]
    drawn = batch.draws / len(batch.played)
    return [*rows, ["drawn", "", str(batch.draws), percent(drawn), "", bar(drawn)]]


def _player_rows(batch: Batch) -> list[list[str]]:
    return [[name, str(won), percent(rate.rate), _range(rate)] for name, won, rate in batch.by_player()]


def _ending_rows(batch: Batch) -> list[list[str]]:
    games = len(batch.played)
    return [[clause, str(number), percent(number / games)] for clause, number in batch.by_clause.items()]


def _range(rate: Interval) -> str:
    return f"{percent(rate.low)} to {percent(rate.high)}"


def _tell_lengths(batch: Batch, screen: Screen) -> None:
    lengths = summary(batch.lengths)
    decisions = sum(fight.decisions for fight in batch.played)
    pace = len(batch.played) / batch.seconds if batch.seconds else 0.0
    screen.say(
        f"A battle took {lengths.mean:.1f} activations ({lengths.least:g} to {lengths.most:g}). "
        f"{decisions:,} decisions in {batch.seconds:.1f} s: {pace:,.0f} battles a second."
    )
