"""The invariants of Mana Surge. Made for tests, fuzzing and records from strangers: any bytes may be given."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import LIMIT, NO_LIMIT, header_fits
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.phases.combat import can_attack, combat_decides
from flank_envs.games.mana_surge.phases.end import end_decides
from flank_envs.games.mana_surge.phases.move import can_move, move_decides
from flank_envs.games.mana_surge.phases.start import empty_slots
from flank_envs.games.mana_surge.state import frame_of, token_count

INVARIANTS = (
    "header and option fields are in their ranges",
    "mana stays below the goal until somebody has won",
    "tokens and spawners stand where they may",
    "supply and tokens on the board add up to the troops",
    "exits and neighbouring enemies follow from the board",
    "action points, spawns and dagger uses keep to their limits",
    "picked and marked tokens belong to the phase and to the player in turn",
    "whoever must decide has something to decide",
)


@rule
def check(state):
    if not (_options_fit(state) and _header_fits(state)):
        return 1
    if not _mana_fits(state):
        return 2
    if not _board_fits(state):
        return 3
    for seat in range(t.SEATS):
        if not _tokens_fit(state, seat):
            return 4
    for tile in range(t.TILES):
        if not _bits_fit(state, tile):
            return 5
    if not _turn_fits(state):
        return 6
    if not _pending_fits(state):
        return 7
    if not state.over and not _decision_exists(state):
        return 8
    return 0


@rule
def _options_fit(state):
    return (
        2 <= state.seats <= t.SEATS
        and state.players == state.seats - 2
        and t.SACRIFICED <= state.troops <= t.MOST_TROOPS
        and 1 <= state.mana_goal <= 100
        and 0 <= state.first_seat < state.seats
        and 0 <= state.komi <= 99
        and (state.seats != 2 or state.komi < state.mana_goal)
        and 1 <= state.max_rounds <= 10_000
    )


@rule
def _header_fits(state):
    return (
        header_fits(state, state.seats, t.OVER, LIMIT)
        and -1 <= state.winner < state.seats
        and (state.winner >= 0) == (state.over == 1 and state.limit == NO_LIMIT)
        and 0 <= state.turns <= state.max_rounds * state.seats
        and (state.turns == state.max_rounds * state.seats) == (state.limit == LIMIT)
        and (state.over or state.to_act == (state.first_seat + state.turns) % state.seats)
    )


@rule
def _mana_fits(state):
    for seat in range(t.SEATS):
        most = 0
        if seat < state.seats:
            most = state.mana_goal if seat == state.winner else state.mana_goal - 1
        if state.mana[seat] < (state.mana_goal if seat == state.winner else 0) or state.mana[seat] > most:
            return False
    return True


@rule
def _board_fits(state):
    for tile in range(t.TILES):
        owner = state.owner[tile]
        if owner != t.NOBODY and owner != t.SPAWNER and not 0 <= owner < state.seats:
            return False
        if owner != t.NOBODY and t.KIND[tile] == t.THORNS:  # MS-3.5
            return False
        if (owner == t.SPAWNER) != _has_spawner(state, tile):
            return False
    return True


@rule
def _has_spawner(state, tile):
    for seat in range(state.seats):
        if t.SPAWNER_TILE[frame_of(state, seat)] == tile:
            return True
    return False


@rule
def _tokens_fit(state, seat):
    """The list of a seat's tokens is the board in ascending order; abilities are counted."""
    count = 0
    if seat < state.seats:
        for tile in range(t.TILES):
            if state.owner[tile] == seat:
                if count == state.troops or state.tokens[seat, count] != tile:
                    return False
                count += 1
    for k in range(count, t.MOST_TROOPS):
        if state.tokens[seat, k] != 0:
            return False
    for ability in range(t.ABILITIES):
        if state.held[seat, ability] != _held(state, seat, ability, count):
            return False
    return state.supply[seat] == (state.troops - count if seat < state.seats else 0)


@rule
def _held(state, seat, ability, count):
    held = 0
    for k in range(count):
        held += t.ABILITY[state.tokens[seat, k]] == ability
    return held


@rule
def _bits_fit(state, tile):
    exits = by_0 = by_1 = by_2 = 0
    for d in range(t.DIRECTIONS):
        beside = t.NEIGHBOUR[tile, d]
        if beside >= 0:
            owner = state.owner[beside]
            if owner == t.NOBODY:
                exits |= 1 << d
            elif owner == 0:
                by_0 |= 1 << d
            elif owner == 1:
                by_1 |= 1 << d
            elif owner == 2:
                by_2 |= 1 << d
    return (
        state.exits[tile] == exits
        and state.foes[0, tile] == by_1 | by_2
        and state.foes[1, tile] == by_0 | by_2
        and state.foes[2, tile] == (by_0 | by_1 if state.seats == t.SEATS else 0)
    )


@rule
def _turn_fits(state):
    """Points and spawns were granted when the turn began; tiles lost since then still count (MS-4.7)."""
    return (
        0 <= state.action_points <= t.MOST_PER_TURN
        and 1 <= state.spawns_allowed <= t.MOST_PER_TURN
        and 0 <= state.spawns_done <= min(int(state.spawns_allowed), t.SLOTS)
        and (state.phase != t.START or state.spawns_done + empty_slots(state) <= t.SLOTS)  # MS-2.3: one to a tile
        and 0 <= state.dagger_uses <= 3
        and state.action_points + state.dagger_uses <= t.MOST_PER_TURN
        and (state.dagger_uses == 0 or state.phase == t.END or state.phase == t.SACRIFICE or state.over == 1)
    )


@rule
def _pending_fits(state):
    seat, phase = state.to_act, state.phase
    picking = phase in (t.MOVE1_DIR, t.COMBAT_DIR, t.MOVE2_DIR)
    if not picking and state.picked != t.NO_TILE:
        return False
    if picking and not (0 <= state.picked < t.TILES and state.owner[state.picked] == seat):
        return False
    if state.marks < 0 or state.marks > (t.SACRIFICED - 1 if phase == t.SACRIFICE else 0):
        return False
    for k in range(t.SACRIFICED - 1):
        tile = state.marked[k]
        if k >= state.marks:
            if tile != 0:
                return False
        elif tile < 0 or tile >= t.TILES or state.owner[tile] != seat:
            return False
    return state.marks < t.SACRIFICED - 1 or state.marked[0] != state.marked[1]


@rule
def _decision_exists(state):
    """Nobody is asked where there is nothing to choose."""
    phase = state.phase
    if phase == t.START:
        empty = empty_slots(state)
        left = state.spawns_done < state.spawns_allowed and state.supply[state.to_act] > 0
        return left and (empty > 1 or (empty == 1 and state.spawns_done > 0))
    if phase in (t.MOVE1, t.MOVE2):
        return move_decides(state)
    if phase == t.COMBAT:
        return combat_decides(state)
    if phase == t.END:
        return end_decides(state)
    if phase == t.SACRIFICE:
        return state.dagger_uses > 0 and token_count(state, state.to_act) >= t.SACRIFICED
    if state.action_points == 0:
        return False
    return can_attack(state, state.picked) if phase == t.COMBAT_DIR else can_move(state, state.picked)
