"""The laws of the built page: it is the page that `web/` describes, and it is light."""

from __future__ import annotations

import gzip
from hashlib import sha256
from pathlib import Path

from zareba.server.page import PAGE

WEB = Path(__file__).parents[2] / "web"
KEPT = ("index.html", "package-lock.json", "vite.config.ts")
MOST = 150_000
"""Bytes of the whole page, compressed and without its letters."""


def digest() -> str:
    """What `web/vite.config.ts` writes into the page when it builds it."""
    found = [path for folder in ("src", "public") for path in (WEB / folder).rglob("*") if path.is_file()]
    files = sorted([path.relative_to(WEB).as_posix() for path in found] + list(KEPT))
    lines = (f"{name} {sha256((WEB / name).read_bytes()).hexdigest()}\n" for name in files)
    return sha256("".join(lines).encode()).hexdigest()


def test_the_page_was_built_of_what_is_there():
    assert (PAGE / "made-of.txt").read_text().strip() == digest(), "The page is stale: `make page` builds it anew."


def test_the_page_is_light():
    files = [path for path in PAGE.rglob("*") if path.is_file() and path.suffix != ".woff2"]
    weight = sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)
    assert weight < MOST, f"The page weighs {weight} bytes."


def test_the_page_fetches_nothing_from_elsewhere():
    """Nor does it hold a script or a style that the policy would have to allow by name."""
    page = (PAGE / "index.html").read_text()
    assert "<style" not in page
    assert "://" not in page
    assert page.count("<script") == page.count('<script type="module" crossorigin src="/assets/')
