"""The features of Last Match: what each choice leads to, as its own rules have it."""

from flank_envs import make_batch
from tests.games.sample_game.rules import FEATURES, PASS, TAKE


def after(left: int, *, own_pass: int = 0, seat: int | None = None) -> tuple[float, dict[int, tuple[bool, int]]]:
    """The share of matches left and, for each action with features, whether it wins and what it leaves, modulo 4."""
    batch = make_batch("sample_game", 1, seed=0, heap=20)
    batch.set_up(0, left=left, passes=[own_pass, 1], passed=[0, 0])
    features = batch.features(seat)
    values = FEATURES.actions.split(features.values)
    leaves = values["leaves"]
    assert (leaves.sum(1) == 1).all()
    outcomes = zip(values["wins"] > 0, leaves.argmax(1).tolist(), strict=True)
    return features.state[0, 0], dict(zip(features.actions.tolist(), outcomes, strict=True))


def test_who_takes_the_last_match_wins() -> None:
    share, actions = after(3)
    assert abs(share - 3 / 20) < 1e-6
    assert actions == {TAKE: (False, 2), TAKE + 1: (False, 1), TAKE + 2: (True, 0)}


def test_a_multiple_of_four_stands_out() -> None:
    assert [action for action, (_, leaves) in after(18)[1].items() if leaves == 0] == [TAKE + 1]
    assert [action for action, (_, leaves) in after(16)[1].items() if leaves == 0] == []


def test_a_pass_leaves_the_heap_as_it_is() -> None:
    assert after(8, own_pass=1)[1][PASS] == (False, 0)
    assert PASS not in after(8)[1]  # there is none to use
    assert PASS not in after(11, own_pass=1)[1]  # too early


def test_a_seat_that_is_not_to_act_has_no_choices() -> None:
    share, actions = after(5, seat=1)
    assert abs(share - 5 / 20) < 1e-6
    assert actions == {}
