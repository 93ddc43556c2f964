"""Features of a position and of each legal action, which is carried out on a spare record by the rules of the game."""

import numpy as np

from flank_envs.engine.features import Features, begin_action
from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import layout, turn
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.features import board
from flank_envs.games.flank.features.battle import assume_enemy, write_battle
from flank_envs.games.flank.features.values import ACTION_FEATURES, KINDS, LEFT, STATE_FEATURES, ZONE, A, S
from flank_envs.games.flank.phases import build, formation, harvest, move
from flank_envs.games.flank.state import count_bits, lowest_bit, own_zone

QUARTER, FIFTH, SIXTH, EIGHTH = np.float32(1 / 4), np.float32(1 / 5), np.float32(1 / 6), np.float32(1 / 8)
_IN_FRONT_AND_SUPPORT = t.POINTS[..., : t.FLANK] / 3
UNIT_VALUES = np.dstack([t.UNIT_COST.sum(2) / 4, _IN_FRONT_AND_SUPPORT, t.KILLS / 2, t.STEADFAST, t.GUARD + t.WEB])
ZONE_SIZE = ZONE.size
LEFT_OF_ZONE = np.array([ZONE.start(name) for name in LEFT])
CHANGING_TOKENS = (t.HARVEST, t.BUILD, t.MOVE_TARGET, t.FORMATION_MINE, t.COMBAT, t.AFTER_COMBAT)

# By faction of the unit it is about: what is known of an action before it is carried out, the first values of its row.
KNOWN = np.zeros((t.FACTIONS, layout.ACTIONS.size, A.there_own_base), np.float32)
for _action in range(layout.ACTIONS.size):
    _block, _place = layout.ACTIONS.locate(_action)
    for _kind, _names in enumerate(KINDS):
        KNOWN[:, _action, A.kind + _kind] = _block.name.startswith(tuple(_names.split()))
    if _block.shape[:1] == (t.TYPES,) or _action == layout.SPAWN:
        KNOWN[:, _action, A.unit : A.to_place] = UNIT_VALUES[:, _place[0] if _place else t.ROACH]
    if _block.name in ("FORM", "PUSH", "SHIFT"):
        KNOWN[:, _action, A.to_place + (_place[1] if _block.name == "FORM" else t.DIR_TO[_place[1]])] = 1

MOST_ACTIONS = 1 + 2 * t.TYPES * t.DIRS + t.TYPES * t.PLACES  # before combat, with everything that there is
FEATURES = Features(STATE_FEATURES, ACTION_FEATURES, MOST_ACTIONS, t.ZONES)


@rule
def features(state, seat, scratch, numbers, out, actions, values):
    """See Rules."""
    if state.phase == t.DRAFT:
        return 0
    board.measure(state, seat, numbers)
    board.write_zones(state, seat, t.ALL_ZONES, board.moves_payable(state, seat), numbers, out[S.zones :], ZONE_SIZE)
    out[S.leads] = turn.lead_in_bases(state, seat) * FIFTH
    out[S.leads + 1] = turn.lead_in_units(state, seat) * EIGHTH
    out[S.leads + 2] = turn.lead_in_zones(state, seat) * EIGHTH
    leader = turn.ahead(state)
    out[S.ahead] = 0 if leader == t.NONE else 1 if leader == seat else -1
    if state.battle > t.STARTED:
        scratch[0] = state
        assume_enemy(scratch[0], seat)
        write_battle(scratch[0], seat, out[S.battle_points :])
    return _write_actions(state, seat, scratch, numbers, out, actions, values) if state.to_act == seat else 0


@rule
def _write_actions(state, seat, scratch, numbers, out, actions, values):
    """A row for each legal action, and the largest of their values; how many there are."""
    best = out[S.best :]
    legal, count = turn.choices(state), 0
    while legal:
        action = layout.END if legal >= layout.END_BIT else layout.FIRST_ACTION[state.phase] + lowest_bit(legal)
        legal = legal & (layout.END_BIT - 1) if action == layout.END else legal & (legal - 1)
        count = begin_action(actions, values, count, action)
        scratch[0] = state
        _write_action(state, scratch[0], seat, action, numbers, values[count - 1])
        for k in range(values.shape[1]):
            best[k] = max(best[k], values[count - 1, k])
    return count


@rule
def _write_action(state, spare, seat, action, numbers, out):
    phase = state.phase
    of_enemy = layout.PUSH <= action < layout.SHIFT or layout.REMOVE <= action < layout.RECALL
    faction = state.faction[1 - seat if of_enemy else seat]
    for k in range(KNOWN.shape[2]):
        out[k] = KNOWN[faction, action, k]
    assume_enemy(spare, seat)
    done = turn.carry_out(spare, action)
    if phase in CHANGING_TOKENS and not layout.RECALL <= action <= layout.SPAWN:
        _write_tokens(state, spare, seat, action, out)
    ends_moves = done and phase == t.MOVE_TARGET
    zone = t.NONE
    if ends_moves:
        zone = state.battle_zone
    elif t.GROUP[phase] == t.GROUP[t.MOVE_TARGET]:
        zone = _finish_move(state, spare, seat, numbers, out)
    elif layout.BUILD_UNIT <= action < layout.BUY_UPGRADE:
        zone = t.SITE_ZONE[seat, (action - layout.BUILD_UNIT) % t.SITES]
    elif action >= layout.PLACE:
        zone = own_zone(seat, (action - layout.PLACE) % t.ZONES)
    elif t.FORMATION <= phase <= t.COMBAT:
        if phase == t.FORMATION_MINE:
            formation.put_tokens_on_card(spare, seat)
        out[A.battle_over] = done and phase == t.COMBAT
        write_battle(spare, seat, out[A.battle_points :])
    if zone != t.NONE:
        moves = 0 if ends_moves else board.moves_payable(spare, seat)
        board.write_zones(spare, seat, 1 << int(zone), moves, numbers, out[A.there_own_base :], 0)


@rule
def _write_tokens(state, spare, seat, action, out):
    """Own tokens, what they can pay, and what a card brings in harvest; in battle it is given up."""
    in_battle = state.phase == t.FORMATION_MINE
    card = action - layout.FORCE_MINE + layout.PLAY_CARD if in_battle else action
    is_card = layout.PLAY_CARD <= card < layout.BUILD_UNIT
    brought = gained = 0
    for colour in range(t.COLOURS):
        out[A.tokens + colour] = np.float32(spare.tokens[seat, colour]) * EIGHTH
        gained += spare.tokens[seat, colour] - state.tokens[seat, colour]
        if is_card:
            brought += harvest.tokens_for_card(state, seat, card, colour)
    if is_card:
        out[A.gained] = np.float32(-brought if in_battle else gained) * FIFTH
        out[A.wasted] = np.float32(0 if in_battle else brought - gained) * FIFTH
    if spare.buying != t.NONE:  # it will be active, whatever goes for it
        spare.upgrades[seat] |= 1 << int(spare.buying)
    out[A.payable] = np.float32(count_bits(build.payable_types(spare, seat))) * QUARTER
    out[A.payable + 1] = np.float32(count_bits(build.buyable_upgrades(spare, seat))) * SIXTH


@rule
def _finish_move(state, spare, seat, numbers, out):
    """A target stands for the largest crowd beside it, a source for all its units that find room; the target zone."""
    if state.phase == t.MOVE_TARGET:
        source = board.largest_crowd(spare, seat, move.sources(spare, seat))
        move.choose_source(spare, layout.SOURCE + own_zone(seat, source))
    # A move that has not begun names no zones yet, and one that is over names none any more.
    target, source = max(state.move_target, spare.move_target), max(state.move_source, spare.move_source)
    while spare.phase == t.MOVE_UNITS:
        unit = layout.MOVE_UNIT + lowest_bit(move.legal_move_units(spare))
        most = layout.MOVE_ALL if move.may_move_all(spare, seat) else unit
        move.move_units(spare, layout.END if state.phase == t.MOVE_UNITS else most)
    there = out[A.there_own_base :]
    board.write_zones(spare, seat, 1 << int(source), 0, numbers, there, 0)
    for k in range(LEFT_OF_ZONE.size):
        out[A.left_own_base + k] = there[LEFT_OF_ZONE[k]]
    there[:ZONE_SIZE] = np.float32(0)
    return target
