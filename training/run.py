"""The training loop, all of it: play a rollout, update, remember, now and then measure."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from stable_baselines3.common.logger import configure

from flank_envs.evaluation.arena import Pairing, match
from flank_envs.evaluation.seeds import EVALUATION
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.checkpoint import Checkpoint
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.opponent import PolicyOpponent
from training import config as configs
from training import saving
from training.config import Config, ConfigError
from training.policy import export, inputs_of
from training.rollouts import Here, Order, Player, Position, Rollout, RolloutError, Rollouts
from training.update import Magnet, update
from training.warm_start import start

__all__ = ["DivergedError", "RolloutError", "Run", "begin", "measure", "resume", "train", "write_policy"]

PARTS = ("games", "policy", "update", "rest")


class DivergedError(RuntimeError):
    """Training has led to numbers that are none; what was saved before is still good."""


class Run:
    """A run in its folder, which is its own until `close`: what `train` moves on and `saving` writes down."""

    def __init__(self, config: Config, folder: Path, tensorboard: bool = True) -> None:
        self.config = config
        self.folder = folder
        self._lock = saving.lock(folder)
        self.player = Player(config, folder)
        self.environment, self.model, self.league = self.player.environment, self.player.model, self.player.league
        self.magnet = Magnet(self.model, config.ppo.magnet, config.ppo.magnet_every)
        self.model.set_logger(configure(str(folder / "tensorboard"), ["tensorboard"] if tensorboard else []))
        self.rollouts: Rollouts = Here(self.player)
        self.positions: list[Position] = []  # of every part of the games
        self.rollout = 0
        self.history: list[dict[str, Any]] = []  # a point of the curve for every evaluation
        self.seconds = dict.fromkeys(PARTS, 0.0)  # where the time went
        self.exploited: float | None = None  # what the last exploiter took from the policy lately

    @property
    def finished(self) -> bool:
        return self.rollout >= self.config.rollouts

    @property
    def policy_path(self) -> Path:
        return self.folder / "policy.safetensors"

    def close(self) -> None:
        """Leave the folder to others, such as another `resume`."""
        self._lock.release()


def begin(
    config: Config, folder: Path, tensorboard: bool = True, show: Callable[[str], None] = lambda line: None
) -> Run:
    """A new run in a folder of its own; `show` is told how it gets to where it starts from."""
    if (folder / "state.pt").exists():
        raise ConfigError(f"{folder} holds a run already: go on with --resume {folder}, or choose another --name")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise ConfigError(f"cannot make the folder {folder} ({problem.strerror}): choose another --name") from None
    run = Run(config, folder, tensorboard)
    (folder / "config.yaml").write_text(config.as_yaml(), encoding="utf-8")
    start(run.model, config, show)
    run.magnet.follow(0)
    run.league.latest.play_by(export(run.model, config))
    invited = run.league.invitation()
    run.positions = [run.player.deal(part, invited) for part in range(config.parts)]
    return run


def resume(folder: Path, tensorboard: bool = True) -> Run:
    """A run as it was after its last update."""
    content = saving.read(folder)
    run = Run(configs.load(folder / "config.yaml"), folder, tensorboard)
    try:
        saving.restore(run, content)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RuntimeError) as problem:
        run.close()
        raise ConfigError(f"{folder} cannot go on, its files do not fit together: {problem}") from None
    return run


def train(run: Run, show: Callable[[Run], None] = lambda run: None, rollouts: int | None = None) -> None:
    """Go on to the end of the budget, or for so many rollouts."""
    last = run.config.rollouts if rollouts is None else min(run.config.rollouts, run.rollout + rollouts)
    while run.rollout < last:
        began = time.perf_counter()
        parts = _play(run)
        played = time.perf_counter()
        _learn(run, parts)
        learned = time.perf_counter()
        policy = _checked_policy(run, parts)
        run.magnet.follow(run.rollout)
        _update_league(run, policy, show)
        if run.rollout % run.config.evaluation.every == 0 or run.finished:
            _measure(run, policy)
        _count_seconds(run, parts, played - began, learned - played, time.perf_counter() - learned)
        _log(run)
        saving.save(run)
        show(run)


def _play(run: Run) -> list[Rollout]:
    """A rollout of every part of the games, with its results noted."""
    invited = run.league.invitation()
    orders = [Order(run.rollout, part, invited, position) for part, position in enumerate(run.positions)]
    parts = run.rollouts.play(orders)
    run.positions = [part.position for part in parts]
    run.environment.results = [result for part in parts for result in part.results]
    for name, score in run.environment.results:
        run.league.result(name, score)
    return parts


def _learn(run: Run, parts: list[Rollout]) -> None:
    """Update the model by what was played."""
    config, model = run.config, run.model
    model.num_timesteps = (run.rollout + 1) * config.rollout
    model._update_current_progress_remaining(model.num_timesteps, config.rollouts * config.rollout)
    update(model, config.ppo, run.magnet, [part.played for part in parts])
    run.rollout += 1


def _checked_policy(run: Run, parts: list[Rollout]) -> Checkpoint:
    """The policy after an update; a DivergedError if it holds or computes anything but finite numbers."""
    policy, config = _policy_of(run), run.config
    if not _is_finite(run, policy, parts[0].played.records[-config.ppo.games // config.parts :]):
        raise DivergedError(
            f"rollout {run.rollout} has led to values that are no finite numbers: learn more slowly than with "
            f"ppo.learning_rate={config.ppo.learning_rate}. What {run.folder} holds of the rollouts before is good"
        )
    return policy


def _update_league(run: Run, policy: Checkpoint, show: Callable[[Run], None]) -> None:
    """Let the league play by the new policy; now and then an exploiter of it joins."""
    opponents = run.config.opponents
    run.league.update(policy, run.rollout)
    if opponents.exploiters and run.rollout % opponents.exploit_every == 0 and not run.finished:
        run.league.join("exploiters", _exploiter(run, policy, show), run.rollout)


def _count_seconds(run: Run, parts: list[Rollout], playing: float, learning: float, rest: float) -> None:
    """Add the time of a rollout to that of the run, by what took it."""
    in_games = playing * sum(part.in_games for part in parts) / sum(part.seconds for part in parts)
    for name, seconds in zip(PARTS, (in_games, playing - in_games, learning, rest), strict=True):
        run.seconds[name] += seconds


def _exploiter(run: Run, policy: Checkpoint, show: Callable[[Run], None]) -> Checkpoint:
    """The policy of a learner that does nothing but beat this one; `show` sees how it gets on."""
    folder = run.folder / "exploiter"
    shutil.rmtree(folder, ignore_errors=True)  # of a run that was killed here
    target = folder / "target.safetensors"
    checkpoint.write(target, policy)

    def note_scores(learner: Run) -> None:
        scores = learner.environment.scores[str(target)]
        run.exploited = sum(scores) / len(scores) if scores else None
        show(run)

    before = run.league.exploiter_before(run.rollout)
    learner = begin(run.config.exploiter(str(target), run.rollout, before), folder, tensorboard=False)
    try:
        train(learner, note_scores)
    finally:
        learner.close()
    shutil.rmtree(folder)
    return export(learner.model, run.config)


def measure(config: Config, policy: Path | Checkpoint, greedy: bool, games: int) -> dict[str, Pairing]:
    """Duplicate matches of a policy in every contest of the config, with the same deals each time."""
    player = PolicyOpponent(policy, greedy=greedy)
    return {
        name: match(config.game, player, opponent, games, EVALUATION.seed(games), options)
        for name, (opponent, options) in config.contests().items()
    }


def _is_finite(run: Run, policy: Checkpoint, records: np.ndarray) -> bool:
    """Whether the weights, the optimizer's moments and the network's outputs for these records are numbers."""
    network, inputs = Network(policy), inputs_of(run.model, records)
    moments = [np.asarray(value) for state in run.model.policy.optimizer.state.values() for value in state.values()]
    outputs = network.evaluate(inputs.observation.numpy(), inputs.features)
    return all(np.isfinite(array).all() for array in (*policy.weights.values(), *moments, *outputs))


def write_policy(run: Run) -> Path:
    """The policy as it is now, as a file."""
    checkpoint.write(run.policy_path, _policy_of(run))
    return run.policy_path


def _policy_of(run: Run) -> Checkpoint:
    return export(run.model, run.config, steps=run.model.num_timesteps, training=run.config.as_dict())


def _measure(run: Run, policy: Checkpoint) -> None:
    """A point of the learning curve, and the policy as a file."""
    settings = run.config.evaluation
    results = measure(run.config, policy, settings.greedy, settings.games)
    scores = {name: result.score for name, result in results.items()}
    intervals = {name: result.interval for name, result in results.items()}
    seconds = sum(run.seconds.values())
    run.history.append({"steps": run.model.num_timesteps, "scores": scores, "intervals": intervals, "seconds": seconds})
    checkpoint.write(run.policy_path, policy)


def _log(run: Run) -> None:
    """One rollout for TensorBoard."""
    logger = run.model.logger
    for kind, scores in run.environment.scores.items():
        if scores:
            logger.record(f"training_score/{kind}", sum(scores) / len(scores))
    if run.history and run.history[-1]["steps"] == run.model.num_timesteps:
        for name, score in run.history[-1]["scores"].items():
            logger.record(f"evaluation/{name}", score)
    for name, rate in run.league.win_rates.items():
        logger.record(name, rate)
    if run.exploited is not None:
        logger.record("training_score/of_exploiter", run.exploited)
    total = sum(run.seconds.values())
    for part, seconds in run.seconds.items():
        logger.record(f"time_share/{part}", seconds / total)
    logger.record("time/samples_per_second", run.model.num_timesteps / total)
    logger.dump(run.model.num_timesteps)
