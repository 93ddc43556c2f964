"""Options: what may be given, and what the record keeps."""

import pytest

from flank_envs.engine.options import Option, complete

PAIR = Option("pair", None, "a pair", choices=(None, (0, 1), (1, 0)))
LIMIT = Option("limit", 20, "a limit or none", between=(1, 100), or_none=True)
SEAT = Option("seat", None, "a seat", between=(0, 1))


@pytest.mark.parametrize(
    ("option", "value", "code"), [(PAIR, (1, 0), 2), (LIMIT, None, -1), (LIMIT, 7, 7), (SEAT, None, -1), (SEAT, 1, 1)]
)
def test_values_and_codes(option: Option, value: object, code: int) -> None:
    assert option.encode(value) == code
    assert option.decode(code) == value


def test_lists_from_json_stand_for_pairs() -> None:
    assert complete([PAIR, LIMIT], {"pair": [1, 0]}) == {"pair": (1, 0), "limit": 20}


def test_none_is_refused_where_it_is_no_choice() -> None:
    with pytest.raises(ValueError, match=r"from 0 to 3$"):
        Option("count", 1, "a count", between=(0, 3)).encode(None)
    with pytest.raises(ValueError, match="or None"):
        LIMIT.encode(0)


def test_values_are_listed_where_they_are_few() -> None:
    assert PAIR.few() == (None, (0, 1), (1, 0))
    assert SEAT.few() == (0, 1, None)
    assert Option("count", 1, "a count", between=(0, 3)).few() == (0, 1, 2, 3)
    assert LIMIT.few() == ()
