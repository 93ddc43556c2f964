"""Round robins where a pair is more than two seats: one against several is not several against one."""

import dataclasses

import pytest

from flank_envs import load_opponent
from flank_envs.evaluation.arena import match, round_robin

SHORT = {"troops": 3, "mana_goal": 1}


@pytest.mark.parametrize("players", [2, 3])
def test_every_pair_is_what_it_is_alone(players: int) -> None:
    """For three a game of one against two is another one than its mirror image; for two it is the same."""
    game, names, options = "mana_surge", ["random", "heuristic"], {"players": players, **SHORT}
    if players == 2:
        options["komi"] = 0
    games = 2 * players
    found = round_robin(game, names, games=games, seed=5, options=options)
    assert [(p.a, p.b) for p in found.pairings] == [tuple(names), tuple(names[::-1])]
    for pairing in found.pairings:
        a, b = load_opponent(pairing.a), load_opponent(pairing.b)
        alone = match(game, a, b, games=games, seed=5, options=options)
        assert dataclasses.asdict(alone) == dataclasses.asdict(pairing)
