"""Features of a position and of each legal action, which is carried out on a spare record by the rules of the game.

Tokens, units, points and losses after an action are exact.

    values   what they are called, and where they stand
    board    how things stand in a zone
    battle   how a battle stands
"""

import numpy as np

from flank_envs.engine.features import Features, begin_action
from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import layout, turn
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.features import board
from flank_envs.games.flank.features.battle import all_to_support, assume_enemy, write_battle
from flank_envs.games.flank.features.values import ACTION_FEATURES, KINDS, STATE_FEATURES, ZONE, A, S
from flank_envs.games.flank.phases import build, formation, harvest, move
from flank_envs.games.flank.state import count_bits, lowest_bit, own_zone

HALF, THIRD, QUARTER, FIFTH = np.float32(1 / 2), np.float32(1 / 3), np.float32(1 / 4), np.float32(1 / 5)
SIXTH, EIGHTH = np.float32(1 / 6), np.float32(1 / 8)
CHANGING_TOKENS = sum(
    1 << phase for phase in (t.HARVEST, t.BUILD, t.MOVE_TARGET, t.FORMATION_MINE, t.COMBAT, t.AFTER_COMBAT)
)

# By action: its kind; the type of the unit it is about and where on a sheet that goes, or NONE; 1 for an enemy unit.
KIND, UNIT, TO_PLACE, OF_ENEMY = np.full((4, layout.ACTIONS.size), t.NONE)
for _block in layout.ACTIONS.blocks:
    _ids = layout.ACTIONS.start(_block.name) + np.arange(_block.size).reshape(_block.shape)
    KIND[_ids] = next((k for k, names in enumerate(KINDS) if _block.name.startswith(tuple(names.split()))), t.NONE)
    OF_ENEMY[_ids] = _block.name in ("PUSH", "REMOVE", "KILL")
    if _block.shape[:1] == (t.TYPES,):
        UNIT[_ids.T] = range(t.TYPES)
    if _block.name in ("FORM", "PUSH", "SHIFT"):
        TO_PLACE[_ids] = range(t.PLACES) if _block.name == "FORM" else t.DIR_TO
UNIT[layout.SPAWN] = t.ROACH

_IN_FRONT, _IN_SUPPORT = t.POINTS[..., t.FRONTLINE] * THIRD, t.POINTS[..., t.SUPPORT] * THIRD
_TRAITS = (t.UNIT_COST.sum(2) * QUARTER, _IN_FRONT, _IN_SUPPORT, t.KILLS * HALF, t.STEADFAST, t.GUARD + t.WEB)
UNIT_VALUES = np.stack(_TRAITS, axis=2, dtype=np.float32)  # by faction and type

MOST_ACTIONS = 1 + 2 * t.TYPES * t.DIRS + t.TYPES * t.PLACES  # before combat, with everything that there is
ZONE_SIZE = ZONE.size
FEATURES = Features(STATE_FEATURES, ACTION_FEATURES, MOST_ACTIONS, board.NUMBERS)


@rule
def features(state, seat, scratch, numbers, out, actions, values):
    """See Rules."""
    if state.phase == t.DRAFT:
        return 0
    board.measure(state, seat, numbers)
    board.write_zones(state, seat, t.ALL_ZONES, board.moves_payable(state, seat), numbers, out[S.zones :], ZONE_SIZE)
    _write_score(state, seat, out)
    if state.battle > t.STARTED:
        scratch[0] = state
        if state.battle < t.REVEALED:
            assume_enemy(scratch[0], seat)
            all_to_support(scratch[0], seat)
        write_battle(scratch[0], seat, out[S.battle_own_points :])
    if state.to_act != seat:
        return 0
    return _write_actions(state, seat, scratch, numbers, out, actions, values)


@rule
def _write_score(state, seat, out):
    """FL-9.3: bases, then units, then zones decide the game."""
    out[S.lead_in_bases] = turn.lead_in_bases(state, seat) * FIFTH
    out[S.lead_in_units] = turn.lead_in_units(state, seat) * EIGHTH
    out[S.lead_in_zones] = turn.lead_in_zones(state, seat) * EIGHTH
    leader = turn.ahead(state)
    out[S.lead] = 0 if leader == t.NONE else 1 if leader == seat else -1


@rule
def _write_actions(state, seat, scratch, numbers, out, actions, values):
    """A row for each legal action, and the largest of their values; how many there are."""
    best = out[S.best :]
    legal = turn.choices(state)
    count = 0
    while legal:
        action = layout.END if legal >= layout.END_BIT else layout.FIRST_ACTION[state.phase] + lowest_bit(legal)
        legal = legal & (layout.END_BIT - 1) if action == layout.END else legal & (legal - 1)
        row = values[count]
        count = begin_action(actions, values, count, action)
        scratch[0] = state
        _write_action(state, scratch[0], seat, action, numbers, row)
        for k in range(values.shape[1]):
            best[k] = max(best[k], row[k])
    return count


@rule
def _write_action(state, spare, seat, action, numbers, out):
    phase = int(state.phase)
    out[A.kind + KIND[action]] = 1
    if UNIT[action] != t.NONE:
        faction = state.faction[1 - seat if OF_ENEMY[action] else seat]
        for k in range(UNIT_VALUES.shape[2]):
            out[A.unit + k] = UNIT_VALUES[faction, UNIT[action], k]
    if TO_PLACE[action] != t.NONE:
        out[A.to_place + TO_PLACE[action]] = 1
    if state.battle > t.STARTED and state.battle < t.REVEALED:
        assume_enemy(spare, seat)
    done = turn.carry_out(spare, action)
    if (CHANGING_TOKENS >> phase) & 1 and not layout.RECALL <= action <= layout.SPAWN:
        _write_purse(spare, seat, out)
    if layout.PLAY_CARD <= action < layout.FORCE_MINE + t.KINDS:
        _write_card(state, spare, seat, action, out)
    if t.GROUP[phase] == t.GROUP[t.MOVE_TARGET]:
        _write_move(state, spare, seat, done, numbers, out)
    elif t.FORMATION <= phase <= t.COMBAT:
        all_to_support(spare, seat)
        if phase == t.FORMATION_MINE:
            formation.put_tokens_on_card(spare, seat)
        out[A.battle_over] = done and phase == t.COMBAT
        write_battle(spare, seat, out[A.battle_own_points :])
    elif phase == t.PLACEMENT:
        _write_there(spare, seat, own_zone(seat, (action - layout.FIRST_ACTION[phase]) % t.ZONES), numbers, out)
    elif phase == t.BUILD and UNIT[action] != t.NONE:
        _write_there(spare, seat, int(t.SITE_ZONE[seat, (action - layout.FIRST_ACTION[phase]) % t.SITES]), numbers, out)


@rule
def _write_there(spare, seat, zone, numbers, out):
    moves = board.moves_payable(spare, seat)
    board.write_zones(spare, seat, 1 << zone, moves, numbers, out[A.there_own_base :], 0)


@rule
def _write_purse(spare, seat, out):
    """Own tokens, and what they can pay."""
    if spare.buying != t.NONE:  # it will be active, whatever goes for it
        spare.upgrades[seat] |= 1 << int(spare.buying)
    for colour in range(t.COLOURS):
        out[A.tokens + colour] = np.float32(spare.tokens[seat, colour]) * EIGHTH
    out[A.units_payable] = np.float32(count_bits(build.payable_types(spare, seat))) * QUARTER
    out[A.upgrades_payable] = np.float32(count_bits(build.buyable_upgrades(spare, seat))) * SIXTH


@rule
def _write_card(state, spare, seat, action, out):
    """In harvest a card brings tokens; in battle it is given up."""
    in_battle = state.phase == t.FORMATION_MINE
    card = action - layout.FORCE_MINE + layout.PLAY_CARD if in_battle else action
    brought = gained = 0
    for colour in range(t.COLOURS):
        brought += harvest.tokens_for_card(state, seat, card, colour)
        gained += spare.tokens[seat, colour] - state.tokens[seat, colour]
    out[A.gained] = np.float32(-brought if in_battle else gained) * FIFTH
    out[A.wasted] = np.float32(0 if in_battle else brought - gained) * FIFTH


@rule
def _write_move(state, spare, seat, ends, numbers, out):
    """A target stands for the largest crowd beside it, a source for all its units that find room."""
    if ends:
        if state.battle == t.STARTED:
            board.write_zones(spare, seat, 1 << int(spare.battle_zone), 0, numbers, out[A.there_own_base :], 0)
        return
    target, source = int(state.move_target), int(state.move_source)
    if state.phase == t.MOVE_UNITS:
        if spare.phase == t.MOVE_UNITS:
            turn.carry_out(spare, layout.END)
    else:
        if state.phase == t.MOVE_TARGET:
            crowd = board.largest_crowds(spare, seat, move.sources(spare, seat), 1)
            turn.carry_out(spare, layout.SOURCE + own_zone(seat, lowest_bit(crowd)))
        target, source = int(spare.move_target), int(spare.move_source)
        while spare.phase == t.MOVE_UNITS:
            legal = turn.choices(spare) & (layout.END_BIT - 1)
            all_fit = (legal >> (layout.MOVE_ALL - layout.MOVE_UNIT)) & 1
            turn.carry_out(spare, layout.MOVE_ALL if all_fit else layout.MOVE_UNIT + lowest_bit(legal))
    _write_there(spare, seat, target, numbers, out)
    board.write_left(spare, seat, source, numbers, out)
