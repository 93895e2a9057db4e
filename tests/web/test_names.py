"""Whatever somebody calls his battle, it is only a name: no script runs, and no name leaves its box."""

from __future__ import annotations

import pytest
from playwright.sync_api import Dialog, expect

from tests.web.table import Hands, Server

NAMES = [
    "<script>window.hostile=1</script>",
    "<img src=x onerror=window.hostile=1>",
    "<svg/onload=window.hostile=1>",
    "javascript:window.hostile=1",
    "{{window.hostile=1}} ${window.hostile=1}",
    "\"'><b onclick=window.hostile=1>x</b>",
    "-- ; drop table games; --",
    "שלום עולם",
    "قائمة الألعاب",
    "战役 第一",
    "🐉🐉🐉",
    "W" * 40,
]


@pytest.mark.parametrize("screen", ["desk", "phone"])
def test_a_hostile_name_is_only_a_name(request: pytest.FixtureRequest, server: Server, screen: str) -> None:
    hands: Hands = request.getfixturevalue("hands" if screen == "desk" else "phone")
    dialogs: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    hands.page.on("dialog", dismiss)
    games = {name: server.begin(seed=1, name=name) for name in NAMES}
    hands.open()
    for name, game in games.items():
        expect(hands.page.locator(f"a[href='#/game/{game}'] bdi")).to_have_text(name)
    wide = hands.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    for name in NAMES[:3] + NAMES[-1:]:
        for path in (f"game/{games[name]}", f"replay/{games[name]}"):
            hands.open(path)
            expect(hands.page.locator("header bdi")).to_have_text(name)
            assert hands.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert hands.page.evaluate("'hostile' in window") is False
    assert dialogs == []
