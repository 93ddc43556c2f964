"""`compile`: compile every kernel of the games beforehand and keep the results in the cache."""

import argparse
import importlib.util
import os
import time
from collections.abc import Callable
from functools import partial

from flank_envs.engine.game import Game, all_games, get_game
from flank_envs.engine.jit.cache import folder
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.extras import how_to_install
from flank_envs.interfaces.batch import make_batch
from flank_envs.interfaces.gymnasium import SeatEnv, SeatVectorEnv
from flank_envs.interfaces.pettingzoo import GameEnv
from flank_envs.opponents import Decisions
from flank_envs.opponents.registry import Kind, kind_names, kinds
from flank_envs.opponents.seats import SeatGames
from flank_envs.view.pixels import svg_to_array


def add_to(commands: argparse._SubParsersAction) -> None:
    """The command."""
    parser = commands.add_parser(
        "compile",
        help="compile games beforehand",
        description="Compile all that any interface needs, and keep it: later processes start at once. "
        "What is compiled already, and was not changed since, is only loaded.",
        epilog="Example: flank-envs compile hold_the_line",
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="names from `flank-envs list`; without any, all games")
    parser.set_defaults(run=_compile)


def _compile(arguments: argparse.Namespace) -> int:
    games = [get_game(name) for name in arguments.games] or list(all_games().values())
    if JIT_DISABLED:
        raise ValueError("NUMBA_DISABLE_JIT is set, so nothing is compiled: unset it")
    place = folder()
    if place is None or not os.access(place, os.W_OK):
        raise ValueError(f"nothing can be kept in {place}: set NUMBA_CACHE_DIR to a folder of your own")
    for game in games:
        print(f"{game.title} ({game.name})", flush=True)
        began = time.perf_counter()
        for interface, use in interfaces().items():
            before = time.perf_counter()
            missing = use(game)
            ready = f"ready after {time.perf_counter() - before:.1f} s"
            print(f"  {interface:<18} {missing or ready}", flush=True)
        print(f"  {'all':<18} {time.perf_counter() - began:.1f} s, kept in {place}", flush=True)
    return 0


def use_batch(game: Game) -> None:
    """Call every kernel of a batch once."""
    batch = make_batch(game, 2, seed=0, replays=True)
    streams = batch.streams(0)
    batch.step(batch.random_actions(streams))
    batch.step_random(streams)
    batch.observe(0)
    batch.returns()
    batch.restore(batch.save())


def use_aec(game: Game) -> None:
    """Take a decision in AEC and make every query about it."""
    env = GameEnv(game)
    env.reset(seed=0)
    env.state()
    env.step(env.ask("random"))
    env.restore(env.save())


def use_gymnasium(game: Game) -> None:
    """One game and many."""
    env = SeatEnv(game, "heuristic")
    _, info = env.reset(seed=0)
    env.step(int(info["action_mask"].argmax()))
    many = SeatVectorEnv(game, 2, "random")
    _, info = many.reset(seed=0)
    many.step(info["action_mask"].argmax(axis=1))


def use_features(game: Game) -> None:
    """Of many positions, and as observations hold them."""
    if game.features is not None:
        make_batch(game, 2, seed=0).features()
        SeatEnv(game, features=True).reset(seed=0)


def use_sb3(game: Game) -> str:
    """Likewise, if it is installed."""
    if importlib.util.find_spec("stable_baselines3") is None:
        return f"not installed: {how_to_install('train')}"
    from flank_envs.interfaces.sb3 import SeatVecEnv

    env = SeatVecEnv(game, 2)
    env.reset()
    env.step(env.action_masks().argmax(axis=1))
    return ""


def use_opponents(game: Game) -> None:
    """A plain function in the seats of others, and a determinization."""
    games = SeatGames(game, 2, lambda observation, action_mask: int(action_mask.argmax()))
    games.reset(0)
    batch = make_batch(game, 2, seed=0)
    Decisions(game, batch.states, batch.observation, batch.action_mask, batch.streams(0)).determinized()


def use_kind(kind: Kind, game: Game) -> None:
    """Opponents of one kind, for a batch and in the seats of others."""
    batch = make_batch(game, 2, seed=0)
    for opponent in kind.for_compiling(game):
        opponent.choose(batch, batch.streams(0))
        games = SeatGames(game, 2, opponent)
        games.reset(0)
        games.set_opponents([opponent, "random"], [1, 1])


def use_replays(game: Game) -> None:
    """A game that an illegal action ended, and its picture."""
    batch = make_batch(game, 1, seed=0, replays=True, autoreset=False, illegal="lose")
    batch.step(batch.random_actions(batch.streams(0)))
    batch.step(batch.action_mask.argmin(axis=1))
    replay = batch.replay(0)
    replay.parse(replay.text())
    svg_to_array(game.view.picture(batch.states[0], None))


def interfaces() -> dict[str, Callable[[Game], str | None]]:
    """All that is compiled, by the names that are printed."""
    named = {name: partial(use_kind, kinds()[name]) for name in kind_names()}
    return {
        "batch": use_batch,
        "AEC": use_aec,
        "Gymnasium": use_gymnasium,
        "Stable-Baselines3": use_sb3,
        "features": use_features,
        "opponents": use_opponents,
        **named,
        "replays, pictures": use_replays,
    }
