"""Recorded games: whoever changes a rule, the board, the words or the record sees it here."""

from pathlib import Path

import pytest

from flank_envs.core.replay import Replay

FOLDER = Path(__file__).parent / "golden"
# By file: some of the options, and the last position's mana, winner and completed turns.
ENDINGS = {
    "pool": ({"players": 3, "mana_goal": 10}, [10, 2, 2], 0, 45),
    "dagger": ({"players": 2, "mana_goal": 4}, [4, 1, 0], 0, 22),
    "limit": ({"troops": 20, "first_seat": 2, "max_rounds": 8}, [0, 2, 0], -1, 24),
}


def test_all_files_are_known():
    assert sorted(path.stem for path in FOLDER.glob("*.replay")) == sorted(ENDINGS)


@pytest.mark.parametrize("name", ENDINGS)
def test_recorded_game_comes_out_the_same(name):
    """MS-6.1, MS-6.3: the digest of the last record is checked while loading; the words are the same too."""
    path = FOLDER / f"{name}.replay"
    replay = Replay.load(path)
    assert replay.text().encode() == path.read_bytes()
    options, mana, winner, turns = ENDINGS[name]
    last = replay.final()[0]
    assert replay.options.items() >= options.items()
    assert (last.mana.tolist(), int(last.winner), int(last.turns), int(last.over)) == (mana, winner, turns, 1)


def test_the_dagger_game_is_won_by_a_sacrifice():
    """MS-5.3, MS-6.1: its last four decisions are the dagger and three tokens."""
    dagger, *tokens = Replay.load(FOLDER / "dagger.replay").actions[-4:]
    assert dagger == 1
    assert min(tokens) >= 11
