"""Words and pictures of Flank: every choice can be read and clicked, every refusal has a reason, nothing leaks."""

import re
import xml.etree.ElementTree as ElementTree
from functools import cache

import numpy as np
import pytest

from flank_envs import get_game, make_batch
from flank_envs.engine import kernels
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.games.flank.layout import ACTIONS, END
from flank_envs.games.flank.tables import FORMATION, GAME_OVER, PHASES, UPGRADE_DISCARD
from flank_envs.games.flank.view import pieces
from flank_envs.games.flank.view.picture import picture
from flank_envs.games.flank.view.refusals import WHEN, refusal
from flank_envs.games.flank.view.text import text
from flank_envs.games.flank.view.words import describe
from tests.conformance.play import masks, random_steps, sample

GAME = get_game("flank")
WIDEST = 110


@cache
def records() -> np.ndarray:
    """Positions of random games, some from every phase."""
    batch = make_batch(GAME, sample(12, 3), seed=5, autoreset=False)
    found = []
    for _ in random_steps(batch, 5):
        found.append(batch.states.copy())
        if batch.states["over"].all():
            break
    everything = np.concatenate(found)
    order = np.random.default_rng(5).permutation(len(everything))
    chosen = [order[everything["phase"][order] == phase][: sample(12, 3)] for phase in range(len(PHASES))]
    return everything[np.concatenate(chosen)].view(np.recarray)


def legal_in(state: np.record) -> set[int]:
    if state.over:
        return set()
    return set(np.flatnonzero(masks(GAME, state.reshape(1))[0]).tolist())


def clickable(picture: str) -> list[int]:
    return [int(action) for action in re.findall(r'data-action="(\d+)"', picture)]


def determinized(seat: int) -> np.ndarray:
    """The same positions with everything hidden from a seat drawn anew."""
    other = records().copy()
    kernels.determinize_all(other, np.full(len(other), seat), streams_of_seeds(np.arange(len(other)) + 41))
    return other


def test_all_phases_are_tried() -> None:
    assert set(records()["phase"].tolist()) == set(range(len(PHASES)))


def test_choices_are_told_apart_by_their_sentences() -> None:
    for state in records():
        sentences = [describe(state, action) for action in legal_in(state)]
        assert len(set(sentences)) == len(sentences)


def test_every_action_is_described_and_every_illegal_one_refused_in_a_line() -> None:
    for state in records():
        legal = legal_in(state)
        for action in range(ACTIONS.size):
            sentence = describe(state, action)
            assert len(sentence.splitlines()) == 1
            if action not in legal:
                assert len(refusal(state, action).splitlines()) == 1


def test_no_legal_action_is_out_of_its_phases() -> None:
    """What the refusals say about phases and what the rules allow in them are the same."""
    seen = {(ACTIONS.locate(action)[0].name, int(state.phase)) for state in records() for action in legal_in(state)}
    assert seen <= {(block, phase) for block, phases in WHEN.items() for phase in phases}


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_legal_actions_can_be_clicked_once_and_others_not_at_all(viewer: int | None) -> None:
    for state in records():
        shown = picture(state, viewer)
        decides = not state.over and viewer in (None, state.to_act)
        actions = clickable(shown)
        assert sorted(actions) == sorted(legal_in(state) if decides else ())


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_pictures_are_well_formed_and_texts_fit_a_terminal(viewer: int | None) -> None:
    for state in records():
        assert ElementTree.fromstring(picture(state, viewer)).tag.endswith("svg")
        assert max(map(len, text(state, viewer).splitlines())) <= WIDEST


@pytest.mark.parametrize("viewer", [0, 1])
def test_hidden_things_are_not_drawn(viewer: int) -> None:
    """FL-1.7, FL-6.5: hands, the deck and sheets before the reveal, whatever they are, give the same picture."""
    for state, other in zip(records(), determinized(viewer), strict=True):
        assert picture(state, viewer) == picture(other, viewer)
        assert text(state, viewer) == text(other, viewer)


def test_the_opponent_sees_a_face_down_sheet() -> None:
    """FL-6.2: while a seat forms, the other sees how many units fight, and the own hand alone."""
    for state in records()[records()["phase"] == FORMATION]:
        seat = int(state.to_act)
        assert "sheet face down" in text(state, 1 - seat)
        assert "sheet face down" not in text(state, None)


def test_the_phase_is_ended_or_cannot_be_declined() -> None:
    for state in records():
        if state.phase in (FORMATION, UPGRADE_DISCARD):
            assert refusal(state, END) == f"{PHASES[state.phase]} cannot be declined"
        if state.phase == GAME_OVER:
            assert refusal(state, END) == "the game is over"


def test_the_end_is_announced() -> None:
    for state in records()[records()["over"] == 1]:
        words = f"Seat {state.winner} wins" if state.winner >= 0 else "Draw"
        assert words in text(state, None)
        assert words in picture(state, None)


def colourless(drawn: str) -> str:
    return re.sub(r'(fill|stroke)="#(?!ffffff)[0-9a-f]{6}"', r'\1="dark"', drawn)


def test_owners_and_tokens_differ_without_colours() -> None:
    state = records()[records()["phase"] == FORMATION][0]
    drawn = [
        [pieces.unit(state, seat, 2, 0, 0, 10) for seat in (0, 1)],
        [pieces.base(seat, 0, 0) for seat in (0, 1)],
        [pieces.base(1, 0, 0, gone=gone) for gone in (False, True)],
        [pieces.tokens(counts, 0, 0, 4) for counts in ((1, 0, 0), (0, 1, 0), (0, 0, 1))],
    ]
    for kinds in drawn:
        plain = [re.sub(">[A-Z][a-z]<", "><", colourless(kind)) for kind in kinds]
        assert len(set(plain)) == len(kinds)
