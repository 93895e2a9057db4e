"""Fair dice on disk: beside a save stands what proves its dice, and what makes those to come.

`NAME.zareba.dice` holds the published set-up, a row for every roll, and the secrets. While the battle goes on,
whoever reads the secrets knows the dice to come: the file belongs to the one who runs the battle.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from zareba.engine.canon import NotPlain, parse
from zareba.engine.dice import Fair
from zareba.engine.errors import Unknown
from zareba.engine.fair import FairDice, verify
from zareba.engine.system import System


class Proof:
    """The file of a battle with fair dice."""

    def __init__(self, dice: FairDice, earlier: list[dict[str, Any]] | None = None) -> None:
        self.dice = dice
        self.earlier = earlier or []

    @classmethod
    def begun(cls, rules: System) -> Proof:
        return cls(FairDice.create(os.urandom(16), rules=f"{rules.id}@{rules.version}"))

    @classmethod
    def read(cls, path: Path) -> Proof:
        """The dice of a battle that is to go on."""
        told = _told(path)
        try:
            return cls(FairDice.resume(told["secrets"], told["spent"]), told["rows"])
        except (LookupError, TypeError, ValueError):
            raise Unknown(f"{path.name} is damaged, so the fair dice cannot go on.") from None

    @property
    def source(self) -> Fair:
        return Fair(self.dice)

    def write(self, path: Path) -> None:
        """Replaces the file as a whole: it is never half written."""
        told: dict[str, Any] = {"setup": self.dice.setup(), "rows": [*self.earlier, *self.dice.record()]}
        told |= {"spent": self.dice.spent, "secrets": self.dice.secrets_doc()}
        beside = path.with_name(path.name + ".new")
        beside.write_text(json.dumps(told), encoding="utf-8")
        beside.replace(path)


def proof_path(save: Path) -> Path:
    return save.with_name(save.name + ".dice")


def faults_in(path: Path) -> list[str]:
    """What is wrong with the dice of a battle: nothing if all follow from what was fixed before the first."""
    told = _told(path)
    return verify(told.get("setup", {}), told.get("rows", []))


def _told(path: Path) -> dict[str, Any]:
    try:
        told = parse(path.read_bytes())
    except OSError:
        raise Unknown(f"The fair dice of this battle should stand in {path}, and do not.") from None
    except NotPlain as error:
        raise Unknown(f"{path.name} cannot be read: {error}") from None
    return told if isinstance(told, dict) else {}
