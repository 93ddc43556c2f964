"""A search of your own: every legal action is tried in worlds that fit what the seat to act knows.

`decisions.determinized(n)` draws anew everything that the seat cannot know, so such a player never reads a hidden card.
The library has a stronger one, `search:1000`, which grows a tree.

    python examples/search_determinized.py --game hold_the_line --worlds 8 --games 40
"""

import argparse

import numpy as np

import flank_envs
from flank_envs.evaluation.arena import match


class FlatSearch(flank_envs.Opponent):
    """The action with the best mean result over games that go on by the heuristic in determinized worlds."""

    def __init__(self, worlds: int) -> None:
        self.worlds = worlds
        self.name = f"flat-search:{worlds}"
        self.guide = flank_envs.load_opponent("heuristic")

    def act(self, decisions: flank_envs.Decisions) -> np.ndarray:
        value = np.where(decisions.action_mask, 0.0, -np.inf)
        row, action = np.nonzero(decisions.action_mask)
        worlds = decisions.determinized(self.worlds)
        seat = worlds["to_act"][row, 0]
        for k in range(self.worlds):
            returns = self._play_on(decisions, worlds[row, k], action)
            value[row, action] += returns[np.arange(len(row)), seat]
        return value.argmax(axis=1).astype(np.int32)

    def _play_on(self, decisions: flank_envs.Decisions, worlds: np.ndarray, action: np.ndarray) -> np.ndarray:
        """The results when each world begins with its action: all of them are played at once, in one batch."""
        options = decisions.game.options_of(worlds[0])
        games = flank_envs.make_batch(decisions.game, len(worlds), options=options, autoreset=False)
        games.put(worlds)
        games.step(action)
        streams = games.streams(seed=int(worlds["rng"][0] % 2**32))
        while (games.to_act >= 0).any():
            games.step(self.guide.choose(games, streams))
        return games.returns()


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="hold_the_line")
    parser.add_argument("--worlds", type=int, default=8, help="determinizations for each decision")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--opponent", default="random")
    given = parser.parse_args(arguments)
    met = match(given.game, FlatSearch(given.worlds), given.opponent, given.games)
    low, high = met.interval
    print(f"{met.a} against {met.b}: {met.score:.1%} of {met.games} games (95 %: {low:.1%} to {high:.1%})")
    return met.score


if __name__ == "__main__":
    main()
