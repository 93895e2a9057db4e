"""`python -m zareba.lab.again SAVE`: replays a save and says what differs; the exit status is 1 if anything does."""

from __future__ import annotations

import sys
from pathlib import Path

from zareba.engine.save import open_save, replay
from zareba.systems import system


def main(path: Path) -> int:
    save = open_save(path)
    replayed = replay(save, system(save.system))
    wrong = replayed.difference or "; ".join(save.faults)
    sys.stdout.write(f"{wrong}\n" if wrong else f"{replayed.records}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
