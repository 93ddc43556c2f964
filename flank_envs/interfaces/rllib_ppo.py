"""A recipe for RLlib's PPO on its new API stack: self-play, past selves by policy mapping, and the result as a file."""

# pyright: reportMissingImports=false
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.models.torch.encoder import TorchMLPEncoder
from ray.rllib.core.models.torch.heads import TorchMLPHead
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from torch import nn

from flank_envs.engine.errors import whole_number
from flank_envs.engine.game import Game, get_game
from flank_envs.engine.untrusted import short_repr
from flank_envs.interfaces import torch_export as torch_export

LEARNER = "learner"  # the module that learns
ALONE = "alone_"  # agents whose game is against an opponent of the environment


def ppo(
    game: str | Game,
    opponents: Mapping[str, float] | None = None,
    past: float = 0.0,
    keep_every: int = 10,
    hidden: Sequence[int] = (256, 256),
    **options: Any,
) -> PPOConfig:
    """A PPOConfig that learns a game by self-play, ready for `build_algo()` or for settings of your own.

    `opponents` are the shares of games against opponents by name, such as {"heuristic": 0.4}. Of the others a share
    `past` is played against past selves; a new one joins every `keep_every` iterations. `options` are the game's.
    """
    from flank_envs.interfaces.rllib import register  # which imports this module

    game = get_game(game)
    seats = game.players(options)
    past = _share(past)
    keep_every = whole_number(keep_every, "keep_every", 1, 10**9)
    spec = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config=DefaultModelConfig(
            fcnet_hiddens=list(hidden), fcnet_activation="relu", vf_share_layers=True, head_fcnet_hiddens=[]
        ),
    )
    return (
        PPOConfig()
        .environment(register(game), env_config={"opponents": dict(opponents or {}), **options})
        .env_runners(num_env_runners=1, num_envs_per_env_runner=16)
        .multi_agent(policies={LEARNER}, policy_mapping_fn=PastSelves((), past, seats), policies_to_train=[LEARNER])
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={LEARNER: spec}))
        .training(
            train_batch_size_per_learner=8192,
            minibatch_size=1024,
            num_epochs=4,
            lr=1e-3,
            gamma=1.0,  # games end by themselves and only the result counts
            lambda_=0.95,
            entropy_coeff=0.01,
            vf_loss_coeff=0.5,
            grad_clip=0.5,
            use_kl_loss=False,  # the clipped objective is enough
        )
        .callbacks(on_train_result=League(past, keep_every, seats) if past else [])
    )


def _share(past: Any) -> float:
    if type(past) not in (int, float) or not 0 <= past <= 1:
        raise ValueError(f"past={short_repr(past)}: give a share of games from 0 to 1")
    return float(past)


class PastSelves:
    """A policy mapping: in a share `past` of games one seat learns and one past self has the others; else all learn."""

    def __init__(self, names: Sequence[str], past: float, seats: int) -> None:
        self.names, self.past, self.seats = tuple(names), past, seats

    def __call__(self, agent_id: str, episode: Any, **others: Any) -> str:
        drawn = np.random.default_rng(zlib.crc32(str(episode.id_).encode()))  # the same for all seats of a game
        if not self.names or agent_id.startswith(ALONE) or drawn.random() >= self.past:
            return LEARNER
        learning, other = drawn.integers(self.seats), self.names[drawn.integers(len(self.names))]
        return LEARNER if agent_id == f"player_{learning}" else other


class League:
    """After every so many iterations the learner as it is then joins the past selves."""

    def __init__(self, past: float, keep_every: int, seats: int) -> None:
        self.past, self.keep_every, self.seats = past, keep_every, seats

    def __call__(self, algorithm: Algorithm, **others: Any) -> None:
        if algorithm.iteration % self.keep_every:
            return
        name, weights = f"past_{algorithm.iteration}", _weights(algorithm, LEARNER)
        known = [module for module in algorithm.config.rl_module_spec.rl_module_specs if module != LEARNER]
        algorithm.add_module(
            name,
            RLModuleSpec.from_module(algorithm.get_module(LEARNER)),
            new_agent_to_module_mapping_fn=PastSelves([*known, name], self.past, self.seats),
        )
        algorithm.set_state({"learner_group": {"learner": {"rl_module": {name: weights}}}})
        # Those who play take weights from the learner only after its next update, and play before it.
        algorithm.env_runner_group.foreach_env_runner(lambda runner: runner.module[name].set_state(weights))


def export(
    source: Algorithm | nn.Module,
    path: str | Path,
    game: str | Game | None = None,
    module: str = LEARNER,
    **options: Any,
) -> None:
    """Write a module of an algorithm, or a PPO module, as a .safetensors file, for load_opponent and every interface.

    Its encoder must be dense layers, as `fcnet_hiddens` makes them; a module that was made for inference only has no
    value. Without `game` it is the one whose sizes fit. `options` say what it was trained for.
    """
    trained: Any = _trained(source, module) if isinstance(source, Algorithm) else source
    encoder, action, value = (getattr(trained, name, None) for name in ("encoder", "pi", "vf"))
    own, shared = getattr(encoder, "actor_encoder", None), getattr(encoder, "encoder", None)
    if type(action) is not TorchMLPHead or type(own or shared) is not TorchMLPEncoder:
        raise ValueError(f"{short_repr(trained)}: give an Algorithm or a module of PPO whose encoder is dense layers")
    critic_encoder = getattr(encoder, "critic_encoder", None)
    torch_export.export(
        _chain(own, action),
        path,
        game,
        shared=None if shared is None else _chain(shared),
        value=None if value is None else _chain(critic_encoder, value),
        **options,
    )


def _chain(*parts: Any) -> nn.Sequential:
    """The layers of RLlib's models, one after the other."""
    return nn.Sequential(*(part.net.mlp for part in parts if part is not None))


def _trained(algorithm: Algorithm, name: str) -> nn.Module:
    """A module as the learner has it: those that play are without the value."""
    playing = algorithm.get_module(name)
    if playing is None:
        raise ValueError(f"module={short_repr(name)}: the algorithm has no module of that name")
    spec = RLModuleSpec.from_module(playing)
    spec.inference_only = False
    module = spec.build()
    module.set_state(_weights(algorithm, name))
    return module


def _weights(algorithm: Algorithm, name: str) -> dict[str, Any]:
    state = algorithm.get_state(components=f"learner_group/learner/rl_module/{name}")
    return state["learner_group"]["learner"]["rl_module"][name]
