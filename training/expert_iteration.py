"""`python -m training.expert_iteration POLICY`: a policy learns from its own search (arXiv 1705.08439).

In every lesson a search that the policy guides plays all seats of many games. Its statistics give better probabilities
of actions than the policy's own: those are learned, together with how the games end, and the next search is guided by
what was learned. With more than two seats a search has to guess what the others expect, and who learns from
that plays worse: there the policy rehearses how it played in the beginning.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from flank_envs.engine.batch import Batch
from flank_envs.engine.untrusted import cut
from flank_envs.evaluation.arena import match
from flank_envs.evaluation.seeds import LESSONS, LESSONS_MEASURED
from flank_envs.opponents.base import decisions_in
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.checkpoint import Checkpoint
from flank_envs.opponents.policy.network_shape import SHORT_FORM
from flank_envs.opponents.policy.opponent import PolicyOpponent
from flank_envs.opponents.policy.sampling import choose_by_logits
from flank_envs.opponents.search import SearchOpponent, SearchResult
from flank_envs.opponents.search.searcher import VALUE_SCALE
from flank_envs.opponents.search.tree import MIN_PROBABILITY
from training import config as configs
from training.config import Config, ConfigError, Evaluation, Opponents
from training.policy_average import Selves

if TYPE_CHECKING:  # torch takes seconds
    from training.warm_start import Chosen, Watched

STEPS = 512  # decisions of each game in a lesson
SHARPER = 1.2  # factor of log-probabilities: what is learned of many noisy searches is vaguer than each of them
KEPT = 8  # lessons that are learned again and again: each takes long to play
LEARNING_RATE, FINAL_RATE = 5e-4, 0.1  # the second is the share of it that is left at the end
MEASURE_EVERY, MEASURE_GAMES = 20, 100


class Expert:
    """Searches every decision at a table, for the policy that guides it."""

    def __init__(self, table: Batch, guide: PolicyOpponent, simulations: int, seed: int) -> None:
        self.guide, self.search = guide, SearchOpponent(simulations, guide)
        self.streams = table.streams(seed)

    def choose(self, table: Batch) -> "Chosen":
        """Drawn by the better probabilities, so that games differ."""
        from training.warm_start import Chosen, probabilities_of

        mask = table.action_mask
        network = self.guide.network_for(table.game)
        logits = network.logits(table.observation, network.features_of(table.states))
        probabilities = probabilities_of(logits, mask)
        expected = np.full(table.num_games, np.nan, np.float32)
        rows = np.flatnonzero(mask.sum(axis=1) > 1)
        if len(rows):
            streams = self.streams[rows]
            result = self.search.search(decisions_in(table, rows, streams))
            self.streams[rows] = streams
            probabilities[rows], expected[rows] = improved(probabilities[rows], mask[rows], result)
        actions = np.zeros(table.num_games, np.int32)
        choose_by_logits(np.log(probabilities + MIN_PROBABILITY, dtype=np.float32), mask, self.streams, 1.0, actions)
        return Chosen(actions, probabilities, expected)


def improved(probabilities: np.ndarray, mask: np.ndarray, result: SearchResult) -> tuple[np.ndarray, np.ndarray]:
    """Better probabilities than those that guided a search, and the value that they promise.

    Actions are weighed as the search weighs them, but sharper. Those that were not tried get the mean
    value of the others.
    """
    from training.warm_start import probabilities_of

    likely = probabilities * (result.visits > 0)
    usual = (likely * result.values).sum(axis=1) / likely.sum(axis=1)
    values = np.where(result.visits > 0, result.values, usual[:, None])
    better = probabilities_of(SHARPER * (np.log(probabilities + MIN_PROBABILITY) + VALUE_SCALE * values), mask)
    return better, (better * values).sum(axis=1)


def iterate(
    policy: Path,
    folder: Path,
    simulations: int = 32,
    samples: int = 4_000_000,
    show: Callable[[str], None] = lambda line: None,
) -> Path:
    """Lessons until so many decisions were searched or rehearsed; gives the file, in `folder`, as of the last one."""
    import torch

    from training import run as runs
    from training import warm_start
    from training.policy import export

    first = PolicyOpponent(policy)
    first.network.need_one_member()
    config, about = config_for(first.checkpoint, str(policy)), first.checkpoint.metadata
    run = runs.begin(config, folder, tensorboard=False)
    try:
        model, guide = run.model, PolicyOpponent(first.checkpoint)
        optimizer = torch.optim.Adam(model.policy.parameters(), lr=LEARNING_RATE)
        tables = warm_start.make_tables(config, LESSONS)
        players = [_player(table, guide, first, simulations, config.seed + k) for k, table in enumerate(tables)]
        order = np.random.default_rng(config.seed)
        lessons: list[Watched] = []
        watched = number = 0
        while watched < samples:
            for group in optimizer.param_groups:
                group["lr"] = LEARNING_RATE * max(FINAL_RATE, 1 - watched / samples)
            k = order.integers(len(tables))
            lessons = [*lessons, warm_start.watch(tables[k], players[k].choose, STEPS)][-KEPT:]
            batch = warm_start.Watched.join(lessons)
            divergence = warm_start.learn(model, optimizer, config.ppo.value, batch)[1]
            watched, number = watched + len(lessons[-1].result), number + 1
            learned = {"simulations": simulations, "decisions": watched}
            made = export(model, config, steps=about["steps"], training=about["training"], expert_iteration=learned)
            guide.play_by(made)
            checkpoint.write(run.policy_path, made)
            width = -float(torch.xlogy(lessons[-1].probabilities, lessons[-1].probabilities).sum(1).mean())
            line = (
                f"{watched / 1e6:.2f} M decisions, {divergence:.3f} nats from the search, whose entropy is {width:.2f}"
            )
            show(line + (_progress(config, guide, first) if number % MEASURE_EVERY == 0 else ""))
    finally:
        run.close()
    return run.policy_path


def config_for(policy: Checkpoint, name: str) -> Config:
    """Of a run that begins as this policy and plays what that was trained for."""
    about = policy.metadata
    if about["format"] != SHORT_FORM or "training" not in about or "steps" not in about:
        raise ConfigError(f"{name} is no policy that `python -m training` made: its layers cannot learn here")
    settings: dict[str, Any] = {"game": about["game"], "options": about["options"], "steps": about["steps"]}
    settings |= {"variants": about.get("variants", []), "network": about["network"], "start": {"player": name}}
    settings |= {"opponents": asdict(Opponents.only("random")), "evaluation": asdict(Evaluation.none())}
    return configs.parse(settings)


def _player(
    table: Batch, guide: PolicyOpponent, first: PolicyOpponent, simulations: int, seed: int
) -> "Expert | Selves":
    if table.seats > 2:
        return Selves(table, [first.network_for(table.game)], np.ones(1), seed)
    return Expert(table, guide, simulations, seed)


def _progress(config: Config, guide: PolicyOpponent, first: PolicyOpponent) -> str:
    """How it does against the policy that it began as."""
    seed = LESSONS_MEASURED.seed(MEASURE_GAMES)
    result = match(config.game, guide, first, MEASURE_GAMES, seed, config.settings()[0])
    return f", {result.score:.0%} against the policy it began as"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m training.expert_iteration", description=__doc__)
    parser.add_argument("policy", metavar="POLICY", type=Path, help="a .safetensors file that training wrote")
    parser.add_argument("--simulations", type=int, default=32, help="of each search (default %(default)d)")
    parser.add_argument("--samples", type=int, default=4_000_000, help="decisions to learn from (default %(default)d)")
    parser.add_argument("--name", help="the folder in runs/ (default: expert-iteration, the policy and time)")
    args = parser.parse_args(arguments)
    stamp = f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
    folder = Path("runs") / (args.name or f"expert-iteration-{args.policy.stem}-{stamp}")
    try:
        if not 2 <= args.simulations <= 10**6 or not 0 < args.samples <= 10**12:
            raise ConfigError("--simulations: give 2 or more; --samples: 1 or more")
        path = iterate(args.policy, folder, args.simulations, args.samples, partial(print, flush=True))
    except (ConfigError, ValueError, OSError) as problem:
        print(f"training.expert_iteration: {cut(str(problem))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"\ntraining.expert_iteration: stopped; {folder}/policy.safetensors is what was learned", file=sys.stderr)
        return 130
    print(f'policy      {path}\nload it     flank_envs.load_opponent("{path}")')
    return 0


if __name__ == "__main__":
    sys.exit(main())
