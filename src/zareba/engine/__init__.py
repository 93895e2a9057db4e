"""The engine: questions, games, dice, records and odds. It knows no rule and needs the standard library alone."""
