"""The slow twin of Mercy Frontier beside the one game of a batch: built from its record, and compared with it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from flank_envs import Batch
from tests.twins.mercy_frontier import Twin
from tests.twins.mercy_frontier_data import (
    ABILITY,
    BEACONS,
    BUILD,
    CRY_BARRAGE,
    DECK,
    DEPLOY_CELL,
    DEPLOY_TILE,
    FRONT_CAMP,
    HIRE,
    OUTPOST,
    PAY,
    REAR_CAMP,
    REFINERY,
    SEATS,
    SHAPES,
    STAGES,
    TILES,
    ZONES,
    Cell,
    cell_at,
    on_board,
    square,
)
from tests.twins.mercy_frontier_table import Building, Mercenary, Table

FIRST_FIELD_FACE = 3  # of the twin; the record counts from 0

# How the record keeps what chance has decided.


def tile_faces(state: Any) -> list[int]:
    """Faces of tiles 3 to 11, as the twin numbers them (FACES)."""
    return (state.face[3:12] + FIRST_FIELD_FACE).tolist()


def relics(state: Any) -> list[int]:
    """Under tiles 6, 7 and 8."""
    return state.relic.tolist()


def deck(state: Any) -> list[int]:
    """The next card first."""
    return state.deck[: state.deck_size][::-1].tolist()


def market(state: Any) -> list[int | None]:
    return [one_or_none(card) for card in state.market.tolist()]


def turn(state: Any) -> int:
    return int(state.turn)


# End of what chance has decided.


class Beside:
    """Both take the same decisions and are compared after each; what is seen by both seats, or by them in turn."""

    def __init__(self, batch: Batch, twin: Twin, in_turn: bool = False) -> None:
        self.batch, self.twin, self.in_turn = batch, twin, in_turn
        self.compare()

    def step(self, action: int) -> None:
        self.batch.step(np.array([action]))
        self.twin.apply(action)
        self.compare()

    def compare(self) -> None:
        batch, twin, state = self.batch, self.twin, self.batch.states[0]
        assert (state.phase, state.to_act, turn(state)) == (twin.phase, twin.to_act, twin.turn)
        assert np.flatnonzero(batch.action_mask[0]).tolist() == twin.legal()
        assert (market(state), deck(state)) == (twin.market, twin.deck)
        for seat in [int(state.decisions) % 2] if self.in_turn else SEATS:
            difference = np.abs(batch.observe(seat)[0] - np.array(twin.observe(seat)))
            assert difference.max() < 1e-6, f"seat {seat} sees other values at {np.flatnonzero(difference > 1e-6)}"
        assert batch.done[0] == twin.over
        if twin.over:
            assert (state.limit > 0) == twin.truncated
            assert batch.reward[0].tolist() == twin.returns


def dealt(batch: Batch, options: dict[str, Any]) -> Beside:
    """The twin of a game just dealt."""
    state = batch.states[0]
    cards = [card for card in market(state) if card is not None] + deck(state)
    return Beside(batch, Twin(tile_faces(state), relics(state), cards, _reshuffled(state), **options))


def _reshuffled(state: Any) -> Callable[[list[int], list[int]], list[int]]:
    """When the twin reshuffles, the compiled game has already done so."""

    def reshuffle(gaps: list[int], _: list[int]) -> list[int]:
        dealt = [market(state)[position] for position in gaps]
        return [card for card in dealt if card is not None] + deck(state)

    return reshuffle


# ---------------------------------------------------------------- a twin that stands where a record stands
def beside(batch: Batch, options: dict[str, Any]) -> Beside:
    """The twin of a game anywhere."""
    state = batch.states[0]
    twin = Twin.__new__(Twin)
    Table.__init__(twin, tile_faces(state), relics(state), DECK, _reshuffled(state), **options)
    twin.deck, twin.market = deck(state), market(state)
    twin.discard = [card for card, count in enumerate(state.discard.tolist()) for _ in range(count)]
    twin.covered = set(_tiles(state.covered))
    twin.resources, twin.owned, twin.unplaced = (state[f].tolist() for f in ("resources", "owned", "unplaced"))
    twin.lost = state.lost.tolist()
    twin.overcharge = [bool(flag) for flag in state.overcharge]
    twin.colossus_earned = bool(state.colossus >= 0)
    twin.colossus_owed = [bool(state.owed) and seat == state.colossus for seat in SEATS]
    twin.workers = [
        {_spot(twin, tile, k) for k in range(4) for tile in _tiles(state.workers[seat, k])} for seat in SEATS
    ]
    twin.buildings = [building for seat in SEATS for building in _buildings(twin, state, seat)]
    twin.zones = [[_mercenary(state, seat, zone) for zone in ZONES] for seat in SEATS]
    twin.turn, twin.priority = int(state.turn), int(state.priority)
    _set_pending(twin, state)
    return Beside(batch, twin, in_turn=True)


def _set_pending(twin: Twin, state: Any) -> None:
    twin.phase, twin.to_act, twin.due = int(state.phase), int(state.to_act), int(state.due)
    stages = {**dict.fromkeys(range(BUILD, CRY_BARRAGE + 1), BUILD), PAY: HIRE, DEPLOY_CELL: DEPLOY_TILE}
    twin.stage = STAGES.index((stages.get(twin.phase, twin.phase), int(twin.to_act != twin.priority)))
    twin.building, twin.tile, twin.zone, twin.hiring = (
        one_or_none(number) for number in (state.building, state.tile, state.zone, state.contract)
    )
    twin.sweeping = twin.phase == PAY and twin.hiring is None
    twin.next_zone = int(state.zone) + 1 if twin.phase == ABILITY else len(ZONES)


def one_or_none(number: int) -> int | None:
    return None if number < 0 else int(number)


def _tiles(bits: int) -> list[int]:
    return [tile for tile in range(TILES) if int(bits) >> tile & 1]


def _spot(twin: Twin, tile: int, k: int) -> Cell:
    """Nodes, then the camps, front and rear as seat 0 has them."""
    return twin.nodes[tile][k][1] if k < 2 else cell_at(tile, (FRONT_CAMP, REAR_CAMP)[k - 2])


def _workers(twin: Twin, state: Any, seat: int) -> set[Cell]:
    return {_spot(twin, tile, k) for k in range(4) for tile in _tiles(state.workers[seat, k])}


def _buildings(twin: Twin, state: Any, seat: int) -> list[Building]:
    found = [
        Building(seat, REFINERY, {_spot(twin, tile, k)}) for k in range(2) for tile in _tiles(state.refineries[seat, k])
    ]
    for tile in _tiles(state.control[seat]):
        if state.outpost[tile] >= 0:
            found.append(Building(seat, OUTPOST, {cell_at(tile, int(state.outpost[tile]))}))
    for kind, cell in zip(BEACONS, state.beacon[seat].tolist(), strict=True):
        if cell >= 0:
            found.append(Building(seat, kind, {(cell % 15 + dx, cell // 15 + dy) for dx, dy in SHAPES[kind]}))
    return found


def _mercenary(state: Any, seat: int, zone: int) -> Mercenary | None:
    if state.card[seat, zone] < 0:
        return None
    merc = Mercenary(seat, int(state.card[seat, zone]))
    if state.row[seat, zone] >= 0:
        column, row = int(state.column[seat, zone]), int(state.row[seat, zone])
        merc.cells = {(column + dx, row + dy) for dx, dy in square(merc.card.side)}
        assert all(map(on_board, merc.cells))
    numbers = (state[name][seat, zone] for name in ("health", "most", "left", "legs"))
    merc.health, merc.maximum, merc.left, merc.legs = map(int, numbers)
    merc.gone = one_or_none(state.gone[seat, zone])
    return merc
