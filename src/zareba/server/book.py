"""The rule book beside the board: sections with their clauses, and the prose between them as safe HTML.

The books are Markdown. No raw HTML passes, no picture is fetched, and a link leads nowhere but to another place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from zareba.engine.rulebook import Clause, read_rulebook
from zareba.engine.system import System

Json = dict[str, Any]

_SECTION = re.compile(r"^## +(.+)$")
_TITLE = re.compile(r"^# +(.+)$")
_CLAUSE = re.compile(r"^- `([a-z0-9.-]+)` \[(?:seed|ruling)\]")

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "html_block", "html_inline"])


def book_of(system: System) -> Json:
    """The whole book of a system."""
    path = system.folder / "rulebook.md"
    return read_book(path.read_text(encoding="utf-8")) | {"system": system.id}


def read_book(text: str) -> Json:
    clauses = read_rulebook(text)
    title, sections = "", []
    for heading, lines in _sections(text):
        found = [clauses[clause[1]] for line in lines if (clause := _CLAUSE.match(line))]
        prose = [line for line in lines if not _CLAUSE.match(line)]
        named = [line[1] for line in map(_TITLE.match, prose) if line]
        title = title or next(iter(named), "")
        body = "\n".join(line for line in prose if not _TITLE.match(line))
        sections.append(_section(heading, body, found))
    return {"title": title, "sections": [section for section in sections if section["html"] or section["clauses"]]}


def _sections(text: str) -> Iterator[tuple[str, list[str]]]:
    """The book cut at its headings; what stands before the first has none."""
    heading, lines = "", list[str]()
    for line in text.splitlines():
        if found := _SECTION.match(line):
            yield heading, lines
            heading, lines = found[1], []
        else:
            lines.append(line)
    yield heading, lines


def _section(title: str, prose: str, clauses: list[Clause]) -> Json:
    return {"title": title, "html": _html(prose), "clauses": [_clause(clause) for clause in clauses]}


def _html(prose: str) -> str:
    """Markdown as HTML without a style of its own, which the page's policy would not let through."""
    tokens = _markdown.parse(prose)
    for token in tokens:
        if style := token.attrs.pop("style", None):
            token.attrSet("class", str(style).removeprefix("text-align:"))
    _empty_heads(tokens)
    html: str = _markdown.renderer.render(tokens, _markdown.options, {})
    return html.strip()


def _empty_heads(tokens: list[Token]) -> None:
    """The empty corner of a table heads nothing: it is no head for those who listen."""
    for opened, said, closed in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opened.type == "th_open" and not said.content:
            opened.tag = closed.tag = "td"


def _clause(clause: Clause) -> Json:
    told = clause._asdict()
    del told["line"]
    return told
