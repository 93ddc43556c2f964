"""Recorded games: whoever changes a rule, the cards or the record sees it here."""

from pathlib import Path

import pytest

from flank_envs.core.replay import Replay

FOLDER = Path(__file__).parent / "golden"
# By file: the option `contested`, and the last position's Fronts and winner.
ENDINGS = {
    "gap": ("triangle", [0, -1, 0, 3, 0], 0),
    "tie": ("triangle", [0, -3, 3, 0, 0], -1),
    "hold": ("hold", [1, -3, 0, 0, 1], 1),
}


def test_all_files_are_known():
    assert sorted(path.stem for path in FOLDER.glob("*.replay")) == sorted(ENDINGS)


@pytest.mark.parametrize("name", ENDINGS)
def test_recorded_game_comes_out_the_same(name):
    """HL-7.2, HL-7.4, HL-5.6: the digest of the last record is checked while loading; the words are the same too."""
    path = FOLDER / f"{name}.replay"
    replay = Replay.load(path)
    assert replay.text().encode() == path.read_bytes()
    contested, front, winner = ENDINGS[name]
    last = replay.final()[0]
    assert replay.options == {"contested": contested}
    assert (last.front.tolist(), int(last.winner), int(last.over)) == (front, winner, 1)
