"""The fronts of the cards, for the table and for the printer."""

from __future__ import annotations

from typing import Any

from zareba.systems.afriboria.language import COMMANDS, EVENTS, Card

Json = dict[str, Any]
EMBLEMS = {
    "SP-1": "horse", "SP-2": "gun", "SP-3": "boots", "SP-4": "bayonets", "SP-5": "rifle", "SP-6": "lead",
    "SP-7": "target", "SP-8": "bags", "SP-9": "leadhorse", "SP-10": "bugle", "SP-11": "bugle",
    "EV-1": "way", "EV-2": "crate", "EV-3": "askari", "EV-4": "talisman", "EV-5": "spear", "EV-6": "paw", "EV-7": "paw",
    "EV-8": "paw", "EV-9": "scroll", "EV-10": "sun", "EV-11": "skull", "EV-12": "paw", "EV-13": "paw", "EV-14": "paw",
    "EV-15": "bearer", "EV-16": "storm", "EV-17": "crate", "EV-18": "way", "EV-19": "eye", "EV-20": "chief",
    "EV-21": "sun", "EV-22": "storm", "EV-23": "flame", "EV-24": "scroll",
}  # fmt: skip
"""What is pictured on a card that orders no colours; others have a star."""


def front(card: Card, copy: str, icon: bool) -> Json:
    """Its name and text, the colours it orders or what is pictured on it, and the icon that calls for an event."""
    slots: Json = next((effect["slots"] for effect in card.effects if "slots" in effect), {})
    orders = {colour: str(number) for colour, number in slots.items()} if card.is_standard else {}
    kind = card.kind or ("orders" if orders else "special")
    return {
        "id": copy,
        "name": card.name,
        "text": card.text,
        "icon": icon,
        "orders": orders,
        "emblem": "" if orders else EMBLEMS.get(card.id, "star"),
        "kind": f"{kind}, wild" if card.wild else kind,
    }


def decks() -> list[Json]:
    """Both decks, card by card; the first copies of a command card carry the icon (`event.icon`)."""
    return [
        {"name": "command", "cards": [_counted(card) for card in COMMANDS.values()]},
        {"name": "event", "cards": [_counted(card) for card in EVENTS.values()]},
    ]


def _counted(card: Card) -> Json:
    return front(card, card.id, False) | {"copies": card.copies, "icons": card.icon}
