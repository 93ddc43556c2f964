"""Tables in Markdown."""

import pytest

from flank_envs.view.tables import table


def test_columns_stand_to_the_left_or_to_the_right() -> None:
    assert table(["a", "b"], [["c", "1"], ["d", "2"]], "lr") == "| a | b |\n| --- | --: |\n| c | 1 |\n| d | 2 |"
    assert table(["a"], [], "r") == "| a |\n| --: |"


@pytest.mark.parametrize(("heads", "row", "sides"), [("ab", "c", "lr"), ("a", "bc", "lr"), ("ab", "cd", "l")])
def test_every_row_has_a_cell_for_every_column(heads: str, row: str, sides: str) -> None:
    with pytest.raises(ValueError, match=r"a row of \d cells was given, in a table of \d columns"):
        table(list(heads), [list(row)], sides)
