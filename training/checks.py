"""What the settings of a run must be besides of the right kind: numbers within ranges, and values that fit together."""

from itertools import pairwise
from typing import TYPE_CHECKING

from flank_envs.engine.game import get_game
from flank_envs.engine.untrusted import short_repr
from flank_envs.evaluation.seeds import EVALUATION, TRAINING, TRAINING_GAMES
from flank_envs.opponents.policy.checkpoint import LARGEST_FILE
from flank_envs.opponents.policy.network_shape import ACTIVATIONS, DEEPEST, WIDEST
from flank_envs.opponents.policy.parts import has_parts
from flank_envs.opponents.registry import in_full
from training.settings import ConfigError, dotted

if TYPE_CHECKING:
    from training.config import Config

LARGEST_ROLLOUT = 2**36  # bytes
LEAST = 1e-30  # of what must be above 0
RANGES = {
    "steps": (1, 10**12),
    "seed": (0, TRAINING.count // TRAINING_GAMES - 1),
    "threads": (1, 1024),
    "parts": (1, 2**20),
    "network.hidden": (1, WIDEST),
    "network.choices": (0, WIDEST),
    "network.alike": (0, WIDEST),
    "start.samples": (1, 10**12),
    "ppo.games": (1, TRAINING_GAMES),
    "ppo.steps": (1, 2**20),
    "ppo.minibatch": (2, 2**24),
    "ppo.epochs": (1, 1000),
    "ppo.learning_rate": (LEAST, 1),
    "ppo.final_learning_rate": (LEAST, 1),
    "ppo.gamma": (0, 1),
    "ppo.gae_lambda": (0, 1),
    "ppo.clip": (LEAST, 100),
    "ppo.entropy": (0, 100),
    "ppo.final_entropy": (0, 100),
    "ppo.value": (0, 1000),
    "ppo.gradient": (LEAST, 10**6),
    "ppo.magnet": (0, 1000),
    "ppo.magnet_every": (1, 10**9),
    "opponents.random": (0, 1),
    "opponents.heuristic": (0, 1),
    "opponents.latest": (0, 1),
    "opponents.pool": (0, 1),
    "opponents.others": (0, 1),
    "opponents.exploiters": (0, 1),
    "opponents.keep_every": (1, 10**9),
    "opponents.in_play": (1, 1000),
    "opponents.exploit_every": (1, 10**9),
    "opponents.exploit_for": (1, 10**9),
    "opponents.exploit_rate": (0, 1),
    "opponents.exploit_variants": (0, 2**20),
    "evaluation.every": (1, 10**9),
    "evaluation.games": (2, EVALUATION.count),
    "evaluation.final_games": (2, EVALUATION.count),
    "evaluation.goals": (0, 1),
}


def check(config: "Config") -> None:
    """Raise a ConfigError that names the first setting that cannot be used."""
    for name, (low, high) in RANGES.items():
        for place, value in _numbers(config, name):
            if not low <= value <= high:
                raise ConfigError(f"{place}={short_repr(value)}: give a number from {low:,} to {high:,}")
    for rules in (_opponent_rules, _network_rules, _ppo_rules, _evaluation_rules):
        for rule, holds in rules(config).items():
            if not holds:
                raise ConfigError(rule)


def _numbers(config: "Config", name: str) -> list[tuple[str, float]]:
    """The numbers of a setting, each with the place to name in a refusal."""
    section, _, last = name.rpartition(".")
    value = getattr(getattr(config, section) if section else config, last)
    if isinstance(value, dict):
        return [(dotted(name, key), number) for key, number in value.items()]
    return [(name, number) for number in (value if isinstance(value, list) else [value])]


def _opponent_rules(config: "Config") -> dict[str, bool]:
    opponents = config.opponents
    shares = [opponents.random, opponents.heuristic, opponents.latest, opponents.pool, opponents.exploiters]
    sharing = {"random", "heuristic"} & set(map(in_full, opponents.others))
    return {
        "opponents: shares must add up to 1": abs(sum((*shares, *opponents.others.values())) - 1) < 1e-6,
        "opponents.others: name others than those that have a share of their own": not sharing,
        "opponents.pick: choose 'win-rate' or 'uniform'": opponents.pick in ("win-rate", "uniform"),
        "opponents.exploit_as: choose 'policy' or 'last'": opponents.exploit_as in ("policy", "last"),
        "opponents.exploit_variants: 0, or as many as there are variants at most": (
            opponents.exploit_variants <= len(config.variants)
        ),
    }


def _network_rules(config: "Config") -> dict[str, bool]:
    network, game = config.network, get_game(config.game)
    return {
        "network.choices: above 0 only in games with features": network.choices == 0 or game.features is not None,
        "network.alike: above 0 only with choices and in games with symmetric parts": (
            network.alike == 0 or (network.choices > 0 and has_parts(game))
        ),
        "network.precision: choose 'float32' or 'bfloat16'": network.precision in ("float32", "bfloat16"),
        f"network.activation: choose one of {', '.join(ACTIVATIONS)}": network.activation in ACTIVATIONS,
        f"network.hidden: give 1 to {DEEPEST} widths": 1 <= len(network.hidden) <= DEEPEST,
        f"network.hidden: this network would not fit into a file of {LARGEST_FILE:,} bytes": (
            _weights(config) * 4 < LARGEST_FILE * 0.99
        ),
    }


def _weights(config: "Config") -> int:
    """The number of weights of the network, biases and value left out."""
    game = get_game(config.game)
    return sum(a * b for a, b in pairwise([game.observation.size, *config.network.hidden, game.actions.size]))


def _ppo_rules(config: "Config") -> dict[str, bool]:
    ppo = config.ppo
    return {
        "ppo.minibatch: the rollout (games * steps) must be a multiple of it": config.rollout % ppo.minibatch == 0,
        f"ppo.games, ppo.steps: a rollout of {config.rollout:,} samples takes more than {LARGEST_ROLLOUT:,} bytes": (
            _rollout_bytes(config) <= LARGEST_ROLLOUT
        ),
        "ppo.games: at least one for every variant": ppo.games >= len(config.variants) * config.parts,
        "ppo.games: must be a multiple of parts": ppo.games % config.parts == 0,
    }


def _rollout_bytes(config: "Config") -> int:
    """What Stable-Baselines3 keeps of a rollout: float32 observations and masks, and a few numbers for each sample."""
    game = get_game(config.game)
    return config.rollout * 4 * (game.observation.size + game.actions.size + 6)


def _evaluation_rules(config: "Config") -> dict[str, bool]:
    contests = config.contests()
    return {
        f"evaluation.goals: name some of {', '.join(contests)}": set(config.evaluation.goals) <= set(contests),
    }
