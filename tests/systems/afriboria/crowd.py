"""A crowded little battle in which everything happens at once, for random play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from zareba.engine.documents import Document, read, read_path
from zareba.systems.afriboria import SYSTEM

SCENARIOS = ("water-hole", "marchands-ford", "bordj-el-ahmar")
CROWD = """
system = "afriboria"
name = "A Crowd"
first = "south"
limit = { rounds = 9 }
objective = [{ hexes = "D3", mode = "last" }]
side = [
  { id = "south", hand = 3, quota = 9, base = "G6" },
  { id = "north", hand = 3, quota = 9, base = "A6" },
]
company = [{ officer = "s-major", members = ["s-a", "s-b", "s-gun"] }]

[board]
map = '''
.  .  w  .  .  .  .
 .  .  .  .  f  .
.  W  G  .  ^  .  .
 .  K  W  .  ~  s
.  W  =  d  .  .  .
 m  .  r  .  D  .
.  .  .  .  .  .  .
'''
inside = "C2 C3 D2 D3 E2"
structure = [
  { hexes = "C2 D3 E2", is = "wall", type = "wood" },
  { hexes = "C3", is = "gate", type = "adobe", held = "north" },
  { hexes = "D2", is = "building", type = "stone", hides = true },
]

[[unit]]
id = "n-wall"
side = "north"
kind = "inf-a"
colour = "red"
at = "C3:3 D3:3"
[[unit]]
id = "n-keep"
side = "north"
kind = "inf-b"
colour = "blue"
at = "D2"
[[unit]]
id = "n-chief"
side = "north"
kind = "officer"
at = "D2"
[[unit]]
id = "n-mg"
side = "north"
kind = "mg-foot"
colour = "green"
at = "B5"
[[unit]]
id = "n-lancers"
side = "north"
kind = "cav-a"
lancers = true
colour = "red"
at = "B4"
[[unit]]
id = "n-camels"
side = "north"
kind = "cav-b"
mounted = false
colour = "green"
at = "C5"
[[unit]]
id = "n-lady"
side = "north"
kind = "officer"
character = true
combatant = false
at = "C6"
[[unit]]
id = "n-carts"
side = "north"
kind = "transport"
supply = true
colour = "blue"
at = "A5"
[[unit]]
id = "n-plane"
side = "north"
kind = "aeroplane"
at = "A6"
[[unit]]
id = "n-late"
side = "north"
kind = "inf-c"
colour = "blue"
arrives = 3
at = "A1"
[[unit]]
id = "s-a"
side = "south"
kind = "inf-a"
colour = "red"
at = "E4"
[[unit]]
id = "s-b"
side = "south"
kind = "inf-b"
firearms = 3
colour = "blue"
at = "E5"
[[unit]]
id = "s-major"
side = "south"
kind = "officer"
mount = "horse"
at = "E5"
[[unit]]
id = "s-gun"
side = "south"
kind = "art-heavy"
colour = "red"
at = "F4"
[[unit]]
id = "s-spears"
side = "south"
kind = "inf-b"
arms = "spears"
ladder = true
colour = "green"
at = "E3"
[[unit]]
id = "s-levy"
side = "south"
kind = "inf-c"
arms = "bows"
ladder = true
colour = "red"
at = "F1"
[[unit]]
id = "s-nco"
side = "south"
kind = "nco"
at = "F1"
[[unit]]
id = "s-porters"
side = "south"
kind = "bearers"
colour = "blue"
at = "F1"
[[unit]]
id = "s-motor"
side = "south"
kind = "motor"
weapon = "aa-gun"
colour = "green"
at = "F6"
[[unit]]
id = "s-ship"
side = "south"
kind = "airship"
colour = "blue"
strength = 6
aloft = true
at = "G6"
[[unit]]
id = "s-horse"
side = "south"
kind = "cav-a"
mounted = false
colour = "green"
at = "D6"
"""


def crowd() -> dict[str, Any]:
    return read(CROWD, "crowd.toml").data


def scenario(name: str) -> Document:
    return read_path(Path(SYSTEM.folder) / "scenarios" / f"{name}.toml")
