"""The gate for SQLite: which versions may keep a write-ahead log.

For sixteen years a narrow race could lose committed answers in that mode (versions 3.7.0 to 3.51.2, mended in 3.51.3
and, for older lines, in 3.44.6 and 3.50.7). With an affected version the server keeps a rollback journal instead,
which costs half a millisecond an answer and loses nothing.
"""

from __future__ import annotations

FIRST_AFFECTED = (3, 7, 0)
MENDED = (3, 51, 3)
MENDED_LINES = {(3, 44): 6, (3, 50): 7}


def is_affected(version: str) -> bool:
    """Whether this version may lose answers from a write-ahead log. What cannot be read as a version may."""
    try:
        major, minor, patch = (*map(int, version.split(".")), 0, 0, 0)[:3]
    except ValueError:
        return True
    if patch >= MENDED_LINES.get((major, minor), patch + 1):
        return False
    return FIRST_AFFECTED <= (major, minor, patch) < MENDED


def journal_mode(version: str) -> str:
    return "delete" if is_affected(version) else "wal"


def warning(version: str) -> str:
    """What to say of this version at the start; nothing where there is nothing to say."""
    if not is_affected(version):
        return ""
    return (
        f"SQLite {version} could lose answers from a write-ahead log, so a rollback journal is kept instead; "
        "nothing is lost, and nothing needs to be done."
    )
