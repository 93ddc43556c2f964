"""Search: information-set Monte Carlo tree search, compiled, on the verbs that every game has."""

from flank_envs.opponents.search.opponent import SearchOpponent, search
from flank_envs.opponents.search.searcher import SearchResult

__all__ = ["SearchOpponent", "SearchResult", "search"]
