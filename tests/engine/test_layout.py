"""Layouts and options."""

import numpy as np
import pytest

from flank_envs.engine.game import Game
from flank_envs.engine.layout import Block, Layout
from flank_envs.engine.options import Option, complete
from flank_envs.engine.questions import feature_layouts
from flank_envs.engine.record import record_type

PAIR = Layout(Block("a", (2, 3), "first"), Block("b", (), "second", low=-1.0, high=2.5))


def test_offsets_and_places() -> None:
    assert (PAIR.size, PAIR.start("a"), PAIR.start("b")) == (7, 0, 6)
    assert PAIR.locate(4) == (PAIR.blocks[0], (1, 1))
    assert PAIR.locate(6) == (PAIR.blocks[1], ())
    assert PAIR.low.tolist() == [0] * 6 + [-1]
    assert PAIR.high.tolist() == [1] * 6 + [2.5]
    with pytest.raises(ValueError, match=r"0\.\.6"):
        PAIR.locate(7)
    with pytest.raises(KeyError, match="a, b"):
        PAIR.start("c")


def test_split_gives_views_in_shape() -> None:
    values = np.arange(14.0).reshape(2, 7)
    parts = PAIR.split(values)
    assert parts["a"].shape == (2, 2, 3)
    assert parts["b"].tolist() == [6, 13]
    assert np.shares_memory(parts["a"], values)
    with pytest.raises(ValueError, match="7 entries"):
        PAIR.split(np.zeros(6))


def test_hash_changes_with_the_blocks() -> None:
    assert PAIR.hash != Layout(Block("a", (3, 2), "first"), Block("b", (), "second")).hash
    assert PAIR.hash == Layout(Block("a", (2, 3), "other words"), Block("b", (), "second")).hash


def test_ranges_are_described_where_they_are_asked_for() -> None:
    assert PAIR.describe().splitlines()[-1] == "| b | 6 | 1 | second |"
    assert PAIR.describe(ranges=True).splitlines()[::3] == [
        "| block | indices | shape | values | meaning |",
        "| b | 6 | 1 | -1 to 2.5 | second |",
    ]


def test_duplicate_names_are_refused() -> None:
    with pytest.raises(ValueError, match="'a'"):
        Layout(Block("a", (), ""), Block("a", (), ""))


def test_every_layout_is_described(game: Game) -> None:
    for layout in (game.actions, game.observation, *feature_layouts(game).values()):
        table = layout.describe()
        assert all(f"| {block.name} |" in table for block in layout.blocks)
        assert all(block.meaning for block in layout.blocks)


OPTIONS = (Option("speed", "slow", "", choices=("slow", "fast")), Option("pace", None, "", between=(1, 9)))


def test_options_are_checked_and_coded() -> None:
    assert complete(OPTIONS, {"speed": "fast"}) == {"speed": "fast", "pace": None}
    for option, values in zip(OPTIONS, (("slow", "fast"), (None, 1, 9)), strict=True):
        for value in values:
            assert option.decode(option.encode(value)) == value
    for given, words in (
        ({"sped": "slow"}, "did you mean 'speed'"),
        ({"speed": "warp"}, "'slow', 'fast'"),
        ({"pace": 0}, "1 to 9 or None"),
        ({"pace": True}, "1 to 9"),
        ({"pace": "3"}, "1 to 9"),
    ):
        with pytest.raises(ValueError, match=words):
            complete(OPTIONS, given)


def test_records_have_no_gaps_and_no_hidden_names() -> None:
    made = record_type(OPTIONS, [("small", np.int8), ("large", np.int64), ("last", np.int8)])
    fields = made.fields or {}
    covered = sum(kind.itemsize for kind, *_ in fields.values())
    assert covered == made.itemsize
    with pytest.raises(ValueError, match="round"):
        record_type((), [("round", np.int8)])
    with pytest.raises(ValueError, match="every record starts with a field 'limit'"):
        record_type([Option("limit", 3, "", between=(1, 9))], [])
