"""What each legal action makes of purse, zones and battle: it is carried out on a spare record."""

import numpy as np

from flank_envs.engine.features import begin_action
from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.features import board
from flank_envs.games.flank.features.battle import all_to_support, assume_enemy, write_battle
from flank_envs.games.flank.features.layout import KINDS, A, S
from flank_envs.games.flank.layout import ACTIONS, BUY_UPGRADE, END, END_BIT, FIRST_ACTION, MOVE_UNIT, SALVAGE, SOURCE
from flank_envs.games.flank.phases import (
    after_combat,
    before_combat,
    build,
    combat,
    formation,
    harvest,
    move,
    placement,
)
from flank_envs.games.flank.state import count_bits, lowest_bit, own_zone
from flank_envs.games.flank.turn import choices

HALF, THIRD, QUARTER, FIFTH = np.float32(1 / 2), np.float32(1 / 3), np.float32(1 / 4), np.float32(1 / 5)
SIXTH, EIGHTH = np.float32(1 / 6), np.float32(1 / 8)
HARVEST_ORDER = ACTIONS.start("FORCE_MINE") - ACTIONS.start("PLAY_CARD")

# By action: its kind; the type of the unit it is about and where on a sheet that goes, or NONE; 1 for an enemy unit.
KIND, UNIT, TO_PLACE, OF_ENEMY = np.full((4, ACTIONS.size), t.NONE)
for _block in ACTIONS.blocks:
    _ids = ACTIONS.start(_block.name) + np.arange(_block.size).reshape(_block.shape)
    KIND[_ids] = next((k for k, blocks in enumerate(KINDS.values()) if _block.name in blocks), t.NONE)
    OF_ENEMY[_ids] = _block.name in ("PUSH", "REMOVE", "KILL")
    if _block.shape[:1] == (t.TYPES,):
        UNIT[_ids.T] = range(t.TYPES)
    if _block.name in ("FORM", "PUSH", "SHIFT"):
        TO_PLACE[_ids] = range(t.PLACES) if _block.name == "FORM" else t.DIR_TO
UNIT[ACTIONS.start("SPAWN")] = t.ROACH

UNIT_VALUES = np.stack(  # by faction and type
    [
        t.UNIT_COST.sum(axis=2) * QUARTER,
        t.POINTS[:, :, t.FRONTLINE] * THIRD,
        t.POINTS[:, :, t.SUPPORT] * THIRD,
        t.KILLS * HALF,
        t.STEADFAST,
        t.GUARD + t.WEB,
    ],
    axis=2,
    dtype=np.float32,
)


@rule
def write_actions(state, seat, scratch, numbers, out, actions, values):
    """A row for each legal action, and the largest of their values; how many there are."""
    best = out[S.best :]
    legal = choices(state)
    count = 0
    while legal:
        action = END if legal >= END_BIT else FIRST_ACTION[state.phase] + lowest_bit(legal)
        legal = legal & (END_BIT - 1) if action == END else legal & (legal - 1)
        row = values[count]
        count = begin_action(actions, values, count, action)
        scratch[0] = state
        _write_action(state, scratch[0], seat, action, numbers, row)
        for k in range(values.shape[1]):
            best[k] = max(best[k], row[k])
    return count


@rule
def _write_action(state, spare, seat, action, numbers, out):
    out[A.kind + KIND[action]] = 1
    if UNIT[action] != t.NONE:
        owner = 1 - seat if OF_ENEMY[action] else seat
        for k in range(UNIT_VALUES.shape[2]):
            out[A.unit_price + k] = UNIT_VALUES[state.faction[owner], UNIT[action], k]
    if TO_PLACE[action] != t.NONE:
        out[A.to_place + TO_PLACE[action]] = 1
    phase = state.phase
    if phase == t.HARVEST:
        _write_harvest(state, spare, seat, action, out)
    elif phase == t.BUILD:
        _write_purchase(spare, seat, action, numbers, out)
    elif t.GROUP[phase] == t.GROUP[t.MOVE_TARGET]:
        _write_move(spare, seat, action, numbers, out)
    elif phase == t.FORMATION or phase == t.FORMATION_MINE:
        _write_formation(spare, seat, action, out)
    elif phase == t.BEFORE_COMBAT:
        before_combat.use_before_combat(spare, action)
        write_battle(spare, seat, out[A.battle_own_points :])
    elif phase == t.COMBAT:
        out[A.battle_over] = combat.fight(spare, action)
        _write_purse(spare, seat, out)
        write_battle(spare, seat, out[A.battle_own_points :])
    elif phase == t.AFTER_COMBAT and (action == END or action >= SALVAGE):
        after_combat.use_after_combat(spare, action)
        _write_purse(spare, seat, out)
    elif phase == t.PLACEMENT:
        placement.place(spare, action)
        _write_there(spare, seat, own_zone(seat, (action - FIRST_ACTION[phase]) % t.ZONES), numbers, out)


@rule
def _write_there(spare, seat, zone, numbers, out):
    board.write_zones(spare, seat, 1 << zone, board.moves_payable(spare, seat), numbers, out[A.there_own_base :], 0)


@rule
def _write_purse(state, seat, out):
    """Own tokens, and what they can pay."""
    for colour in range(t.COLOURS):
        out[A.tokens + colour] = state.tokens[seat, colour] * EIGHTH
    out[A.units_payable] = count_bits(build.payable_types(state, seat)) * QUARTER
    out[A.upgrades_payable] = count_bits(build.buyable_upgrades(state, seat)) * SIXTH


@rule
def _write_harvest(state, spare, seat, action, out):
    harvest.harvest(spare, action)
    _write_purse(spare, seat, out)
    if action != END:
        brought = gained = 0
        for colour in range(t.COLOURS):
            brought += harvest.tokens_for_card(state, seat, action, colour)
            gained += spare.tokens[seat, colour] - state.tokens[seat, colour]
        out[A.gained] = gained * FIFTH
        out[A.wasted] = (brought - gained) * FIFTH


@rule
def _write_purchase(spare, seat, action, numbers, out):
    build.build(spare, action)
    if spare.buying != t.NONE:  # it will be active, whatever goes for it
        spare.upgrades[seat] |= 1 << int(spare.buying)
    _write_purse(spare, seat, out)
    if action != END and action < BUY_UPGRADE:
        site = (action - FIRST_ACTION[t.BUILD]) % t.SITES
        _write_there(spare, seat, int(t.SITE_ZONE[seat, site]), numbers, out)


@rule
def _write_move(spare, seat, action, numbers, out):
    """A target stands for the largest crowd beside it, a source for all its units that find room."""
    if spare.phase == t.MOVE_TARGET:
        ends = move.choose_target(spare, action)
        _write_purse(spare, seat, out)
        if ends:
            if spare.battle == t.STARTED:
                board.write_zones(spare, seat, 1 << int(spare.battle_zone), 0, numbers, out[A.there_own_base :], 0)
            return
        action = SOURCE + own_zone(seat, board.largest_crowd(spare, seat, move.sources(spare, seat)))
    if spare.phase == t.MOVE_SOURCE:
        move.choose_source(spare, action)
        action = t.NONE
    target, source = int(spare.move_target), int(spare.move_source)
    if action != t.NONE:
        move.move_units(spare, action)
        if spare.phase == t.MOVE_UNITS:
            move.move_units(spare, END)
    while spare.phase == t.MOVE_UNITS:
        move.move_units(spare, MOVE_UNIT + lowest_bit(move.legal_move_units(spare)))
    _write_there(spare, seat, target, numbers, out)
    board.write_left(spare, seat, source, numbers, out)


@rule
def _write_formation(spare, seat, action, out):
    """A unit in its place, those after it in support; a card now for a token of each colour, or later for its own."""
    assume_enemy(spare, seat)
    if spare.phase == t.FORMATION:
        formation.form(spare, action)
        all_to_support(spare, seat)
    else:
        _write_purse(spare, seat, out)
        if action != END:
            brought = 0
            for colour in range(t.COLOURS):
                brought += harvest.tokens_for_card(spare, seat, action - HARVEST_ORDER, colour)
            out[A.gained] = -brought * FIFTH
        formation.mine_or_not(spare, action)
        formation.put_tokens_on_card(spare, seat)
    write_battle(spare, seat, out[A.battle_own_points :])
