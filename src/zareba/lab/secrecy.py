"""What is hidden stays hidden, as far as views and logs go (checks 20 and 21)."""

from __future__ import annotations

from collections import Counter

from zareba.engine.canon import canonical
from zareba.engine.game import Game
from zareba.engine.view import view
from zareba.lab.checks import Figures, Trial, trials


def views(seed: int, games: int) -> Figures:
    """Two positions that differ only in what is hidden from a seat look the same to it, to the last byte."""
    figures = Figures()
    for trial in trials(figures, seed, games):
        trial.play(_imagine)
    return figures


def _imagine(trial: Trial) -> None:
    """At the start of a step a seat cannot tell an imagined position from the real one."""
    game = trial.game
    fresh = Game(game.system, game._checkpoint.copy())
    if game.result or fresh._since != game._since or trial.random.random() > 0.1:
        return
    for seat in game.system.seats(game.state):
        trial.figures.count("pairs")
        twin = Game(game.system, game.system.imagine(game._checkpoint, seat, trial.random))
        trial.expect(_shown(twin, seat) == _shown(fresh, seat), f"{seat} can tell what is hidden")


def _shown(game: Game, seat: str) -> bytes:
    """A view without what hangs on the past."""
    return canonical({key: value for key, value in view(game, seat).items() if key != "undo"})


def canaries(seed: int, games: int) -> Figures:
    """What only some may hear is in nobody else's log."""
    figures = Figures()
    for trial in trials(figures, seed, games):
        trial.play()
        for seat in (*trial.game.system.seats(trial.game.state), ""):
            _listen(trial, seat)
    return figures


def _listen(trial: Trial, seat: str) -> None:
    """What a seat may hear it has heard, and so often; it may itself be told what another is told in secret."""
    told = [event for record in trial.journal.records for event in record.get("events", ()) if event["text"]]
    may = Counter(event["text"] for event in told if seat in event.get("seats", (seat,)))
    heard = Counter(event["text"] for event in trial.journal.log(seat, 0) if event["text"])
    trial.expect(heard == may, f"{seat or 'an onlooker'} has heard {list((heard - may) or (may - heard))}")
    sent = canonical(trial.journal.log(seat, 0)).decode()
    for text in {event["text"]: None for event in told if event["text"] not in may}:
        trial.figures.count("secrets")
        trial.expect(text not in sent, f"{seat or 'an onlooker'} has heard {text!r}")
