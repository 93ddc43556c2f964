"""The phase machine of Flank: what follows what, and what happens by itself."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import CAP, end_game
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import END, END_BIT, FIRST_ACTION
from flank_envs.games.flank.phases import (
    after_combat,
    before_combat,
    build,
    cards,
    combat,
    draft,
    flank_kills,
    formation,
    harvest,
    move,
    placement,
)
from flank_envs.games.flank.state import count_bits, lowest_bit, population


@rule
def deal(state):
    """With given factions the first round begins at once: a full hand to harvest from is always a decision."""
    if draft.begin_draft(state):
        _begin_first_round(state)


@rule
def legal(state, mask):
    actions = choices(state)
    mask[END] = actions >= END_BIT
    actions &= END_BIT - 1
    first = FIRST_ACTION[state.phase]
    while actions:
        mask[first + lowest_bit(actions)] = 1
        actions &= actions - 1


@rule
def choices(state):
    """The legal actions, as bits counted from FIRST_ACTION of the phase."""
    phase = state.phase
    if phase == t.DRAFT:
        return draft.legal_draft(state)
    if phase == t.HARVEST:
        return harvest.legal_harvest(state)
    if phase == t.BUILD:
        return build.legal_build(state)
    if phase == t.UPGRADE_DISCARD:
        return build.legal_upgrade_discard(state)
    if phase == t.MOVE_TARGET:
        return move.legal_move_target(state)
    if phase == t.MOVE_SOURCE:
        return move.legal_move_source(state)
    if phase == t.MOVE_UNITS:
        return move.legal_move_units(state)
    if phase == t.FORMATION:
        return formation.legal_formation(state)
    if phase == t.FORMATION_MINE:
        return formation.legal_formation_mine(state)
    if phase == t.BEFORE_COMBAT:
        return before_combat.legal_before_combat(state)
    if phase == t.COMBAT:
        return combat.legal_combat(state)
    if phase == t.FLANK_KILLS:
        return flank_kills.legal_flank_kills(state)
    if phase == t.AFTER_COMBAT:
        return after_combat.legal_after_combat(state)
    if phase == t.PLACEMENT:
        return placement.legal_placement(state)
    return 0


@rule
def forced(state):
    """FL-2.6: the only legal action, or NONE if there is something to decide."""
    actions = choices(state)
    if actions & (actions - 1) or actions == 0:
        return t.NONE
    return END if actions == END_BIT else FIRST_ACTION[state.phase] + lowest_bit(actions)


@rule
def apply(state, action):
    """True while a seat goes on with the same thing: then only what `observe_turn` writes has changed for it."""
    seat = state.to_act
    group = int(t.GROUP[state.phase])
    round_number = state.round_number
    while action != t.NONE:
        _perform(state, action)
        action = forced(state)
    if not state.over and state.decisions + 1 >= state.max_decisions:
        state.limit = CAP
        end_game(state, t.GAME_OVER)
    same_turn = seat == state.to_act and round_number == state.round_number
    return group > 0 and group == int(t.GROUP[state.phase]) and same_turn


@rule
def _perform(state, action):
    phase = state.phase
    if carry_out(state, action):
        _follow(state, phase)


@rule
def carry_out(state, action):
    """What a decision itself does, by the rule of its phase. True if the player is done and something follows."""
    phase = state.phase
    if phase == t.HARVEST:
        return harvest.harvest(state, action)
    if phase == t.BUILD:
        return build.build(state, action)
    if phase == t.MOVE_TARGET:
        return move.choose_target(state, action)
    if phase == t.COMBAT:
        return combat.fight(state, action)
    if phase == t.BEFORE_COMBAT:
        return before_combat.use_before_combat(state, action)
    if phase == t.FLANK_KILLS:
        return flank_kills.kill(state, action)
    if phase == t.AFTER_COMBAT:
        return after_combat.use_after_combat(state, action)
    if phase == t.DRAFT:
        return draft.draft(state, action)
    if phase == t.UPGRADE_DISCARD:
        build.drop_upgrade(state, action)
    elif phase == t.MOVE_SOURCE:
        move.choose_source(state, action)
    elif phase == t.MOVE_UNITS:
        move.move_units(state, action)
    elif phase == t.FORMATION:
        formation.form(state, action)
    elif phase == t.FORMATION_MINE:
        formation.mine_or_not(state, action)
    else:
        placement.place(state, action)
        return True
    return False


@rule
def _follow(state, phase):
    """What comes after a player is done in a phase."""
    if phase == t.HARVEST:
        if not _passes_to_second(state, state.initiative):
            build.begin_build(state)
    elif phase == t.BUILD:
        if not _passes_to_second(state, state.initiative):
            move.begin_move(state, state.initiative)
    elif phase == t.MOVE_TARGET:
        if state.battle == t.NO_BATTLE:
            _end_move_phase(state, state.to_act)
        else:
            formation.begin_formation(state)
    elif phase == t.DRAFT:
        _begin_first_round(state)
    else:
        _follow_in_battle(state, phase)


@rule
def _follow_in_battle(state, phase):
    if phase == t.BEFORE_COMBAT:
        if not _passes_to_second(state, state.attacker):
            combat.begin_combat(state)
    elif phase == t.COMBAT:
        combat.compare(state)
        flank_kills.begin_flank_kills(state, state.attacker)
    elif phase == t.FLANK_KILLS:
        if state.to_act == state.attacker:
            flank_kills.begin_flank_kills(state, 1 - state.attacker)
        else:
            after_combat.grant_after_combat(state)
            after_combat.begin_after_combat(state, state.attacker)
    elif phase == t.AFTER_COMBAT:
        if state.to_act == state.attacker:
            after_combat.begin_after_combat(state, 1 - state.attacker)
        else:
            placement.begin_placement(state)
            _finish_placement(state)
    else:
        _finish_placement(state)


@rule
def _finish_placement(state):
    """FL-5.7: after the battle the attacker's move phase is over."""
    if placement.place_by_itself(state):
        mover = state.attacker
        placement.end_battle(state)
        _end_move_phase(state, mover)


@rule
def _passes_to_second(state, first):
    """After the first player of a phase the other one has it; False when both have had it."""
    if state.to_act != first:
        return False
    state.to_act = 1 - first
    return True


@rule
def _end_move_phase(state, mover):
    """FL-2.2, FL-2.3: both players move, then the round is over."""
    if mover == state.initiative:
        move.begin_move(state, 1 - mover)
    else:
        _end_round(state)


@rule
def _begin_first_round(state):
    draft.set_up(state)
    state.round_number = 1
    _begin_round(state)


@rule
def _begin_round(state):
    """FL-2.1."""
    cards.draw_cards(state, state.initiative, t.ROUND_CARDS)
    harvest.begin_harvest(state)


@rule
def _end_round(state):
    """FL-9: the game ends, or the initiative changes hands."""
    if is_decided(state):
        state.winner = ahead(state)
        end_game(state, t.GAME_OVER)
    else:
        state.initiative = 1 - state.initiative
        state.round_number += 1
        _begin_round(state)


@rule
def is_decided(state):
    """FL-9.1: a round that ends with a player without bases is the last one, and so is the final round."""
    return state.bases[0] == 0 or state.bases[1] == 0 or state.round_number == state.final_round


@rule
def ahead(state):
    """FL-9.2, FL-9.3: more bases, then more units, then more zones; NONE if all are equal."""
    lead = lead_in_bases(state, 0)
    if lead == 0:
        lead = lead_in_units(state, 0)
    if lead == 0:
        lead = lead_in_zones(state, 0)
    if lead == 0:
        return t.NONE
    return 0 if lead > 0 else 1


@rule
def lead_in_bases(state, seat):
    return count_bits(state.bases[seat]) - count_bits(state.bases[1 - seat])


@rule
def lead_in_units(state, seat):
    return population(state, seat) - population(state, 1 - seat)


@rule
def lead_in_zones(state, seat):
    enemy = 1 - seat
    return count_bits(state.bases[seat] | state.ground[seat]) - count_bits(state.bases[enemy] | state.ground[enemy])
