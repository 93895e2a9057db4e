"""`zareba replay`: plays a saved battle again and compares it with its record, to the last die."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

from zareba.cli.fairness import faults_in, proof_path
from zareba.cli.saves import read_file, rules_of
from zareba.cli.screen import Screen
from zareba.cli.words import counted
from zareba.engine.reader import Save
from zareba.engine.replay import ViewOnly, replay


class Verdict(NamedTuple):
    """What came of a replay; nothing in `faults` means that all is as recorded."""

    save: Save
    answers: int
    dice: int
    faults: list[str]
    winner: str | None
    why: str
    fair: bool

    def as_json(self) -> dict[str, Any]:
        return {
            "rules": self.save.rules,
            "writer": self.save.header["writer"],
            "records": len(self.save.records),
            "sound": self.save.sound,
            "answers": self.answers,
            "dice": self.dice,
            "fair": self.fair,
            "winner": self.winner,
            "why": self.why,
            "faults": self.faults,
        }


def add(commands: Any) -> None:
    command = commands.add_parser(
        "replay",
        help="play a saved battle again and verify it to the last die",
        description="Gives every answer again and compares position, dice and effects with the record.",
    )
    command.add_argument("save", type=Path, metavar="SAVE")
    command.add_argument("--json", action="store_true", help="for programs")
    command.set_defaults(run=run)


def run(args: argparse.Namespace, screen: Screen) -> int:
    verdict = verify(args.save)
    if args.json:
        screen.json(verdict.as_json())
    else:
        _tell(verdict, screen)
    return 1 if verdict.faults else 0


def verify(path: Path) -> Verdict:
    save = read_file(path)
    faults = list(save.faults)
    fair = save.records[0].get("source") == "fair"
    if fair:
        faults += faults_in(proof_path(path))
    answers = sum(record["type"] == "answer" for record in save.records)
    dice = sum(len(record.get("dice", ())) for record in save.records)
    try:
        replayed = replay(save, rules_of(save))
    except ViewOnly as error:
        return Verdict(save, answers, dice, [*faults, str(error)], None, "", fair)
    if replayed.difference and replayed.difference not in faults:
        faults.append(replayed.difference)
    result = replayed.game.result
    return Verdict(save, answers, dice, faults, result and result.winner, result.why if result else "", fair)


def _tell(verdict: Verdict, screen: Screen) -> None:
    save = verdict.save
    screen.say(f"{save.rules}, written by zareba {save.header['writer']}: {counted(len(save.records), 'record')}.")
    for fault in verdict.faults:
        screen.say(fault, "red")
    if verdict.faults:
        return
    screen.say(f"{counted(verdict.answers, 'answer')} and {counted(verdict.dice, 'die', 'dice')}: all as recorded.")
    if verdict.fair:
        screen.say("Every fair die follows from what was fixed before the first.")
    screen.say(f"The battle is over: {verdict.why}" if verdict.why else "The battle is not over.")
