"""Recorded games: whoever changes a rule, the cards, the words or the record sees it here.

`tests/games/<game>/golden/` holds replays that a person can read and `endings.json`: by replay, the options that are
not the defaults and some fields of the last record, so that a replay that is recorded anew still tells what it is there
for.
Beside each replay stands what people are told of it, which `python -m tests.conformance.told` writes anew.
"""

import json
from pathlib import Path

import pytest

from flank_envs.engine.game import Game, get_game
from flank_envs.engine.options import complete
from flank_envs.engine.replay import Replay
from tests.conformance.play import golden_replays
from tests.conformance.told import file_of, told

REPLAYS = golden_replays()


def endings(folder: Path) -> dict[str, dict]:
    return json.loads((folder / "endings.json").read_text(encoding="utf-8"))


def test_a_game_has_recorded_games_with_known_endings(library_game: Game) -> None:
    """Won games, and one that nobody wins."""
    paths = golden_replays(library_game.name)
    known = endings(paths[0].parent)
    assert sorted(known) == [path.stem for path in paths]
    winners = {ending["winner"] for ending in known.values()}
    assert -1 in winners
    assert winners - {-1}


by_replay = pytest.mark.parametrize("path", REPLAYS, ids=[f"{path.parts[-3]}-{path.stem}" for path in REPLAYS])


@by_replay
def test_a_recorded_game_comes_out_the_same(path: Path) -> None:
    """The digest of the last record is checked while loading; the words are the same too."""
    replay = Replay.load(path)
    assert replay.text().encode() == path.read_bytes()
    ending = endings(path.parent)[path.stem]
    options = get_game(replay.game).options
    assert complete(options, replay.options) == complete(options, ending.pop("options"))
    last = replay.final()[0]
    assert {name: last[name].tolist() for name in ending} == ending
    assert last.over


@by_replay
def test_people_are_told_the_same_of_a_recorded_game(path: Path) -> None:
    """After a change that is meant write it anew and read the difference: stories, and where else something is new."""
    known = file_of(path).read_text(encoding="utf-8").splitlines()
    now = told(path).splitlines()
    assert [line for line in now if line not in set(known)] == []
    assert now == known
