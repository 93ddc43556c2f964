"""Recorded games: whoever changes a rule, the cards or the record sees it here."""

from pathlib import Path

import pytest

from flank_envs.core.replay import Replay

FOLDER = Path(__file__).parent / "golden"
# By file: the options, and at the end the winner, the turn, the buildings lost and whether the limit ended the game.
ENDINGS = {
    "buildings": ({"accelerated": True, "persistent_health": True}, 1, 9, [3, 0], 0),
    "edge": ({}, 1, 10, [1, 0], 0),
    "limit": ({"lanes": True, "turn_cap": 6}, -1, 6, [0, 0], 1),
}


def test_all_files_are_known():
    assert sorted(path.stem for path in FOLDER.glob("*.replay")) == sorted(ENDINGS)


@pytest.mark.parametrize("name", ENDINGS)
def test_recorded_game_comes_out_the_same(name):
    """MF-10.2, MF-10.3, MF-10.4: the digest of the last record is checked while loading; the words are the same too."""
    path = FOLDER / f"{name}.replay"
    replay = Replay.load(path)
    assert replay.text().encode() == path.read_bytes()
    options, winner, turn, lost, truncated = ENDINGS[name]
    last = replay.final()[0]
    assert replay.options == options
    assert (int(last.winner), int(last.turn), last.lost.tolist()) == (winner, turn, lost)
    assert (int(last.truncated), int(last.over)) == (truncated, 1)
