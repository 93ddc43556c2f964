"""Recorded games: whoever changes a rule, the cards or the record sees it here."""

from pathlib import Path

import pytest

from flank_envs.core.replay import Replay

FOLDER = Path(__file__).parent / "golden"
# By file: the options, and at the end the numbers of bases, the winner and the round.
ENDINGS = {
    "conquest": ({}, [0, 5], 1, 10),
    "last_round": ({"factions": (1, 2), "final_round": 6}, [3, 3], 1, 6),
    "tie": ({"factions": (2, 0), "attacker_bonus": 0, "final_round": 2}, [5, 5], -1, 2),
}


def test_all_files_are_known():
    assert sorted(path.stem for path in FOLDER.glob("*.replay")) == sorted(ENDINGS)


@pytest.mark.parametrize("name", ENDINGS)
def test_recorded_game_comes_out_the_same(name):
    """FL-9.2, FL-9.3, FL-5.8: the digest of the last record is checked while loading; the words are the same too."""
    path = FOLDER / f"{name}.replay"
    replay = Replay.load(path)
    assert replay.text().encode() == path.read_bytes()
    options, bases, winner, round_number = ENDINGS[name]
    last = replay.final()[0]
    assert replay.options == options
    assert [int(sites).bit_count() for sites in last.bases] == bases
    assert (int(last.winner), int(last.round_number), int(last.over)) == (winner, round_number, 1)
