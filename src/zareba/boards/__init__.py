"""The ground a game is played on, as pure geometry: no units, no rules, only shapes, steps and lines."""
