"""`python -m training.policy_average RUN`: the average of a run's past selves, as one policy; or that of several runs.

Self-play with hidden choices runs in circles: whoever answers the latest self wins, and is answered by the next. The
average of the selves does not move like that (fictitious play), and is far harder to exploit than any one of them. Each
seat of a game draws one of them for the whole game, and the policy learns to choose as they do. Policies from elsewhere
may be among them: who beats one of them seldom beats another.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from flank_envs.engine.batch import Batch
from flank_envs.engine.game import get_game
from flank_envs.engine.untrusted import cut
from flank_envs.evaluation.seeds import AVERAGE
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.opponent import PolicyOpponent
from flank_envs.opponents.policy.sampling import choose_by_logits
from training.config import ConfigError

if TYPE_CHECKING:  # torch takes seconds
    from training.run import Run
    from training.warm_start import Chosen

FILE = "average.safetensors"
FINAL_RATE = 0.02  # of the learning rate that it falls to


class Selves:
    """Past selves at a table: every seat of every game is one of them, drawn by these probabilities for the game."""

    def __init__(self, table: Batch, members: Sequence[Network], probabilities: np.ndarray, seed: int) -> None:
        self.members, self.probabilities = members, probabilities
        self.streams = table.streams(seed)
        self._rng = np.random.default_rng(seed)
        self.drawn = self._draw(table.num_games, table.seats)

    def choose(self, table: Batch) -> "Chosen":
        """An action for every game, and the probabilities of all actions it came from."""
        from training.warm_start import Chosen, probabilities_of

        over = np.flatnonzero(table.done)
        self.drawn[over] = self._draw(len(over), table.seats)
        mask = table.action_mask
        logits = np.zeros(mask.shape, np.float32)
        who = self.drawn[np.arange(table.num_games), table.to_act]
        for member in np.unique(who):
            rows = np.flatnonzero(who == member)
            network, seen = self.members[member], np.ascontiguousarray(table.observation[rows])
            logits[rows] = network.logits(seen, network.features_of(table.states[rows]))
        probabilities, actions = probabilities_of(logits, mask), np.zeros(table.num_games, np.int32)
        choose_by_logits(logits, mask, self.streams, 1.0, actions)
        return Chosen(actions, probabilities)

    def _draw(self, games: int, seats: int) -> np.ndarray:
        return self._rng.choice(len(self.members), size=(games, seats), p=self.probabilities)


def average(
    folders: Sequence[Path],
    since: float = 0.5,
    samples: int = 3_000_000,
    show: Callable[[str], None] = lambda line: None,
    others: Sequence[Path] = (),
    share: float = 0.5,
) -> Path:
    """Learn from the selves that runs have kept after that share of their steps; gives the file, in the last folder.

    With `others`, policies of the same game, seats are drawn to be one of those by that `share`.
    """
    from training import run as runs
    from training.policy import export

    run = runs.resume(folders[-1], tensorboard=False)
    try:
        files = []
        for folder in folders:
            selves = past_selves(folder, since)
            show(f"{folder}: {len(selves)} past selves, from {selves[0].stem} to {selves[-1].stem}")
            files += selves
        game = get_game(run.config.game)
        members = [PolicyOpponent(file).network_for(game) for file in (*files, *others)]
        for member in members:
            member.need_one_member()
        _imitate(run, members, _probabilities(len(files), len(others), share), samples, show)
        about = {"steps": run.model.num_timesteps, "training": run.config.as_dict()}
        path = folders[-1] / FILE
        checkpoint.write(path, export(run.model, run.config, **about, average_of=len(members)))
    finally:
        run.close()
    return path


def past_selves(folder: Path, since: float) -> list[Path]:
    """The files of the members that joined a run's pool after that share of the rollouts until the last one did."""
    files = sorted((folder / "pool").glob("*.safetensors"))
    if not files:
        raise ConfigError(f"{folder} has kept no past self: opponents.keep_every says when it does")
    return [file for file in files if int(file.stem) > since * int(files[-1].stem)]


def _probabilities(selves: int, others: int, share: float) -> np.ndarray:
    """Of each self and each other one to be drawn."""
    share = share if others else 0.0
    return np.repeat([(1 - share) / selves, share / max(1, others)], [selves, others])


def _imitate(
    run: "Run", members: Sequence[Network], probabilities: np.ndarray, samples: int, show: Callable[[str], None]
) -> None:
    import torch

    from training import warm_start

    config, model = run.config, run.model
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=warm_start.LEARNING_RATE)
    tables = warm_start.make_tables(config, AVERAGE)
    selves = [Selves(table, members, probabilities, config.seed + k) for k, table in enumerate(tables)]
    watched = turn = 0
    while watched < samples:
        for group in optimizer.param_groups:
            group["lr"] = warm_start.LEARNING_RATE * max(FINAL_RATE, 1 - watched / samples)
        table, players = tables[turn % len(tables)], selves[turn % len(tables)]
        batch = warm_start.watch(table, players.choose)
        divergence = warm_start.learn(model, optimizer, config.ppo.value, batch)[1]
        watched, turn = watched + len(batch.result), turn + 1
        show(f"{watched / 1e6:.2f} M decisions, {divergence:.3f} nats from theirs")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m training.policy_average", description=__doc__)
    parser.add_argument("runs", metavar="RUN", type=Path, nargs="+", help="a folder with past selves, e.g. runs/long")
    parser.add_argument("--since", type=float, default=0.5, help="share of the run to leave out (default %(default)g)")
    parser.add_argument("--samples", type=int, default=3_000_000, help="decisions to learn from (default %(default)d)")
    parser.add_argument("--others", metavar="POLICY", type=Path, nargs="+", default=[], help="policies from elsewhere")
    parser.add_argument("--share", type=float, default=0.5, help="of all seats, for the others (default %(default)g)")
    args = parser.parse_args(arguments)
    try:
        if not 0 <= args.since < 1 or not 0 < args.samples <= 10**12:
            raise ConfigError("--since: give a share from 0 to below 1; --samples: 1 or more")
        if not 0 < args.share < 1:
            raise ConfigError("--share: give a share above 0 and below 1")
        say = partial(print, flush=True)
        path = average(args.runs, args.since, args.samples, say, args.others, args.share)
    except (ConfigError, ValueError, OSError) as problem:
        print(f"training.policy_average: {cut(str(problem))}", file=sys.stderr)
        return 2
    print(f'average     {path}\nload it     flank_envs.load_opponent("{path}")')
    return 0


if __name__ == "__main__":
    sys.exit(main())
