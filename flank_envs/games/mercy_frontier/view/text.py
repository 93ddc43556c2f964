"""Mercy Frontier for terminals: the board with the viewer's edge (for None seat 0's) at the bottom."""

from itertools import zip_longest
from typing import Any

from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.state import bank, price
from flank_envs.games.mercy_frontier.view import names, words
from flank_envs.view.words import joined, seat_name

BOARD_WIDTH = 39
# By seat: its mercenaries' letters on the board, the mark of its buildings, of those with a worker, of its workers.
TOKEN_LETTERS = ("ABCDE", "abcde")
OWNER_MARKS, WORKER_MARKS = "01", "+*"
BUILDING_LETTERS = {
    t.REFINERY: "R",
    t.OUTPOST: "O",
    **{t.FUEL_BEACON + k: t.RESOURCE_LETTERS[k] for k in range(t.BEACONS)},
}
FOG, CAMP, GROUND = "::", ",.", " ."


def text(state: Any, viewer: int | None) -> str:
    """The board for a terminal of 80 columns."""
    own = viewer or 0
    who, what = words.status(state, viewer)
    beside = [
        *_player(state, viewer, 1 - own),
        "",
        *_supply(state),
        *_tiles(state, viewer),
        "",
        *_player(state, viewer, own),
    ]
    rows = zip_longest(_board(state, viewer), beside, fillvalue="")
    lines = [
        f"MERCY FRONTIER | turn {state.turn} | {t.PHASES[state.phase]} | priority: seat {state.priority}",
        f"{who}: {what}",
        "",
        *(f"{left.ljust(BOARD_WIDTH)}{right}" for left, right in rows),
        "",
        *_market(state, own),
        "AA aa tokens of seat 0, 1 | + * workers | f. s. c. node | ,. camp | :: face down",
        "R refinery, O outpost, F S C beacon with 0 or 1 for the seat, + * under a worker",
    ]
    return joined(lines)


def _board(state: Any, viewer: int | None) -> list[str]:
    cells = _cells(state, viewer)
    turned = viewer == 1
    columns = range(t.COLUMNS - 1, -1, -1) if turned else range(t.COLUMNS)
    rows = range(t.ROWS) if turned else range(t.ROWS - 1, -1, -1)
    rule = "   +" + ("-" * (2 * t.TILE_SIDE) + "+") * t.TILE_COLUMNS
    lines = []
    for k, row in enumerate(rows):
        if k % t.TILE_SIDE == 0:
            lines.append(rule)
        marks = [cells[column, row] for column in columns]
        parts = ["".join(marks[start : start + t.TILE_SIDE]) for start in range(0, t.COLUMNS, t.TILE_SIDE)]
        lines.append(f"{row + 1:>2} |{'|'.join(parts)}|")
    letters = [f" {names.space_name(column, 0)[0]}{' ' * (k % t.TILE_SIDE == 4)}" for k, column in enumerate(columns)]
    return [*lines, rule, f"    {''.join(letters)}"]


def _cells(state: Any, viewer: int | None) -> dict[tuple[int, int], str]:
    """Two characters for each space, what is on top."""
    cells = {(column, row): GROUND for column in range(t.COLUMNS) for row in range(t.ROWS)}
    for tile in range(t.TILES):
        _lay_tile(state, viewer, tile, cells)
    for seat in range(t.SEATS):
        for kind, _, column, row in names.buildings(state, seat):
            mark = BUILDING_LETTERS[kind] + OWNER_MARKS[seat]
            cells |= {(column + x, row + y): mark for x in range(t.WIDTH[kind]) for y in range(t.HEIGHT[kind])}
        for place in names.workers(state, seat):
            cells[place] = cells[place][0] + WORKER_MARKS[seat]
    for seat in range(t.SEATS):
        for zone in range(t.ZONES):
            token = names.token_at(state, seat, zone)
            if token is not None:
                column, row, side = token
                mark = TOKEN_LETTERS[seat][zone] * 2
                cells |= {(column + x, row + y): mark for x in range(side) for y in range(side)}
    return cells


def _lay_tile(state: Any, viewer: int | None, tile: int, cells: dict[tuple[int, int], str]) -> None:
    left, low = names.tile_corner(tile)
    covered = names.has_tile(state.covered, tile)
    if covered:
        cells |= {(left + x, low + y): FOG for x in range(t.TILE_SIDE) for y in range(t.TILE_SIDE)}
    if names.knows(state, viewer, tile):
        for spot, column, row in names.spots_of(state, tile):
            if spot < t.NODES:
                cells[column, row] = t.RESOURCE_LETTERS[names.node_resource(state, tile, spot)].lower() + ".:"[covered]
            elif not covered:
                cells[column, row] = CAMP


def _player(state: Any, viewer: int | None, seat: int) -> list[str]:
    tokens = " ".join(f"{state.resources[seat, k]}{t.RESOURCE_LETTERS[k]}" for k in range(t.RESOURCES))
    waiting = f" ({state.unplaced[seat]} to place)" if state.unplaced[seat] else ""
    lines = [
        f"{seat_name(viewer, seat)}: {tokens}",
        f"  workers {state.owned[seat]}{waiting}",
        f"  buildings lost {state.lost[seat]}/{t.BUILDINGS_TO_LOSE} | outposts left {state.outposts_left[seat]}",
    ]
    lines += ["  overcharge: +1 attack in this turn"] * int(state.overcharge[seat])
    lines += ["  the Beacon Colossus waits for a zone"] * int(state.owed and state.colossus == seat)
    return lines + [_zone(state, seat, zone) for zone in range(t.ZONES) if state.card[seat, zone] != t.NONE]


def _zone(state: Any, seat: int, zone: int) -> str:
    """A Rig Hound 2/1(2) >3 swift: 1 of 2 health, 3 spaces to move."""
    card = int(state.card[seat, zone])
    token = names.token_at(state, seat, zone)
    letter = TOKEN_LETTERS[seat][zone]
    ability = t.ABILITY_NAMES[t.ABILITY[card]] if t.ABILITY[card] else ""
    if token is None:
        return f"  {letter} {t.CARD_NAMES[card]} {t.ATTACK[card]}/{t.HEALTH[card]} waits {ability}"
    moves = f" >{state.left[seat, zone]}" * int(state.phase == t.MOVE and state.legs[seat, zone] > 0)
    health = f"{names.attack_of(state, seat, zone)}/{state.health[seat, zone]}"
    hurt = f"({state.most[seat, zone]})" * int(state.health[seat, zone] < state.most[seat, zone])
    return f"  {letter} {t.CARD_NAMES[card]} {health}{hurt}{moves} {ability}"


def _market(state: Any, own: int) -> list[str]:
    lines = ["Market         credits  value of F/S/C  size  attack/health  ability"]
    for position in range(t.MARKET):
        card = int(state.market[position])
        if card == t.NONE:
            lines.append(f"{position} -")
            continue
        rates, strength = "/".join(str(rate) for rate in t.RATE[card]), f"{t.ATTACK[card]}/{t.HEALTH[card]}"
        lines.append(
            f"{position} {t.CARD_NAMES[card]:<14} {price(state, own, card):>5}  {rates:>14}  "
            f"{t.SIDE[card]}x{t.SIDE[card]}  {strength:>13}  {t.ABILITY_NAMES[t.ABILITY[card]]}"
        )
    return lines


def _supply(state: Any) -> list[str]:
    banked = " ".join(f"{bank(state, k)}{t.RESOURCE_LETTERS[k]}" for k in range(t.RESOURCES))
    refineries = " ".join(f"{state.refineries_left[k]}{t.RESOURCE_LETTERS[k]}" for k in range(t.RESOURCES))
    beacons = " ".join(
        f"{t.BEACON_BLOCKS - int((state.beacon[:, k] != t.NONE).sum())}{t.RESOURCE_LETTERS[k]}"
        for k in range(t.BEACONS)
    )
    return [
        f"Bank {banked} | refineries {refineries}",
        f"Beacons {beacons} | health {state.health_left}",
        f"Deck {state.deck_size} | discards {int(state.discard.sum())}",
    ]


def _tiles(state: Any, viewer: int | None) -> list[str]:
    """Claimed tiles, and the relics that the viewer knows of."""
    lines = []
    for seat in range(t.SEATS):
        claimed = [str(tile) for tile in range(t.TILES) if names.has_tile(t.CLAIMABLE & int(state.control[seat]), tile)]
        lines += [f"Seat {seat} holds tile{'s' * (len(claimed) > 1)} {', '.join(claimed)}"] * bool(claimed)
    for tile in range(t.FIRST_MIDDLE, t.FIRST_MIDDLE + t.RELIC_PLACES):
        if names.knows(state, viewer, tile):
            lines.append(f"Tile {tile}: {t.RELIC_NAMES[names.relic_of(state, tile)]}")
    return lines
