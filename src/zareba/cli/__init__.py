"""The `zareba` command.

Each subcommand is a module with `add`, which tells the parser what it takes, and a function that does it and
returns the exit status: 0, 1 where something that was checked is not as it should be, 2 for misuse.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NoReturn

from zareba import __version__
from zareba.cli import (
    army,
    battle,
    case,
    check,
    listing,
    odds,
    play,
    printing,
    replay,
    rules,
    selftest,
    serve,
    simulate,
)
from zareba.cli.screen import Screen
from zareba.engine.errors import Faulty, Unknown, ZarebaError

MISUSE = 2
OWN_FAULT = 70
STOPPED = 130
BROKEN_PIPE = 141

COMMANDS: tuple[ModuleType, ...] = (
    play,
    serve,
    battle,
    listing,
    simulate,
    odds,
    check,
    army,
    printing,
    case,
    replay,
    rules,
    selftest,
)

WELCOME = f"""\
Zareba {__version__} plays, referees and stress-tests miniature wargames.

  zareba play                          the table in your browser
  zareba battle                        a battle here, in the terminal
  zareba simulate SCENARIO --games 200 let the computer fight it out

zareba --help lists everything else."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence."""

    def error(self, message: str) -> NoReturn:
        raise Unknown(f"{message[:1].upper()}{message[1:]}; see {self.prog} --help.")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    screen = Screen()
    try:
        status = _run(argv, screen)
        sys.stdout.flush()
        return status
    except SystemExit as done:  # `--help` and `--version`
        return done.code if isinstance(done.code, int) else 0
    except KeyboardInterrupt:
        return _complain("stopped.", STOPPED)
    except BrokenPipeError:
        return _hush()
    except Faulty as faulty:
        return _complain(_all_faults(faulty), MISUSE)
    except ZarebaError as error:
        return _complain(str(error), MISUSE)
    except Exception as error:
        if os.environ.get("ZAREBA_DEBUG"):
            raise
        return _complain(_own_fault(error), OWN_FAULT)


def _run(argv: Sequence[str] | None, screen: Screen) -> int:
    words = sys.argv[1:] if argv is None else list(argv)
    if not words:
        screen.say(WELCOME)
        return 0
    args = parser().parse_args(words)
    status: int = args.run(args, screen)
    return status


def parser() -> argparse.ArgumentParser:
    whole = Parser(prog="zareba", description="Plays, referees and stress-tests miniature wargames.")
    whole.add_argument("--version", action="version", version=f"zareba {__version__}")
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    for command in COMMANDS:
        command.add(commands)
    return whole


def _complain(sentence: str, status: int) -> int:
    print(f"zareba: {sentence}", file=sys.stderr)
    return status


def _all_faults(faulty: Faulty) -> str:
    if len(faulty.faults) < 2:
        return str(faulty)
    lines = [f"{faulty.name} has {len(faulty.faults)} faults:", *map(str, faulty.faults)]
    return "\n  ".join(lines)


def _own_fault(error: Exception) -> str:
    kind = type(error).__name__
    said = " ".join(str(error).split())
    return f"this is a fault of the program, not yours ({kind}: {said}); ZAREBA_DEBUG=1 shows where it is."


def _hush() -> int:
    """Nobody reads on: end without a word, also when Python closes the stream."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE
