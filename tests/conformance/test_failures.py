"""What fails in mid-step: opponents that raise or choose wrongly, Ctrl-C, a second thread. No game stays half done."""

import copy
import os
import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from flank_envs import Decisions, IllegalActionError, Opponent, make_batch
from flank_envs.engine import kernels
from flank_envs.engine.game import Game, get_game
from flank_envs.engine.threads import run_chunks
from flank_envs.engine.transaction import Transaction
from flank_envs.evaluation import arena
from flank_envs.interfaces.gymnasium import SeatEnv, SeatVectorEnv
from flank_envs.interfaces.sb3 import SeatVecEnv
from flank_envs.opponents.compiled import RandomOpponent
from flank_envs.opponents.seats import SeatGames
from tests.conformance.play import JIT_DISABLED, sample

GAMES = 6


class Fragile(Opponent):
    """Plays at random; while `fault` is set, something goes wrong with its actions."""

    name = "fragile"

    def __init__(self) -> None:
        self.fault: Callable[[np.ndarray, np.ndarray], Any] | None = None

    def act(self, decisions: Decisions) -> np.ndarray:
        actions = RandomOpponent().act(decisions)
        masks = decisions.action_mask.copy()
        decisions.action_mask[:] = 1  # its own copy: what is legal is not for the opponent to say
        return self.fault(actions, masks) if self.fault else actions


@pytest.fixture(autouse=True)
def _can_be_interrupted() -> Iterator[None]:
    """Programs that were started in the background ignore Ctrl-C; these tests do not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def raises(actions: np.ndarray, masks: np.ndarray) -> np.ndarray:
    raise RuntimeError("out of ideas")


def interrupts(actions: np.ndarray, masks: np.ndarray) -> np.ndarray:
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(1000):
        pass  # here Python notices
    return actions


FAULTS: dict[str, tuple[Callable[[np.ndarray, np.ndarray], Any], type[BaseException]]] = {
    "raises": (raises, RuntimeError),
    "interrupts": (interrupts, KeyboardInterrupt),
    "too few": (lambda actions, masks: actions[:-1], ValueError),
    "nothing": (lambda actions, masks: None, ValueError),
    "no id": (lambda actions, masks: actions * 0 - 1, IllegalActionError),
    "wraps": (lambda actions, masks: actions.astype(np.int64) + 2**32, IllegalActionError),
    "illegal": (lambda actions, masks: np.where(masks.all(1), actions, masks.argmin(1)), IllegalActionError),
}


def seat_games(game: Game, opponent: Opponent) -> Any:
    games = SeatGames(game, GAMES, opponent, replays=True)
    games.reset(seed=3)
    return games, games, lambda: games.step(games.action_mask.argmax(1))


def gymnasium_env(game: Game, opponent: Opponent) -> Any:
    env = SeatEnv(game, opponent)
    env.reset(seed=3)

    def step() -> None:
        if env._games.to_act[0] < 0:
            env.reset()
        else:
            env.step(int(env.action_masks().argmax()))

    return env, env._games, step


def gymnasium_vector(game: Game, opponent: Opponent, mode: AutoresetMode = AutoresetMode.SAME_STEP) -> Any:
    env = SeatVectorEnv(game, GAMES, opponent, autoreset_mode=mode, replays=True)
    env.reset(seed=3)
    return env, env._games, lambda: env.step(env._games.action_mask.argmax(1))


def stable_baselines(game: Game, opponent: Opponent) -> Any:
    env = SeatVecEnv(game, GAMES, opponent, seed=3, replays=True)
    env.reset()
    return env, env.games, lambda: env.step(env.games.action_mask.argmax(1))


INTERFACES: dict[str, Callable[[Game, Opponent], Any]] = {
    "SeatGames": seat_games,
    "SeatEnv": gymnasium_env,
    "SeatVectorEnv": gymnasium_vector,
    "next step": lambda game, opponent: gymnasium_vector(game, opponent, AutoresetMode.NEXT_STEP),
    "SeatVecEnv": stable_baselines,
}


def everything(interface: Any, games: SeatGames) -> list[Any]:
    """All that a step could have changed."""
    arrays = (*games._arrays, *games._players, games._log.start, games._log.length)
    ended = np.flatnonzero(games._log.start[1])
    replays = [*map(games.replay, range(games.num_games)), *(games.replay(int(i), finished=True) for i in ended)]
    outside = [getattr(interface, name).tobytes() for name in ("_over", "_lengths") if hasattr(interface, name)]
    return [*(array.tobytes() for array in arrays), *replays, *outside]


@pytest.mark.parametrize("name", ["sample_game", "mana_surge"][: sample(2, 1)])
@pytest.mark.parametrize("interface", INTERFACES)
@pytest.mark.parametrize("fault", FAULTS)
def test_an_opponent_that_fails_leaves_the_games_as_they_were(name: str, interface: str, fault: str) -> None:
    """In every step of a run: it fails, nothing has changed, and then all goes on as if it had never failed.

    Nothing in it depends on the game but the number of opponents.
    """
    game = get_game(name)
    broken, error = FAULTS[fault]
    shaky, failed = Fragile(), 0
    _, expected, step_expected = INTERFACES[interface](game, Fragile())
    outside, games, step = INTERFACES[interface](game, shaky)
    for _ in range(sample(40, 8)):
        before = everything(outside, games)
        shaky.fault = broken
        try:
            step()  # nothing fails if nobody is asked, or every action is legal
        except error:
            failed += 1
            assert everything(outside, games) == before
            shaky.fault = None
            step()
        step_expected()
        assert games.save() == expected.save()
        running = games.to_act >= 0
        assert np.array_equal(games.to_act[running], games.seat[running])
        if interface == "SeatGames" and not running.all():
            for each in (games, expected):
                shaky.fault = None
                each.reset(which=~running)
    assert failed


def test_a_step_keeps_a_copy_of_the_records_only(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Observations and masks, which are larger, follow from them; with compiled opponents nothing is kept."""
    kept: list[int] = []
    before_changes = Transaction.before_changes

    def count(transaction: Transaction, arrays: Callable) -> None:
        kept.append(sum(array.nbytes for array in arrays()))
        before_changes(transaction, arrays)

    monkeypatch.setattr(Transaction, "before_changes", count)
    for opponent, most in (("random", 0), (Fragile(), game.state.itemsize + 100)):
        games = SeatGames(game, GAMES, opponent)
        games.reset(seed=5)
        games.step(games.action_mask.argmax(1))
        assert kept[-1] <= most * GAMES


def test_games_that_fail_to_begin_have_not_begun(game: Game) -> None:
    for seat in (0, 1):  # in one of them the opponent is asked first
        shaky = Fragile()
        games, expected = SeatGames(game, GAMES, shaky, seat), SeatGames(game, GAMES, Fragile(), seat)
        shaky.fault = raises
        try:
            games.reset(seed=5)
        except RuntimeError:
            with pytest.raises(ValueError, match="have not begun"):
                games.step(np.zeros(GAMES, int))
        shaky.fault = None
        games.reset(seed=5)
        expected.reset(seed=5)
        assert games.save() == expected.save()


def test_a_failure_does_not_hide_that_the_games_cannot_be_played() -> None:
    """Another game is no position: that is still so after a reset of the first one was taken back."""
    shaky = Fragile()
    games = SeatGames("sample_game", GAMES, shaky, 1)
    games.reset(seed=5)
    games._arrays.states["heap"][GAMES - 1] = -5
    with pytest.raises(ValueError, match="is not a position"):
        games.refresh()
    shaky.fault = raises
    with pytest.raises(RuntimeError):
        games.reset(which=np.arange(GAMES) == 0)
    with pytest.raises(ValueError, match="is not a position"):
        games.step(games.action_mask.argmax(1))


def test_a_copy_made_within_a_block_takes_back_its_own_failures() -> None:
    shaky = Fragile()
    games = SeatGames("sample_game", GAMES, shaky, 0)
    games.reset(seed=5)
    with games.transaction():
        games.step(games.action_mask.argmax(1))
        other = copy.deepcopy(games)
    before = other.save()
    next(iter(other._others)).fault = raises
    with pytest.raises(RuntimeError):
        other.step(other.action_mask.argmax(1))
    assert other.save() == before


@pytest.mark.whole_games
def test_a_match_that_failed_can_be_played_again(game: Game) -> None:
    shaky = Fragile()
    expected = arena.match(game, Fragile(), "random", games=4)
    for fault, error in FAULTS.values():
        shaky.fault = fault
        with pytest.raises(error):
            arena.match(game, shaky, "random", games=4)
        shaky.fault = None
        assert arena.match(game, shaky, "random", games=4) == expected


def play_on(games: SeatGames) -> None:
    """Steps until an opponent must have been asked."""
    for _ in range(100):
        games.step(games.action_mask.argmax(1), games.to_act >= 0)


def test_an_opponent_may_not_play_on_in_the_games_that_ask_it(game: Game) -> None:
    shaky = Fragile()
    games = SeatGames(game, GAMES, shaky)
    games.reset(seed=0)
    before = games.save()
    for touch in (
        lambda: games.step(np.zeros(GAMES, int)),
        games.reset,
        lambda: games.observe(0),
        lambda: games.put(games.states),
        games.save,
        lambda: copy.deepcopy(games),
    ):
        shaky.fault = lambda actions, masks, touch=touch: touch()
        with pytest.raises(RuntimeError, match="are waiting for an opponent"):
            play_on(games)
        shaky.fault = None
        games.restore(before)
    games.step(games.action_mask.argmax(1))


def interrupted(work: Callable[[], Any], seconds: float) -> bool:
    """Whether Ctrl-C, so many seconds from now, found the work still going on."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        while True:
            work()
    except KeyboardInterrupt:
        return True
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.whole_games
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_leaves_only_whole_games(game: Game, threads: int) -> None:
    """Wherever it strikes, every record is a position, and the batch goes on or says that it was interrupted."""
    batch = make_batch(game, 64, seed=0, threads=threads)
    games = SeatGames(game, 64, "heuristic", threads=threads)
    vector = SeatVectorEnv(game, 64, threads=threads)
    games.reset(seed=0)
    vector.reset(seed=0)
    streams, refused = batch.streams(0), 0
    for number in range(sample(60, 3)):
        for table, work in (
            (batch, lambda: batch.step_random(streams)),
            (games, lambda: games.step(games.action_mask.argmax(1))),
            (vector._games, lambda: vector.step(vector._games.action_mask.argmax(1))),
        ):
            assert interrupted(work, sample(1, 40) * 1e-3 * (1 + number % 7 / 3))
            assert kernels.checks(table.states.copy()) == 0 or JIT_DISABLED
            if table._unready:
                with pytest.raises(ValueError, match="was interrupted, and nobody has seen what it led to"):
                    work()
                refused += 1
                vector.reset() if table is vector._games else table.reset()
            if table is games and (games.to_act < 0).all():
                games.reset()
            work()
    assert refused


def test_no_thread_works_on_when_ctrl_c_has_come_back() -> None:
    busy, seen = [0], []

    def work(low: int, high: int) -> None:
        busy[0] += 1
        try:
            if low == 0:
                interrupts(np.zeros(0), np.zeros(0))
            threading.Event().wait(0.05)
        finally:
            busy[0] -= 1
            seen.append(low)

    for _ in range(5):
        with pytest.raises(KeyboardInterrupt):
            run_chunks(work, 40, 3)
        assert busy == [0]
    done: list[int] = []
    run_chunks(lambda low, high: done.extend(range(low, high)), 40, 3)
    assert sorted(done) == list(range(40))


def test_a_second_thread_is_told_to_wait_for_its_turn(game: Game) -> None:
    """While one thread is in a step, every call of another one is refused in words; afterwards all go through."""
    inside, leave = threading.Event(), threading.Event()

    def thinks(actions: np.ndarray, masks: np.ndarray) -> np.ndarray:
        inside.set()
        assert leave.wait(20)
        return actions

    slow = Fragile()
    games = SeatGames(game, GAMES, slow)
    games.reset(seed=0)
    slow.fault = thinks
    seating = games.seating()[1]

    def play() -> None:
        while not inside.is_set():
            games.step(games.action_mask.argmax(1), games.to_act >= 0)

    first = threading.Thread(target=play)
    first.start()
    assert inside.wait(20)
    calls: list[Callable[[], Any]] = [
        lambda: games.step(np.zeros(GAMES, int)),
        games.reset,
        games.save,
        games.returns,
        games.refresh,
        games.seating,
        lambda: games.observe(0),
        lambda: games.put(games.states),
        lambda: games.set_up(0),
        lambda: games.restore(b""),
        lambda: games.replay(0),
        lambda: games.restore_seating(seating),
        lambda: games.set_opponents(["random"], [1]),
        lambda: RandomOpponent().choose(games, np.ones(GAMES, np.uint64)),
    ]
    for call in calls:
        with pytest.raises(RuntimeError, match="another thread is working on these games: give each thread"):
            call()
    leave.set()
    first.join(20)
    slow.fault = None
    games.reset()
    games.step(games.action_mask.argmax(1))


@pytest.mark.whole_games
def test_many_threads_in_one_batch_do_no_harm(game: Game) -> None:
    batch = make_batch(game, 256, seed=0, threads=2)
    told: list[str] = []

    def hammer(seed: int) -> None:
        streams = batch.streams(seed)
        for _ in range(sample(100, 3)):
            try:
                batch.step_random(streams)
                batch.observe(0)
            except RuntimeError as problem:
                told.append(str(problem))

    threads = [threading.Thread(target=hammer, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    assert kernels.checks(batch.states.copy()) == 0
    assert all("another thread" in line for line in told)
