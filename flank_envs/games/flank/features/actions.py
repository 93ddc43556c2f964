"""What each legal action makes of purse, zones and battle: the action is carried out on a spare record."""

import numpy as np

from flank_envs.engine.features import begin_action
from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.features.battle import all_to_support, assume_enemy, write_battle
from flank_envs.games.flank.features.board import largest_crowd, moves_payable, write_left, write_zone
from flank_envs.games.flank.features.layout import KINDS, A
from flank_envs.games.flank.layout import (
    ACTIONS,
    BUY_UPGRADE,
    END,
    END_BIT,
    FIRST_ACTION,
    FORCE_MINE,
    MOVE_UNIT,
    PLACE,
    PLAY_CARD,
    SALVAGE,
    SOURCE,
)
from flank_envs.games.flank.phases.after_combat import use_after_combat
from flank_envs.games.flank.phases.before_combat import use_before_combat
from flank_envs.games.flank.phases.build import build, buyable_upgrades, can_pay, unit_item
from flank_envs.games.flank.phases.combat import fight
from flank_envs.games.flank.phases.formation import form, mine_or_not, put_tokens_on_card
from flank_envs.games.flank.phases.harvest import harvest, tokens_for_card
from flank_envs.games.flank.phases.move import choose_source, choose_target, legal_move_units, move_units
from flank_envs.games.flank.phases.placement import place
from flank_envs.games.flank.state import count_bits, lowest_bit, own_zone
from flank_envs.games.flank.turn import choices

HALF, THIRD, QUARTER, FIFTH = np.float32(1 / 2), np.float32(1 / 3), np.float32(1 / 4), np.float32(1 / 5)
SIXTH, EIGHTH = np.float32(1 / 6), np.float32(1 / 8)

# By action: its kind; the type of the unit it is about, and where on a sheet that goes, NONE if there is none; whether
# the unit is the enemy's.
KIND, UNIT_TYPE, TO_PLACE, OF_ENEMY = np.full((4, ACTIONS.size), t.NONE)
_KIND_OF_BLOCK = {
    "END": "ends", "PLAY_CARD": "plays", "FORCE_MINE": "mines", "BUILD_UNIT": "builds", "BUY_UPGRADE": "buys",
    "DROP_UPGRADE": "drops", "MOVE_TARGET": "moves", "MOVE_SOURCE": "moves", "MOVE_UNIT": "moves",
    "MOVE_ALL": "moves", "FORM": "forms", "BLUE": "adds_blue", "PUSH": "pushes", "SHIFT": "shifts",
    "REMOVE": "pushes", "KILL": "kills", "RECALL": "regains", "SPAWN": "regains", "SALVAGE": "regains",
    "PLACE": "places_back",
}
for _block in ACTIONS.blocks:
    _ids = ACTIONS.start(_block.name) + np.arange(_block.size).reshape(_block.shape)
    KIND[_ids] = KINDS.index(_KIND_OF_BLOCK.get(_block.name, "ends"))
    OF_ENEMY[_ids] = _block.name in ("PUSH", "REMOVE", "KILL")
    if _block.shape[:1] == (t.TYPES,):
        UNIT_TYPE[_ids] = np.arange(t.TYPES).reshape(-1, *[1] * (_ids.ndim - 1))
    if _block.name in ("FORM", "PUSH", "SHIFT"):
        TO_PLACE[_ids] = range(t.PLACES) if _block.name == "FORM" else t.DIR_TO
UNIT_TYPE[ACTIONS.start("SPAWN")] = t.ROACH


@rule
def write_actions(state, seat, scratch, numbers, actions, values):
    """A row for each legal action; how many there are."""
    legal = choices(state)
    count = 0
    if legal >= END_BIT:
        count = _write_action(state, seat, END, scratch, numbers, actions, values, count)
    legal &= END_BIT - 1
    while legal:
        action = FIRST_ACTION[state.phase] + lowest_bit(legal)
        legal &= legal - 1
        count = _write_action(state, seat, action, scratch, numbers, actions, values, count)
    return count


@rule
def _write_action(state, seat, action, scratch, numbers, actions, values, count):
    out = values[count]
    count = begin_action(actions, values, count, action)
    out[A.kind + KIND[action]] = 1
    if UNIT_TYPE[action] != t.NONE:
        _write_unit(state, 1 - seat if OF_ENEMY[action] else seat, UNIT_TYPE[action], out)
    if TO_PLACE[action] != t.NONE:
        out[A.to_place + TO_PLACE[action]] = 1
    scratch[0] = state
    spare = scratch[0]
    phase = state.phase
    if phase == t.HARVEST:
        _write_harvest(state, spare, seat, action, out)
    elif phase == t.BUILD:
        _write_purchase(spare, seat, action, numbers, out)
    elif t.GROUP[phase] == t.GROUP[t.MOVE_TARGET]:
        _write_move(state, spare, seat, action, numbers, out)
    elif phase == t.FORMATION or phase == t.FORMATION_MINE:
        _write_formation(spare, seat, action, out)
    elif phase == t.BEFORE_COMBAT:
        use_before_combat(spare, action)
        write_battle(spare, seat, out, A.battle_own_points)
    elif phase == t.COMBAT:
        out[A.battle_over] = fight(spare, action)
        _write_purse(spare, seat, out)
        write_battle(spare, seat, out, A.battle_own_points)
    elif phase == t.AFTER_COMBAT:
        if action == END or action >= SALVAGE:
            use_after_combat(spare, action)
            _write_purse(spare, seat, out)
    elif phase == t.PLACEMENT:
        place(spare, action)
        zone = own_zone(seat, (action - PLACE) % t.ZONES)
        write_zone(spare, seat, zone, moves_payable(spare, seat), numbers, out, A.there_own_base)
    return count


@rule
def _write_unit(state, owner, kind, out):
    faction = state.faction[owner]
    price = 0
    for colour in range(t.COLOURS):
        price += t.PRICE[faction, kind, colour]
    out[A.unit_price] = price * QUARTER
    out[A.unit_in_front] = t.POINTS[faction, kind, t.FRONTLINE] * THIRD
    out[A.unit_in_support] = t.POINTS[faction, kind, t.SUPPORT] * THIRD
    out[A.unit_kills] = t.KILLS[faction, kind] * HALF
    out[A.unit_steadfast] = t.STEADFAST[faction, kind]
    out[A.unit_special] = t.GUARD[faction, kind] + t.WEB[faction, kind]


@rule
def _write_purse(state, seat, out):
    """Own tokens, and what they can pay."""
    units = 0
    for kind in range(t.TYPES):
        units += int(can_pay(state, seat, unit_item(state, seat, kind)))
    for colour in range(t.COLOURS):
        out[A.tokens + colour] = state.tokens[seat, colour] * EIGHTH
    out[A.units_payable] = units * QUARTER
    out[A.upgrades_payable] = count_bits(buyable_upgrades(state, seat)) * SIXTH


@rule
def _write_harvest(state, spare, seat, action, out):
    harvest(spare, action)
    _write_purse(spare, seat, out)
    if action != END:
        brought = gained = 0
        for colour in range(t.COLOURS):
            brought += tokens_for_card(state, seat, action, colour)
            gained += spare.tokens[seat, colour] - state.tokens[seat, colour]
        out[A.gained] = gained * FIFTH
        out[A.wasted] = (brought - gained) * FIFTH


@rule
def _write_purchase(spare, seat, action, numbers, out):
    build(spare, action)
    if spare.buying != t.NONE:  # it will be active, whatever goes for it
        spare.upgrades[seat] |= 1 << int(spare.buying)
    _write_purse(spare, seat, out)
    if action != END and action < BUY_UPGRADE:
        zone = int(t.SITE_ZONE[seat, (action - FIRST_ACTION[t.BUILD]) % t.SITES])
        write_zone(spare, seat, zone, moves_payable(spare, seat), numbers, out, A.there_own_base)


@rule
def _write_move(state, spare, seat, action, numbers, out):
    """A target stands for the largest crowd beside it, a source for all units that find room."""
    phase = state.phase
    if phase == t.MOVE_TARGET:
        ends = choose_target(spare, action)
        _write_purse(spare, seat, out)
        if ends:
            if state.battle == t.STARTED:
                write_zone(spare, seat, int(spare.battle_zone), 0, numbers, out, A.there_own_base)
            return
        crowds = int(t.ADJACENT[spare.move_target]) & int(spare.ground[seat])
        action = SOURCE + own_zone(seat, largest_crowd(spare, seat, crowds))
    if phase != t.MOVE_UNITS:
        choose_source(spare, action)
    target, source = int(spare.move_target), int(spare.move_source)
    if phase == t.MOVE_UNITS:
        move_units(spare, action)
        if spare.phase == t.MOVE_UNITS:
            move_units(spare, END)
    while spare.phase == t.MOVE_UNITS:
        move_units(spare, MOVE_UNIT + lowest_bit(legal_move_units(spare)))
    write_zone(spare, seat, target, moves_payable(spare, seat), numbers, out, A.there_own_base)
    write_left(spare, seat, source, numbers, out)


@rule
def _write_formation(spare, seat, action, out):
    """A unit in its place, those after it in support; a card now for a token of each colour, or later for its own."""
    assume_enemy(spare, seat)
    if spare.phase == t.FORMATION:
        form(spare, action)
        all_to_support(spare, seat)
    else:
        _write_purse(spare, seat, out)
        mine_or_not(spare, action)
        put_tokens_on_card(spare, seat)
        if action != END:
            brought = 0
            for colour in range(t.COLOURS):
                brought += tokens_for_card(spare, seat, action - FORCE_MINE + PLAY_CARD, colour)
            out[A.gained] = -brought * FIFTH
    write_battle(spare, seat, out, A.battle_own_points)
