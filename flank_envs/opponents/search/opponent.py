"""Search as an opponent, and as a question about positions."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from flank_envs.engine.arrays import GameArrays
from flank_envs.engine.errors import whole_number
from flank_envs.engine.game import Game
from flank_envs.engine.identity import source_fingerprint
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.engine.untrusted import short_repr
from flank_envs.opponents.base import Opponent, decisions_for
from flank_envs.opponents.decisions import Decisions
from flank_envs.opponents.heuristics import Rollout, heuristics_of
from flank_envs.opponents.load import AnyOpponent, known_opponent, load_opponent
from flank_envs.opponents.policy.identity import belief_identity
from flank_envs.opponents.policy.untrained import untrained
from flank_envs.opponents.registry import Choice, Kind, register
from flank_envs.opponents.search import determinizations, searcher, sequential_halving
from flank_envs.opponents.search.searcher import Searcher, SearchResult
from flank_envs.opponents.seat_kernels import HEURISTIC

MOST = 1_000_000  # simulations
SOURCE = (searcher, determinizations, sequential_halving)  # the modules that decide, with the kernels that they call


class SearchOpponent(Opponent):
    """Looks ahead: information-set Monte Carlo tree search over determinizations of what the seat to act cannot know.

    Simulations are played on as is best for the game (its rollout settings), or as `player` says: random play or the
    heuristic finishes them, a policy gives probabilities of actions and the value of positions, and a Rollout is taken
    as it is. The action that was tried most often is chosen; where several were, the best of them.
    """

    slow = True

    def __init__(self, simulations: int, player: Opponent | Rollout | None = None, threads: int = 1) -> None:
        self.simulations = whole_number(simulations, "simulations", 2, MOST)
        self.threads = whole_number(threads, "threads", 1, 1024)
        self.player = player
        self._guide = player if isinstance(player, Opponent) else None
        if self._guide is not None:
            _check_guide(self._guide)
        manner = "" if player is None else "rollout" if self._guide is None else self._guide.name
        self.name = f"search:{self.simulations}" + (f":{manner}" if manner else "")
        self._searcher: Searcher | None = None  # of the game that was searched last: its memory is large

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_searcher": None}  # made again at need

    def identity(self, game: Game) -> str:
        source = source_fingerprint(game, SOURCE)
        network = None if self._guide is None else self._guide.network_for(game)
        if self._guide is None or network is None:
            return f"{self.name} {source} {self._plan(game)}"
        belief = belief_identity(network.checkpoint)
        return f"search:{self.simulations}:{self._guide.identity(game)} {source}" + (f" {belief}" if belief else "")

    def check_compatible(self, game: Game, options: Mapping[str, Any]) -> None:
        if self._guide is not None:
            self._guide.check_compatible(game, options)
            if (network := self._guide.network_for(game)) is not None:
                network.need_value()

    def can(self, ability: str, game: Game) -> bool:
        if ability == "value":
            return self._guide is not None and self._guide.can("value", game)
        return super().can(ability, game)

    def value(self, decisions: Decisions) -> np.ndarray:
        """What the policy that guides it expects before any search."""
        return super().value(decisions) if self._guide is None else self._guide.value(decisions)

    def search(self, decisions: Decisions) -> SearchResult:
        game, searcher = decisions.game, self._searcher
        if searcher is None or searcher.game is not game:
            searcher = self._searcher = Searcher(game, self._plan(game), self.simulations, self.threads)
        return searcher.search(decisions.representatives(), decisions.action_mask, decisions.streams)

    def _plan(self, game: Game) -> Rollout | Opponent:
        """How simulations are played on: by a policy, or as these settings say."""
        if self._guide is None:
            heuristic, depth, prior, c_puct = self.player or heuristics_of(game).rollout  # pyright: ignore[reportGeneralTypeIssues]
            return Rollout(bool(heuristic), int(depth), float(prior), float(c_puct))  # one kind for the kernels
        if self._guide.compiled is not None:
            return Rollout(heuristic=self._guide.compiled == HEURISTIC)
        return self._guide

    def act(self, decisions: Decisions) -> np.ndarray:
        actions = np.argmax(decisions.action_mask, axis=1).astype(np.int32)
        open_rows = np.flatnonzero(decisions.action_mask.sum(axis=1) > 1)
        if len(open_rows):
            searched = decisions.rows(open_rows)
            actions[open_rows] = self.search(searched).choices
            decisions.streams[open_rows] = searched.streams
        return actions


def search(games: GameArrays, opponent: AnyOpponent = "search:1000", seed: int = 0) -> SearchResult:
    """What a search finds out about every game of a batch that is not over; rows of games that are over stay empty.

    The seat to act is the one that searches, and only what it may know counts.
    """
    if not isinstance(games, GameArrays):
        raise ValueError(f"games={short_repr(games)}: give a batch of games")
    opponent = load_opponent(opponent)
    opponent.check_compatible(games.game, games.options)
    if not opponent.can("search", games.game):
        raise ValueError(f"{opponent!r} does not search: give one such as search:1000 or search:100:trained")
    first = whole_number(seed, "seed", 0, 2**32 - 1) << 32
    streams = streams_of_seeds(np.uint64(first) + np.arange(games.num_games, dtype=np.uint64))
    rows = np.flatnonzero(games.to_act >= 0)
    shape = (games.num_games, games.game.actions.size)
    choices = np.zeros(shape[0], np.int32)
    visits, values, lines = np.zeros(shape, np.int32), np.zeros(shape, np.float32), [[] for _ in range(shape[0])]
    if len(rows):
        result = opponent.search(decisions_for(opponent, games, rows, streams[rows], None))
        choices[rows], visits[rows], values[rows] = result.choices, result.visits, result.values
        for row, line in zip(rows, result.lines, strict=True):
            lines[row] = line
    return SearchResult(choices, visits, values, lines)


def _check_guide(guide: Opponent) -> None:
    """Refuse a player who cannot say how a simulation goes on: one that is neither compiled nor a plain policy."""
    if guide.compiled is None and guide.temperature is None:
        raise ValueError(f"{guide!r} cannot guide a search: give random, heuristic or a policy")
    if guide.temperature not in (None, 1):
        raise ValueError(f"{guide!r}: a search asks a policy for its probabilities: leave out :greedy or temperature")


def _make(argument: str, settings: Mapping[str, Any]) -> Opponent:
    """ "1000" or "100:trained": the number of simulations, and who plays them on."""
    number, _, player = argument.partition(":")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        written = short_repr(f"search:{argument}" if argument else "search")
        raise ValueError(f"{written}: give the number of simulations, such as search:1000 or search:100:trained")
    return SearchOpponent(int(number), known_opponent(player) if player else None, **settings)


def _samples(game: Game) -> Sequence[Opponent]:
    """With simulations that are played out, and with ones that a policy guides."""
    return [SearchOpponent(4), SearchOpponent(4, untrained(game))]


register(
    Kind(
        "search",
        "Monte Carlo tree search with so many simulations a decision; search:100:trained is guided by a policy",
        _make,
        [
            Choice("search:100", 20),
            Choice("search:400", 21, ladder=False),
            Choice("search:1000", 22),
            Choice("search:100:trained", 42),
        ],
        example="search:1000",
        samples=_samples,
    )
)
