"""What a seat may know, and what is drawn anew for it."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from flank_envs.engine import kernels
from flank_envs.engine.rng import streams_of_seeds
from tests.conformance.play import sample
from tests.games.arms_dealer.board import BACK, DONE, ITEMS, KEEP, LETTERS, LOOK, Board

DRAWS = sample(20_000, 300)


def determinized(board: Board, seat: int, draws: int = DRAWS) -> np.ndarray:
    """Many games that a seat cannot tell from this one."""
    states = np.repeat(board.batch.states, draws)
    kernels.determinize_all(states, np.full(draws, seat), streams_of_seeds(np.arange(draws)))
    assert kernels.checks(states) == 0
    return states


def chi_square(found: Iterable[Any], expected: Counter) -> float:
    """How far the counts are from the shares expected, per degree of freedom; nothing else may be found."""
    counts, weight = Counter(found), sum(expected.values())
    assert set(counts) <= set(expected)
    scale = sum(counts.values()) / weight
    distance = sum((counts[key] - scale * share) ** 2 / (scale * share) for key, share in expected.items())
    return distance / max(1, len(expected) - 1)


def deals(cards: str, fits: Callable[[tuple[str, ...]], bool] = lambda deal: True) -> Counter:
    """All orders of these cards, each card being one of its own, that fit."""
    return Counter(deal for deal in permutations(cards) if fits(deal))


def letters(row: np.ndarray) -> str:
    return "".join(LETTERS[ship] * int(number) for ship, number in enumerate(row))


def few_ships(**more: Any) -> Board:
    """Seat 1 has eight ships left: a face-down pair, one that went to the Repair Bay face up and one that did not."""
    given: dict[str, Any] = {
        "field": ("---DD", "---SM"),
        "bay": ("", "FD"),
        "seen": ("", "F"),
        "deck": ("", "DS"),
        "scrap": ("S", ""),
        "rest": ("deck", "scrap"),
        "discard": ["fix D"] * 3,
    }
    return Board(skirmish=4, wins=(2, 1), lead=0, money=(3, 3), **given | more)


def test_hidden_ships_are_dealt_anew_uniformly():
    """AD-8.4, AD-2.3: places, unseen ships of the bay and the deck get every deal of D D S S M equally often."""
    states = determinized(few_ships(), seat=0)
    expected: Counter = Counter()
    for deal, number in deals("DDSSM").items():
        expected[deal[0], deal[1], deal[2], "".join(sorted(deal[3:]))] += number
    found = [
        (
            LETTERS[state.field[1, 3]],
            LETTERS[state.field[1, 4]],
            letters(state.bay[1] - state.bay_seen[1]),
            "".join(sorted(letters(state.deck[1]))),
        )
        for state in states
    ]
    assert chi_square(found, expected) < 2
    assert (states["bay_seen"][:, 1] == [0, 0, 1, 0, 0]).all()


def test_own_ships_stay():
    """AD-2.3: a seat knows what it has laid and what is in its deck and bay."""
    board = few_ships()
    for state in determinized(board, seat=1, draws=20):
        for name in ("field", "deck", "bay", "bay_seen", "drawn"):
            assert (state[name][1] == board.state[name][1]).all()


def test_who_is_laying_has_ships_of_two_classes():
    """AD-1.5: while the other lays two ships, they are not equal; every other deal is equally likely."""
    board = Board("FLEET", to_act=1, field=("DDDDD", ""), drawn=("", "DDSMM"), rest=("deck", "scrap"))
    board.play(4)
    board.play(0, 1)  # two ships to lay: a Drone and a Mothership
    states = determinized(board, seat=0)
    expected: Counter = Counter()
    for deal, number in deals("DDSMM", lambda deal: deal[3] != deal[4]).items():
        expected[deal[:3] + tuple(sorted(deal[3:], key=LETTERS.index))] += number
    found = [(*(LETTERS[ship] for ship in state.field[1, :3]), *letters(state.drawn[1])) for state in states]
    assert chi_square(found, expected) < 2


def few_items(to_act: int, hand: list[str], left: list[str]) -> Board:
    """Seat 0's view of ITEMS when only the items `left` and seat 1's hand are not known to it: it holds all others."""
    board = Board("ITEMS", active="DD", lead=to_act, hands=(["+300"], hand))
    state = board.state
    unknown = Counter(hand) + Counter(left)
    own = [name for name, count in zip(ITEMS, (9, 9, 3, 3, 3, 2, 2, 1, 5, 5, 3), strict=True) for _ in range(count)]
    for name in unknown.elements():
        own.remove(name)
    state.hand[0] = [own.count(name) for name in ITEMS]
    state.shop[:] = -1
    state.taker[:], state.looked[0] = 0, 1
    state.taker[0], state.looked[0, 0] = -1, 0
    state.shop[0] = ITEMS.index(left[0])
    state.item_deck[:] = [left[1:].count(name) for name in ITEMS]
    return board.refresh()


def test_items_are_dealt_anew_uniformly():
    """AD-3.9, AD-3.4: hand, shop and deck get every deal of the unknown cards equally often."""
    states = determinized(few_items(0, ["+100", "fix M"], ["redraw", "+100", "rapid"]), seat=0)
    expected: Counter = Counter()
    for deal, number in deals("abcad").items():  # a: +100, b: fix M, c: redraw, d: rapid
        expected["".join(sorted(deal[:2])), deal[2]] += number
    sign = {0: "a", 7: "b", 9: "c", 10: "d"}
    found = [
        ("".join(sorted(sign[k] * int(n) for k, n in enumerate(state.hand[1]) if n)), sign[int(state.shop[0])])
        for state in states
    ]
    assert chi_square(found, expected) < 2


def test_who_decides_about_items_can_play_one():
    """AD-1.5: seat 1 is asked, so one of its two items can be played; Repair Mothership and Rapid Repair cannot be."""
    states = determinized(few_items(1, ["+100", "fix M"], ["rapid", "redraw", "fix Y"]), seat=0)
    expected: Counter = Counter()
    for deal, number in deals("abcde", lambda deal: bool({"a", "d"} & set(deal[:2]))).items():
        expected["".join(sorted(deal[:2])), deal[2]] += number
    sign = {0: "a", 7: "b", 10: "c", 9: "d", 6: "e"}
    found = [
        ("".join(sorted(sign[k] * int(n) for k, n in enumerate(state.hand[1]) if n)), sign[int(state.shop[0])])
        for state in states
    ]
    assert chi_square(found, expected) < 2


def test_asteroids_are_dealt_anew_uniformly():
    """AD-7.4: nobody has seen the line, so both seats draw it anew from what is not discarded."""
    board = Board("SHOP", battle=4, line=(1, 1, 5, 1, 10))
    left = Counter({worth: int(board.state.asteroid_deck[k]) for k, worth in enumerate((1, 5, 10))})
    left.update((1, 1, 5, 1, 10))
    assert sum(left.values()) == 5
    expected = deals("".join({1: "a", 5: "b", 10: "c"}[worth] for worth in left.elements()))
    for seat in (0, 1):
        found = [tuple("abc"[kind] for kind in state.line) for state in determinized(board, seat)]
        assert chi_square(found, expected) < 2


@pytest.mark.parametrize("looker", [0, 1])
def test_a_looked_at_card_is_kept_for_who_looked(looker):
    """AD-3.4: and drawn anew for the other."""
    board = Board("SHOP", lead=looker, to_act=looker, shop={2: "fix M"}).play(LOOK + 2, BACK)
    assert (determinized(board, looker, 200)["shop"][:, 2] == 7).all()
    other = determinized(board, 1 - looker, 200)
    assert len(set(other["shop"][:, 2].tolist())) > 5
    assert (other["looked"][:, looker, 2] == 1).all()
    assert len(set(determinized(board, looker, 200)["shop"][:, 3].tolist())) > 5


def test_while_a_card_is_looked_at():
    """AD-3.4: the looker's card is redrawn for the other during LOOK too."""
    board = Board("SHOP", shop={2: "fix M"}).play(LOOK + 2)
    assert (determinized(board, 0, 100)["shop"][:, 2] == 7).all()
    assert len(set(determinized(board, 1, 100)["shop"][:, 2].tolist())) > 5


def test_known_items_stay_in_the_hand():
    """AD-3.9: what the other was seen to take is there in every determinization, for both seats; the rest of the hand
    is not.
    """
    board = Board("SHOP", shop={0: "fix M"}, hands=([], ["rapid"])).play(LOOK, BACK, DONE, LOOK, KEEP)
    states = determinized(board, 0, 200)
    assert (states["hand"][:, 1, 7] == 1).all()
    assert (states["hand"][:, 1].sum(axis=1) == 2).all()
    assert len({tuple(hand) for hand in states["hand"][:, 1].tolist()}) > 5
    assert (determinized(board, 1, 50)["hand"][:, 1] == board.state.hand[1]).all()
    assert (determinized(board, 1, 50)["hand_known"] == board.state.hand_known).all()


def test_numbers_in_the_observation():
    """AD-1.2, AD-8.1, AD-3.9: money, sizes and piles by their scales."""
    board = few_ships(hands=(["+100"], ["rapid", "rapid"]))
    seen = board.look(0)
    assert seen["money"].tolist() == pytest.approx(
        [3 / 40, 3 / 40, 3 / 40, 2 / 40, 3 / 200, 3 / 200, 5 / 200, 189 / 200]
    )
    assert seen["opp_sizes"].tolist() == pytest.approx([2 / 25, 2 / 25, 0])
    assert seen["opp_field"].tolist() == [0, 0, 0, 1, 1]
    assert (seen["lead"], seen["shop_first"], seen["turn"]) == (1, 1, 1)
    assert seen["deck_sizes"].tolist() == pytest.approx([(45 - 6 - 3 - 3) / 45, 10 / 20])
    assert seen["asteroid_discard"].tolist() == pytest.approx([5 / 15, 0, 0])
    assert board.look(1)["own_bay"].tolist() == pytest.approx([1 / 7, 0, 1 / 5, 0, 0])
    assert board.look(1)["own_deck"].tolist() == pytest.approx([1 / 7, 1 / 6, 0, 0, 0])
