"""Breaks the rules of a system on purpose, a little and one at a time, and sees whether its cases and tests notice.

    python scripts/mutate.py SYSTEM [--count 10] [--seed 1] [--only fire.py] [--cases] [--list]

A mutation is a number changed by one (in a table or in a rule), a comparison flipped or moved by one, an `and` for
an `or`, a `not` left out, a plus for a minus. It is made in a copy of the tree in a temporary folder, never in the
checkout. First the cases of the system are played there, then its tests, the quick ones. What fails has *killed* the
mutation; one that nobody notices has *survived*: a case is missing, or the change means nothing. The exit status is
1 if any survived.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("src", "tests", "docs", "pyproject.toml", "README.md")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "page", "*.pyc")
SPARED = {"__init__.py", "show.py", "judgement.py"}
"""No rules stand here: how things are drawn, and what computer players think of them."""
MEMORY = 4 << 30
FLIPPED: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: ("not in", ("in",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: ("is not", ("is",)),
}

At = Callable[[int, int], int]
"""Where a line and column stand in a file."""


@dataclass(frozen=True, order=True)
class Mutation:
    """One change: so many bytes of a file, replaced."""

    file: str
    start: int
    end: int
    now: str
    kind: str
    line: int
    shown: str

    def made_in(self, source: bytes) -> bytes:
        return source[: self.start] + self.now.encode() + source[self.end :]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}  {self.shown}"


Change = Callable[[str, int, int, str], Mutation]


# --- what may be changed ------------------------------------------------------------------------------------


def mutations(folder: Path, only: list[str]) -> list[Mutation]:
    """Every change that can be made to the rules and tables of a system."""
    files = [path for path in sorted(folder.iterdir()) if path.name not in SPARED]
    files = [path for path in files if not only or path.name in only]
    found = [_in_table(path) for path in files if path.suffix == ".toml"]
    found += [_in_rules(path) for path in files if path.suffix == ".py"]
    return sorted(set(chain.from_iterable(found)))


def _in_table(path: Path) -> Iterator[Mutation]:
    """Numbers that are values, not those in words or remarks."""
    offset = 0
    for number, line in enumerate(path.read_bytes().splitlines(keepends=True), 1):
        bare = re.sub(rb'"[^"]*"|\'[^\']*\'', lambda quoted: b"x" * len(quoted[0]), line).split(b"#")[0]
        for match in re.finditer(rb"(?<![\w.-])-?\d+(?![\w.-])", bare):
            if b"=" in bare[: match.start()] or b"=" not in bare:
                value = int(match[0])
                for new in (value + 1, value - 1):
                    shown = f"{line.decode().strip()}   [{value} -> {new}]"
                    at = (offset + match.start(), offset + match.end())
                    yield Mutation(path.name, *at, str(new), "table", number, shown)
        offset += len(line)


def _in_rules(path: Path) -> Iterator[Mutation]:
    source = path.read_bytes()
    starts = [0, *[match.end() for match in re.finditer(rb"\n", source)]]

    def at(line: int, column: int) -> int:
        return starts[line - 1] + column

    def change(kind: str, start: int, end: int, now: str) -> Mutation:
        line = source.count(b"\n", 0, start) + 1
        text = source[starts[line - 1] :].split(b"\n", 1)[0].decode().strip()
        return Mutation(path.name, start, end, now, kind, line, f"{text}   [{source[start:end].decode()} -> {now}]")

    for node in _rules(ast.parse(source)):
        begin, end = _span(node, at)
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            for operator, left, right in zip(node.ops, sides, sides[1:], strict=False):
                was, others = FLIPPED[type(operator)]
                gap = (_span(left, at)[1], _span(right, at)[0])
                yield from _swap(change, "comparison", source, gap, was, others)
        elif isinstance(node, ast.BoolOp):
            was, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from _swap(change, "logic", source, (_span(left, at)[1], _span(right, at)[0]), was, (other,))
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield change("logic", begin, begin + len("not "), "")
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            was, other = ("+", "-") if isinstance(node.op, ast.Add) else ("-", "+")
            gap = (_span(node.left, at)[1], _span(node.right, at)[0])
            yield from _swap(change, "arithmetic", source, gap, was, (other,))
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield change("number", begin, end, str(node.value + 1))
            if node.value > 0:
                yield change("number", begin, end, str(node.value - 1))
        elif isinstance(node, ast.Constant) and type(node.value) is bool:
            yield change("logic", begin, end, str(not node.value))


def _rules(node: ast.AST) -> Iterator[ast.AST]:
    """Everything in a module that runs: no types, decorators or texts with blanks to be filled in."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr | ast.Assert):
                yield child
                yield from _rules(child)


def _span(node: ast.AST, at: At) -> tuple[int, int]:
    if not isinstance(node, ast.expr | ast.stmt) or node.end_lineno is None or node.end_col_offset is None:
        return 0, 0
    return at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)


def _swap(
    change: Change, kind: str, source: bytes, gap: tuple[int, int], was: str, others: tuple[str, ...]
) -> Iterator[Mutation]:
    """The operator stands between two operands, perhaps among brackets and line ends."""
    words = r"\s+".join(map(re.escape, was.split()))
    found = re.search(rf"(?<![\w<>=!]){words}(?![\w=])".encode(), source[slice(*gap)])
    if found:
        for other in others:
            yield change(kind, gap[0] + found.start(), gap[0] + found.end(), other)


def drawn(found: list[Mutation], count: int, seed: int) -> list[Mutation]:
    """So many of them at random, of every kind in turn."""
    kinds: dict[str, list[Mutation]] = {}
    for mutation in Random(seed).sample(found, len(found)):
        kinds.setdefault(mutation.kind, []).append(mutation)
    rounds = zip_longest(*[kinds[kind] for kind in sorted(kinds)])
    return [mutation for one_each in rounds for mutation in one_each if mutation][:count]


# --- who notices --------------------------------------------------------------------------------------------


class Scratch:
    """A copy of the tree, in which one system is broken and mended."""

    def __init__(self, folder: Path, system: str, patience: int) -> None:
        self.folder = folder
        self.inside = Path("src", "zareba", "systems", system)
        self.system = system
        self.patience = patience
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
            else:
                shutil.copy(ROOT / name, folder / name)

    def killer(self, cases_only: bool) -> str:
        """What fails, in a few words; nothing if all is well."""
        said = self._run("-m", "zareba.cli", "case", str(self.inside / "cases"))
        if said is None:
            return "the cases never end"
        if said.returncode:
            told = (said.stdout or said.stderr).strip().splitlines() or ["fails"]
            return f"{told[0].rpartition('/')[2]}  ({told[-1]})" if len(told) > 1 else told[0]
        return "" if cases_only else self._tests()

    def _tests(self) -> str:
        said = self._run(
            "-m", "pytest", "-x", "-n", "0", "-q", "-p", "no:cacheprovider", f"tests/systems/{self.system}"
        )
        if said is None:
            return "a test never ends"
        if said.returncode:
            failed = [line for line in said.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
            name = failed[0].split(" - ")[0].rpartition("/")[2] if failed else said.stdout.strip()[-80:]
            return f"test: {name}"
        return ""

    def _run(self, *words: str) -> subprocess.CompletedProcess[str] | None:
        paths = os.pathsep.join([str(self.folder / "src"), str(self.folder)])
        try:
            return subprocess.run(
                [sys.executable, "-B", *words],
                cwd=self.folder,
                env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
                capture_output=True,
                text=True,
                check=False,
                timeout=self.patience,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
            )
        except subprocess.TimeoutExpired:
            return None


def try_out(scratch: Scratch, mutation: Mutation, cases_only: bool) -> str:
    path = scratch.folder / scratch.inside / mutation.file
    sound = path.read_bytes()
    try:
        path.write_bytes(mutation.made_in(sound))
        return scratch.killer(cases_only)
    finally:
        path.write_bytes(sound)


def main() -> int:
    reader = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    reader.add_argument("system")
    reader.add_argument("--count", type=int, default=10, metavar="N")
    reader.add_argument("--seed", type=int, default=1, metavar="S")
    reader.add_argument("--only", action="append", default=[], metavar="FILE", help="change nothing but this file")
    reader.add_argument("--cases", action="store_true", help="ask the cases only, not the tests")
    reader.add_argument("--list", action="store_true", help="only say what would be tried")
    reader.add_argument("--patience", type=int, default=240, metavar="SECONDS", help="what takes longer has noticed")
    args = reader.parse_args()
    folder = ROOT / "src" / "zareba" / "systems" / args.system
    if not folder.is_dir():
        print(f"There is no rule system {args.system!r}.", file=sys.stderr)
        return 2
    chosen = drawn(mutations(folder, args.only), args.count, args.seed)
    if args.list:
        print(*chosen, sep="\n")
        return 0
    with tempfile.TemporaryDirectory(prefix="zareba-mutate-") as place:
        return _judge(Scratch(Path(place), args.system, args.patience), chosen, args.cases)


def _judge(scratch: Scratch, chosen: list[Mutation], cases_only: bool) -> int:
    if broken := scratch.killer(cases_only):
        print(f"Nothing can be learned: it fails unchanged ({broken}).", file=sys.stderr)
        return 2
    survived = 0
    for mutation in chosen:
        killer = try_out(scratch, mutation, cases_only)
        survived += not killer
        print(f"{'killed  ' if killer else 'SURVIVED'}  {mutation}" + (f"\n          by {killer}" if killer else ""))
        sys.stdout.flush()
    print(f"{len(chosen)} mutations: {len(chosen) - survived} killed, {survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
