"""The arrays of many games, and what can be done with them whoever plays: observe, set up, save, replay."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from flank_envs.engine import kernels, savefile, validate
from flank_envs.engine.errors import flag, names_and_values, whole_number
from flank_envs.engine.game import Game, get_game
from flank_envs.engine.positions import FeatureRows, features, final_returns, observations, take_records
from flank_envs.engine.replay import Replay
from flank_envs.engine.rng import seeds_of_streams, streams_of_seeds
from flank_envs.engine.transaction import INTERRUPTED, Owner

DEFAULT_ROOM = 4096
UNKNOWN = -(2**30)  # length of a log whose beginning was not seen: stays negative until the next game
VIEWS = ("states", "observation", "action_mask", "to_act", "reward", "done", "truncated")


class GameArrays:
    """`num_games` games of one kind. The public arrays are read-only views that every step writes anew.

    One thread at a time may call the methods; another one meanwhile gets a RuntimeError.
    """

    def __init__(
        self, game: str | Game, num_games: int, options: Mapping[str, Any] | None = None, replays: int | bool = False
    ) -> None:
        self.game = get_game(game)
        self.num_games = n = whole_number(num_games, "num_games", 1, 2**31 - 1)
        self.options = self.game.options_of(self.game.blank(1, names_and_values(options))[0])
        self.seats = self.game.players(self.options)
        self._arrays = kernels.Arrays(
            states=self.game.blank(n, self.options),
            observation=np.zeros((n, self.game.observation.size), np.float32),
            action_mask=np.zeros((n, self.game.actions.size), np.int8),
            to_act=np.zeros(n, np.int8),
            reward=np.zeros((n, self.seats), np.float32),
            done=np.zeros(n, np.bool_),
            truncated=np.zeros(n, np.bool_),
        )
        if isinstance(replays, bool | np.bool_):
            replays = DEFAULT_ROOM if replays else 0
        room = whole_number(replays, "replays", 0, 2**31 - 1)
        self._log = kernels.Log(
            start=np.zeros((2, n), np.uint64),
            length=np.zeros((2, n), np.int32),
            actions=np.zeros((2, n, room), np.int16),
        )
        self._viewers = np.zeros(n, np.int8)  # whose view is shown of games that are over
        self._owner = Owner()
        self._unready = ""  # why no rule may be applied to these records now
        self._publish()

    def _publish(self) -> None:
        for name in VIEWS:
            view = getattr(self._arrays, name).view()
            view.flags.writeable = False
            setattr(self, name, view)

    def __getstate__(self) -> dict[str, Any]:
        with self._owner:
            return {name: value for name, value in vars(self).items() if name not in VIEWS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._publish()

    states: np.ndarray
    """(games,) the records themselves; `put` and `set_up` change them."""
    observation: np.ndarray
    """(games, values) float32: what the seat to act sees."""
    action_mask: np.ndarray
    """(games, actions) int8: 1 for legal actions of the seat to act."""
    to_act: np.ndarray
    """(games,) int8: the seat to act, -1 in a game that is over."""
    reward: np.ndarray
    """(games, seats) float32: the result of games that ended in the last step, else 0."""
    done: np.ndarray
    """(games,) bool: the game ended in the last step."""
    truncated: np.ndarray
    """(games,) bool: the cap on decisions ended it, and neither its rules nor a limit of them."""

    def _need_ready(self) -> None:
        if self._unready:
            raise ValueError(self._unready)

    def put(self, records: np.ndarray, which: np.ndarray | None = None) -> None:
        """Go on from copies of these records, one for each game (where `which` is set).

        Records that break an invariant or have other options are refused, and nothing changes.
        """
        with self._owner:
            chosen = validate.flag_per_game(which, "which", self.num_games)
            states = validate.records(self.game, records, int(chosen.sum()), "record")
            validate.same_options(self.game, states, self.options, "record")
            self._take_over(states, chosen)

    def set_up(self, index: int, /, **fields: Any) -> None:
        """Put one game into another position: these fields, all that follows from them, and the others as they stand.

        A phase may be given by its name. What is no position of the game is refused, and nothing changes.
        """
        with self._owner:
            index = whole_number(index, "index", 0, self.num_games - 1)
            states = self._arrays.states[index : index + 1].copy()
            validate.set_fields(self.game, states[0], fields)
            self.game.rules.derive(states[0])
            validate.check_records(self.game, states, "set up like this, game", index)
            self._take_over(states, np.arange(self.num_games) == index)

    def _take_over(self, states: np.ndarray, which: np.ndarray) -> None:
        """Go on from records that were validated."""
        self._arrays.states[which] = states
        self._log.length[:, which] = UNKNOWN
        kernels.refresh(self._arrays, self._viewers, which)
        if self._unready == INTERRUPTED and not which.all():
            return  # nobody has seen yet what became of the others
        if self._unready:
            self._check_all()
        self._unready = self._obstacle()

    def refresh(self) -> None:
        """Check all records and write observations and masks from them.

        Only needed after rules were applied to `states` from outside. A record that breaks an invariant raises, and
        then nothing can be played before `put`, `restore` or `reset` have replaced it.
        """
        with self._owner:
            self._refresh()

    def _refresh(self) -> None:
        self._check_all()
        kernels.refresh(self._arrays, self._viewers, np.ones(self.num_games, np.bool_))
        self._unready = self._obstacle()

    def _check_all(self) -> None:
        try:
            validate.check_records(self.game, self._arrays.states)
        except ValueError as problem:
            self._unready = f"{problem}: put, restore or reset the games first"
            raise

    def _obstacle(self) -> str:
        """Why games whose records are in order cannot be played on, "" if they can."""
        return ""

    def observe(self, seat: int | np.ndarray) -> np.ndarray:
        """What a seat (or seat i of game i) sees in every game, whoever is to act: a new array (games, values)."""
        with self._owner:
            self._need_ready()
            seats = validate.seat_per_game(seat, self.num_games, self.seats)
            return observations(self.game, self._arrays.states, seats)

    def features(self, seat: int | np.ndarray | None = None) -> FeatureRows:
        """What the rules would do in every game, for the seats to act or for a seat (or seat i of game i).

        Values about positions (games, values), and about each action that has any the game, the action and its values:
        new arrays. A ValueError in games without features.
        """
        with self._owner:
            self._need_ready()
            seats = None if seat is None else validate.seat_per_game(seat, self.num_games, self.seats)
            return features(self.game, self._arrays.states, seats)

    def _write_features(
        self, dense: kernels.DenseFeatures, seat: int | np.ndarray, which: np.ndarray | None = None
    ) -> None:
        """Write the features of every game for a seat (or seat i of game i) into arrays that are used again.

        While some games cannot be played on, only those where `which` is set are written.
        """
        with self._owner:
            if which is None:
                self._need_ready()
            rows = np.ones(self.num_games, np.bool_) if which is None or not self._unready else which
            seats = validate.seat_per_game(seat, self.num_games, self.seats)
            kernels.write_dense_features(self._arrays.states, seats, rows, dense)

    def returns(self) -> np.ndarray:
        """The final results of games that are over, 0 in the others: a new array (games, seats)."""
        with self._owner:
            self._need_ready()
            return final_returns(self._arrays.states)

    def _rows(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Copies of the observations and masks of the seats to act in some games."""
        with self._owner:
            return self._arrays.observation[rows], self._arrays.action_mask[rows]

    def _records(self, rows: np.ndarray) -> np.ndarray:
        """Copies of some records."""
        with self._owner:
            return take_records(self._arrays.states, rows)

    def _seed_games(self, seeds: np.ndarray, which: np.ndarray) -> None:
        """Give the chosen games new random streams."""
        self._arrays.states["rng"][which] = streams_of_seeds(seeds)[which]

    def save(self) -> bytes:
        """All games as bytes, for `restore`."""
        with self._owner:
            return savefile.to_bytes(self.game, self._arrays.states)

    def restore(self, data: bytes) -> None:
        """Continue from bytes that `save` gave. Bytes that do not fit are refused and change nothing."""
        with self._owner:
            states = savefile.from_bytes(self.game, data, self.num_games, self.options)
            self._take_over(states, np.ones(self.num_games, np.bool_))

    def finished_actions(self) -> tuple[np.ndarray, np.ndarray]:
        """The last finished game of every row: how many decisions it had, (games,), and its actions, (games, most).

        Of a game longer than the room that `replays` gives only the first actions are known.
        """
        with self._owner:
            if not self._log.start[1].all() or (self._log.length[1] < 0).any():
                raise ValueError("not every game has been seen from its beginning to its end with replays=True")
            lengths = self._log.length[1].copy()
            return lengths, self._log.actions[1, :, : lengths.max()].copy()

    def replay(self, index: int = 0, finished: bool | None = None) -> Replay:
        """The current game of one row, or the last finished one; by default the current one if it has begun."""
        with self._owner:
            return self._replay(index, finished)

    def _replay(self, index: int, finished: bool | None) -> Replay:
        index = whole_number(index, "index", 0, self.num_games - 1)
        room = self._log.actions.shape[2]
        if room == 0:
            raise ValueError("no replays are kept: make it with replays=True")
        if finished is None:
            finished = bool(self._log.length[0, index] == 0 and self._log.length[1, index] > 0)
        row = int(flag(finished, "finished"))
        length = int(self._log.length[row, index])
        if length < 0:
            raise ValueError("the game was restored or set up: what was played before is not known")
        if self._log.start[row, index] == 0:
            raise ValueError(f"game {index} has not {'ended' if finished else 'begun'} yet: there is nothing to replay")
        if length > room:
            raise ValueError(f"the game has {length} decisions but replays={room}: give a larger number")
        actions = self._log.actions[row, index, :length].tolist()
        forfeit = -1 - actions.pop() if actions and actions[-1] < 0 else None
        return Replay(
            game=self.game.name,
            version=self.game.version,
            options=self.options,
            seed=int(seeds_of_streams(self._log.start[row, index])[0]),
            actions=actions,
            forfeit=forfeit,
        )
