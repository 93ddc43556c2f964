"""A new kind of opponent is one file in opponents/: everything that offers or takes opponents by name learns of it."""

import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

import flank_envs.opponents
from flank_envs import Opponent, load_opponent, make_batch
from flank_envs.cli import main
from flank_envs.cli.compile import interfaces
from flank_envs.engine.game import get_game
from flank_envs.evaluation.arena import match
from flank_envs.evaluation.exact import policy_of
from flank_envs.evaluation.ladder import standard_entrants
from flank_envs.opponents import known_opponent, registry
from flank_envs.opponents.registry import Choice, Kind, choices, in_full, kind_names, register
from flank_envs.web.players import Players
from tests.games.sample_game import GAME

SOURCE = '''
"""The last legal action."""

import numpy as np

from flank_envs.opponents.base import Opponent
from flank_envs.opponents.registry import Choice, Kind, register


class LastOpponent(Opponent):
    needs_determinizations = False

    def __init__(self, argument=""):
        self.name = f"last:{argument}" if argument else "last"

    def act(self, decisions):
        return decisions.action_mask.shape[1] - 1 - decisions.action_mask[:, ::-1].argmax(axis=1)

    def probabilities(self, decisions):
        return np.eye(decisions.action_mask.shape[1])[self.act(decisions)]


def _make(argument, settings):
    return LastOpponent(argument)


register(Kind("last", "the last legal action", _make, [Choice("last", 5), Choice("last:often", 6, ladder=False)]))
'''


@pytest.fixture
def last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The library with one file more in its folder opponents/."""
    (tmp_path / "last_of_all.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(registry, "_KINDS", dict(registry.kinds()))
    monkeypatch.setattr(flank_envs.opponents, "__path__", [*flank_envs.opponents.__path__, str(tmp_path)])
    yield
    del sys.modules["flank_envs.opponents.last_of_all"]


@pytest.mark.usefixtures("last")
def test_it_is_loaded_by_name() -> None:
    batch = make_batch(GAME, 3, seed=0)
    for load in (load_opponent, known_opponent):
        player = load("last:1")
        assert player.name == "last:1"
        assert (player.choose(batch, batch.streams(0)) == np.flatnonzero(batch.action_mask[0])[-1]).all()
    with pytest.raises(ValueError, match="did you mean 'last'"):
        load_opponent("lasst")


@pytest.mark.usefixtures("last")
@pytest.mark.parametrize("command", ["arena", "play", "watch", "ladder"])
def test_the_help_of_commands_names_it(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    words = capsys.readouterr().out.replace(",", " ").split()
    assert {"random", "last", "heuristic"} <= set(words)


@pytest.mark.usefixtures("last")
def test_arena_ladder_and_browser_have_it(tmp_path: Path) -> None:
    assert match(GAME, "last", "random", games=4).a == "last"
    names = [player.name for player in standard_entrants(GAME)]
    assert names[:3] == ["random", "last", "heuristic"]
    assert "last:often" not in names
    players = Players(tmp_path)
    offered = players.names(get_game("hold_the_line"))
    assert offered[:4] == ["random", "last", "last:often", "heuristic"]
    assert players.load("last:often", GAME, {}).name == "last:often"


@pytest.mark.usefixtures("last")
def test_exact_figures_configs_and_compiling_take_it() -> None:
    states, masks = GAME.blank(1, {}), np.array([[1, 1, 0, 0]], np.int8)
    policy = policy_of(GAME, "last")
    assert policy(states, np.zeros((1, GAME.observation.size), np.float32), masks).tolist() == [[0, 1, 0, 0]]
    assert interfaces()["last"](GAME) is None
    pytest.importorskip("yaml")
    from training.config import Opponents, parse

    opponents = asdict(Opponents.only("last"))
    assert parse({"game": "hold_the_line", "steps": 1000, "opponents": opponents}).opponents.others == {"last": 1}


def test_without_the_file_it_is_unknown() -> None:
    assert "last" not in kind_names()
    with pytest.raises(ValueError, match="unknown opponent 'last'"):
        load_opponent("last")


def test_the_kinds_of_the_library() -> None:
    assert kind_names() == ["random", "heuristic", "search", "trained"]
    names = [choice.name for choice in choices()]
    searches = ["search:100", "search:400", "search:1000"]
    assert names == ["random", "heuristic", *searches, "trained", "trained:greedy", "search:100:trained"]
    for choice in choices():
        assert load_opponent(choice.name).name == choice.name
    assert load_opponent("rule-of-thumb").name == "heuristic"
    assert load_opponent("search:4:rule-of-thumb").name == "search:4:heuristic"
    names = ["rule-of-thumb", "rule-of-thumb:x", "trained:greedy", "C:/mine.safetensors"]
    assert list(map(in_full, names)) == ["heuristic", "heuristic:x", "trained:greedy", "C:/mine.safetensors"]


def test_an_alias_has_no_share_besides_that_of_its_kind() -> None:
    pytest.importorskip("yaml")
    from training.config import parse
    from training.settings import ConfigError

    shares = {"random": 0, "heuristic": 0.4, "latest": 0, "pool": 0, "others": {"rule-of-thumb": 0.6}}
    with pytest.raises(ConfigError, match="name others than those that have a share of their own"):
        parse({"game": "hold_the_line", "steps": 1000, "opponents": shares})


@pytest.mark.parametrize("name", ["random", "rule-of-thumb", "a:b", "", "a.safetensors", "C", "person", "unknown"])
def test_a_name_that_is_taken_is_refused(name: str) -> None:
    before = dict(registry.kinds())
    with pytest.raises(ValueError, match="cannot name a kind of opponent"):
        register(Kind(name, "", lambda argument, settings: Opponent(), [Choice(name, 1)]))
    assert registry.kinds() == before
