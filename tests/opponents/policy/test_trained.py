"""The name "trained": the game's shipped policy, through every interface and in any folder."""

from collections.abc import Callable
from pathlib import Path

import gymnasium
import pytest

import flank_envs
from flank_envs import load_opponent, make_batch
from flank_envs.cli import main
from flank_envs.engine.game import Game
from flank_envs.evaluation.arena import round_robin
from flank_envs.interfaces import pettingzoo as aec
from flank_envs.interfaces.gymnasium import SeatVectorEnv
from flank_envs.interfaces.register import gym_id
from flank_envs.opponents.load import split_name
from flank_envs.opponents.policy import shipped

NAMES = ("trained", "trained:greedy", "trained:0.5")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another folder, where there is nothing."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def _shipped(request: pytest.FixtureRequest) -> None:
    if "game" in request.fixturenames:
        game = request.getfixturevalue("game")
        if not (shipped.SOURCE / game.name / "policy.safetensors").exists():
            pytest.skip(f"no policy is shipped for {game.title} yet")


@pytest.fixture
def nothing_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "SOURCE", tmp_path)


@pytest.mark.parametrize("name", NAMES)
def test_it_chooses_as_the_file_does(game: Game, name: str) -> None:
    """One and the same opponent plays every game, each by the policy that is shipped for it."""
    player, file = load_opponent(name), load_opponent(f"{shipped.shipped_policy(game)}{name.removeprefix('trained')}")
    batch = make_batch(game, 16, seed=1)
    for other in flank_envs.all_games().values():
        if other is not game and (shipped.SOURCE / other.name).exists():
            player.check_compatible(other, {})
    assert player.name == name
    assert (player.choose(batch, batch.streams(2)) == file.choose(batch, batch.streams(2))).all()


def asked_in_aec(game: Game, name: str) -> None:
    env = aec.env(game)
    env.reset(seed=1)
    assert env.last()[4]["action_mask"][env.unwrapped.ask(name)]


def in_gymnasium(game: Game, name: str) -> None:
    env = gymnasium.make(gym_id(game), opponent=name)
    _, info = env.reset(seed=1)
    assert info["action_mask"].any()


def in_a_vector(game: Game, name: str) -> None:
    _, info = SeatVectorEnv(game, 4, name).reset(seed=1)
    assert info["action_mask"].any(axis=1).all()


def in_stable_baselines(game: Game, name: str) -> None:
    sb3 = pytest.importorskip("flank_envs.interfaces.sb3")
    envs = sb3.SeatVecEnv(game, 4, name, seed=1)
    envs.reset()
    assert envs.action_masks().any(axis=1).all()


def in_the_arena(game: Game, name: str) -> None:
    result = round_robin(game, [name, "random"], games=game.players({}))
    assert result.players == [name, "random"]


def on_the_command_line(game: Game, name: str) -> None:
    players = ["random"] * (game.players({}) - 1)
    assert main(["watch", game.name, "--players", name, *players, "--seed", "1"]) == 0


def in_a_config(game: Game, name: str) -> None:
    config = pytest.importorskip("training.config")
    found = config.parse({"game": game.name, "steps": 10**6, "evaluation": {"opponents": [name], "goals": {name: 0.5}}})
    assert found.evaluation.opponents == [name]


INTERFACES = (
    asked_in_aec,
    in_gymnasium,
    in_a_vector,
    in_stable_baselines,
    in_the_arena,
    on_the_command_line,
    in_a_config,
)


@pytest.mark.parametrize("interface", INTERFACES)
def test_every_interface_takes_the_name(game: Game, interface: Callable[[Game, str], None]) -> None:
    interface(game, "trained:greedy")


@pytest.mark.usefixtures("nothing_shipped")
@pytest.mark.parametrize("interface", [interface for interface in INTERFACES if interface is not on_the_command_line])
def test_a_game_without_a_policy_is_named(interface: Callable[[Game, str], None]) -> None:
    with pytest.raises(ValueError, match=r"no trained policy is shipped for hold_the_line .*\.safetensors file"):
        interface(flank_envs.get_game("hold_the_line"), "trained")


@pytest.mark.usefixtures("nothing_shipped")
@pytest.mark.parametrize("command", ["watch hold_the_line --players", "play hold_the_line --opponent"])
def test_a_game_without_a_policy_is_one_line_on_the_command_line(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is shown of the game."""
    assert main([*command.split(), "trained"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("flank-envs: no trained policy is shipped for hold_the_line")


def test_names_are_a_kind_and_arguments() -> None:
    """A file is a kind as well, and its path may hold colons."""
    assert split_name("trained") == ("trained", "")
    assert split_name("trained:greedy") == ("trained", "greedy")
    assert split_name("C:/runs/policy.safetensors:0.5") == ("C:/runs/policy.safetensors", "0.5")
    assert split_name("trained.safetensors") == ("trained.safetensors", "")
    for wrong in ("train", "trained2", "policy.safetensors.zip", "runs/policy", ""):
        with pytest.raises(ValueError, match="unknown opponent"):
            split_name(wrong)
    with pytest.raises(ValueError, match="did you mean 'trained'"):
        load_opponent("traind:greedy")


def test_settings_are_a_part_of_the_name() -> None:
    """`load_opponent(opponent.name)` makes the same opponent again."""
    assert load_opponent("trained", greedy=True).name == "trained:greedy"
    assert load_opponent("trained", temperature=0.5).name == "trained:0.5"
    assert load_opponent("trained:1.0").name == "trained"
    for wrong in ("trained:hot", "trained:greedy:0.5", "trained:0", "trained:nan"):
        with pytest.raises(ValueError, match=r"temperature"):
            load_opponent(wrong)
    for wrong in ("random:0.5", "heuristic:greedy"):
        with pytest.raises(ValueError, match="has no settings"):
            load_opponent(wrong)


def test_the_arena_asks_everybody_before_the_first_game(game: Game) -> None:
    class Never(flank_envs.Opponent):
        name = "never"

        def check_compatible(self, game: Game, options: object) -> None:
            raise ValueError("never plays")

    told: list[str] = []
    with pytest.raises(ValueError, match="never plays"):
        round_robin(game, ["random", "heuristic", Never()], games=2, progress=told.append)
    assert told == []
