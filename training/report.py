"""What a run says: a line of progress while it goes, and a table, a picture and how to load the policy at its end."""

import time
from pathlib import Path

import numpy as np
from matplotlib import colormaps
from matplotlib.figure import Figure
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from flank_envs.evaluation.arena import Pairing
from flank_envs.evaluation.lines import distinct_text
from training.run import Run, measure

EVERY = 15.0  # seconds between lines where there is no terminal to draw a bar in


class Terminal:
    """Progress of a run: a live bar in a terminal, now and then a line elsewhere."""

    def __init__(self, run: Run, console: Console) -> None:
        self.console = console
        self.first = run.model.num_timesteps
        self.began = self.spoke = time.perf_counter()
        columns = (BarColumn(20), TextColumn("{task.description}"), TimeRemainingColumn())
        self.bar = Progress(*columns, console=console, disable=not console.is_terminal)
        total = run.config.rollouts * run.config.rollout
        self.task = self.bar.add_task("", total=total, completed=self.first)
        self.scores: dict[str, float] = {}

    def show(self, run: Run) -> None:
        """After every rollout."""
        for kind, scores in run.environment.scores.items():
            if scores:
                self.scores[kind] = sum(scores) / len(scores)
        if run.history and run.history[-1]["steps"] == run.model.num_timesteps:
            draw(run)
        line = self.line(run)
        self.bar.update(self.task, completed=run.model.num_timesteps, description=line)
        now = time.perf_counter()
        if not self.console.is_terminal and (now - self.spoke > EVERY or run.finished):
            self.spoke = now
            left = (now - self.began) * (run.config.steps - run.model.num_timesteps)
            left /= max(1, run.model.num_timesteps - self.first)
            self.console.print(f"{line}  {max(0.0, left) / 60:.1f} min left", soft_wrap=True)

    def line(self, run: Run) -> str:
        speed = (run.model.num_timesteps - self.first) / (time.perf_counter() - self.began)
        wins = "  ".join(f"{kind} {score:.0%}" for kind, score in self.scores.items())
        exploited = "" if run.exploited is None else f"  exploited {run.exploited:.0%}"
        return f"{run.model.num_timesteps / 1e6:.2f} M steps  {speed:,.0f}/s  wins: {wins}{exploited}"


def finish(run: Run, console: Console) -> None:
    """The end of a run: measure well, draw, and say how to go on."""
    config = run.config
    scores: dict[tuple[bool, str], float] = {}
    table = Table("player", "against", "score", "95 %", "games", title=f"{config.game} in the arena")
    for greedy, name in ((False, "sampled"), (True, "likeliest action")):
        results = measure(config, run.policy_path, greedy, config.evaluation.final_games)
        for contest, result in results.items():
            scores[greedy, contest] = result.score
            games = f"{result.games}{distinct_text(result.games, result.distinct)}"
            table.add_row(name, contest, f"{result.score:.1%}", _interval(result), games)
    console.print(table)
    for opponent, goal in config.evaluation.goals.items():
        score = scores[config.evaluation.greedy, opponent]
        verdict = "reached" if score >= goal else "missed"
        console.print(f"goal: {goal:.0%} against {opponent}: {verdict} with {score:.1%}", highlight=False)
    total = sum(run.seconds.values())
    shares = ", ".join(f"{part} {seconds / total:.0%}" for part, seconds in run.seconds.items())
    console.print(f"{run.model.num_timesteps:,} steps in {total / 60:.1f} min ({shares})", highlight=False)
    console.print(f"curve       {draw(run)}", soft_wrap=True, highlight=False)
    console.print(f"checkpoint  {run.policy_path}", soft_wrap=True, highlight=False)
    console.print(f'load it     flank_envs.load_opponent("{run.policy_path}")', soft_wrap=True, highlight=False)
    play = f"flank-envs play {config.game} --opponent {run.policy_path}"
    console.print(f"play it     {play}", soft_wrap=True, highlight=False)


def _interval(result: Pairing) -> str:
    low, high = result.interval
    return f"{low:.1%} to {high:.1%}"


def draw(run: Run) -> Path:
    """The learning curve as a picture: scores with their intervals, and goals as dashed lines of the same colour."""
    contests, goals = run.config.contests(), run.config.evaluation.goals
    figure = Figure(figsize=(8, 4 + len(contests) / 9), layout="constrained")  # with room for what the lines are
    axes = figure.add_subplot()
    steps = [point["steps"] / 1e6 for point in run.history]
    colours = colormaps["tab10" if len(contests) <= 10 else "tab20"]
    for number, name in enumerate(contests):
        colour = colours(number % colours.N)
        scores = [100 * point["scores"][name] for point in run.history]
        low, high = zip(*(point["intervals"][name] for point in run.history), strict=True)
        goal = f", goal {goals[name]:.0%}" if name in goals else ""
        axes.plot(steps, scores, marker=".", color=colour, label=f"against {name}{goal}", clip_on=False)
        axes.fill_between(steps, 100 * np.array(low), 100 * np.array(high), color=colour, alpha=0.15, linewidth=0)
        if name in goals:
            axes.axhline(100 * goals[name], color=colour, linestyle="--", linewidth=1)
    axes.set(xlabel="million steps", ylabel="score in the arena, %", ylim=(0, 100), title=run.config.game)
    axes.axhline(50, color="grey", linewidth=0.5)
    axes.grid(alpha=0.3)
    figure.legend(loc="outside lower center", ncols=2, fontsize="small", frameon=False)
    path = run.folder / "curve.png"
    part = path.with_suffix(".part")
    figure.savefig(part, dpi=120, format="png")
    part.replace(path)
    return path
