"""The deals of a match: every one is another, and none depends on how many are played at a time."""

import numpy as np
import pytest

from flank_envs import load_opponent, make_batch
from flank_envs.engine.game import Game
from flank_envs.evaluation import arena
from flank_envs.evaluation.arena import match, play, round_robin
from flank_envs.evaluation.lines import distinct_games
from flank_envs.opponents.seats import SeatGames
from tests.conformance.play import player_sets, sample

CHUNKS = (1, 2, 3, 100)
DEALS = 5


@pytest.mark.whole_games
@pytest.mark.parametrize("players", [("heuristic", "random"), ("random", "random")])
def test_deals_do_not_depend_on_the_chunks_they_are_played_in(
    game: Game, monkeypatch: pytest.MonkeyPatch, players: tuple[str, str]
) -> None:
    """Otherwise the deals of the first chunk would be played again and again."""
    a, b = map(load_opponent, players)
    found = []
    for chunk in CHUNKS[: sample(4, 3)]:
        monkeypatch.setattr(arena, "CHUNK", chunk)
        found.append(play(game, a, b, DEALS, 30, None))
    for played in found[1:]:
        for part, first in zip(played, found[0], strict=True):
            assert np.array_equal(part, first)
    assert distinct_games(found[0].lines) > len(found[0].lines[0])


@pytest.mark.whole_games
def test_deal_i_of_a_match_is_the_game_of_seed_plus_i(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """For every seat of the first player, across chunks: what is dealt before anybody decides."""
    monkeypatch.setattr(arena, "CHUNK", 2)
    dealt: list[tuple[int, int]] = []

    class Watched(SeatGames):
        def reset(self, seed: int, which: np.ndarray | None = None) -> None:
            dealt.extend((seed + k, int(self._fixed)) for k in range(self.num_games))
            super().reset(seed, which)

    monkeypatch.setattr(arena, "SeatGames", Watched)
    for options in player_sets(game)[: sample(9, 1)]:
        dealt.clear()
        seats = game.players(options)
        match(game, "random", "random", games=DEALS * seats, seed=40, options=options)
        assert sorted(dealt) == sorted((40 + k, seat) for k in range(DEALS) for seat in range(seats))
    deals = [make_batch(game, 1, seed=40 + k).save() for k in range(DEALS)]
    assert len(set(deals)) == DEALS


@pytest.mark.whole_games
def test_the_players_of_a_round_robin_share_their_deals(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every pair plays the deals of the seed, as many as were asked for."""
    seen: dict[tuple[str, str], tuple[int, int]] = {}

    start = arena._start

    def watched(game, a, b, deals, seed, options, calls):
        seen[a.name, b.name] = deals, seed
        return start(game, a, b, deals, seed, options, calls)

    monkeypatch.setattr(arena, "_start", watched)
    seats = game.players({})
    result = round_robin(game, ["random", "heuristic"], games=2 * seats - 1, seed=7)
    assert set(seen.values()) == {(2, 7)}
    assert result.seed == 7
    assert all(pairing.games == 2 * seats for pairing in result.pairings)
