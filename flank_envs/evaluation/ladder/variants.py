"""The options that a ladder is played with."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flank_envs.engine.game import Game
from flank_envs.engine.options import complete

SIDE = 4  # a side variant gets one game for so many of a main one


@dataclass(frozen=True)
class Variant:
    """All options of a game, and what they are called. In a main variant everybody plays, in others the quick ones."""

    name: str
    options: dict[str, Any]
    main: bool


def variants_of(game: Game, options: Mapping[str, Any] | None = None) -> list[Variant]:
    """The game for each number of players, then every other value of every option that has few; or just `options`."""
    if options:
        return [_variant(game, options, True)]
    fewest, most = game.seats
    mains = [{}] if fewest == most else [{"players": number} for number in range(fewest, most + 1)]
    variants = [_variant(game, chosen, True) for chosen in mains]
    for option in game.options:
        for value in option.few():
            chosen = _variant(game, mains[0] | {option.name: value}, False)
            if all(chosen.options != known.options for known in variants) and not game.rules.conflict(chosen.options):
                variants.append(chosen)
    return variants


def _variant(game: Game, options: Mapping[str, Any], main: bool) -> Variant:
    all_options = complete(game.options, options)
    usual = complete(game.options, {})
    changes = [f"{name}={value}" for name, value in all_options.items() if value != usual[name] or name == "players"]
    return Variant(", ".join(changes) or "defaults", all_options, main)
