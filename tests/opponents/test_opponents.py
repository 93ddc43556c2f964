"""Opponents of your own: functions and classes by name, where a person gives the name, and nowhere else."""

import importlib.util
import pickle
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from flank_envs import Decisions, IllegalActionError, Opponent, load_opponent, make_batch
from flank_envs.engine.game import Game, get_game
from flank_envs.interfaces.gymnasium import SeatVectorEnv
from flank_envs.opponents import known_opponent

MODULE = """
import pathlib
import numpy as np
from flank_envs import Opponent

pathlib.Path(__file__).with_name("imported").touch()

class Last(Opponent):
    def __init__(self, title="last"):
        self.name = title

    def act(self, decisions):
        return decisions.action_mask.shape[1] - 1 - decisions.action_mask[:, ::-1].argmax(axis=1)

class NoOpponent:
    pass

def first(observation, action_mask):
    return action_mask.argmax()

ready = Last("ready")
"""


def last(observation: np.ndarray, action_mask: np.ndarray) -> int:
    return int(np.flatnonzero(action_mask)[-1])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that one works in, with a module of players."""
    (tmp_path / "my_players.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "my_players", raising=False)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return tmp_path


def test_a_function_is_asked_for_every_decision(game: Game) -> None:
    asked = []

    def witness(observation: np.ndarray, action_mask: np.ndarray) -> np.int64:
        asked.append((observation.copy(), action_mask.copy()))
        observation[:], action = 7, action_mask.argmax()
        action_mask[:] = 1  # its own copy
        return action

    batch = make_batch(game, 3, seed=0)
    player = load_opponent(witness)
    assert player.name == "witness"
    assert np.array_equal(player.choose(batch, batch.streams(0)), batch.action_mask.argmax(axis=1))
    assert np.array_equal([seen for seen, _ in asked], batch.observation)
    assert np.array_equal([mask for _, mask in asked], batch.action_mask)
    assert (asked[0][0].dtype, asked[0][1].dtype) == (np.float32, np.int8)


def test_functions_sit_wherever_opponents_do(game: Game) -> None:
    envs = SeatVectorEnv(game, 2, last)
    _, info = envs.reset(seed=0)
    envs.step(info["action_mask"].argmax(axis=1))
    twin = pickle.loads(pickle.dumps(load_opponent(last)))
    assert twin.name == "last"


def test_what_a_function_returns_is_checked() -> None:
    batch = make_batch("hold_the_line", 2, seed=0)
    wrongs = (None, 1.5, True, "0", np.array([0]), np.array(0.0), np.array(True), np.bool_(True), 2**70)
    for wrong in wrongs:
        with pytest.raises(ValueError, match="return the number of a legal action"):
            load_opponent(lambda seen, mask, wrong=wrong: wrong).choose(batch, batch.streams(0))

    def worst(observation: np.ndarray, action_mask: np.ndarray) -> int:
        return int(action_mask.argmin())

    with pytest.raises(IllegalActionError, match="worst"):
        load_opponent(worst).choose(batch, batch.streams(0))


def test_a_function_may_return_a_number_in_an_array() -> None:
    """Without dimensions, as argmax of a tensor is."""
    batch = make_batch("hold_the_line", 2, seed=0)
    legal = batch.action_mask.argmax(axis=1)
    torch = pytest.importorskip("torch")
    for form in (int, np.int8, np.array, torch.tensor):
        player = load_opponent(lambda seen, mask, form=form: form(mask.argmax()))
        assert np.array_equal(player.choose(batch, batch.streams(0)), legal)


@pytest.mark.parametrize("name", ["model.zip", "runs/model.zip:greedy", Path("model.zip"), "net.pt", Path("a/net.pth")])
def test_models_of_other_libraries_are_to_be_exported(name: str | Path) -> None:
    module = "flank_envs.interfaces." + ("sb3" if "zip" in str(name) else "torch_export")
    assert importlib.util.find_spec(module), "the message names a module that is there"
    for load in (load_opponent, known_opponent):
        with pytest.raises(ValueError, match=rf"{re.escape(module)}\.export\(model, 'policy\.safetensors'\)"):
            load(name)


def test_an_object_that_acts_is_told_what_to_subclass() -> None:
    class Acting:
        def act(self, decisions: Decisions) -> np.ndarray:
            return decisions.action_mask.argmax(axis=1)

    for given in (Acting(), Acting):
        with pytest.raises(ValueError, match=r"make Acting a subclass of flank_envs\.Opponent"):
            load_opponent(given)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("trained", {"greedy": True, "temperature": 0.5}),
        ("trained:greedy", {"temperature": 0.5}),
        ("trained:0.5", {"greedy": True}),
        ("trained:0.5", {"temperature": 0.7}),
        ("trained:greedy", {"greedy": False}),
    ],
)
def test_two_ways_to_play_at_once_are_refused(name: str, settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"leave out temperature=0\.5|give how it plays once"):
        load_opponent(name, **settings)


def test_a_class_by_name(folder: Path) -> None:
    before = list(sys.path)
    player = load_opponent("my_players:Last", title="mine")
    assert player.name == "mine"
    assert load_opponent("my_players:ready").name == "ready"
    assert load_opponent("my_players:first").name == "my_players:first"
    assert load_opponent(type(player)).name == "last"
    assert sys.path == before
    envs = SeatVectorEnv("hold_the_line", 2, "my_players:Last")
    envs.reset(seed=0)


def test_what_is_no_opponent_is_named(folder: Path) -> None:
    class Model:
        def predict(self) -> None: ...

    for given, word in (
        ("my_players:Nobody", "the module my_players has no Nobody"),
        ("my_player:Last", "there is no module 'my_player'"),
        ("randm:greedy", "did you mean 'random'"),
        ("my_players:NoOpponent", "unknown opponent <my_players.NoOpponent"),
        (Model(), r"flank_envs\.interfaces\.sb3\.export"),
        (3, "package.module:Class"),
        (None, "an Opponent, a function"),
        (lambda decisions: 0, r"cannot be called with \(observation, action_mask\)"),
    ):
        with pytest.raises(ValueError, match=word):
            load_opponent(given)
    with pytest.raises(ValueError, match="title"):
        load_opponent("my_players:ready", title="x")
    torch = pytest.importorskip("torch")
    with pytest.raises(ValueError, match=r"flank_envs\.interfaces\.torch_export\.export"):
        load_opponent(torch.nn.Linear(2, 2))


def test_a_module_that_lacks_another_says_so(folder: Path) -> None:
    (folder / "needy.py").write_text("import no_such_module_here\n")
    with pytest.raises(ModuleNotFoundError, match="no_such_module_here"):
        load_opponent("needy:Player")


NAMES = ("my_players:Last", "search:4:my_players:Last")


@pytest.mark.parametrize("name", NAMES)
def test_names_from_strangers_import_nothing(name: str, folder: Path) -> None:
    """A config, a server's request and a table on disk name only what is known."""
    from flank_envs.web.players import Players
    from flank_envs.web.refused import Refused

    game = get_game("hold_the_line")
    with pytest.raises(ValueError, match="not imported here"):
        known_opponent(name)
    with pytest.raises(Refused, match="There is no player"):
        Players(folder).load(name, game, {})
    assert not (folder / "imported").exists()


@pytest.mark.parametrize("name", NAMES)
def test_a_config_imports_nothing(name: str, folder: Path) -> None:
    pytest.importorskip("yaml")
    from training.config import ConfigError, parse

    for settings in (
        {"opponents": {"others": {name: 1}}},
        {"evaluation": {"opponents": [name]}},
        {"start": {"player": name}},
    ):
        with pytest.raises(ConfigError, match="not imported here"):
            parse({"game": "hold_the_line", "steps": 1000, **settings})
    assert not (folder / "imported").exists()


def test_a_search_imports_nothing_for_its_guide(folder: Path) -> None:
    with pytest.raises(ValueError, match="not imported here"):
        load_opponent(NAMES[1])
    assert not (folder / "imported").exists()


def test_a_league_draws_from_what_it_was_given() -> None:
    """`set_opponents` through the interfaces: new games draw by the shares, games underway keep theirs."""

    class Named(Opponent):
        def __init__(self, name: str) -> None:
            self.name, self.asked = name, 0

        def act(self, decisions: Decisions) -> np.ndarray:
            self.asked += len(decisions)
            return decisions.action_mask.argmax(axis=1)

    one, two, never = Named("one"), Named("two"), Named("never")
    envs = SeatVectorEnv("hold_the_line", 64, "random")
    envs.set_opponents([one, [two], never], [3, 1, 0])
    envs.reset(seed=0)
    met = [envs.opponents_of(index)[0].name for index in range(64)]
    assert 36 <= met.count("one") <= 60
    assert met.count("one") + met.count("two") == 64
    assert never.asked == 0
