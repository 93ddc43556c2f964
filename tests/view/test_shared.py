"""What the views of all games share: who sees what, untimely actions, and the parts of pictures."""

import numpy as np
import pytest

from flank_envs import make_batch
from flank_envs.view import parts
from flank_envs.view.palette import INK, MUTED, SEAT_INK
from flank_envs.view.viewer import choices, decides, sees
from flank_envs.view.words import counted, heading, seat_name, untimely, whose_turn
from tests.games.sample_game.rules import PASS, TAKE, TURN


@pytest.fixture
def state() -> np.record:
    return make_batch("sample_game", 1, seed=0).states.copy()[0]


def test_a_seat_sees_its_own_and_nobody_in_particular_sees_all() -> None:
    assert [sees(viewer, 1) for viewer in (None, 0, 1)] == [True, False, True]


def test_only_whoever_decides_is_shown_choices(state: np.record) -> None:
    state.to_act = 1
    assert [decides(state, viewer) for viewer in (None, 0, 1)] == [True, False, True]
    assert [choices(state, viewer) for viewer in (None, 0, 1)] == [[0, 1, 2], [], [0, 1, 2]]
    state.over = 1
    assert not any(decides(state, viewer) or choices(state, viewer) for viewer in (None, 0, 1))


def test_seats_and_turns_in_words(state: np.record) -> None:
    assert [seat_name(viewer, 1) for viewer in (None, 0, 1)] == ["Seat 1", "Seat 1", "Seat 1 (you)"]
    assert [whose_turn(state, viewer) for viewer in (None, 0, 1)] == ["Seat 0 decides", "Your turn", "Seat 0 decides"]
    assert [counted(number, "point") for number in range(3)] == ["0 points", "1 point", "2 points"]
    assert heading(state, 4, ("Your turn", "take")) == "LAST MATCH | round 4 | TURN | Your turn: take"


def test_untimely_actions_are_told_their_phases(state: np.record) -> None:
    when = {"TAKE": (TURN,), "PASS": (TURN + 1,)}
    assert untimely(state, TAKE + 1, when) == ""
    assert untimely(state, PASS, when) == "PASS is for OVER: this is TURN"
    state.over = 1
    assert untimely(state, TAKE, when) == "the game is over"


def test_a_choice_is_told_and_can_be_clicked(state: np.record) -> None:
    drawn = parts.button(state, TAKE + 1, 0, 0, 60, 20, "two")
    assert "<title>take 2 matches</title>" in drawn
    assert f'data-action="{TAKE + 1}"' in drawn


def test_the_callout_has_the_ink_of_whoever_decides_or_has_won(state: np.record) -> None:
    assert SEAT_INK[0] in parts.callout(state, ("who", "what"), 100)
    state.over, state.to_act, state.winner = 1, -1, 1
    assert SEAT_INK[1] in parts.callout(state, ("who", "what"), 100)
    assert "★ who" in parts.callout(state, ("who", "what"), 100)
    state.winner = -1
    assert MUTED in parts.callout(state, ("who", "what"), 100)
    assert "★" not in parts.callout(state, ("who", "what"), 100)


def test_the_present_stage_and_the_deciding_seat_are_marked(state: np.record) -> None:
    drawn = parts.stages(("one", "two"), 1, 200).split("<rect")
    assert [INK in pill for pill in drawn[1:]] == [False, True]
    edges = [f'stroke="{SEAT_INK[seat]}"' in parts.seat_box(state, None, seat, 100, 50) for seat in range(2)]
    assert edges == [True, False]
