"""`python -m training.converge RUN`: how exploitable the past selves of a run are, exactly.

Only for games with options small enough to go through all that can happen (flank_envs.evaluation.exact).
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from flank_envs.engine.untrusted import cut
from flank_envs.evaluation import exact
from flank_envs.opponents.policy import checkpoint
from training import config as configs
from training.config import Config, ConfigError

REFERENCES = ("random", "rule-of-thumb")


class Point(NamedTuple):
    """A past self: what the best answer wins against it, and against the average of all selves up to it."""

    steps: int
    alone: float
    average: float


class Curve(NamedTuple):
    """The exploitability of past selves in their order, and of players who do not learn."""

    points: list[Point]
    references: dict[str, float]


def converge(folder: Path, show: Callable[[Point], None] = lambda point: None) -> Curve:
    """Measure every past self that the run in this folder has kept; `show` is told of each."""
    config = configs.load(folder / "config.yaml")
    files = sorted((folder / "pool").glob("*.safetensors"))
    if not files:
        raise ConfigError(f"{folder} has kept no past self: opponents.pool must be above 0, and the run long enough")
    tree = exact.tree(config.game, _only_options(config))
    references = {player: tree.exploitability(tree.plan(player)).value for player in REFERENCES}
    points: list[Point] = []
    total = None
    for count, file in enumerate(files, start=1):
        plan = tree.plan(str(file))
        total = plan if total is None else (total[0] + plan[0], total[1] + plan[1])
        average = (total[0] / count, total[1] / count)
        steps = int(checkpoint.read(file).metadata["steps"])
        points.append(Point(steps, tree.exploitability(plan).value, tree.exploitability(average).value))
        show(points[-1])
    return Curve(points, references)


def _only_options(config: Config) -> dict[str, object]:
    if len(config.settings()) > 1:
        raise ConfigError("a run with variants has no one exploitability: train with options instead")
    return config.settings()[0]


def draw(curve: Curve, title: str, path: Path) -> Path:
    """The curve as a picture, with players who do not learn as dashed lines."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    steps, alone, average = np.array(curve.points).T
    axes.plot(steps / 1e6, alone, marker=".", color="C0", label="past self")
    axes.plot(steps / 1e6, average, marker=".", color="C1", label="average of all selves so far")
    for number, (player, value) in enumerate(curve.references.items(), start=2):
        axes.axhline(value, color=f"C{number}", linestyle="--", linewidth=1, label=player)
    axes.set(xlabel="million steps", ylabel="exact exploitability", title=title)
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend()
    part = path.with_suffix(".part")
    figure.savefig(part, dpi=120, format="png")
    part.replace(path)
    return path


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m training.converge", description=__doc__)
    parser.add_argument("run", metavar="RUN", type=Path, help="the folder of a run, e.g. runs/tiny")
    asked = parser.parse_args(arguments)
    try:
        print("    steps   past self   average", flush=True)
        curve = converge(asked.run, lambda p: print(f"{p.steps:9,}   {p.alone:9.3f}   {p.average:7.3f}", flush=True))
        for player, value in curve.references.items():
            print(f"{player}: {value:.3f}")
        print(f"curve  {draw(curve, configs.load(asked.run / 'config.yaml').game, asked.run / 'exploitability.png')}")
    except (ConfigError, ValueError, OSError) as problem:
        print(f"training.converge: {cut(str(problem))}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
