"""Players that the compiled loops play themselves: any legal action, and the game's own heuristic."""

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from flank_envs.engine.identity import source_fingerprint
from flank_envs.opponents import seat_kernels
from flank_envs.opponents.base import Opponent
from flank_envs.opponents.decisions import Decisions
from flank_envs.opponents.heuristics import heuristic_probabilities
from flank_envs.opponents.registry import Choice, Kind, register, without_settings

MOST_DRAWS = 10_000  # of a heuristic in one decision


class RandomOpponent(Opponent):
    """Any legal action with equal probability."""

    name = "random"
    compiled = seat_kernels.RANDOM
    needs_determinizations = False

    def identity(self, game: Game) -> str:
        return f"{self.name} {source_fingerprint(game, [kernels.choose_random])}"

    def act(self, decisions: Decisions) -> np.ndarray:
        actions = np.zeros(len(decisions), np.int32)
        kernels.choose_random(decisions.action_mask, decisions.streams, actions)
        return actions

    def probabilities(self, decisions: Decisions) -> np.ndarray:
        return decisions.action_mask / np.maximum(1, decisions.action_mask.sum(axis=1, keepdims=True))


class HeuristicOpponent(Opponent):
    """The game's own cheap sensible player, who decides by what the seat to act may know."""

    name = "heuristic"
    compiled = seat_kernels.HEURISTIC

    def identity(self, game: Game) -> str:
        return f"{self.name} {source_fingerprint(game, [seat_kernels.choose_heuristic])}"

    def act(self, decisions: Decisions) -> np.ndarray:
        actions = np.zeros(len(decisions), np.int32)
        seat_kernels.choose_heuristic(decisions.representatives(), decisions.action_mask, decisions.streams, actions)
        return actions

    def probabilities(self, decisions: Decisions) -> np.ndarray:
        """Where it draws random numbers, all that it may draw is listed."""
        states, masks = decisions.representatives(), decisions.action_mask
        shares, actions = np.zeros(masks.shape), np.zeros(len(masks), np.int32)
        streams = np.ones(len(masks), np.uint64)
        seat_kernels.choose_heuristic(states, masks, streams, actions)
        shares[np.arange(len(masks)), actions] = 1
        random_rows = np.flatnonzero(streams != 1)
        if len(random_rows):  # once for each view that it decides by
            views = np.concatenate([decisions.observation[random_rows], masks[random_rows]], axis=1)
            _, first, which = np.unique(views, axis=0, return_index=True, return_inverse=True)
            listed = [_listed(decisions.game, states[k : k + 1], masks[k]) for k in random_rows[first]]
            shares[random_rows] = np.array(listed)[which]
        return shares


def _listed(game: Game, states: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """The heuristic's probabilities in a one-game array, from all the random numbers that it may draw."""
    shares = heuristic_probabilities(game, states, mask, MOST_DRAWS)
    if shares is None:
        raise ValueError(f"the heuristic of {game.title} draws more random numbers in a decision than can be listed")
    return shares


register(
    Kind("random", "any legal action with equal probability", without_settings(RandomOpponent), [Choice("random", 0)])
)
register(
    Kind(
        "heuristic",
        "the game's own cheap sensible player",
        without_settings(HeuristicOpponent),
        [Choice("heuristic", 10)],
        aliases=["rule-of-thumb"],
    )
)
