"""Hand-made positions of Flank in a short notation.

Units are letters by faction: Warrior Mystic Sentry Guardian, Soldier Commando Tank Walker, Roach Locust Spider rhiNo.
Cards and upgrades are digits. Zones are seat 0's where positions are written down, and the actor's own in actions.
A sheet is "frontline|support|flank": "SS|T|C".
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from flank_envs import get_game, make_batch
from flank_envs.engine import kernels
from tests.games.flank.names import FACTIONS, LETTERS, PLACES, SITES, action_id, action_name

GAME = get_game("flank")
KINDS, COPIES, ZONES = 8, 5, 15
ALL_BASES = (tuple(SITES), tuple(14 - zone for zone in SITES))
NO_TOKENS = (0, 0, 0)
# Stages of a battle in the record.
NO_BATTLE, STARTED = 0, 1

Units = Mapping[int, str]
Tokens = tuple[int, int, int]


class Board:
    """One game that stands where the test wants it.

    Cards that are nowhere else are in the deck below `top` (what is drawn next, in that order). With `deck`, the deck
    is just that, and all other cards are in the hand of seat `keeper`.
    """

    def __init__(
        self,
        factions: str = "KT",
        units: tuple[Units, Units] = ({}, {}),
        *,
        tokens: tuple[Tokens, Tokens] = (NO_TOKENS, NO_TOKENS),
        hands: tuple[str, str] = ("", ""),
        upgrades: tuple[str, str] = ("", ""),
        bases: tuple[Iterable[int], Iterable[int]] = ALL_BASES,
        discard: str = "",
        top: str = "",
        deck: str | None = None,
        keeper: int = 1,
        phase: str = "HARVEST",
        to_act: int = 0,
        initiative: int = 0,
        round_number: int = 1,
        free_moves: int = 0,
        battle: tuple[int, int] | None = None,
        seed: int = 0,
        **options: Any,
    ) -> None:
        pair = tuple(FACTIONS.index(letter) for letter in factions)
        self.batch = make_batch(GAME, 1, seed, autoreset=False, factions=pair, first_player=initiative, **options)
        state = self.state
        state.phase = GAME.phases.index(phase)
        state.to_act = to_act
        state.round_number = round_number
        state.decisions = round_number - 1
        state.free_moves = free_moves
        state.discard = counts(discard)
        for seat in (0, 1):
            state.tokens[seat] = tokens[seat]
            state.upgrades[seat] = bits(map(int, upgrades[seat]))
            state.bases[seat] = bits(bases[seat])
            state.hand[seat] = counts(hands[seat])
            self._put_units(seat, units[seat])
        self._fill_deck(top, deck, keeper)
        if battle:
            state.battle = STARTED
            state.battle_zone, state.attacker = battle
        self.refresh()

    @classmethod
    def dealt(cls, seed: int = 0, **options: Any) -> "Board":
        """A game just begun."""
        board = cls.__new__(cls)
        board.batch = make_batch(GAME, 1, seed, autoreset=False, **options)
        return board

    @property
    def state(self) -> Any:
        return self.batch._arrays.states[0]  # to be written

    def refresh(self) -> None:
        kernels.refresh(self.batch._arrays, self.batch._viewers, np.ones(1, np.bool_))
        if len(self.ids()) != 1:  # tests may begin where a real game would have gone on by itself (FL-2.6)
            self._check()

    def _check(self) -> None:
        broken = kernels.checks(self.batch.states.copy())
        assert broken == 0, f"{GAME.rules.invariants[broken - 1]}: broken"

    def _put_units(self, seat: int, units: Units) -> None:
        state = self.state
        state.units[seat] = 0
        for zone, letters in units.items():
            for letter in letters:
                state.units[seat, zone, self._letters(seat).index(letter)] += 1
        state.crowd[seat] = state.units[seat].sum(axis=1)
        state.ground[seat] = bits(np.flatnonzero(state.crowd[seat]))
        state.active[seat] = state.units[seat].sum(axis=0)

    def _fill_deck(self, top: str, deck: str | None, keeper: int) -> None:
        """As if nothing had been shuffled since the deal."""
        state = self.state
        known = top if deck is None else deck
        rest = COPIES - state.hand.sum(axis=0) - state.discard - np.array(counts(known))
        assert rest.min() >= 0, f"more than five cards of a kind: {rest} are left"
        if deck is not None:
            state.hand[keeper] += rest.astype(np.int8)
            rest[:] = 0
        cards = [kind for kind in range(KINDS) for _ in range(rest[kind])] + [int(kind) for kind in reversed(known)]
        state.deck = cards + [0] * (KINDS * COPIES - len(cards))
        state.deck_size = len(cards)
        state.hand_size = state.hand.sum(axis=1)
        state.pool = COPIES
        state.drawn = state.hand
        state.drawn[0] += state.discard

    def _letters(self, seat: int) -> str:
        return LETTERS[FACTIONS[self.state.faction[seat]]]

    def _word(self, seat: int, numbers: Iterable[int]) -> str:
        return "".join(letter * int(n) for letter, n in zip(self._letters(seat), numbers, strict=True))

    # ---------------------------------------------------------------- looking
    def units(self, seat: int) -> dict[int, str]:
        zones = range(ZONES)
        return {zone: self._word(seat, self.state.units[seat, zone]) for zone in zones if self.state.crowd[seat, zone]}

    def sheet(self, seat: int) -> str:
        return "|".join(self._word(seat, place) for place in self.state.sheet[seat])

    def force(self, seat: int) -> str:
        return self._word(seat, self.state.force[seat])

    def removed(self, seat: int) -> str:
        return self._word(seat, self.state.removed[seat])

    def lost(self, seat: int) -> str:
        return self._word(seat, self.state.lost[seat])

    def bases(self, seat: int) -> list[int]:
        return [zone for zone in range(ZONES) if self.state.bases[seat] >> zone & 1]

    def tokens(self, seat: int) -> Tokens:
        return tuple(self.state.tokens[seat].tolist())

    def hand(self, seat: int) -> str:
        return digits(self.state.hand[seat])

    def discard(self) -> str:
        return digits(self.state.discard)

    def deck(self) -> str:
        """The deck, the next card first."""
        return "".join(str(kind) for kind in self.state.deck[: self.state.deck_size][::-1])

    def upgrades(self, seat: int) -> str:
        return "".join(str(card) for card in range(6) if self.state.upgrades[seat] >> card & 1)

    def points(self) -> list[int]:
        """Of seat 0 and seat 1, as both see them."""
        seen = [(self.look(seat)["points"] * 20).round().astype(int).tolist() for seat in (0, 1)]
        assert seen[0] == seen[1][::-1]
        return seen[0]

    def phase(self) -> str:
        return GAME.phases[self.state.phase]

    def to_act(self) -> int:
        return int(self.batch.to_act[0])

    def turn(self) -> tuple[str, int]:
        return self.phase(), self.to_act()

    def ids(self) -> list[int]:
        return np.flatnonzero(self.batch.action_mask[0]).tolist()

    def legal(self, *verbs: str) -> list[str]:
        """The legal actions by name, or those that begin with one of these words."""
        names = [action_name(action, *self._sides()) for action in self.ids()]
        return [name for name in names if not verbs or name.split()[0] in verbs]

    def returns(self) -> list[float]:
        return self.batch.reward[0].tolist()

    def look(self, seat: int) -> dict[str, np.ndarray]:
        """What a seat observes, by block."""
        return GAME.observation.split(self.batch.observe(seat)[0].copy())

    # ---------------------------------------------------------------- playing
    def _sides(self) -> tuple[str, str]:
        actor = max(self.to_act(), 0)
        return self._letters(actor), self._letters(1 - actor)

    def play(self, *names: str) -> "Board":
        for name in names:
            self.batch.step(np.array([action_id(name, *self._sides())]))
            self._check()
        return self

    def until(self, phase: str, seat: int) -> "Board":
        """End everything until this seat decides in this phase."""
        for _ in range(30):
            if self.turn() == (phase, seat):
                return self
            self.play("end")
        raise AssertionError(f"seat {seat} never decides in {phase}")

    def until_after(self, phase: str) -> "Board":
        """End everything in this phase."""
        while self.phase() == phase:
            self.play("end")
        return self

    def form(self, seat: int, sheet: str) -> "Board":
        """Put the units of a seat where `sheet` says, as far as there is a choice."""
        wanted = sheet.split("|")
        while self.turn() == ("FORMATION", seat):
            placed = self.sheet(seat).split("|")
            place = next(p for p in range(3) if len(placed[p]) < len(wanted[p]))
            letter = next(x for x in wanted[place] if placed[place].count(x) < wanted[place].count(x))
            self.play(f"form {letter}>{PLACES[place]}")
        return self

    def mine(self, seat: int, kind: str = "") -> "Board":
        """Force mine with that card, or do not."""
        if self.turn() == ("FORMATION_MINE", seat):
            self.play(f"mine {kind}" if kind else "end")
        return self


def battle(
    attack: str,
    defend: str = "||",
    *,
    zone: int = 12,
    attacker: int = 0,
    mines: tuple[str, str] = ("", ""),
    **rest: Any,
) -> Board:
    """A battle just revealed; `attack` and `defend` are sheets, everything else is by seat."""
    sheets = [attack, defend] if attacker == 0 else [defend, attack]
    here = [sheet.replace("|", "") for sheet in sheets]
    units = rest.pop("units", ({}, {}))
    placed = tuple({**units[seat], **({zone: here[seat]} if here[seat] else {})} for seat in (0, 1))
    initiative = rest.pop("initiative", attacker)
    board = Board(
        units=placed,
        phase="MOVE_TARGET",
        to_act=attacker,
        initiative=initiative,
        battle=(zone, attacker),
        **rest,
    )
    board.play("end")
    for seat in (attacker, 1 - attacker):
        board.form(seat, sheets[seat]).mine(seat, mines[seat])
    return board


def bits(numbers: Iterable[int]) -> int:
    return sum(1 << int(number) for number in numbers)


def counts(cards: str) -> list[int]:
    return [cards.count(str(kind)) for kind in range(KINDS)]


def digits(numbers: Iterable[int]) -> str:
    return "".join(str(kind) * int(number) for kind, number in enumerate(numbers))


def differences(one: Mapping[str, np.ndarray], other: Mapping[str, np.ndarray]) -> set[str]:
    """The names of the blocks in which two observations differ."""
    return {name for name in one if not np.array_equal(one[name], other[name])}
