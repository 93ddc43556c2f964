"""Hand-made positions of Hold the Line, written as in the rules: I5 / A3/1 / T4/5, lanes as "I5 I1 v T4/5"."""

from collections.abc import Iterable, Mapping

import numpy as np

from flank_envs import get_game, make_batch
from flank_envs.engine import kernels

GAME = get_game("hold_the_line")
LETTERS = "IAT"
DECK = (8, 4, 2)
DONE, TARGET = 15, 16
CARDS = (
    [f"I{hp}" for hp in (5, 4, 3, 2, 1)]
    + [f"A{hp}/{armor}" for hp in (3, 2, 1) for armor in (1, 0)]
    + [f"T{hp}/{armor}" for hp in (4, 3, 2, 1) for armor in (5, 4, 3, 2, 1, 0)]
)
Pair = tuple[str, str]


class Board:
    """One game that stands where the test wants it.

    `lanes` maps a lane to "seat 0's troops v seat 1's troops", `hands`, `discards` and `top` (what is drawn next, in
    that order) are letters like "IIAT" for each seat. All other cards of a deck are in the draw pile.
    """

    def __init__(
        self,
        lanes: Mapping[int, str] | None = None,
        hands: Pair = ("I", "I"),
        *,
        front: Iterable[int] = (0, 0, 0, 0, 0),
        discards: Pair = ("", ""),
        top: Pair = ("", ""),
        phase: str = "STAGING",
        to_act: int = 0,
        round_number: int = 1,
        seed: int = 0,
        **options: str,
    ) -> None:
        self.batch = make_batch(GAME, 1, seed, autoreset=False, **options)
        state = self.state
        state.phase = GAME.phases.index(phase)
        state.to_act = to_act
        state.round_number = 0 if phase == "SETUP" else round_number
        state.front[:] = list(front)
        for seat in (0, 1):
            state.hand[seat] = counts(hands[seat])
            state.discard[seat] = counts(discards[seat])
            for lane in range(5):
                self._put_troops(seat, lane, (lanes or {}).get(lane, "v").split("v")[seat].split())
            self._fill_pile(seat, top[seat])
        self.refresh()

    @property
    def state(self) -> np.record:
        return self.batch._arrays.states[0]  # to be written; `refresh` checks it

    def refresh(self) -> None:
        self.batch.refresh()
        self._check()

    def _check(self) -> None:
        broken = kernels.checks(self.batch.states.copy())
        assert broken == 0, f"{GAME.rules.invariants[broken - 1]}: broken"

    def _put_troops(self, seat: int, lane: int, cards: list[str]) -> None:
        ids = sorted(CARDS.index(card) for card in cards)
        self.state.stack[seat, lane, : len(ids)] = ids
        self.state.stack_size[seat, lane] = len(ids)

    def _fill_pile(self, seat: int, top: str) -> None:
        state = self.state
        troops = counts(card[0] for lane in range(5) for card in self.troops(seat, lane))
        left = [DECK[k] - troops[k] - int(state.hand[seat, k]) - int(state.discard[seat, k]) for k in range(3)]
        below = [left[k] - counts(top)[k] for k in range(3)]
        assert min(below) >= 0, f"seat {seat} has more cards than its deck: {below} are left for the draw pile"
        pile = [k for k in range(3) for _ in range(below[k])] + kinds(reversed(top))
        state.pile[seat] = pile + [0] * (14 - len(pile))
        state.pile_size[seat] = len(pile)
        state.pile_kinds[seat] = left

    def troops(self, seat: int, lane: int) -> list[str]:
        return [CARDS[card] for card in self.state.stack[seat, lane, : self.state.stack_size[seat, lane]]]

    def lane(self, lane: int = 0) -> str:
        """The troops of a lane: "I1 v T4/3", with nothing for an empty side."""
        return " v ".join(" ".join(self.troops(seat, lane)) for seat in (0, 1)).strip()

    def front(self) -> list[int]:
        return self.state.front.tolist()

    def hand(self, seat: int) -> str:
        return letters(self.state.hand[seat])

    def discards(self, seat: int) -> str:
        return letters(self.state.discard[seat])

    def pile(self, seat: int) -> str:
        """The draw pile, the next card first."""
        return "".join(LETTERS[k] for k in self.state.pile[seat, : self.state.pile_size[seat]][::-1])

    def staged(self, seat: int) -> str:
        """The face-down cards by lane: "I.T.."."""
        return "".join("." if kind < 0 else LETTERS[kind] for kind in self.state.staged[seat])

    def phase(self) -> str:
        return GAME.phases[self.state.phase]

    def to_act(self) -> int:
        return int(self.batch.to_act[0])

    def legal(self) -> list[str]:
        return [action_name(action) for action in np.flatnonzero(self.batch.action_mask[0])]

    def play(self, *names: str) -> "Board":
        """Actions by name: "T@2" puts a Tank face down in lane 2, "done", "slot 1" shoots at slot 1."""
        for name in names:
            self.batch.step(np.array([action_id(name)]))
            self._check()
        return self

    def fight(self, *targets: int) -> "Board":
        """Nobody stages; the shots that are asked for go to these slots."""
        return self.play("done", "done", *(f"slot {slot}" for slot in targets))

    def returns(self) -> list[float]:
        return self.batch.reward[0].tolist()

    def look(self, seat: int) -> dict[str, np.ndarray]:
        """What a seat observes, by block."""
        return GAME.observation.split(self.batch.observe(seat)[0])


def counts(cards: Iterable[str]) -> list[int]:
    found = list(cards)
    return [found.count(letter) for letter in LETTERS]


def letters(numbers: Iterable[int]) -> str:
    return "".join(letter * int(number) for letter, number in zip(LETTERS, numbers, strict=True))


def kinds(cards: Iterable[str]) -> list[int]:
    return [LETTERS.index(card) for card in cards]


def action_id(name: str) -> int:
    if name == "done":
        return DONE
    if name.startswith("slot "):
        return TARGET + int(name[5:])
    return LETTERS.index(name[0]) * 5 + int(name[2:])


def action_name(action: int) -> str:
    if action == DONE:
        return "done"
    return f"slot {action - TARGET}" if action > DONE else f"{LETTERS[action // 5]}@{action % 5}"


def stage_names(cards: str, lanes: Iterable[int]) -> list[str]:
    """The names of putting any of these kinds into any of these lanes, in the order of the ids."""
    places = list(lanes)
    return [f"{letter}@{lane}" for letter in cards for lane in places]


def differences(one: Mapping[str, np.ndarray], other: Mapping[str, np.ndarray]) -> set[str]:
    """The names of the blocks in which two observations differ."""
    return {name for name in one if not np.array_equal(one[name], other[name])}
