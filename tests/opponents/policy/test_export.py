"""Models of torch and Stable-Baselines3 as opponents: the same numbers without torch, and clear words for the rest."""

import warnings
from pathlib import Path

import numpy as np
import pytest

from flank_envs import get_game, load_opponent, make_batch
from flank_envs.engine.game import Game
from flank_envs.interfaces.gymnasium import SeatVectorEnv
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.checkpoint import Checkpoint, CheckpointError
from flank_envs.opponents.search import SearchOpponent
from tests.opponents.policy.rounding import assert_same_sums
from tests.opponents.policy.test_checkpoint import edited, meta

pytest.importorskip("sb3_contrib")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import sb3_contrib
    import stable_baselines3
    import torch
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from stable_baselines3.common.vec_env import VecNormalize
    from torch import nn

from flank_envs.interfaces import sb3
from flank_envs.interfaces import torch_export as interface
from flank_envs.interfaces.sb3 import SeatVecEnv

GAME = get_game("hold_the_line")
VALUES, ACTIONS = GAME.observation.size, GAME.actions.size


def seen(rows: int = 40, game: Game = GAME) -> np.ndarray:
    return np.random.default_rng(1).uniform(-1, 1, (rows, game.observation.size)).astype(np.float32)


def given(module: nn.Module, rows: np.ndarray) -> np.ndarray:
    with torch.no_grad():
        return module(torch.from_numpy(rows)).float().numpy()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mine.safetensors"


ACTIVATIONS = [
    nn.Tanh(),
    nn.ReLU(),
    nn.Sigmoid(),
    nn.SiLU(),
    nn.GELU(),
    nn.GELU(approximate="tanh"),
    nn.LeakyReLU(0.2),
    nn.ELU(0.7),
    nn.LayerNorm(24, eps=1e-3),
    nn.LayerNorm(24, elementwise_affine=False),
]


@pytest.mark.parametrize("activation", ACTIVATIONS, ids=str)
def test_every_known_layer_gives_what_torch_gives(activation: nn.Module, path: Path) -> None:
    torch.manual_seed(0)
    for weight in activation.parameters():
        nn.init.normal_(weight)  # a fresh LayerNorm has ones and zeros
    module = nn.Sequential(nn.Flatten(), nn.Linear(VALUES, 24), activation, nn.Linear(24, ACTIONS, bias=False))
    nn.init.normal_(module[1].weight, std=0.3)
    interface.export(module, path)
    network = load_opponent(path).network
    assert_same_sums(network.logits(seen()), given(module, seen()))


@pytest.mark.parametrize("kind", [nn.Linear, nn.LeakyReLU, nn.ELU, nn.GELU, nn.LayerNorm])
def test_a_layer_of_ones_own_is_not_taken_for_the_one_it_comes_from(kind: type[nn.Module], path: Path) -> None:
    own = type("Own", (kind,), {"forward": lambda self, x: 2 * kind.forward(self, x)})
    given_sizes: dict[type[nn.Module], tuple[int, ...]] = {nn.Linear: (24, 24), nn.LayerNorm: (24,)}
    module = nn.Sequential(nn.Linear(VALUES, 24), own(*given_sizes.get(kind, ())), nn.Linear(24, ACTIONS))
    with pytest.raises(ValueError, match="Own, which cannot be exported"):
        interface.export(module, path)


def test_layers_nest_and_share(path: Path) -> None:
    """Activations may come first: what one tower does to the shared features the other does not see."""
    torch.manual_seed(0)
    shared = nn.Sequential(nn.Tanh(), nn.Sequential(nn.Linear(VALUES, 16), nn.Dropout(0.5)), nn.Identity())
    relu = nn.ReLU()
    action = nn.Sequential(relu, nn.Linear(16, 16), relu, nn.Linear(16, ACTIONS))  # one module in two places
    value = nn.Sequential(nn.Tanh(), nn.Linear(16, 8), nn.ReLU(), nn.Linear(8, 1))
    interface.export(action, path, "hold_the_line", shared=shared, value=value, contested="hold")
    assert shared.training
    shared.eval()
    network, rows = load_opponent(path).network, seen()
    before = rows.copy()
    logits, values = network.evaluate(rows)
    assert np.array_equal(rows, before)
    assert_same_sums(logits, given(nn.Sequential(shared, action), rows))
    assert_same_sums(values, given(nn.Sequential(shared, value), rows)[:, 0])
    assert_same_sums(network.values(rows), values)
    assert checkpoint.read(path).metadata["options"]["contested"] == "hold"


def test_an_exported_policy_plays_through_the_interfaces(game: Game, path: Path) -> None:
    module = nn.Linear(game.observation.size, game.actions.size)
    interface.export(module, path, game, value=nn.Linear(game.observation.size, 1))
    envs = SeatVectorEnv(game, 2, str(path))
    _, info = envs.reset(seed=0)
    envs.step(info["action_mask"].argmax(axis=1))
    batch = make_batch(game, 2, seed=0)
    actions = load_opponent(f"search:3:{path}").choose(batch, batch.streams(0))
    assert batch.action_mask[np.arange(2), actions].all()


def test_without_a_value_it_plays_and_cannot_guide_a_search(path: Path) -> None:
    interface.export(nn.Linear(VALUES, ACTIONS), path)
    player = load_opponent(path)
    batch = make_batch(GAME, 2, seed=0)
    assert batch.action_mask[np.arange(2), player.choose(batch, batch.streams(0))].all()
    for ask in (
        lambda: SearchOpponent(4, player).check_compatible(GAME, {}),
        lambda: SearchOpponent(4, player).choose(batch, batch.streams(0)),
        lambda: player.network.values(seen()),
    ):
        with pytest.raises(ValueError, match="no value, so it can play but not guide a search"):
            ask()


class Own(nn.Module):
    def __init__(self, factor: float = 1) -> None:
        super().__init__()
        self.layer, self.factor = nn.Linear(VALUES, ACTIONS), factor

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.factor * self.layer(x)


class Told(Own):
    def as_sequential(self) -> nn.Sequential:
        return nn.Sequential(self.layer)


def test_modules_of_your_own(path: Path) -> None:
    with pytest.raises(ValueError, match=r"module\.0 is a Own, which cannot be exported; known are Sequential"):
        interface.export(nn.Sequential(Own()), path)
    with pytest.raises(ValueError, match="more in forward"):
        interface.export(Told(factor=5), path)
    module = Told()
    interface.export(module, path)
    assert_same_sums(load_opponent(path).network.logits(seen()), given(module, seen()))


def test_what_cannot_be_exported_is_named(path: Path) -> None:
    broken = nn.Linear(VALUES, ACTIONS)
    nn.init.constant_(broken.bias, float("nan"))
    for module, settings, word in (
        (nn.Sequential(nn.Linear(VALUES, 9), nn.GRU(9, 9)), {}, r"module\.1 is a GRU"),
        (nn.LayerNorm((2, 3)), {}, "module is a LayerNorm"),
        (nn.Linear(VALUES, 7), {}, "fit no game: say which"),
        (nn.Linear(VALUES, 7), {"game": GAME}, "give 7 values, hold_the_line needs"),
        (nn.Linear(7, ACTIONS), {"game": GAME}, "do not fit"),
        (nn.Linear(VALUES, ACTIONS), {"value": nn.Linear(VALUES, 2)}, "value layers give 2 values"),
        (nn.Linear(VALUES, ACTIONS), {"colour": 1}, "colour"),
        (broken, {}, "no finite numbers"),
        ("module", {}, "give a torch module"),
    ):
        with pytest.raises(ValueError, match=word):
            interface.export(module, path, **settings)
    with pytest.raises(ValueError, match=r"end in \.safetensors"):
        interface.export(nn.Linear(VALUES, ACTIONS), path.with_suffix(".pt"))
    assert not list(path.parent.iterdir())


LAYERS = {"shared": [], "action": [{"kind": "dense", "width": ACTIONS}], "value": None}
HOSTILE = {
    "none of the layers": {**LAYERS, "shared": [{"kind": "os.system"}]},
    "none of the layers dense": {**LAYERS, "shared": [["dense"]]},
    "sound width": {**LAYERS, "action": [{"kind": "dense", "width": 10**9}]},
    "sound epsilon": {**LAYERS, "shared": [{"kind": "norm", "epsilon": 0}]},
    "sound alpha": {**LAYERS, "shared": [{"kind": "elu", "alpha": "x"}]},
    "and no more": {**LAYERS, "shared": [{"kind": "tanh", "code": "import os"}]},
    "a list of at most": {**LAYERS, "action": [{"kind": "tanh"}] * 1000},
    "action None: expected a list": {**LAYERS, "action": None},
    "layers give": {**LAYERS, "action": []},
    "layers of shared, action, value": {"shared": []},
    "do not fit": {**LAYERS, "shared": [{"kind": "norm", "epsilon": 1e-5}]},
}


@pytest.mark.parametrize("reason", HOSTILE)
def test_hostile_layers_are_refused(reason: str, path: Path) -> None:
    interface.export(nn.Linear(VALUES, ACTIONS), path)
    assert checkpoint.read(path).metadata["network"] == LAYERS
    with pytest.raises(CheckpointError, match=f"mine.safetensors: .*{reason}"):
        load_opponent(edited(path, meta(network=HOSTILE[reason])))


def test_formats_do_not_mix(path: Path) -> None:
    """Layers one by one are format 2; a file that says otherwise is refused."""
    interface.export(nn.Linear(VALUES, ACTIONS), path)
    assert checkpoint.read(path).metadata["format"] == 2
    with pytest.raises(CheckpointError, match="expected hidden layers"):
        load_opponent(edited(path, meta(format=1)))


class Halves(BaseFeaturesExtractor):
    """Somebody's own features, which can say what they consist of."""

    def __init__(self, observation_space) -> None:
        super().__init__(observation_space, 12)
        self.layer = nn.Linear(VALUES, 12)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return torch.tanh(self.layer(observations))


class KnownHalves(Halves):
    def as_sequential(self) -> nn.Sequential:
        return nn.Sequential(self.layer, nn.Tanh())


TOWERS = {
    "one size": {"net_arch": [16, 8]},
    "towers": {"net_arch": {"pi": [16], "vf": [8, 4]}, "activation_fn": nn.ReLU},
    "none": {"net_arch": []},
    "own features": {"features_extractor_class": KnownHalves, "net_arch": [8], "activation_fn": nn.ELU},
    "two of them": {"features_extractor_class": KnownHalves, "share_features_extractor": False, "net_arch": [8]},
}


def environment() -> SeatVecEnv:
    return SeatVecEnv(GAME, 2, seed=0)


def model_of(name: str, **policy):
    kind = getattr(sb3_contrib, name, None) or getattr(stable_baselines3, name)
    return kind("MlpPolicy", environment(), seed=0, device="cpu", policy_kwargs=policy)


@pytest.mark.parametrize(
    ("name", "towers"), [(name, "towers") for name in ("PPO", "A2C", "TRPO")] + [("MaskablePPO", t) for t in TOWERS]
)
def test_actor_critics_say_the_same_without_torch(name: str, towers: str, path: Path) -> None:
    model = model_of(name, **TOWERS[towers])
    for weight in model.policy.parameters():
        nn.init.normal_(weight, std=0.3)  # the last layers begin almost at zero
    sb3.export(model, path, contested="hold")
    network, rows = load_opponent(path).network, torch.from_numpy(seen())
    with torch.no_grad():
        probabilities = model.policy.get_distribution(rows).distribution.logits.numpy()
        values = model.policy.predict_values(rows).numpy()[:, 0]
    logits, found = network.evaluate(seen())
    assert_same_sums(logits - np.logaddexp.reduce(logits, axis=1, keepdims=True), probabilities)
    assert_same_sums(found, values)


@pytest.mark.parametrize("name", ["DQN", "QRDQN", "ARS"])
def test_others_choose_the_same_greedily(name: str, path: Path) -> None:
    model = model_of(name, net_arch=[16])
    for weight in model.policy.parameters():
        nn.init.normal_(weight, std=0.3)
    sb3.export(model, path)
    chosen = model.predict(seen(200), deterministic=True)[0]
    player = load_opponent(path, greedy=True)
    assert np.array_equal(player.network.logits(seen(200)).argmax(axis=1), chosen)
    assert not player.network.has_value


def test_models_that_cannot_be_exported_are_named(path: Path) -> None:
    normal = VecNormalize(environment())
    recurrent = sb3_contrib.RecurrentPPO("MlpLstmPolicy", environment(), device="cpu", policy_kwargs={"net_arch": [8]})
    for model, word in (
        (recurrent, "LSTM"),
        (stable_baselines3.PPO("MlpPolicy", normal, device="cpu"), "VecNormalize"),
        (stable_baselines3.SAC("MlpPolicy", "Pendulum-v1", device="cpu"), "only a flat Box and Discrete"),
        (model_of("PPO", features_extractor_class=Halves), "features_extractor is a Halves"),
        (nn.Linear(3, 3), "give a model of Stable-Baselines3"),
    ):
        with pytest.raises(ValueError, match=word):
            sb3.export(model, path)
    assert not path.exists()


def test_ladders_tell_exported_policies_apart_by_their_layers() -> None:
    weights = {"action.0.weight": np.ones((ACTIONS, VALUES), np.float32), "action.0.bias": np.ones(ACTIONS, np.float32)}
    from flank_envs.opponents.policy.opponent import PolicyOpponent

    networks = (LAYERS, {**LAYERS, "shared": [{"kind": "tanh"}]})
    players = [PolicyOpponent(Checkpoint(weights, checkpoint.describe(GAME, {}, network))) for network in networks]
    assert len({player.identity(GAME) for player in players}) == 2
