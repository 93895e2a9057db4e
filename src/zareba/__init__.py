"""Zareba plays, referees and stress-tests colonial-era miniature wargames."""

__version__ = "0.1.0"
