"""`python -m training CONFIG [key=value ...]` and `python -m training --resume RUN`."""

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

from flank_envs.engine.untrusted import cut
from training import config as configs
from training.config import Config, ConfigError

RUNS = Path("runs")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        super().error(cut(message))


def main(arguments: list[str] | None = None) -> int:
    parser = _Parser(prog="python -m training", description="Train a policy for a game.")
    parser.add_argument("config", nargs="?", help="a YAML file, e.g. configs/hold_the_line/quick.yaml")
    parser.add_argument("overrides", nargs="*", metavar="key=value", help="other settings, e.g. ppo.games=512 seed=2")
    parser.add_argument("--resume", metavar="RUN", type=Path, help="go on with the run in this folder")
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="play on the machines of a Ray cluster: host:port, auto or local"
    )
    parser.add_argument("--workers", type=int, metavar="N", help="players in the cluster (default: one for each part)")
    parser.add_argument("--name", help="the run's folder in runs/ (default: game, config and time)")
    args = parser.parse_intermixed_args(arguments)
    if (args.config is None) == (args.resume is None):
        parser.error("give a config, or --resume with the folder of a run")
    if args.resume is not None and args.name is not None:
        parser.error("--resume goes on in the run's own folder: leave --name out")
    if args.workers is not None and args.ray is None:
        parser.error("--workers play in a Ray cluster: give its address with --ray")
    try:
        return _train(args)
    except ConfigError as problem:
        print(f"training: {cut(str(problem))}", file=sys.stderr)
        return 2
    except OSError as problem:  # a full disk, for example
        print(f"training: stopped, {cut(str(problem))}; go on with --resume and the run's folder", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\ntraining: stopped; go on with --resume and the run's folder", file=sys.stderr)
        return 130


def _train(args: argparse.Namespace) -> int:
    if args.resume is None:
        config = configs.load(args.config, args.overrides)
        stamp = f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"  # several may start in the same second
        folder = RUNS / (args.name or f"{config.game}-{Path(args.config).stem}-{stamp}")
    else:
        config, folder = None, args.resume
    cluster = None if args.ray is None else _joined(config or configs.load(folder / "config.yaml"), args)
    from rich.console import Console  # torch takes seconds: errors in the config come before it

    from training import report, run

    console = Console()
    this = run.resume(folder) if config is None else run.begin(config, folder, show=console.print)
    console.print(f"{this.config.game}: {this.config.rollouts} rollouts of {this.config.rollout} steps in {folder}")
    if cluster is not None:
        from training.workers import Workers

        this.rollouts = Workers(this.player, *cluster)
    terminal = report.Terminal(this, console)
    try:
        with terminal.bar:
            run.train(this, terminal.show)
    except (run.DivergedError, run.RolloutError) as problem:
        print(f"training: stopped, {problem}", file=sys.stderr)
        return 1
    finally:
        this.rollouts.close()
    report.finish(this, console)
    return 0


def _joined(config: Config, args: argparse.Namespace) -> tuple[Any, int]:
    """A cluster and the number of workers there: what is wrong with them comes before anything that takes long."""
    from training.workers import join

    count = config.parts if args.workers is None else args.workers
    return join(config, args.ray, count), count


if __name__ == "__main__":
    sys.exit(main())
