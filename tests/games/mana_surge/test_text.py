"""Numbers in the text board are those of the record."""

import re

from tests.conformance.play import positions, sample
from tests.games.mana_surge.board import GAME


def test_tokens_and_rounds_are_counted() -> None:
    """Tokens on the board by whose they are, the rest in supply; a round is a turn of everybody."""
    for players in (2, 3):
        for state in positions(GAME, sample(60, 8), seed=3, players=players):
            lines = GAME.view.text(state, None).splitlines()
            told = [int(re.search(r"(\d+) tokens", line)[1]) for line in lines if " tokens, " in line]
            assert told == [int((state.owner == seat).sum()) for seat in range(players)]
            supply = [int(re.search(r"(\d+) in supply", line)[1]) for line in lines if " in supply" in line]
            assert [a + b for a, b in zip(told, supply, strict=True)] == [int(state.troops)] * players
            if not state.over:
                assert f"| round {int(state.turns) // players + 1} |" in lines[0]
