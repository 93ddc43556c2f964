"""Search: information-set Monte Carlo tree search, compiled, on the verbs that every game has.

Trees, the compiled walks through them, sequential halving, and the determinizations that they begin with. What a game
brings for rollouts is found by `opponents/heuristics`; networks that guide a search are in `opponents/policy`.
"""

from flank_envs.opponents.search.opponent import SearchOpponent, search
from flank_envs.opponents.search.searcher import SearchResult

__all__ = ["SearchOpponent", "SearchResult", "search"]
