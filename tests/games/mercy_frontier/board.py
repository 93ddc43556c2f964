"""Hand-made positions of Mercy Frontier in a short notation. Places are seat 0's, actions are the actor's own.

Mercenaries by zone: "Rig Hound" waits, "Rig Hound 4,6" has its lowest column and row at (4, 6), "Rig Hound 4,6 1/3" has
1 of 3 health. Workers and refineries are "tile.spot": spots 0 and 1 are nodes, 2 is the space 20, 3 the space 4.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from flank_envs import get_game, make_batch
from flank_envs.engine import kernels
from flank_envs.games.mercy_frontier.phases.move import begin_moves
from flank_envs.games.mercy_frontier.tables import (
    CARD_NAMES,
    COPIES,
    HEALTH,
    HEIGHT,
    NODE_RESOURCE,
    PHASES,
    SIDE,
    SPOT_LOCAL,
    WIDTH,
)

GAME = get_game("mercy_frontier")
FUEL, STEEL, CRYSTAL, FUEL_CRYSTAL, STEEL_CRYSTAL, TWIN = range(6)
FACES = (FUEL, STEEL, CRYSTAL, FUEL_CRYSTAL, STEEL_CRYSTAL, TWIN, FUEL, STEEL, CRYSTAL)  # of tiles 3 to 11
BANNER, FORGE, BULWARK, SEAL, WELLSPRING = range(5)
COLOURS = "FSC"
HOME = (0b111, 0b111 << 12)
NOTHING = (0, 0, 0)
FORWARD, RIGHT, BACK, LEFT = range(4)

DONE, BUY, SWEEP = 0, 86, 96
REFINERY, OUTPOST, FUEL_BEACON, STEEL_BEACON, CRYSTAL_BEACON = range(87, 92)
PAY_F, PAY_S, PAY_C = 97, 98, 99

Mercenaries = Mapping[int, str]
Both = tuple[Any, Any]


def spot(tile: int, k: int) -> int:
    return 1 + tile * 4 + k


def tile(number: int) -> int:
    return 49 + number


def cell(local: int) -> int:
    return 61 + local


def contract(position: int) -> int:
    return 92 + position


def own(zone: int) -> int:
    return 100 + zone


def enemy(zone: int) -> int:
    return 105 + zone


def leg(zone: int, direction: int, distance: int) -> int:
    return 110 + zone * 24 + direction * 6 + distance


class Board:
    """One game that stands where the test wants it. Cards that are nowhere else are in the deck, below `top`."""

    def __init__(
        self,
        mercs: tuple[Mercenaries, Mercenaries] = ({}, {}),
        *,
        phase: str = "MOVE",
        to_act: int = 0,
        priority: int | None = None,
        resources: Both = (NOTHING, NOTHING),
        workers: tuple[Iterable[str], Iterable[str]] = ((), ()),
        bought: tuple[int, int] = (0, 0),
        unplaced: tuple[int, int] = (0, 0),
        refineries: tuple[Iterable[str], Iterable[str]] = ((), ()),
        outposts: tuple[Mapping[int, int], Mapping[int, int]] = ({}, {}),
        beacons: tuple[Mapping[str, tuple[int, int]], Mapping[str, tuple[int, int]]] = ({}, {}),
        uncovered: Iterable[int] = (),
        faces: Iterable[int] = FACES,
        relics: Iterable[int] = (BANNER, FORGE, BULWARK),
        market: Iterable[str] = (),
        top: Iterable[str] = (),
        discard: Iterable[str] | None = None,
        lost: tuple[int, int] = (0, 0),
        overcharge: tuple[int, int] = (0, 0),
        colossus: int = -1,
        owed: int = 0,
        turn: int = 1,
        seed: int = 0,
        checked: bool = True,
        **options: Any,
    ) -> None:
        self.batch = make_batch(GAME, 1, seed, autoreset=False, **options)
        state = self.state
        state.phase, state.to_act = PHASES.index(phase), to_act
        state.priority = to_act if priority is None else priority
        state.resources, state.lost, state.overcharge, state.turn = resources, lost, overcharge, turn
        state.colossus, state.owed = colossus, owed
        state.face[3:12], state.relic = list(faces), list(relics)
        self.cells: dict[str, list[set]] = {"token": [set(), set()], "block": [set(), set()], "worker": [set(), set()]}
        opened = set(uncovered)
        for seat in (0, 1):
            state.refineries[seat] = 0
            self._put_refineries(seat, refineries[seat])
            self._put_outposts(seat, outposts[seat])
            self._put_beacons(seat, beacons[seat])
            self._put_workers(seat, workers[seat], unplaced[seat], bought[seat])
            self._put_mercenaries(seat, mercs[seat])
            opened |= set(outposts[seat]) | {int(place.split(".")[0]) for place in refineries[seat]}
            opened |= {r // 5 * 3 + c // 5 for c, r in self.cells["block"][seat]}
        state.covered = sum(1 << t for t in range(3, 12) if t not in opened)
        self._write_maps()
        self._deal(list(market), list(top), discard)
        state.health_left = 50 - state.health.sum()
        if phase == "MOVE":
            begin_moves(state, to_act)
        self.checked = checked
        self.refresh()

    @classmethod
    def dealt(cls, seed: int = 0, **options: Any) -> "Board":
        """A game just begun."""
        board = cls.__new__(cls)
        board.batch = make_batch(GAME, 1, seed, autoreset=False, **options)
        board.checked = True
        return board

    def _place(self, place: str) -> tuple[int, int, int, int]:
        number, k = map(int, place.split("."))
        local = int(SPOT_LOCAL[self.state.face[number], k])
        assert local >= 0, f"there is no spot {place}"
        return number, k, number % 3 * 5 + local % 5, number // 3 * 5 + local // 5

    def _put_refineries(self, seat: int, places: Iterable[str]) -> None:
        state = self.state
        if seat == 0:
            state.refineries_left[:] = (7, 7, 6)
        for place in places:
            number, node, column, row = self._place(place)
            state.refineries[seat, node] |= 1 << number
            state.refineries_left[NODE_RESOURCE[state.face[number], node]] -= 1
            self.cells["block"][seat].add((column, row))

    def _put_outposts(self, seat: int, outposts: Mapping[int, int]) -> None:
        state = self.state
        state.control[seat] = HOME[seat] | sum(1 << number for number in outposts)
        state.outposts_left[seat] = 5 - len(outposts)
        for number, local in outposts.items():
            state.outpost[number] = local
            self.cells["block"][seat].add((number % 3 * 5 + local % 5, number // 3 * 5 + local // 5))

    def _put_beacons(self, seat: int, beacons: Mapping[str, tuple[int, int]]) -> None:
        for letter, (column, row) in beacons.items():
            colour = COLOURS.index(letter)
            self.state.beacon[seat, colour] = row * 15 + column
            self.cells["block"][seat] |= _rectangle(column, row, int(WIDTH[2 + colour]), int(HEIGHT[2 + colour]))

    def _put_workers(self, seat: int, places: Iterable[str], unplaced: int, bought: int) -> None:
        state = self.state
        state.workers[seat] = 0
        for place in places:
            number, k, column, row = self._place(place)
            state.workers[seat, k] |= 1 << number
            self.cells["worker"][seat].add((column, row))
        state.unplaced[seat] = unplaced
        state.owned[seat] = len(self.cells["worker"][seat]) + unplaced + bought

    def _put_mercenaries(self, seat: int, mercs: Mercenaries) -> None:
        state = self.state
        for zone, text in mercs.items():
            name = text.rstrip("0123456789,/ ")
            card = CARD_NAMES.index(name)
            state.card[seat, zone] = card
            numbers = text[len(name) :].split()
            if numbers:
                column, row = map(int, numbers[0].split(","))
                health, most = map(int, numbers[1].split("/")) if len(numbers) > 1 else (HEALTH[card], HEALTH[card])
                state.column[seat, zone], state.row[seat, zone] = column, row
                state.health[seat, zone], state.most[seat, zone] = health, most
                self.cells["token"][seat] |= _rectangle(column, row, int(SIDE[card]), int(SIDE[card]))

    def _write_maps(self) -> None:
        for kind, both in self.cells.items():
            rows = np.zeros((2, 25), np.int16)
            for seat in (0, 1):
                for column, row in both[seat]:
                    rows[seat, row] |= 1 << column
            self.state[f"{kind}_rows"] = rows

    def _deal(self, market: list[str], top: list[str], discard: Iterable[str] | None) -> None:
        """With `discard` the deck is just `top`, unless all other cards are in the discard pile: discard=("rest",)."""
        state = self.state
        left = COPIES[:16].astype(int)
        state.market[:] = -1
        for position, name in enumerate(market):
            if name:
                state.market[position] = CARD_NAMES.index(name)
        for card in [*state.card.flatten(), *state.market]:
            if 0 <= card < 16:
                left[card] -= 1
        first = [CARD_NAMES.index(name) for name in top]
        for card in first:
            left[card] -= 1
        state.discard = 0
        if discard is not None:
            thrown = left if "rest" in discard else np.array([list(discard).count(name) for name in CARD_NAMES[:16]])
            state.discard = thrown
            left = left - thrown
        assert left.min() >= 0, "more cards than there are"
        deck = [card for card in range(16) for _ in range(left[card])] + first[::-1]
        state.deck = deck + [0] * (24 - len(deck))
        state.deck_size = len(deck)

    def refresh(self) -> None:
        kernels.refresh(self.batch._arrays, self.batch._viewers, np.ones(1, np.bool_))
        self._check()

    def _check(self) -> None:
        broken = kernels.checks(self.batch.states.copy())
        assert not (self.checked and broken), f"{GAME.rules.invariants[broken - 1]}: broken"

    # ---------------------------------------------------------------- looking
    @property
    def state(self) -> Any:
        return self.batch._arrays.states[0]  # to be written

    @state.setter
    def state(self, record: Any) -> None:
        self.batch._arrays.states[0] = record

    def merc(self, seat: int, zone: int) -> str:
        """In the notation above, "" for an empty zone."""
        state = self.state
        card = state.card[seat, zone]
        if card < 0:
            return ""
        if state.row[seat, zone] < 0:
            return CARD_NAMES[card]
        place = f"{state.column[seat, zone]},{state.row[seat, zone]}"
        return f"{CARD_NAMES[card]} {place} {state.health[seat, zone]}/{state.most[seat, zone]}"

    def mercs(self, seat: int) -> dict[int, str]:
        return {zone: self.merc(seat, zone) for zone in range(5) if self.merc(seat, zone)}

    def workers(self, seat: int) -> list[str]:
        tiles = self.state.workers[seat]
        return [f"{number}.{k}" for number in range(15) for k in range(4) if tiles[k] >> number & 1]

    def refineries(self, seat: int) -> list[str]:
        tiles = self.state.refineries[seat]
        return [f"{number}.{k}" for number in range(15) for k in range(2) if tiles[k] >> number & 1]

    def outposts(self, seat: int) -> dict[int, int]:
        tiles = [number for number in range(3, 12) if self.state.control[seat] >> number & 1]
        return {number: int(self.state.outpost[number]) for number in tiles}

    def beacons(self, seat: int) -> dict[str, tuple[int, int]]:
        cells = self.state.beacon[seat].tolist()
        return {letter: (at % 15, at // 15) for letter, at in zip(COLOURS, cells, strict=True) if at >= 0}

    def resources(self, seat: int) -> tuple[int, ...]:
        return tuple(self.state.resources[seat].tolist())

    def market(self) -> list[str]:
        return [CARD_NAMES[card] if card >= 0 else "" for card in self.state.market]

    def discard(self) -> list[str]:
        return [name for name, count in zip(CARD_NAMES[:16], self.state.discard, strict=True) for _ in range(count)]

    def turn(self) -> tuple[str, int]:
        return PHASES[self.state.phase], int(self.state.to_act)

    def ids(self, low: int = 0, high: int = 230) -> list[int]:
        """The legal actions, those from `low` to `high` - 1."""
        return [action for action in np.flatnonzero(self.batch.action_mask[0]).tolist() if low <= action < high]

    def legs(self, zone: int = 0) -> dict[int, list[int]]:
        """By direction: the distances that this mercenary may go."""
        found: dict[int, list[int]] = {}
        for action in self.ids(leg(zone, 0, 0), leg(zone + 1, 0, 0)):
            found.setdefault((action - 110) // 6 % 4, []).append((action - 110) % 6)
        return found

    def look(self, seat: int) -> dict[str, np.ndarray]:
        """What a seat observes, by block."""
        return GAME.observation.split(self.batch.observe(seat)[0].copy())

    def returns(self) -> list[float]:
        return self.batch.reward[0].tolist()

    # ---------------------------------------------------------------- playing
    def play(self, *actions: int) -> "Board":
        for action in actions:
            assert action in self.ids(), f"{action} is not legal in {self.turn()}: {self.ids()}"
            self.batch.step(np.array([action]))
            self._check()
        return self

    def until(self, phase: str, seat: int) -> "Board":
        """Stop everything until this seat decides in this phase."""
        for _ in range(60):
            if self.turn() == (phase, seat):
                return self
            self.play(DONE if DONE in self.ids() else self.ids()[0])
        raise AssertionError(f"seat {seat} never decides in {phase}")

    def next_turn(self) -> "Board":
        """Stop everything until a new turn has begun, or the game is over."""
        turn = int(self.state.turn)
        while self.state.turn == turn and not self.state.over:
            self.play(DONE if DONE in self.ids() else self.ids()[0])
        return self


def _rectangle(column: int, row: int, width: int, height: int) -> set[tuple[int, int]]:
    return {(column + x, row + y) for x in range(width) for y in range(height)}
