"""Bytes are restored only where they belong: this game, this number of games, these options."""

import json
import zlib

import numpy as np
import pytest

from flank_envs import all_games, make_batch
from flank_envs.engine.game import Game
from flank_envs.engine.savefile import MAGIC
from flank_envs.opponents.seats import SeatGames
from tests.conformance.play import option_sets


def test_bytes_of_other_options_are_refused_and_change_nothing(game: Game) -> None:
    """Otherwise a game would go on by other rules than those its owner chose, and say nothing."""
    sets = option_sets(game)
    for number, options in enumerate(sets):
        other = sets[(number + 1) % len(sets)]
        if other == options:
            continue
        batch, foreign = make_batch(game, 2, seed=0, **options), make_batch(game, 2, seed=0, **other)
        before = batch.save()
        with pytest.raises(ValueError, match=r"has options \{.*\}; expected \{.*\}") as refused:
            batch.restore(foreign.save())
        for name, value in foreign.options.items():
            if value != batch.options[name]:
                assert f"'{name}': {value!r}" in str(refused.value)
                assert f"'{name}': {batch.options[name]!r}" in str(refused.value)
        assert batch.save() == before
        batch.step(np.argmax(batch.action_mask, axis=1))


def test_one_foreign_game_among_many_is_found(game: Game) -> None:
    sets = option_sets(game)
    batch = make_batch(game, 3, seed=0, **sets[0])
    foreign = next((options for options in sets[1:] if options), None)
    if foreign is None:
        pytest.skip("this game has no options")
    mixed = make_batch(game, 3, seed=0, **sets[0])
    mixed._arrays.states[2:] = make_batch(game, 1, seed=0, **foreign).states
    with pytest.raises(ValueError, match="saved game 2 has options"):
        batch.restore(mixed.save())


def test_bytes_of_another_game_or_number_are_refused(game: Game) -> None:
    batch = make_batch(game, 2, seed=0)
    for other in all_games().values():
        if other is not game:
            with pytest.raises(ValueError, match=other.name):
                batch.restore(make_batch(other, 2, seed=0).save())
    for number in (1, 3):
        with pytest.raises(ValueError, match=f"'games': {number}"):
            batch.restore(make_batch(game, number, seed=0).save())


def headed(data: bytes, **changes: object) -> bytes:
    """Saved games whose first line says something else, with a checksum that fits."""
    line, _, records = data[len(MAGIC) : -4].partition(b"\n")
    body = MAGIC + json.dumps({**json.loads(line), **changes}).encode() + b"\n" + records
    return body + zlib.crc32(body).to_bytes(4, "little")


def test_bytes_of_another_version_are_refused_and_change_nothing(game: Game) -> None:
    """The same records could mean something else there, or break no invariant by chance."""
    batch = make_batch(game, 2, seed=0)
    data = batch.save()
    assert headed(data) == data
    batch.step(batch.action_mask.argmax(axis=1))
    before = batch.save()
    for changes in (
        {"version": game.version + 1},
        {"version": None},
        {"record": game.state.itemsize + 1},
        {"more": 1},
    ):
        with pytest.raises(ValueError, match="saved games of another kind"):
            batch.restore(headed(data, **changes))
        assert batch.save() == before
    batch.restore(data)


def test_the_bytes_of_every_interface_are_the_same(game: Game) -> None:
    batch = make_batch(game, 2, seed=5)
    games = SeatGames(game, 2)
    games.reset(seed=1)
    games.restore(batch.save())
    assert games.save() == batch.save()
    assert np.array_equal(games.observation, batch.observation)
    assert np.array_equal(games.action_mask, batch.action_mask)
