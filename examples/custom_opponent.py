"""Opponents of your own: a function for one decision, and a class that decides for many games at once.

python examples/custom_opponent.py --games 1000
"""

import argparse

import numpy as np

import flank_envs
from flank_envs.evaluation.arena import round_robin


def first(observation: np.ndarray, action_mask: np.ndarray) -> int:
    """The first legal action: a function is asked decision by decision."""
    return int(action_mask.argmax())


class Rusher(flank_envs.Opponent):
    """Holds back no card of Hold the Line: it stages into as many lanes as it can, the strongest cards first.

    `act` is asked for all games at once. A fair player looks at observations and masks only; the layouts of the game
    say what stands where in them.
    """

    name = "rusher"

    def check_compatible(self, game: flank_envs.Game, options: object) -> None:
        if game.name != "hold_the_line":
            raise ValueError(f"{self.name} plays Hold the Line, not {game.title}")

    def act(self, decisions: flank_envs.Decisions) -> np.ndarray:
        done = decisions.game.actions.start("DONE")
        wanted = np.arange(decisions.game.actions.size, dtype=np.float64)
        wanted[done] = -1  # only where nothing else is legal
        return np.where(decisions.action_mask, wanted, -np.inf).argmax(axis=1).astype(np.int32)


def main(arguments: list[str] | None = None) -> dict[str, float]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="between each two players")
    given = parser.parse_args(arguments)
    result = round_robin("hold_the_line", [first, Rusher(), "random", "heuristic"], given.games)
    for place in sorted(result.ratings, key=lambda place: -place.rating):
        print(f"{place.player:14} {place.rating:+7.0f}")
    return {place.player: place.rating for place in result.ratings}


if __name__ == "__main__":
    main()
