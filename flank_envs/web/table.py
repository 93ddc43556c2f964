"""A table: one game in progress or played, from its first position on, and who sits where."""

import threading
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from flank_envs.engine.replay import Replay
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.opponents import Decisions, Opponent
from flank_envs.opponents.base import ask
from flank_envs.opponents.decisions import draws_of_seed

PERSON = "person"
UNKNOWN = "unknown"  # who played a replay that came from elsewhere
LONGEST_GAME = 20_000  # decisions


@dataclass
class Table:
    """Everything that determines a game, and its positions, which follow from that.

    `players` has a name for each seat: "person" or an opponent's. `keys` are the secrets by which persons show that a
    seat is theirs, "" for other seats. `number` counts what was done at the table, taking back included, and so tells a
    stale click from one that was meant. `chances` are the streams of opponents before each of their decisions.
    """

    id: str
    game: Game
    options: dict[str, Any]
    seed: int
    players: list[str]
    keys: list[str]
    practice: bool = False
    stream: int = 1
    number: int = 0
    taken_back: bool = False
    created: float = field(default_factory=time.time)
    actions: list[int] = field(default_factory=list)
    chances: list[int] = field(default_factory=list)
    forfeit: int | None = None

    def __post_init__(self) -> None:
        self.lock = threading.RLock()
        self.opponents: dict[int, Opponent] = {}
        self.closed = False
        self.trouble = ""  # what went wrong with an opponent: then nobody acts for it any more
        self._told: dict[int | None, list[list[str]]] = {}
        self._rounds: list[str] = []
        replay = self.replay()
        self.positions = [states.copy() for states, _ in replay.positions()]

    @property
    def state(self) -> Any:
        """The record of the present position."""
        return self.positions[-1][0]

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    @property
    def open(self) -> bool:
        """Whether everything may be shown to everybody: nobody plays here (any more)."""
        return self.over or not any(self.keys)

    @property
    def imported(self) -> bool:
        """Whether it shows a replay that came from elsewhere: nobody plays on."""
        return UNKNOWN in self.players

    @property
    def waits_for(self) -> int | None:
        """The seat of an opponent that is to act, None if a person is or nobody."""
        seat = int(self.state.to_act)
        stopped = self.closed or self.trouble or len(self.actions) >= LONGEST_GAME
        return None if stopped or seat not in self.opponents else seat

    def seat_of(self, key: str) -> int:
        """The seat that a key opens."""
        return self.keys.index(key)

    def mask(self, number: int = -1) -> np.ndarray:
        """The legal actions of the seat to act, in the present position or another."""
        mask = np.zeros((1, self.game.actions.size), np.int8)
        kernels.masks(self.positions[number], mask)
        return mask[0]

    def act(self, action: int, chance: int = 0) -> None:
        """One decision of the seat to act."""
        states = self.positions[-1].copy()
        kernels.decide(states, np.array([action], np.int32))
        self.positions.append(states)
        self.actions.append(action)
        self.chances.append(chance)
        self.number += 1

    def decisions(self, number: int, stream: int) -> Decisions:
        """A decision as opponents are asked about it."""
        states = self.positions[number]
        seen = np.zeros((1, self.game.observation.size), np.float32)
        kernels.look(states, states["to_act"].astype(np.int64), seen)
        stream_array, draws = np.array([stream], np.uint64), self.draws(states["to_act"])
        return Decisions(self.game, states, seen, self.mask(number)[None], stream_array, draws)

    def draws(self, seats: np.ndarray) -> np.ndarray:
        """What a mixture in these seats draws its member by, the same for the whole game."""
        return draws_of_seed(self.seed, len(self.players))[np.maximum(seats, 0)]

    def let_opponent_act(self) -> bool:
        """One decision of the opponent to act. False if there is none, or if the game went on without it meanwhile."""
        with self.lock:
            seat, number, stream = self.waits_for, self.number, self.stream
            if seat is None:
                return False
            decisions, opponent = self.decisions(-1, stream), self.opponents[seat]
        action = int(ask(opponent, decisions)[0])  # may take long: nobody waits for the lock
        with self.lock:
            if self.number != number or self.closed:
                return False
            self.act(action, stream)
            self.stream = int(decisions.streams[0])
            return True

    def take_back(self, seat: int) -> bool:
        """Go back to the last decision of a seat before the present one; False if it has taken none yet."""
        for k in reversed(range(len(self.actions))):
            if self.positions[k][0].to_act == seat:
                del self.actions[k:], self.chances[k:], self.positions[k + 1 :], self._rounds[k + 1 :]
                for told in self._told.values():
                    del told[k:]
                self.number += 1
                self.taken_back = True
                return True
        return False

    def told(self, viewer: int | None) -> list[list[str]]:
        """What a viewer is told about each decision so far."""
        told = self._told.setdefault(viewer, [])
        while len(told) < len(self.actions):
            k = len(told)
            before, after = self.positions[k][0], self.positions[k + 1][0]
            told.append(self.game.story(before, self.actions[k], after, viewer))
        return told

    def rounds(self) -> list[str]:
        """The round of each position, in the words of the game."""
        while len(self._rounds) < len(self.positions):
            self._rounds.append(round_of(self.game, self.positions[len(self._rounds)][0]))
        return self._rounds

    def returns(self) -> list[float]:
        """The results of all seats."""
        out = np.zeros((1, int(self.state.seats)), np.float32)
        kernels.returns(self.positions[-1], out)
        return out[0].tolist()

    def replay(self) -> Replay:
        """The game so far, for a replay file."""
        game = self.game
        return Replay(
            game.name, game.version, self.options, self.seed, list(self.actions), self.forfeit, self.taken_back
        )


def first_stream(secret: int) -> int:
    """The stream of the opponents that a secret number stands for."""
    return int(streams_of_seeds(np.array([secret], np.uint64))[0])


def round_of(game: Game, state: Any) -> str:
    """The second part of the first line of the game's text: round 3."""
    return (*game.text(state, None).partition("\n")[0].split("|"), "")[1].strip()
