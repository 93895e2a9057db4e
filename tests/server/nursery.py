"""Servers that may be killed: for every line, with its patience and its database, a process of its own."""

from __future__ import annotations

import os
import sys

from uvicorn import Config

from zareba.engine.errors import ZarebaError
from zareba.lab.scenarios import load, new_game
from zareba.server import create_app, run
from zareba.systems import system


def tell(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def warm() -> None:
    """Loads and reckons once what every server needs, so that each is ready at once."""
    Config(create_app("sqlite:///:memory:"), ws="websockets-sansio").load()
    rules = system("heroscape")
    for scenario in ("two-companies", "ridge"):
        new_game(rules, load(rules, scenario)).proceed()


def say(address: str) -> None:
    tell(address, os.getpid())


def main() -> None:
    warm()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            patience, _, database = line.strip().partition(" ")
            try:
                run(database=database, delay=0, patience=float(patience), ready=say)
            except ZarebaError as error:
                tell(error)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        tell("gone", os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
