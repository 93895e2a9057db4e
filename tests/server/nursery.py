"""Servers that may be killed: for every database named on a line, a process of its own (used by `test_kill`)."""

from __future__ import annotations

import os
import sys

from zareba.engine.errors import ZarebaError
from zareba.server import run


def tell(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                run(database=line.strip(), delay=0, ready=lambda address: tell(address, os.getpid()))
            except ZarebaError as error:
                tell(error)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        tell("gone", os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
