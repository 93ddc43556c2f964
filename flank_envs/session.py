"""One game in progress: players in its seats, every position so far, a story for each viewer, undo, save, replay."""

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np

from flank_envs import session_file
from flank_envs.engine import kernels
from flank_envs.engine.errors import IllegalActionError, explain_refusal, whole_number
from flank_envs.engine.game import Game, get_game
from flank_envs.engine.positions import final_returns, legal_masks, observations
from flank_envs.engine.questions import action_words, ask_streams, layout_tables, legal_actions
from flank_envs.engine.replay import Replay
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.engine.untrusted import short_repr
from flank_envs.engine.validate import LARGEST_SEED, seed_per_game
from flank_envs.opponents import AnyOpponent, Decisions, Opponent, load_opponent
from flank_envs.opponents.base import ask
from flank_envs.opponents.decisions import draws_of_seed

__all__ = ["Session"]

PERSON = "person"
_PLAYERS = np.uint64(0x7E21C0DE)  # sets the players' streams apart from that of the game
_SEATS_APART = np.uint64(56)  # bits


class Session:
    """One game in progress, whose seats are taken by persons and opponents.

    `players` says who sits where, by seat ({1: "trained"}) or in a list: an opponent, or "person", who also sits where
    nobody is named. Options of the game are given by name. Persons' actions come through `play`; `advance` lets the
    opponents decide, each from a random stream of its own: the same `seed` and actions give the same game. Another
    number of `choices` lets them choose otherwise in the same deal.
    """

    def __init__(
        self,
        game: str | Game,
        players: Mapping[int, AnyOpponent] | Sequence[AnyOpponent] = (),
        /,
        seed: int | None = None,
        choices: int | None = None,
        **options: Any,
    ) -> None:
        self.game = get_game(game)
        self.options = self.game.options_of(self.game.blank(1, options)[0])
        self.seats = self.game.players(self.options)
        self.seed = int(seed_per_game(None, 1)[0]) if seed is None else whole_number(seed, "seed", 0, LARGEST_SEED)
        number = self.seed if choices is None else whole_number(choices, "choices", 0, LARGEST_SEED)
        self.streams = streams_of_players(number, self.seats)
        self.players = [PERSON] * self.seats
        self.opponents: dict[int, Opponent] = {}
        for seat, player in _by_seat(players, self.seats).items():
            self.seat(seat, player)
        self.taken_back = False
        self._ask_stream = ask_streams(np.array([self.seed], np.uint64))
        self._begin(Replay(self.game.name, self.game.version, self.options, self.seed, []), [])

    @classmethod
    def of_replay(cls, replay: Replay) -> Self:
        """The game of a replay, with persons in all seats."""
        session = cls(replay.game, seed=replay.seed, **replay.options)
        session.taken_back = replay.practice
        session._begin(replay, [0] * len(replay.actions))
        return session

    def _begin(self, replay: Replay, drawn_from: list[int]) -> None:
        """Take over what a replay leads to; nothing changes if it cannot be played through."""
        self.positions = [states.copy() for states, _ in replay.positions()]
        self.actions = list(replay.actions)
        self.forfeit = replay.forfeit
        self.drawn_from = list(drawn_from)
        self._stories: dict[int | None, list[list[str]]] = {}

    def seat(self, seat: int, player: AnyOpponent, name: str = "") -> None:
        """Give a seat to an opponent or a "person", who may be known by another name."""
        seat = whole_number(seat, "seat", 0, self.seats - 1)
        if isinstance(player, str) and player == PERSON:
            self.opponents.pop(seat, None)
            self.players[seat] = name or PERSON
            return
        opponent = load_opponent(player)
        opponent.check_compatible(self.game, self.options)
        self.opponents[seat] = opponent
        self.players[seat] = name or (player if isinstance(player, str) else opponent.name)

    @property
    def state(self) -> Any:
        """The record of the present position; `positions` has those of all, each an array of one."""
        return self.positions[-1][0]

    @property
    def to_act(self) -> int:
        """The seat to act, -1 when the game is over."""
        return int(self.state.to_act)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.over)

    def mask(self, at: int = -1) -> np.ndarray:
        """(actions,) int8: 1 for the legal actions of the seat to act, now or in position `at`."""
        return legal_masks(self.game, self.positions[at])[0]

    def legal(self) -> list[tuple[int, str]]:
        """The legal actions of the seat to act, as pairs of number and words; none when the game is over."""
        return legal_actions(self.game, self.state, self.mask())

    def describe(self, action: int) -> str:
        """An action of the seat to act, in words."""
        return action_words(self.game, self.state, action)

    def observe(self, seat: int) -> np.ndarray:
        """(values,) float32: what a seat observes now, whoever is to act."""
        return observations(self.game, self.positions[-1], whole_number(seat, "seat", 0, self.seats - 1))[0]

    def split(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """An observation as named arrays."""
        return self.game.observation.split(observation)

    def layout(self) -> str:
        """The tables of actions and observation values."""
        return layout_tables(self.game)

    def decisions(self, at: int = -1, stream: int | None = None) -> Decisions:
        """The decision of position `at` as opponents are asked about it, by default with the stream of its seat."""
        states = self.positions[at]
        seat = int(states[0].to_act)
        word = self.streams[seat] if stream is None else stream
        streams = np.array([word], np.uint64)
        draws = self.draws(states["to_act"])
        observation, masks = observations(self.game, states), legal_masks(self.game, states)
        return Decisions(self.game, states, observation, masks, streams, draws)

    def draws(self, seats: np.ndarray) -> np.ndarray:
        """What a mixture in each of these seats draws its member by, the same for the whole game."""
        return draws_of_seed(self.seed, self.seats)[np.maximum(seats, 0)]

    def ask(self, opponent: AnyOpponent) -> int:
        """The action that an opponent (a name, a file, a function, an Opponent) would choose for the seat to act."""
        player = load_opponent(opponent)
        player.check_compatible(self.game, self.options)
        self._need_running()
        decisions = self.decisions(stream=int(self._ask_stream[0]))
        action = int(ask(player, decisions)[0])
        self._ask_stream = decisions.streams
        return action

    def play(self, action: int, decisions: Decisions | None = None) -> None:
        """One decision of the seat to act; an IllegalActionError says why it is refused.

        If an opponent chose it, `decisions` are those it was asked about: its stream goes on from theirs.
        """
        self._need_running()
        try:
            action = whole_number(action, "action", 0, self.game.actions.size - 1)
        except ValueError as problem:
            raise IllegalActionError(f"{problem}; `layout()` lists what they mean") from None
        if not self.mask()[action]:
            raise IllegalActionError(explain_refusal(self.game, self.state, action))
        states, seat = self.positions[-1].copy(), self.to_act
        kernels.decide(states, np.array([action], np.int32))
        self.positions.append(states)
        self.actions.append(action)
        self.drawn_from.append(0 if decisions is None else int(self.streams[seat]))
        if decisions is not None:
            self.streams[seat] = decisions.streams[0]

    def _need_running(self) -> None:
        if self.over:
            raise ValueError("the game is over: nobody is to act")

    def play_opponent(self) -> int:
        """One decision of the opponent to act: the action that it chose and that was played."""
        self._need_running()
        if self.to_act not in self.opponents:
            raise ValueError(f"a person is to act in seat {self.to_act}: give an action to play()")
        decisions = self.decisions()
        action = int(ask(self.opponents[self.to_act], decisions)[0])
        self.play(action, decisions)
        return action

    def advance(self) -> int:
        """Let opponents decide until a person is to act or the game is over; how many decisions that were."""
        before = len(self.actions)
        while self.to_act in self.opponents:
            self.play_opponent()
        return len(self.actions) - before

    def can_undo(self, seat: int) -> bool:
        """Whether a seat has decided anything that `undo` can take back."""
        return self.forfeit is None and any(states[0].to_act == seat for states in self.positions[: len(self.actions)])

    def undo(self, seat: int) -> bool:
        """Go back to the last decision of a seat, which decides anew; False if it has taken none.

        What others decided since is taken back too, and they may choose otherwise next time: streams are not taken
        back. Replays say from then on that this is practice.
        """
        seat = whole_number(seat, "seat", 0, self.seats - 1)
        if not self.can_undo(seat):
            return False
        k = max(k for k in range(len(self.actions)) if self.positions[k][0].to_act == seat)
        del self.actions[k:], self.drawn_from[k:], self.positions[k + 1 :]
        for story in self._stories.values():
            del story[k:]
        self.taken_back = True
        return True

    def story(self, viewer: int | None, since: int = 0) -> list[list[str]]:
        """What a viewer may know of each decision since the one of this number: some sentences each.

        A viewer is a seat, or None for somebody who sees everything.
        """
        viewer = None if viewer is None else whole_number(viewer, "viewer", 0, self.seats - 1)
        story = self._stories.setdefault(viewer, [])
        decisions = self.actions if self.forfeit is None else [*self.actions, self.forfeit]
        for k in range(len(story), len(decisions)):
            story.append(self.game.view.story(self.positions[k][0], decisions[k], self.positions[k + 1][0], viewer))
        return story[since:]

    def returns(self) -> list[float]:
        """The results of all seats, 0 until the game is over."""
        return final_returns(self.positions[-1])[0].tolist()

    def status(self, viewer: int | None = None) -> tuple[str, str]:
        """Who is to decide and what, or who has won and how, as a viewer may know it."""
        return self.game.view.status(self.state, viewer)

    def replay(self) -> Replay:
        """The game so far, for a replay file."""
        game = self.game
        return Replay(
            game.name, game.version, self.options, self.seed, list(self.actions), self.forfeit, self.taken_back
        )

    def save(self) -> bytes:
        """The session as bytes, for `restore` by one of the same game, options and players."""
        return session_file.to_bytes(self.fields())

    def restore(self, data: bytes) -> None:
        """Continue from bytes that `save` gave; bytes that do not fit are refused and change nothing."""
        self.take_over(session_file.from_bytes(data, self.fields()))

    def fields(self) -> dict[str, Any]:
        """All that determines the session, as JSON can write it."""
        about = {"game": self.game.name, "version": self.game.version, "options": self.options}
        fields = {name: getattr(self, name) for name in session_file.FIELDS}
        return about | fields | {"streams": self.streams.tolist()}

    def take_over(self, fields: Mapping[str, Any]) -> None:
        """Continue from the checked fields of a saved session."""
        replay = Replay(
            self.game.name, self.game.version, self.options, fields["seed"], fields["actions"], fields["forfeit"]
        )
        self._begin(replay, fields["drawn_from"])
        self.seed, self.taken_back = fields["seed"], fields["taken_back"]
        self.players = list(fields["players"])
        self.streams = np.array(fields["streams"], np.uint64)
        self._ask_stream = ask_streams(np.array([self.seed], np.uint64))

    def clone(self) -> Self:
        """An independent copy of the game in progress."""
        return copy.deepcopy(self)


def streams_of_players(number: int, seats: int) -> np.ndarray:
    """(seats,) uint64: the random streams that the players of a session draw from, one each."""
    return streams_of_seeds((np.uint64(number) ^ _PLAYERS) + (np.arange(seats, dtype=np.uint64) << _SEATS_APART))


def _by_seat(players: Any, seats: int) -> dict[int, Any]:
    """The players by seat; seats that are not named are left out."""
    if isinstance(players, Mapping):
        return dict(players)
    if not isinstance(players, list | tuple) or len(players) not in (0, seats):
        raise ValueError(
            f"players={short_repr(players)}: give a player for each of {seats} seats in a list, or some by their seats "
            'as in {1: "heuristic"}'
        )
    return dict(enumerate(players))
