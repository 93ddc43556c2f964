"""Recorded games: whoever changes a rule, the cards or the record sees it here."""

from pathlib import Path

import pytest

from flank_envs.core.replay import Replay
from tests.arms_dealer.board import GAME

FOLDER = Path(__file__).parent / "golden"
# By file: the options that are not the defaults; the last position's battle, purses and winner.
ENDINGS = {
    "fleet": ({}, 12, [5, 0], 0),
    "both": ({"race": "coin"}, 14, [1, 4], 1),
    "bankrupt": ({"first_seat": 1}, 3, [18, 0], 0),
    "limit": ({"max_battles": 2}, 2, [7, 6], -1),
}


def test_all_files_are_known():
    assert sorted(path.stem for path in FOLDER.glob("*.replay")) == sorted(ENDINGS)


@pytest.mark.parametrize("name", ENDINGS)
def test_recorded_game_comes_out_the_same(name):
    """AD-9.1, AD-9.2, AD-9.3, AD-7.5: the last record's digest is checked while loading; the words are the same too."""
    path = FOLDER / f"{name}.replay"
    replay = Replay.load(path)
    assert replay.text().encode() == path.read_bytes()
    options, battle, money, winner = ENDINGS[name]
    last = replay.final()[0]
    assert replay.options == {option.name: option.default for option in GAME.options} | options
    assert (int(last.battle), last.money.tolist(), int(last.winner), int(last.over)) == (battle, money, winner, 1)
