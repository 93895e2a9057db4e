"""A batch as one page to read: who wins and why, how long it takes, and what it costs.

The page needs nothing but itself: no script, no font, no picture from anywhere. Names are written by strangers, so
every word is escaped before it is put between tags.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from zareba.lab.batch import Batch
from zareba.lab.pictures import GREY, bar, box, columns, interval, ribbon
from zareba.lab.statistics import summary
from zareba.lab.story import typical

COLOURS = ("#8f3d2e", "#33506b", "#6b6a33", "#5b3d6b")
STYLE = """
:root{color-scheme:light}
body{margin:0;background:#f6f1e5;color:#2b2722;font:16px/1.55 Georgia,'Iowan Old Style',serif}
main{max-width:46rem;margin:0 auto;padding:3rem 1.5rem 4rem}
h1{font-size:2rem;font-weight:normal;margin:0}
h2{font-size:1.15rem;font-weight:normal;font-style:italic;margin:2.2rem 0 .6rem;
border-bottom:1px solid #d9cfb8;padding-bottom:.2rem}
p{margin:.4rem 0}.quiet,th,footer{color:#6e665a;font-size:.9rem}footer{margin-top:3rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
td,th{text-align:left;font-weight:normal;padding:.25rem 1rem .25rem 0}td:last-child,th:last-child{padding-right:0}
td.picture{width:45%}code{font:.85rem ui-monospace,Menlo,Consolas,monospace;color:#6e665a}
svg{display:block;width:100%;height:auto}ol{padding-left:1.4rem;margin:.4rem 0}
"""


def write(batch: Batch, path: Path) -> None:
    """Writes the page of a batch to a file."""
    path.write_text(page(batch, typical(batch)), encoding="utf-8")


def page(batch: Batch, story: Sequence[str] = ()) -> str:
    """The page, with a few lines of a typical battle if there are any."""
    parts = [head(batch), winners(batch), endings(batch), players(batch), lengths(batch), losses(batch)]
    parts += [told(story), failures(batch), foot(batch)]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{escape(batch.title)}: {len(batch.played)} battles</title>\n<style>{STYLE}</style>\n</head>\n"
        "<body>\n<main>\n" + "\n".join(filter(None, parts)) + "\n</main>\n</body>\n</html>\n"
    )


# --- the parts of the page --------------------------------------------------------------------------------


def head(batch: Batch) -> str:
    plan = batch.plan
    pairs = zip(batch.sides, plan.players, strict=True)
    cast = " against ".join(f"{escape(side)} (played by {escape(name)})" for side, name in pairs)
    mirrored = ", and again with the players swapped" if plan.mirror else ""
    return f'<h1>{escape(batch.title)}</h1>\n<p class="quiet">{cast}{mirrored}. {escape(batch.stopped)}</p>'


def winners(batch: Batch) -> str:
    colours = coloured(batch)
    strips = [(side, won, colours[side]) for side, won in batch.wins.items()] + [("drawn", batch.draws, GREY)]
    rows = [
        [escape(side), str(batch.wins[side]), percent(rate.rate), f"{percent(rate.low)} to {percent(rate.high)}"]
        for side, rate in batch.win_rates().items()
    ]
    rows += [["drawn", str(batch.draws), "", ""]] if batch.draws else []
    return section("Who wins", ribbon(strips) + table(["side", "won", "share", "95% interval"], rows))


def endings(batch: Batch) -> str:
    colours, most = coloured(batch), max(batch.endings.values(), default=1)
    rows = [
        [
            escape(winner or "drawn"),
            f"<code>{escape(clause)}</code>",
            str(number),
            bar(number, most, colours.get(winner, GREY)),
        ]
        for (winner, clause), number in batch.endings.items()
    ]
    return section("How battles end", table(["won by", "by the clause", "battles", ""], rows))


def players(batch: Batch) -> str:
    if not batch.plan.mirror:
        return ""
    rows = [
        [escape(name), str(won), f"{percent(rate.low)} to {percent(rate.high)}", interval(rate)]
        for name, won, rate in batch.by_player()
    ]
    return section("Who plays better", table(["player", "won", "95% interval", ""], rows))


def lengths(batch: Batch) -> str:
    found = summary(batch.lengths)
    words = f"Half of all battles last {short(found.quarter)} to {short(found.three_quarters)} activations."
    return section("How long they last", f"<p>{words}</p>" + columns(batch.lengths, "activations"))


def losses(batch: Batch) -> str:
    most = max((max(values) for values in batch.losses.values()), default=0)
    rows = []
    for name, values in batch.losses.items():
        found = summary(values)
        half = f"{short(found.quarter)} to {short(found.three_quarters)}"
        rows.append([escape(name), short(found.mean), half, box(found, most)])
    return section("What they cost", table(["losses", "mean", "half of all", ""], rows)) if rows else ""


def told(story: Sequence[str]) -> str:
    if not story:
        return ""
    lines = "".join(f"<li>{escape(line)}</li>" for line in story)
    return section("The end of a typical battle", f"<ol>{lines}</ol>")


def failures(batch: Batch) -> str:
    if not batch.failed:
        return ""
    rows = [[str(fight.number), str(fight.seed), escape(fight.fault)] for fight in batch.failed]
    return section("Battles that failed", table(["game", "seed", "why"], rows))


def foot(batch: Batch) -> str:
    plan = batch.plan
    options = "".join(f", {escape(name)} = {escape(value)}" for name, value in plan.options.items())
    decisions = sum(fight.decisions for fight in batch.played)
    return (
        f"<footer>{len(batch.played)} battles of {escape(plan.system)}, scenario {escape(plan.scenario)}{options}, "
        f"seed {plan.seed}: {decisions:,} decisions in {batch.seconds:.1f} seconds.</footer>"
    )


# --- small pieces -----------------------------------------------------------------------------------------


def section(title: str, body: str) -> str:
    return f"<section>\n<h2>{title}</h2>\n{body}\n</section>"


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of cells that are markup already."""
    top = "".join(f"<th>{heading}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>\n" for row in rows)
    return f"<table>\n<tr>{top}</tr>\n{body}</table>"


def _cell(markup: str) -> str:
    return f'<td class="picture">{markup}</td>' if markup.startswith("<svg") else f"<td>{markup}</td>"


def coloured(batch: Batch) -> dict[str, str]:
    return {side: COLOURS[place % len(COLOURS)] for place, side in enumerate(batch.sides)}


def percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
