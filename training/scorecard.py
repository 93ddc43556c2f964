"""`python -m training.scorecard RUN`: ship a finished run as checkpoints/GAME/, with what it was measured to be."""

import argparse
import json
import shutil
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from flank_envs.core.game import get_game
from training import config as configs
from training import saving
from training.config import Config, ConfigError
from training.run import measure

SEED = 2_000_000  # deals that neither training nor its evaluation has seen
FILES = ("policy.safetensors", "curve.png")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m training.scorecard", description=__doc__)
    parser.add_argument("run", type=Path, help="the folder of a finished run of configs/GAME/ppo.yaml")
    parser.add_argument("--games", type=int, default=4000, help="for each opponent (default %(default)d)")
    asked = parser.parse_args(arguments)
    try:
        config = configs.load(asked.run / "config.yaml")
        recipe = Path("configs") / config.game / "ppo.yaml"
        if configs.load(recipe) != config:
            raise ConfigError(f"{asked.run} was not made with {recipe} as it is now")
        plain = json.loads(saving.read(asked.run)["plain"])
        if plain["rollout"] < config.rollouts or not all((asked.run / name).exists() for name in FILES):
            raise ConfigError(f"{asked.run} is not finished: go on with python -m training --resume {asked.run}")
        if asked.games < 2:
            raise ConfigError(f"--games {asked.games}: give 2 or more")
    except ConfigError as problem:
        print(f"training.scorecard: {problem}", file=sys.stderr)
        return 2
    card = {
        "game": config.game,
        "command": f"python -m training {recipe}",
        "steps": plain["steps"],
        "minutes": round(sum(plain["seconds"].values()) / 60, 1),
        "threads": config.threads,
        "results": rows(config, asked.run / FILES[0], asked.games),
    }
    folder = Path("checkpoints") / config.game
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        shutil.copyfile(asked.run / name, folder / name)
    (folder / "scorecard.json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
    (folder / "scorecard.md").write_text(page(card, folder), encoding="utf-8")
    print(page(card, folder))
    return 0


def rows(config: Config, policy: Path, games: int) -> list[dict[str, Any]]:
    """Everyone in the config, by chance as the policy says and by its likeliest action."""
    contests, found = config.contests(), []
    for greedy in (False, True):
        for name, result in measure(config, policy, greedy, games, SEED).items():
            named = {"a": FILES[0], "options": _worth_naming(config, contests[name][1]), "greedy": greedy}
            found.append(asdict(result) | named)
    return found


def _worth_naming(config: Config, options: dict[str, Any]) -> dict[str, Any]:
    """Options that are not as usual, or differ between variants."""
    varied = {name for variant in config.variants for name in variant}
    usual = {option.name: option.default for option in get_game(config.game).options}
    return {name: value for name, value in options.items() if name in varied or value != usual[name]}


def page(card: dict[str, Any], folder: Path) -> str:
    """The scorecard for people."""
    lines = [
        f"# {get_game(card['game']).title}: the shipped policy",
        "",
        f"`{card['command']}`: {card['steps'] / 1e6:.1f} million decisions in {card['minutes']:.0f} minutes, "
        f"{card['threads']} thread{'s' * (card['threads'] > 1)}.",
        "",
        "| plays | options | against | score | 95 % interval | won | tied | lost | by seat | decisions a game |",
        "|---|---|---|--:|--:|--:|--:|--:|---|--:|",
    ]
    for r in card["results"]:
        options = ", ".join(f"{name}={value}" for name, value in r["options"].items()) or "defaults"
        low, high = r["interval"]
        seats = " / ".join(f"{score:.1%}" for score in r["seat_scores"])
        lines.append(
            f"| {'likeliest action' if r['greedy'] else 'sampled'} | {options} | {r['b']} | {r['score']:.1%} | "
            f"{low:.1%} to {high:.1%} | {r['wins']} | {r['ties']} | {r['losses']} | {seats} | "
            f"{r['mean_decisions']:.0f} |"
        )
    return "\n".join(
        [
            *lines,
            "",
            "![score against each opponent while training](curve.png)",
            "",
            "```python",
            f'flank_envs.load_opponent("{folder.as_posix()}/policy.safetensors")  # greedy=True: the likeliest action',
            "```",
            "",
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
