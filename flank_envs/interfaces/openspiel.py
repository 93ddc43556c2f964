"""Games as OpenSpiel's own: importing this makes pyspiel.load_game("python_flank_envs_hold_the_line") and all others.

Chance is explicit, as most of OpenSpiel's algorithms ask. Where it can fall in few ways, as in the small variants, a
chance node has just these, with their probabilities. A shuffled deck can fall in more ways than anybody could list:
there three chance nodes in a row draw a byte each, and these name one of 16 million samples.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache, wraps
from typing import Any, NamedTuple

import numpy as np

from flank_envs.engine.positions import final_returns, legal_masks, observations
from flank_envs.extras import needs_extra

with needs_extra("flank_envs.interfaces.openspiel", "open-spiel"):
    import pyspiel

from flank_envs.engine import kernels
from flank_envs.engine.chance import DEAL, draws, ways
from flank_envs.engine.game import Game, all_games
from flank_envs.engine.options import NONE_CODE, Option
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.engine.rules import nothing_hidden

__all__ = ["SpielGame", "SpielObserver", "SpielState", "register"]

PREFIX = "python_flank_envs_"
BYTE = 256  # samples of one chance node
BYTES = 3  # chance nodes in a row
MOST_DEALS, MOST_RUNS = 5000, 130  # ways of the cards that are gone through at the start, once, and in mid-game
LONGEST = 100_000  # decisions, and chance nodes: no game comes near
DIGEST = 16  # bytes that stand for all that a seat has seen and done
REST = np.uint64(1)  # the stream of records between chance nodes: nothing is drawn from it


class Memory(NamedTuple):
    """What a seat remembers: a digest of everything, and the last views with the own actions that led there."""

    digest: bytes
    view: np.ndarray
    recent: tuple[tuple[int, np.ndarray], ...] = ()
    decisions: int = 0

    def with_view(self, action: int, view: np.ndarray, recall: int) -> "Memory":
        """A new view, after an own action or (-1) one of somebody else, who may have changed nothing to be seen."""
        if action < 0 and np.array_equal(view, self.view):
            return self
        digest = hashlib.blake2b(self.digest + action.to_bytes(4, "little", signed=True), digest_size=DIGEST)
        digest.update(view.tobytes())
        recent = ((action, view), *self.recent)[:recall]
        return Memory(digest.digest(), view, recent, self.decisions + (action >= 0))


class Position:
    """A game in progress, perhaps before a chance event, and what its seats remember."""

    def __init__(self, game: Game, states: np.ndarray, recall: int) -> None:
        self.game, self.states, self.recall = game, states, recall
        unseen = np.zeros(game.observation.size, np.float32)
        self.memories = [Memory(bytes([seat] * DIGEST), unseen) for seat in range(int(states["seats"][0]))]
        self.waiting: int | None = None  # the decision whose chance event comes now
        self.drawn: tuple[int, ...] = ()  # bytes of its sample
        self.decide(DEAL)

    def __deepcopy__(self, memo: Any) -> "Position":
        """Records are all that changes in place."""
        copy = object.__new__(Position)
        vars(copy).update(vars(self), states=self.states.copy(), memories=self.memories.copy())
        return copy

    @property
    def record(self) -> Any:
        return self.states[0]

    @property
    def dealt(self) -> bool:
        return self.waiting != DEAL

    def decide(self, action: int) -> None:
        """Apply one decision, or the DEAL; waits for chance if it plays a part."""
        after = self.states.copy()
        if draws(after, action):
            outcomes = _few_ways(self.game, self.states.tobytes(), action)
            if outcomes is None or len(outcomes) > 1:
                self.waiting, self.drawn = action, ()
                return
        after["rng"] = REST
        self._go_on(after, action)

    def take_outcome(self, outcome: int) -> None:
        """Apply one outcome of the chance node."""
        action = self.waiting
        assert action is not None
        outcomes = _few_ways(self.game, self.states.tobytes(), action)
        if outcomes is not None:
            self._go_on(np.frombuffer(outcomes[outcome][0], self.game.state).copy(), action)
            return
        self.drawn += (outcome,)
        if len(self.drawn) == BYTES:
            after = self.states.copy()
            after["rng"] = streams_of_seeds(np.array([int.from_bytes(bytes(self.drawn), "little")], np.uint64))
            draws(after, action)
            after["rng"] = REST
            self._go_on(after, action)

    def _go_on(self, after: np.ndarray, action: int) -> None:
        decider = int(self.record.to_act) if action != DEAL else -1
        self.states, self.waiting, self.drawn = after, None, ()
        for seat, memory in enumerate(self.memories):
            self.memories[seat] = memory.with_view(action if seat == decider else -1, self.observe(seat), self.recall)

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the chance node and their probabilities."""
        assert self.waiting is not None
        outcomes = _few_ways(self.game, self.states.tobytes(), self.waiting)
        if outcomes is None:
            return [(outcome, 1 / BYTE) for outcome in range(BYTE)]
        return [(outcome, share) for outcome, (_, share) in enumerate(outcomes)]

    def observe(self, seat: int) -> np.ndarray:
        return observations(self.game, self.states, seat)[0]

    def legal(self) -> list[int]:
        return np.flatnonzero(legal_masks(self.game, self.states)[0]).tolist()

    def returns(self) -> list[float]:
        return final_returns(self.states)[0].tolist()

    def determinize(self, seat: int, seed: int) -> None:
        """Draw anew what `seat` cannot know. What others remember of the old cards is gone: they know what they see."""
        kernels.determinize_all(self.states, np.array([seat], np.int64), streams_of_seeds(np.array([seed], np.uint64)))
        self.states["rng"] = REST
        for other, memory in enumerate(self.memories):
            if other != seat:
                blank = Memory(bytes([other] * DIGEST), np.zeros_like(memory.view), (), memory.decisions)
                self.memories[other] = blank.with_view(-1, self.observe(other), self.recall)


@lru_cache(maxsize=10_000)
def _few_ways(game: Game, record: bytes, action: int) -> list[tuple[bytes, float]] | None:
    """The ways of a chance event, None if they are many; the last ones asked for are remembered."""
    most = MOST_DEALS if action == DEAL else MOST_RUNS
    outcomes = ways(game, np.frombuffer(record, game.state).copy(), action, most)
    if outcomes is None or len(outcomes) > BYTE:
        return None
    return [(after.tobytes(), share) for after, share in outcomes]


class SpielState(pyspiel.State):
    """A state of OpenSpiel. Copies and serialization take the position along."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self._position = game.first_position()

    def current_player(self) -> int:
        """The seat that decides, or OpenSpiel's names of chance and of the end."""
        if self._position.waiting is not None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self._position.record.over else int(self._position.record.to_act)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._position.waiting is None and bool(self._position.record.over)

    def _legal_actions(self, player: int) -> list[int]:
        return self._position.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node and their probabilities."""
        return self._position.outcomes()

    def _apply_action(self, action: int) -> None:
        if self._position.waiting is not None:
            self._position.take_outcome(action)
        else:
            self._position.decide(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"outcome {action}"
        return self._position.game.view.describe(self._position.record, action)

    def returns(self) -> list[float]:
        """What each player wins; 0 while the game goes on."""
        return self._position.returns() if self.is_terminal() else [0.0] * len(self._position.memories)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "SpielState":
        """A state that the player cannot tell from this one: all that is hidden from it is drawn anew."""
        if self._position.waiting is not None:
            raise ValueError("resample_from_infostate() of a chance node was asked for: ask where a player decides")
        high, low = (int(probability_sampler() * 2**32) for _ in range(2))
        state = self.clone()
        state._position.determinize(player_id, high << 32 | low)
        return state

    def __str__(self) -> str:
        """One line, since OpenSpiel asks for it again and again: the digest tells records apart."""
        position, record = self._position, self._position.record
        digest = hashlib.blake2b(position.states.tobytes(), digest_size=8).hexdigest()
        phase = position.game.phases[record.phase] if position.dealt else "before the deal"
        chance = "" if position.waiting is None else f", chance after {position.waiting} {list(position.drawn)}"
        return f"{position.game.title}, decision {record.decisions}, {phase}, {digest}{chance}"


class SpielObserver:
    """What a player sees (as named blocks), or remembers: a digest of all views and own actions, and the last ones."""

    def __init__(self, game: "SpielGame", perfect_recall: bool) -> None:
        layout, self._recalls = game.wrapped.observation, perfect_recall
        self._size = layout.size
        if perfect_recall:
            row = layout.size + game.wrapped.actions.size
            self.tensor = np.zeros(8 * DIGEST + game.recall * row, np.float32)
            past = self.tensor[8 * DIGEST :].reshape(game.recall, row)
            self.dict = {"digest": self.tensor[: 8 * DIGEST], "views": past}
        else:
            self.tensor = np.zeros(layout.size, np.float32)
            self.dict = {name: np.atleast_1d(block) for name, block in layout.split(self.tensor).items()}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what the player knows in this state into `tensor` and its parts in `dict`."""
        memory = state._position.memories[player]
        self.tensor.fill(0)
        if not self._recalls:
            self.tensor[:] = memory.view
            return
        self.dict["digest"][:] = np.unpackbits(np.frombuffer(memory.digest, np.uint8))
        for row, (action, view) in zip(self.dict["views"], memory.recent, strict=False):
            row[: self._size] = view
            if action >= 0:
                row[self._size + action] = 1

    def string_from(self, state: SpielState, player: int) -> str:
        """What the player knows in this state, as a text."""
        position = state._position
        memory = position.memories[player]
        if self._recalls:
            return f"seat {player} after {memory.decisions} decisions, {memory.digest.hex()}"
        return position.game.view.text(position.record, player) if position.dealt else f"seat {player} before the deal"


class SpielGame(pyspiel.Game):
    """One of our games as OpenSpiel's; `wrapped` is ours, and parameters are its options."""

    wrapped: (
        Game  # of each subclass: OpenSpiel keeps what it is given past the end of Python, which functions do not bear
    )

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        parameters, wrapped = dict(params or {}), self.wrapped
        self.recall = int(parameters.get("recall", 1))
        if not 1 <= self.recall <= LONGEST:
            raise ValueError(f"recall={self.recall}: give how many views the tensor holds, from 1 to {LONGEST}")
        self.options = {o.name: _value(o, parameters[o.name]) for o in wrapped.options if o.name in parameters}
        has_chance = wrapped.rules.determinize is not nothing_hidden
        info = pyspiel.GameInfo(
            num_distinct_actions=wrapped.actions.size,
            max_chance_outcomes=BYTE if has_chance else 0,
            num_players=wrapped.players(self.options),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(wrapped), info, parameters)

    @cached_property
    def _first(self) -> Position:
        states = self.wrapped.blank(1, self.options)
        states["rng"] = REST
        return Position(self.wrapped, states, self.recall)

    def first_position(self) -> Position:
        """A copy of where games begin, before the deal."""
        return self._first.__deepcopy__({})

    def new_initial_state(self) -> SpielState:
        """A game before the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """More than there are in any game; 0 where nothing is left to chance."""
        return 0 if self.wrapped.rules.determinize is nothing_hidden else LONGEST

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver | None:
        """None for the parts that our observations do not tell apart: what is public alone, or private alone."""
        if params:
            raise ValueError(f"observation parameters {params} were given: there are none")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SpielObserver(self, kind.perfect_recall)


def _parameter(option: Option) -> Any:
    """The default of an option as a parameter: numbers with -1 for None, else words such as "none" or "0-1"."""
    if not option.choices and option.default is None:
        return NONE_CODE
    return option.default if isinstance(option.default, bool | int | str) else _word(option.default)


def _word(value: Any) -> str:
    return "none" if value is None else "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _value(option: Option, parameter: Any) -> Any:
    """The value of an option that a parameter stands for; what it does not allow is refused by the game."""
    if not option.choices:
        return None if parameter == NONE_CODE and option.or_none else parameter
    return next((value for value in option.choices if parameter in (value, _word(value))), parameter)


def game_type(game: Game) -> pyspiel.GameType:
    """What OpenSpiel wants to know of a game beforehand."""
    kinds, hidden = pyspiel.GameType, game.rules.determinize is not nothing_hidden
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if hidden else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=game.seats[0],
        max_num_players=game.seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**{o.name: _parameter(o) for o in game.options}, "recall": 1},
    )


def register(game: Game) -> None:
    """Make a game known to OpenSpiel."""
    pyspiel.register_game(game_type(game), type(f"Spiel{game.camel_name}", (SpielGame,), {"wrapped": game}))


def _keep_the_lock(bot: Any) -> None:
    """`step` of OpenSpiel's compiled searches gives up Python's lock, without which games in Python end the process.

    That of all bots keeps it, and searches likewise.
    """
    step_without_lock = bot.step

    @wraps(step_without_lock)
    def step(self: Any, state: Any) -> int:
        return pyspiel.Bot.step(self, state) if isinstance(state, SpielState) else step_without_lock(self, state)

    bot.step = step


for _bot in (pyspiel.MCTSBot, pyspiel.ISMCTSBot):
    _keep_the_lock(_bot)
for _game in all_games().values():
    register(_game)
