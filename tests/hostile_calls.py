"""Every public call with values that do not fit, for `python -m tests.hostile_calls GAME`.

A call must refuse in words (ValueError or TypeError) and change nothing. Whether it crashes instead, only another
process can see: tests/conformance/test_validate.py starts this one.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs import Batch, Decisions, Opponent, Session, add_game, get_game, load_opponent, make_batch
from flank_envs.engine import kernels
from flank_envs.engine.game import Game
from flank_envs.interfaces.gymnasium import SeatEnv, SeatVectorEnv
from flank_envs.interfaces.pettingzoo import GameEnv
from flank_envs.interfaces.queries import Queries
from flank_envs.interfaces.sb3 import SeatVecEnv
from flank_envs.opponents.seats import SeatGames

N = 5
Values = list[Any]
Ways = list[tuple[Callable[[Any], Any], Values]]
WORDS = ["", "x", "-1", "nan", "player_9", b"bytes", "\0", "9" * 400]
THINGS = [object(), {}, {"a": 1}, set(), [], (), lambda: 0, NotImplemented, Ellipsis, 1j, np.float32(1), Exception]
NUMBERS = [-1, -(2**31), -(2**63), 2**31, 2**32, 2**63, 2**64, 10**400, 1.5, float("nan"), float("inf"), -0.5]


def arrays_of(good: np.ndarray) -> Values:
    """Arrays that are not like this one in length, shape or type."""
    return [
        good[:-1],
        good[:0],
        np.concatenate([good, good]),
        good[None],
        good[:, None],
        good[0],
        np.array(good, object),
        good.astype("U8"),
        good.astype(complex),
        np.array([None] * len(good)),
        np.zeros(len(good), "M8[s]"),
        np.zeros(len(good), [("a", "i4")]),
        np.full(len(good), np.nan),
        [*good.tolist(), "x"],
        [good.tolist(), 1],
    ]


def wrong_actions(mask: np.ndarray) -> Values:
    legal = mask.argmax(1)
    wrong = [legal + 2**32, legal - 2**32, legal + 2**31, legal.astype(np.uint64) + np.uint64(2**63)]
    wrong += [np.full(N, value) for value in (-1, mask.shape[1], 2**31 - 1, 2**63 - 1, -(2**63), 2**15)]
    wrong += [np.full(N, 2**64 - 1, np.uint64), legal.astype(float), legal > 0, *arrays_of(legal)]
    return [*wrong, None, *WORDS, *NUMBERS, *THINGS]


def wrong_flags() -> Values:
    good = np.ones(N, bool)
    return [good.astype(int), good.astype(float), *arrays_of(good), *WORDS, *NUMBERS, *THINGS, 1, True]


def wrong_streams(good: np.ndarray) -> Values:
    read_only = good.copy()
    read_only.flags.writeable = False
    wrong = [good.astype(np.int64), good.astype(np.float64), good.astype(">u8"), good.tolist(), read_only]
    wrong += [[0] * 5000]
    return [*wrong, np.repeat(good, 2)[::2], *arrays_of(good), None, *WORDS, *NUMBERS, *THINGS]


def wrong_seats(seats: int) -> Values:
    good = np.zeros(N, int)
    wrong = [np.full(N, value) for value in (-1, seats, 127, 2**31, 2**32, -(2**63))]
    return [*wrong, good.astype(float), good > 1, *arrays_of(good)[6:], None, *WORDS, *NUMBERS, *THINGS, seats, True]


def wrong_records(batch: Batch) -> Values:
    good = batch.states
    rng = np.random.default_rng(0)
    junk = [np.frombuffer(rng.bytes(good.nbytes), good.dtype) for _ in range(20)]
    junk += [np.zeros_like(good), np.frombuffer(b"\xff" * good.nbytes, good.dtype)]
    wrong = [good[:-1], good[:0], np.concatenate([good, good]), good[None], good.view(np.uint8), good.tobytes()]
    return [*junk, *wrong, good.astype(object), np.zeros(N), None, *WORDS, *NUMBERS, *THINGS]


def wrong_numbers(past: int) -> Values:
    """No whole numbers from 0 to past - 1."""
    return [*WORDS, *(number for number in NUMBERS if number < 0 or number != int_or_none(number)), past]


def int_or_none(number: float) -> int | None:
    return number if isinstance(number, int) else None


def wrong_numbers_and_things(past: int) -> Values:
    return [*wrong_numbers(past), *THINGS, True, np.zeros(2, int), [0]]


def wrong_seeds() -> Values:
    wrong = [*WORDS, -1, 1.5, float("nan"), 2**64, True, [1] * (N - 1), [1.5] * N, ["x"] * N, [-1] * N, [[1]] * N]
    return [*wrong, {}, object(), np.zeros((N, 2), int), np.full(N, 0.5)]


def wrong_leagues(set_opponents: Callable[[Any, Any], None]) -> Ways:
    """Opponents that are none, and shares that are none."""
    anything = [None, *WORDS, *NUMBERS, *THINGS]
    return [
        (lambda v: set_opponents(v, [1.0]), [*anything, [None], [1.5], [["random"] * 9]]),
        (lambda v: set_opponents(["random"], v), [*anything, [-1.0], [0.0], [np.nan], [1, 2], ["x"]]),
    ]


def _without(names: tuple[str, ...]) -> dict[str, Ways]:
    """Methods that take nothing, or what other methods of the table show for them."""
    return {name: [] for name in names}


class Calls:
    """The calls of one game: which class, which method, and what goes wrong in which argument."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.batch = make_batch(game, N, seed=1, autoreset=False, replays=True)
        self.streams = self.batch.streams(0)
        for _ in range(3):
            self.batch.step_random(self.streams)
        self.finished = make_batch(game, N, seed=2, autoreset=False, illegal="lose")
        self.finished.step(self.finished.action_mask.argmin(1))
        self.games = SeatGames(game, N, "heuristic", replays=True)
        self.games.reset(seed=1)
        self.env = GameEnv(game, render_mode="ansi")
        self.env.reset(seed=1)
        self.single = SeatEnv(game, render_mode="ansi")
        self.single.reset(seed=1)
        self.vector = SeatVectorEnv(game, N)
        self.vector.reset(seed=1)
        self.sb3 = SeatVecEnv(game, N, seed=1)
        self.sb3.reset()
        self.session = Session(game, ["random"] * self.batch.seats, seed=1)
        self.session.play_opponent()
        self.opponents = [load_opponent("random"), load_opponent("heuristic")]

    def decisions(self, **changes: Any) -> Decisions:
        b = self.batch
        kept = {"states": b.states, "observation": b.observation, "action_mask": b.action_mask, "streams": self.streams}
        return Decisions(**{"game": self.game, **kept, **changes})

    def table(self) -> dict[type, dict[str, Ways]]:
        b, g, size, seats = self.batch, self.games, self.game.actions.size, self.batch.seats
        actions, flags, streams = wrong_actions(b.action_mask), wrong_flags(), wrong_streams(self.streams)
        index, seeds, records = wrong_numbers_and_things(N), wrong_seeds(), wrong_records(b)
        anything = [None, *WORDS, *NUMBERS, *THINGS]
        wrong_fields = [None, *WORDS, *THINGS, 1.5, float("nan"), 2**64, 10**400, -(2**63) - 1, np.full(3, 1.5)]
        action = [None, *wrong_numbers_and_things(size), 2**32 + int(b.action_mask[0].argmax())]
        shared = {
            "put": [(b.put, records), (lambda v: b.put(b.states, v), flags)],
            "set_up": [
                (b.set_up, [*index, None]),
                *((lambda v, f=f: b.set_up(0, **{f: v}), wrong_fields) for f in self.fields()),
            ],
            "observe": [(b.observe, wrong_seats(seats)), (lambda v: self.finished.observe(self.finished.to_act), [0])],
            "features": [(b.features, [seat for seat in wrong_seats(seats) if seat is not None])],
            "restore": [(b.restore, [*anything, b.save()[:-1], bytearray(9), b.save() * 2])],
            "replay": [(b.replay, [*index, None]), (lambda v: b.replay(0, v), [*WORDS, 2, 1.5, object()])],
            "reset": [(b.reset, seeds), (lambda v: b.reset(None, v), flags)],
            "step": [(b.step, actions)],
        }
        nothing = _without(("finished_actions", "refresh", "returns", "save"))
        seating = g.seating()[1]
        wrong_seating = [{**seating, n: v} for n in seating for v in [*arrays_of(seating[n]), None, -1, "x"]]
        wrong_seating += [{**seating, "focus": np.full(N, 99)}, {**seating, "lineup": np.full(N, 2**32)}]
        return {
            Batch: self.queries(self.batch)
            | shared
            | nothing
            | {
                "step_random": [(b.step_random, streams)],
                "random_actions": [(b.random_actions, streams)],
                "streams": [(b.streams, [*wrong_numbers_and_things(2**32), None])],
            },
            SeatGames: nothing
            | _without(("put", "set_up", "observe", "features", "restore", "replay", "seating", "transaction"))
            | {
                "reset": [(g.reset, seeds), (lambda v: g.reset(None, v), flags)],
                "step": [
                    (g.step, wrong_actions(g.action_mask)),
                    (lambda v: g.step(g.action_mask.argmax(1), v), flags),
                ],
                "set_opponents": wrong_leagues(g.set_opponents),
                "opponents_of": [(g.opponents_of, [*index, None])],
                "score": [(g.score, [*index, None])],
                "restore_seating": [(g.restore_seating, [*wrong_seating, *anything])],
            },
            Decisions: {
                "__init__": [
                    (lambda v: self.decisions(game=v), anything),
                    (lambda v: self.decisions(states=v), wrong_records(b)),
                    (lambda v: self.decisions(observation=v), self.wrong_observations()),
                    (lambda v: self.decisions(action_mask=v), self.wrong_masks()),
                    (lambda v: self.decisions(streams=v), streams),
                    (lambda v: self.decisions(draws=v), self.wrong_draws((N,))),
                ],
                "determinized": [(self.decisions().determinized, [*anything, 0, -1])],
                "rows": [(self.decisions().rows, [*anything, np.full(1, N), np.full(1, -1), np.full(1, 0.5)])],
                "representatives": [],
            },
            Opponent: {
                "choose": [
                    *((lambda v, o=o: o.choose(b, v), streams) for o in self.opponents),
                    *((lambda v, o=o: o.choose(v, self.streams), anything) for o in self.opponents),
                    (lambda v: self.opponents[0].choose(b, self.streams, v), self.wrong_draws((N, seats))),
                ],
            }
            | _without(("act", "identity", "check_compatible", "can", "probabilities", "value", "search"))
            | _without(("network_for", "needs_features", "uses_draws", "at_temperature")),
            GameEnv: {
                "reset": [
                    (self.env.reset, [*seeds, [0]]),
                    (lambda v: self.env.reset(options=v), ["x", 3, [1], {"a": 1}]),
                ],
                "step": [(self.env.step, action)],
                "observe": [(self.env.observe, [*anything, "player_-1", 0])],
                "observation_space": [(self.env.observation_space, [*anything, 0])],
                "action_space": [(self.env.action_space, [*anything, 0])],
                "restore": [(self.env.restore, anything)],
            }
            | self.queries(self.env)
            | _without(("state", "render", "close")),
            SeatEnv: {
                "reset": [
                    (lambda v: self.single.reset(seed=v), [*seeds, [0]]),
                    (lambda v: self.single.reset(options=v), ["x", 3, [1], {"a": 1}]),
                ],
                "step": [(self.single.step, action)],
            }
            | self.learner_queries(self.single)
            | _without(("action_masks", "render", "close")),
            SeatVectorEnv: {
                "reset": [
                    (lambda v: self.vector.reset(seed=v), seeds),
                    (lambda v: self.vector.reset(options={"reset_mask": v}), flags),
                    (lambda v: self.vector.reset(options=v), ["x", 3, [1], {"a": 1}]),
                ],
                "step": [(self.vector.step, wrong_actions(self.vector._games.action_mask))],
                "render": [],
            }
            | self.learner_queries(self.vector),
            SeatVecEnv: {
                "step_async": [(self.sb3.step, wrong_actions(self.sb3.games.action_mask))],
                "step_wait": [(lambda v: self.sb3.step_wait(), [None])],
                "set_options": [(self.sb3.set_options, ["x", 3, {"a": 1}, [{"a": 1}]])],
                "env_method": [(self.sb3.env_method, [])],
            }
            | self.learner_queries(self.sb3)
            | _without(("reset", "action_masks", "get_attr", "set_attr", "env_is_wrapped", "close"))
            | _without(("get_images",)),
            Session: self.session_calls(),
        }

    def queries(self, env: Queries) -> dict[str, Ways]:
        """What every environment can be asked about its games."""
        index = [*wrong_numbers_and_things(env._queried().num_games), None]
        action, anything = [None, *wrong_numbers_and_things(self.game.actions.size)], [None, *WORDS, *NUMBERS, *THINGS]
        return {
            "describe": [(env.describe, action), (lambda v: env.describe(0, v), index)],
            "legal": [(env.legal, index)],
            "split": [(env.split, [*anything, np.zeros(3)])],
            "ask": [(env.ask, anything)],
            "replay": [(env.replay, index)],
        } | _without(("layout", "save", "clone"))

    def learner_queries(self, env: SeatEnv | SeatVectorEnv | SeatVecEnv) -> dict[str, Ways]:
        """What environments with one learner in every game can be asked besides."""
        index = wrong_numbers_and_things(env._games.num_games)
        kept, anything = env.save(), [None, *WORDS, *NUMBERS, *THINGS]
        damaged = [kept[:-1], kept * 2, kept[:40], kept.replace(b"\n", b" ", 1), bytearray(kept)]
        return self.queries(env) | {
            "set_opponents": wrong_leagues(env.set_opponents),
            "opponents_of": [(env.opponents_of, [*index, None])],
            "restore": [(env.restore, [*anything, *damaged])],
        }

    def session_calls(self) -> dict[str, Ways]:
        one, anything = self.session, [None, *WORDS, *NUMBERS, *THINGS]
        action = [None, *wrong_numbers_and_things(self.game.actions.size)]
        seat = [None, *wrong_numbers_and_things(one.seats)]
        saved = one.save()
        damaged = [saved[:-1], saved * 2, saved[:40], saved.replace(b'"streams"', b'"stream"'), bytearray(saved)]
        return (
            {
                "seat": [(lambda v: one.seat(v, "random"), seat), (lambda v: one.seat(0, v), anything)],
                "describe": [(one.describe, action)],
                "observe": [(one.observe, seat)],
                "split": [(one.split, [*anything, np.zeros(3)])],
                "ask": [(one.ask, anything)],
                "play": [(one.play, action)],
                "can_undo": [],
                "undo": [(one.undo, seat)],
                "story": [(one.story, seat[1:])],
                "restore": [(one.restore, [*anything, *damaged])],
            }
            | _without(
                (
                    "mask",
                    "legal",
                    "layout",
                    "decisions",
                    "draws",
                    "play_opponent",
                    "advance",
                    "returns",
                    "status",
                    "replay",
                    "save",
                )
            )
            | _without(("fields", "take_over", "clone"))
        )

    def fields(self) -> list[str]:
        return [name for name in self.game.state.names or () if not name.startswith("gap_")]

    def wrong_observations(self) -> Values:
        good = self.batch.observation
        wrong = [good[:-1], good[:, :-1], good[0], good.astype(complex), np.full_like(good, np.nan)]
        return [*wrong, good.astype("U8"), None, *WORDS, *NUMBERS, *THINGS]

    def wrong_draws(self, shape: tuple[int, ...]) -> Values:
        good = np.zeros(shape, np.uint32)
        return [good[:-1], good[None], good.astype(float), good.astype("U8"), *WORDS, *NUMBERS, *THINGS]

    def wrong_masks(self) -> Values:
        good = self.batch.action_mask
        wrong = [good[:-1], good[:, :-1], good[0], good * 0.5, good * np.int8(2), -good, good + np.int64(256)]
        return [*wrong, np.full_like(good, 127), good.astype("U8"), None, *WORDS, *NUMBERS, *THINGS]

    def unharmed(self) -> bytes:
        """The bytes of all games, after a look at each; and all can still be played."""
        everybody = [self.batch, self.games, self.env._batch, self.single._games, self.vector._games, self.sb3.games]
        for games in everybody:
            games.observe(0)
            assert kernels.checks(games.states.copy()) == 0
        return b"".join(games.save() for games in everybody) + self.session.save()


def public_methods(kind: type) -> set[str]:
    """What is defined in this package and not private; of a dataclass also its making."""
    found = {"__init__"} if kind is Decisions else set()
    for base in kind.__mro__:
        if base.__module__.startswith("flank_envs"):
            found |= {n for n, value in vars(base).items() if inspect.isfunction(value) and not n.startswith("_")}
    return found


def run(calls: Calls) -> Iterator[str]:
    """What is wrong, one line for each."""
    made = 0
    before = calls.unharmed()
    for kind, methods in calls.table().items():
        if public_methods(kind) != set(methods):
            yield f"{kind.__name__}: public methods and the table differ in {public_methods(kind) ^ set(methods)}"
        for method, ways in methods.items():
            for number, (call, values) in enumerate(ways):
                for value in values:
                    made += 1
                    told = f"{kind.__name__}.{method} (way {number}) with {repr(value)[:200]}"
                    print(told, file=sys.stderr, flush=True)  # the last line names the culprit of a crash
                    try:
                        call(value)
                    except (ValueError, TypeError) as problem:
                        if "numba" in type(problem).__module__ or not 0 < len(str(problem)) < 2000:
                            yield f"{told}: {type(problem)} {problem}"
                    except BaseException as problem:
                        yield f"{told}: {type(problem).__name__} {problem}"
                    else:
                        yield f"{told}: taken"
                    if calls.unharmed() != before:
                        yield f"{told}: changed something"
                        before = calls.unharmed()
    yield f"made {made} calls"


def main() -> None:
    name = sys.argv[1]
    if name == "sample_game":
        from tests.games.sample_game import GAME

        add_game(GAME)
    for line in run(Calls(get_game(name))):
        print(line)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    main()
