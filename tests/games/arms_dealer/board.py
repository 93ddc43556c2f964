"""Hand-made positions of Arms Dealer: ships as letters (D S F Y M), items as in ITEMS, fields as "-SFYM"."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from flank_envs import get_game, make_batch
from flank_envs.engine import kernels

GAME = get_game("arms_dealer")
LETTERS = "DSFYM"
FLEET = (7, 6, 5, 4, 3)
ITEMS = ("+100", "+200", "+300", "fix D", "fix S", "fix F", "fix Y", "fix M", "reinforce", "redraw", "rapid")
ITEM_COUNTS = (9, 9, 3, 3, 3, 2, 2, 1, 5, 5, 3)
ASTEROIDS = (1, 5, 10)
Pair = tuple[str, str]
Hands = tuple[Iterable[str], Iterable[str]]

LOOK, DONE, KEEP, BACK, PLAY, PASS, READY, RAISE, SWAP, MATCH, FORFEIT = 5, 11, 12, 13, 14, 25, 26, 27, 32, 38, 39
RAISES = (1, 2, 3, 5, 10)
SWAPS = ((2, 3), (2, 4), (2, 5), (3, 4), (3, 5), (4, 5))


def ships(letters: str) -> list[int]:
    """Ships of each class."""
    return [letters.count(letter) for letter in LETTERS]


def items(names: Iterable[str]) -> list[int]:
    """Items of each type."""
    given = list(names)
    return [given.count(name) for name in ITEMS]


def play(name: str) -> int:
    return PLAY + ITEMS.index(name)


def raise_(amount: int) -> int:
    return RAISE + RAISES.index(amount)


def swap(one: int, other: int) -> int:
    return SWAP + SWAPS.index((one, other))


class Board:
    """One game that stands where the test wants it.

    All piles are pairs, seat 0's first. Ships that are not mentioned lie in the pile named `rest` ("deck", "bay" or
    "scrap"), items that are not mentioned in the deck; fields that are not mentioned are all Drones. Both have readied
    up before a skirmish that is being fought; `window` has 1 for who passed, 2 for who played.
    """

    def __init__(
        self,
        phase: str = "STRATEGY",
        *,
        field: Pair | None = None,
        active: str = "",
        deck: Pair = ("", ""),
        bay: Pair = ("", ""),
        seen: Pair = ("", ""),
        scrap: Pair = ("", ""),
        drawn: Pair = ("", ""),
        rest: str | tuple[str, str] = "deck",
        hands: Hands = ((), ()),
        shop: Mapping[int, str] | None = None,
        discard: Iterable[str] = (),
        line: Iterable[int] = (1, 1, 1, 1, 1),
        money: tuple[int, int] = (10, 10),
        bets: tuple[int, int] | None = None,
        wins: tuple[int, int] = (0, 0),
        skirmish: int = 1,
        lead: int = 0,
        to_act: int | None = None,
        battle: int = 2,
        boost: tuple[int, int] = (0, 0),
        window: tuple[int, int] = (0, 0),
        seed: int = 0,
        **options: Any,
    ) -> None:
        self.batch = make_batch(GAME, 1, seed, autoreset=False, **options)
        state = self.state
        state.phase = GAME.phases.index(phase)
        state.lead = state.shop_first = lead
        state.to_act = lead if to_act is None else to_act
        state.battle, state.skirmish = battle, skirmish
        state.money[:], state.wins[:] = money, wins
        early = phase in ("FLEET", "SHOP", "LOOK")
        opening = (3, 2) if lead == 0 else (2, 3)
        state.bet[:] = bets or ((0, 0) if early else opening)
        state.field[:] = -1
        if field is None:
            empty = 5 if phase == "FLEET" else skirmish - (phase != "ITEMS")
            drones = ("-" * empty + "DDDDD")[:5]
            field = (drones, drones)
        for seat in (0, 1):
            self._lay_ships(seat, field[seat], active[seat : seat + 1])
            for name, pile in zip(("deck", "bay", "scrap", "drawn"), (deck, bay, scrap, drawn), strict=True):
                state[name][seat] = ships(pile[seat])
            state.bay_seen[seat] = ships(seen[seat])
            self._put_rest(seat, rest if isinstance(rest, str) else rest[seat])
            state.hand[seat] = items(hands[seat])
        if phase == "ITEMS":
            state.boost[:], state.window[:] = boost, window
            state.gap[:] = READY
            if skirmish == 1:
                state.gap[1 - lead] = -1
        self._lay_shop(shop or {}, discard)
        self._lay_asteroids(list(line))
        self.refresh()

    @property
    def state(self) -> Any:
        return self.batch._arrays.states[0]  # to be written

    def refresh(self) -> "Board":
        self.batch.refresh()
        broken = kernels.checks(self.batch.states.copy())
        assert broken == 0, f"{GAME.rules.invariants[broken - 1]}: broken"
        return self

    def _lay_ships(self, seat: int, field: str, active: str) -> None:
        for place, letter in enumerate(field):
            self.state.field[seat, place] = LETTERS.find(letter)
        self.state.active[seat] = LETTERS.find(active) if active else -1

    def _put_rest(self, seat: int, name: str) -> None:
        state = self.state
        for ship in range(5):
            used = sum(int(state[pile][seat, ship]) for pile in ("deck", "bay", "scrap", "drawn"))
            used += int((state.field[seat] == ship).sum()) + int(state.active[seat] == ship)
            state[name][seat, ship] += FLEET[ship] - used

    def _lay_shop(self, shop: Mapping[int, str], discard: Iterable[str]) -> None:
        """Slots that are not mentioned get the first items that are left."""
        state = self.state
        state.item_discard[:] = items(discard)
        left = np.array(ITEM_COUNTS) - state.hand.sum(axis=0) - state.item_discard - items(shop.values())
        for slot in range(6):
            item = ITEMS.index(shop[slot]) if slot in shop else int(np.argmax(left > 0))
            left[item] -= slot not in shop
            state.shop[slot] = item
        state.item_deck[:] = left

    def _lay_asteroids(self, line: list[int]) -> None:
        """The deck has as many as the battle says; the rest are discarded, small ones first."""
        state = self.state
        state.line[:] = [ASTEROIDS.index(worth) for worth in line]
        left = [number - line.count(worth) for number, worth in zip((15, 4, 1), ASTEROIDS, strict=True)]
        for kind in range(3):
            state.asteroid_discard[kind] = min(
                left[kind], 5 * ((state.battle - 1) % 4) - state.asteroid_discard[:kind].sum()
            )
        state.asteroid_deck[:] = np.array(left) - state.asteroid_discard

    def play(self, *actions: int) -> "Board":
        """Decisions of whoever is asked; each must be legal."""
        for action in actions:
            assert action in self.legal(), (
                f"{action} is not among {self.legal()}: {GAME.view.refusal(self.state, action)}"
            )
            self.batch.step(np.array([action]))
            assert kernels.checks(self.batch.states.copy()) == 0
        return self

    def legal(self) -> list[int]:
        return np.flatnonzero(self.batch.action_mask[0]).tolist()

    def phase(self) -> str:
        return GAME.phases[self.state.phase]

    def to_act(self) -> int:
        return int(self.state.to_act)

    def where(self) -> tuple[str, int]:
        return self.phase(), self.to_act()

    def money(self) -> list[int]:
        return self.state.money.tolist()

    def bets(self) -> list[int]:
        return self.state.bet.tolist()

    def wins(self) -> list[int]:
        return self.state.wins.tolist()

    def field(self, seat: int) -> str:
        return "".join("-" if ship < 0 else LETTERS[ship] for ship in self.state.field[seat])

    def pile(self, name: str, seat: int) -> str:
        """Ships of a pile as letters."""
        return "".join(letter * int(number) for letter, number in zip(LETTERS, self.state[name][seat], strict=True))

    def hand(self, seat: int, field: str = "hand") -> list[str]:
        return [name for name, number in zip(ITEMS, self.state[field][seat], strict=True) for _ in range(number)]

    def active(self) -> str:
        return "".join("-" if ship < 0 else LETTERS[ship] for ship in self.state.active)

    def bank(self) -> int:
        return 200 - sum(self.money()) - sum(self.bets())

    def over(self) -> tuple[int, list[float]]:
        """The winner and the rewards of a game that is over."""
        assert self.state.over
        return int(self.state.winner), self.batch.reward[0].tolist()

    def look(self, seat: int) -> dict[str, np.ndarray]:
        """What a seat observes, by blocks."""
        return GAME.observation.split(self.batch.observe(seat)[0].copy())


def differences(one: Mapping[str, np.ndarray], other: Mapping[str, np.ndarray]) -> set[str]:
    """The blocks in which two observations differ."""
    return {name for name in one if not np.array_equal(one[name], other[name])}
