"""DRAFT and set-up: initiative, factions, bases, first cards and tokens."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.rng import below
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import DRAFT_FACTION
from flank_envs.games.flank.phases.battle import clear_battle
from flank_envs.games.flank.phases.cards import draw_cards, shuffle_new_deck
from flank_envs.games.flank.state import PAIRS


@rule
def begin_draft(state):
    """FL-1.2, FL-1.3: the second player chooses first. True if the factions were given and nobody chooses."""
    _clear(state)
    state.initiative = state.first_player if state.first_player >= 0 else below(state, t.SEATS)
    shuffle_new_deck(state)
    state.phase = t.DRAFT
    state.to_act = 1 - state.initiative
    return state.factions > 0


@rule
def legal_draft(state):
    factions = 0
    for faction in range(t.FACTIONS):
        factions |= int((state.faction[0] != faction) & (state.faction[1] != faction)) << faction
    return factions


@rule
def draft(state, action):
    """True when both have chosen."""
    state.faction[state.to_act] = action - DRAFT_FACTION
    finished = state.to_act == state.initiative
    state.to_act = state.initiative
    return finished


@rule
def set_up(state):
    """FL-1.4 bases, FL-1.5 tokens and cards."""
    for seat in range(t.SEATS):
        state.bases[seat] = t.BASE_ZONES[seat]
        for colour in range(t.COLOURS):
            state.tokens[seat, colour] = t.SETUP_TOKENS
    draw_cards(state, state.initiative, t.SETUP_CARDS)


@rule
def _clear(state):
    state.round_number = 0
    state.winner = t.NONE
    state.buying = t.NONE
    state.move_target = t.NONE
    state.move_source = t.NONE
    state.moved = 0
    state.free_moves = 0
    for k in range(t.DECK_SIZE):
        state.deck[k] = 0
    for seat in range(t.SEATS):
        state.faction[seat] = PAIRS[state.factions, seat]
        state.bases[seat] = 0
        state.ground[seat] = 0
        state.upgrades[seat] = 0
        state.hand_size[seat] = 0
        for kind in range(t.KINDS):
            state.hand[seat, kind] = 0
        for colour in range(t.COLOURS):
            state.tokens[seat, colour] = 0
        for zone in range(t.ZONES):
            state.crowd[seat, zone] = 0
            for kind in range(t.TYPES):
                state.units[seat, zone, kind] = 0
        for kind in range(t.TYPES):
            state.active[seat, kind] = 0
    clear_battle(state)
