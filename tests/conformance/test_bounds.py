"""Seats and games are counted from 0: the last one is taken, the one after it refused."""

import pytest

from flank_envs import make_batch
from flank_envs.engine.game import Game
from flank_envs.interfaces.gymnasium import SeatVectorEnv
from flank_envs.interfaces.pettingzoo import raw_env
from flank_envs.opponents.seats import SeatGames
from tests.conformance.play import player_sets


def test_there_is_a_last_seat(game: Game) -> None:
    for options in player_sets(game):
        seats = game.players(options)
        makers = {
            "viewer": lambda seat, o=options: raw_env(game, viewer=seat, **o),
            "seat": lambda seat, o=options: SeatGames(game, 1, seat=seat, options=o),
            "observe": lambda seat, o=options: make_batch(game, 1, seed=0, **o).observe(seat),
            "vector": lambda seat, o=options: SeatVectorEnv(game, 1, seat=seat, **o),
        }
        for make in makers.values():
            make(seats - 1)
            for wrong in (seats, -1):
                with pytest.raises(ValueError, match=rf"={wrong}: .*0 to {seats - 1}"):
                    make(wrong)


def test_there_is_a_last_game(game: Game) -> None:
    batch = make_batch(game, 2, seed=0, replays=True)
    assert batch.replay(1).seed == 1
    for wrong in (2, -1):
        with pytest.raises(ValueError, match=rf"index={wrong}: .*0 to 1"):
            batch.replay(wrong)
