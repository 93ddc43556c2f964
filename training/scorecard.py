"""`python -m training.scorecard RUN`: ship a finished run as checkpoints/GAME/, with what it was measured to be.

With the name of a game instead of a run, the policy that is shipped for it is measured again.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from flank_envs.engine.game import all_games, get_game
from flank_envs.engine.options import complete
from flank_envs.evaluation.arena import match
from flank_envs.evaluation.seeds import SCORECARD
from flank_envs.opponents.policy.opponent import PolicyOpponent
from training import config as configs
from training import saving
from training.config import Config, ConfigError

CHECKPOINTS = Path("checkpoints")
FILES = ("policy.safetensors", "curve.png")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m training.scorecard", description=__doc__)
    parser.add_argument("run", help="the folder of a finished run of configs/GAME/ppo.yaml, or the name of a game")
    parser.add_argument("--games", type=int, default=4000, help="for each opponent (default %(default)d)")
    args = parser.parse_args(arguments)
    try:
        if not 2 <= args.games <= SCORECARD.count:
            raise ConfigError(f"--games {args.games}: give from 2 to {SCORECARD.count:,}")
        config, card = _shipped(args.run) if args.run in all_games() else _finished(Path(args.run))
    except (ConfigError, OSError) as problem:
        print(f"training.scorecard: {problem}", file=sys.stderr)
        return 2
    folder = CHECKPOINTS / config.game
    if args.run not in all_games():
        folder.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            shutil.copyfile(Path(args.run) / name, folder / name)
    card["results"] = list(rows(config, folder / FILES[0], args.games))
    (folder / "scorecard.json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
    (folder / "scorecard.md").write_text(page(card, folder), encoding="utf-8")
    print(page(card, folder))
    return 0


def _finished(run: Path) -> tuple[Config, dict[str, Any]]:
    """The settings of a finished run, and its card before anything is measured."""
    config = configs.load(run / "config.yaml")
    recipe = Path("configs") / config.game / "ppo.yaml"
    if configs.load(recipe) != config:
        raise ConfigError(f"{run} was not made with {recipe} as it is now")
    plain = json.loads(saving.read(run)["plain"])
    if plain["rollout"] < config.rollouts or not all((run / name).exists() for name in FILES):
        raise ConfigError(f"{run} is not finished: go on with python -m training --resume {run}")
    return config, {
        "game": config.game,
        "command": f"python -m training {recipe}",
        "steps": plain["steps"],
        "minutes": round(sum(plain["seconds"].values()) / 60, 1),
        "threads": config.threads,
    }


def _shipped(game: str) -> tuple[Config, dict[str, Any]]:
    """The settings of the recipe by which a shipped policy is measured, and its card."""
    card = (CHECKPOINTS / game / "scorecard.json").read_text(encoding="utf-8")
    return configs.load(Path("configs") / game / "ppo.yaml"), json.loads(card)


def rows(config: Config, policy: Path, games: int) -> Iterator[dict[str, Any]]:
    """Everyone in the config, sampled and by the likeliest action; then other options of the game, a quarter as often.

    There the policy meets what it was perhaps never trained for.
    """
    for greedy in (False, True):
        for opponent, options in config.contests().values():
            yield _row(config, policy, greedy, opponent, options, games)
    for options in other_options(config):
        yield _row(config, policy, False, "heuristic", options, max(2, games // 4))


def other_options(config: Config) -> list[dict[str, Any]]:
    """Every value of every option that has few, by itself, apart from what the config has."""
    game = get_game(config.game)
    settings = [complete(game.options, options) for options in config.settings()]
    own = len(settings)
    for option in game.options:
        for value in option.few():
            options = settings[0] | {option.name: value}
            if options not in settings and not game.rules.conflict(options):
                settings.append(options)
    return settings[own:]


def _row(
    config: Config, policy: Path, greedy: bool, opponent: str, options: dict[str, Any], games: int
) -> dict[str, Any]:
    result = match(config.game, PolicyOpponent(policy, greedy=greedy), opponent, games, SCORECARD.seed(games), options)
    return asdict(result) | {"a": FILES[0], "options": _worth_naming(config, options), "greedy": greedy}


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
        "| plays | options | against | score | 95 % interval | won | tied | lost | distinct | by seat | "
        "decisions a game |",
        "|---|---|---|--:|--:|--:|--:|--:|--:|---|--:|",
    ]
    for r in card["results"]:
        options = ", ".join(f"{name}={value}" for name, value in r["options"].items()) or "defaults"
        low, high = r["interval"]
        seats = " / ".join(f"{score:.1%}" for score in r["seat_scores"])
        lines.append(
            f"| {'likeliest action' if r['greedy'] else 'sampled'} | {options} | {r['b']} | {r['score']:.1%} | "
            f"{low:.1%} to {high:.1%} | {r['wins']} | {r['ties']} | {r['losses']} | {r['distinct']} | "
            f"{seats} | {r['mean_decisions']:.0f} |"
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
