"""The engine: questions, games, dice, records and odds. It knows no rule and imports nothing but the standard library."""
