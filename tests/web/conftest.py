"""Chromium and the built page are wanted; where one is missing, its tests say so and are left out."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="Browser tests need the package playwright.")

from tests.web.table import DESKTOP, PAGE, PHONE, Hands, Server, browser

if TYPE_CHECKING:
    from playwright.sync_api import Playwright


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not PAGE.is_file():
        pytest.skip("The page is not built: npm ci and npm run build in web/.")
    found = Server(tmp_path_factory.mktemp("web") / "games.sqlite")
    yield found
    found.close()


@pytest.fixture(scope="session")
def play() -> Iterator[Playwright]:
    from playwright.sync_api import sync_playwright

    if shutil.which("chromium") is None:
        pytest.skip("Browser tests need chromium.")
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture
def hands(play: Playwright, server: Server) -> Iterator[Hands]:
    with browser(play, DESKTOP, reduced_motion="reduce") as context:
        found = Hands(context.pages[0], server.address)
        yield found
        assert found.faults == []


@pytest.fixture
def phone(play: Playwright, server: Server) -> Iterator[Hands]:
    with browser(play, PHONE, reduced_motion="reduce") as context:
        found = Hands(context.pages[0], server.address)
        yield found
        assert found.faults == []
