"""Many who ask at once get the answers that each of them would get alone."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from flank_envs.engine.game import Game, get_game
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.checkpoint import Checkpoint
from flank_envs.session import streams_of_players
from flank_envs.web import insight
from flank_envs.web.players import Players
from flank_envs.web.server import Server
from flank_envs.web.table import Table
from tests.conformance.play import sample
from tests.opponents.policy.test_checkpoint import made
from tests.threads import PATIENCE, at_once

CLIENTS = 4
DECISIONS = 3


def begun(server: Server, game: Game, seed: int) -> Table:
    table = server.tables.new(game.name, ["random"] * game.players({}), seed, {}, False)
    for _ in range(DECISIONS):
        table.play_opponent()
    return table


def test_insight_into_several_games(server: Server, library_game: Game) -> None:
    tables = [begun(server, library_game, seed) for seed in range(CLIENTS)]

    def look(table: Table) -> list[Any]:
        policies = [server.players.policy(name, library_game) for name in ("trained", "trained:greedy")]
        return [
            answer
            for _ in range(sample(3, 1))
            for answer in (
                insight.of_game(table, policies[0]),
                *(insight.decision(table, at, policies) for at in range(DECISIONS)),
            )
        ]

    expected = [look(table) for table in tables]
    assert at_once([partial(look, table) for table in tables]) == expected


def test_opponents_of_several_tables(server: Server) -> None:
    """Who sits at one of them plays there as if there were no other."""

    def play(seed: int) -> list[int]:
        table = server.tables.new("hold_the_line", ["trained", "search:100:trained"], seed, {}, False)
        table.session.streams = streams_of_players(seed, 2)
        for _ in range(sample(8, 2)):
            table.play_opponent()
        return table.session.actions

    works: list[Callable[[], list[int]]] = [partial(play, seed) for seed in range(CLIENTS)]
    expected = [work() for work in works]
    assert at_once(works) == expected


def test_a_policy_that_another_is_just_reading_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To all who ask for names meanwhile."""
    game, name, read = get_game("hold_the_line"), "runs/mine/policy.safetensors", checkpoint.read
    checkpoint.write(tmp_path / name, made(game))
    begun, others = threading.Event(), threading.Event()

    def wait_for_others(path: str | Path) -> Checkpoint:
        if begun.is_set():
            others.set()
        else:
            begun.set()
            assert others.wait(PATIENCE)
        return read(path)

    monkeypatch.setattr(checkpoint, "read", wait_for_others)
    players = Players(tmp_path)
    with ThreadPoolExecutor(1) as pool:
        one = pool.submit(players.policies, game)
        assert begun.wait(PATIENCE)
        other = players.policies(game)
        others.set()
        assert name in one.result()
    assert name in other
