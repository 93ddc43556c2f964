"""Search as an opponent, and as a question about positions."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from flank_envs.engine.arrays import GameArrays
from flank_envs.engine.errors import whole_number
from flank_envs.engine.game import Game
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.engine.untrusted import short_repr
from flank_envs.opponents.base import Decisions, Opponent
from flank_envs.opponents.heuristics import Rollout, heuristics_of
from flank_envs.opponents.load import AnyOpponent, load_opponent
from flank_envs.opponents.policy.opponent import NetworkOpponent
from flank_envs.opponents.search.searcher import Searcher, SearchResult
from flank_envs.opponents.seat_kernels import HEURISTIC

MOST = 1_000_000  # simulations


class SearchOpponent(Opponent):
    """Looks ahead: information-set Monte Carlo tree search over determinizations of what the seat to act cannot know.

    Each line of play is judged as is best for the game (its `rollout`), or as `player` says: random play or the rule
    of heuristic finish it, a policy gives chances of actions and the value of positions, and a Rollout is taken as it
    is. The action that was tried most often is chosen; where several were, the best of them.
    """

    def __init__(self, simulations: int, player: Opponent | Rollout | None = None, threads: int = 1) -> None:
        self.simulations = whole_number(simulations, "simulations", 2, MOST)
        self.threads = whole_number(threads, "threads", 1, 1024)
        self.player = player
        if isinstance(player, Opponent) and player.compiled is None and not isinstance(player, NetworkOpponent):
            raise ValueError(f"{player!r} cannot guide a search: give random, heuristic or a policy")
        if isinstance(player, NetworkOpponent) and (player.greedy or player.temperature != 1):
            raise ValueError(f"{player!r}: a search asks a policy for its chances: leave out :greedy or temperature")
        manner = player.name if isinstance(player, Opponent) else "" if player is None else "rollout"
        self.name = f"search:{self.simulations}" + (f":{manner}" if manner else "")
        self._searcher: Searcher | None = None  # of the game that was searched last: its memory is large

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_searcher": None}  # made again at need

    def check_compatible(self, game: Game, options: Mapping[str, Any]) -> None:
        if isinstance(self.player, Opponent):
            self.player.check_compatible(game, options)
        if isinstance(self.player, NetworkOpponent):
            self.player.network_for(game).need_value()

    def look(self, decisions: Decisions) -> SearchResult:
        """What a search of each row finds."""
        game, searcher = decisions.game, self._searcher
        if searcher is None or searcher.game is not game:
            searcher = self._searcher = Searcher(game, self._guide(game), self.simulations, self.threads)
        return searcher.search(decisions.states, decisions.action_mask, decisions.streams)

    def _guide(self, game: Game) -> Rollout | NetworkOpponent:
        if isinstance(self.player, NetworkOpponent):
            return self.player
        if isinstance(self.player, Opponent):
            return Rollout(heuristic=self.player.compiled == HEURISTIC)
        heuristic, depth, prior, c_puct = self.player or heuristics_of(game).rollout
        return Rollout(bool(heuristic), int(depth), float(prior), float(c_puct))  # one kind for the kernels

    def act(self, decisions: Decisions) -> np.ndarray:
        actions = np.argmax(decisions.action_mask, axis=1).astype(np.int32)
        open_rows = np.flatnonzero(decisions.action_mask.sum(axis=1) > 1)
        if len(open_rows):
            streams = decisions.streams[open_rows]
            found = self.look(_rows(decisions, open_rows, streams))
            decisions.streams[open_rows] = streams
            actions[open_rows] = found.choices
        return actions


def _rows(decisions: Decisions, rows: np.ndarray, streams: np.ndarray) -> Decisions:
    d = decisions
    return Decisions(d.game, d.states[rows], d.observation[rows], d.action_mask[rows], streams)


def search(games: GameArrays, opponent: AnyOpponent = "search:1000", seed: int = 0) -> SearchResult:
    """What a search finds out about every game of a batch that is not over; rows of games that are over stay empty.

    The seat to act is the one that searches, and only what it may know counts.
    """
    if not isinstance(games, GameArrays):
        raise ValueError(f"games={short_repr(games)}: give a batch of games")
    opponent = load_opponent(opponent)
    if not isinstance(opponent, SearchOpponent):
        raise ValueError(f"{opponent!r} does not search: give one such as search:1000 or search:100:trained")
    opponent.check_compatible(games.game, games.options)
    first = whole_number(seed, "seed", 0, 2**32 - 1) << 32
    streams = streams_of_seeds(np.uint64(first) + np.arange(games.num_games, dtype=np.uint64))
    rows = np.flatnonzero(games.to_act >= 0)
    shape = (games.num_games, games.game.actions.size)
    choices = np.zeros(shape[0], np.int32)
    visits, values, lines = np.zeros(shape, np.int32), np.zeros(shape, np.float32), [[] for _ in range(shape[0])]
    if len(rows):
        whole = Decisions(games.game, games.states, games.observation, games.action_mask, streams)
        found = opponent.look(_rows(whole, rows, streams[rows]))
        choices[rows], visits[rows], values[rows] = found.choices, found.visits, found.values
        for row, line in zip(rows, found.lines, strict=True):
            lines[row] = line
    return SearchResult(choices, visits, values, lines)
