"""Options: single ones are checked by themselves, and games may refuse combinations."""

import pytest

from flank_envs import get_game, make_batch


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"players": 2, "first_seat": 2}, "option first_seat=2: two players have the seats 0 and 1"),
        ({"players": 2, "mana_goal": 3, "komi": 3}, "option komi=3: give less than mana_goal=3"),
        ({"players": 4}, "option players=4: choose one of 2, 3"),
    ],
)
def test_options_that_do_not_go_together_are_refused(options: dict[str, int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        get_game("mana_surge").blank(1, options)
    with pytest.raises(ValueError, match=says):
        make_batch("mana_surge", 1, seed=0, **options)


def test_an_option_without_effect_does_not_conflict() -> None:
    """With three players there is no komi."""
    assert get_game("mana_surge").blank(1, {"mana_goal": 1, "komi": 1})[0].mana_goal == 1
