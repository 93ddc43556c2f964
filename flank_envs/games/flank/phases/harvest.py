"""HARVEST: cards become tokens."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank.layout import END, END_BIT, FORCE_MINE, PLAY_CARD
from flank_envs.games.flank.phases.cards import discard_from_hand, gain
from flank_envs.games.flank.state import has_upgrade, kinds_in_hand
from flank_envs.games.flank.tables import CARD_TOKENS, COLOURS, FORCE_MINED, HARVEST, REFINERY


@rule
def begin_harvest(state):
    state.phase = HARVEST
    state.to_act = state.initiative


@rule
def legal_harvest(state):
    """FL-3.1: any card in hand, either way."""
    kinds = kinds_in_hand(state, state.to_act)
    return END_BIT | kinds | kinds << (FORCE_MINE - PLAY_CARD)


@rule
def harvest(state, action):
    """FL-3.1: one card becomes tokens. True when the player stops."""
    if action == END:
        return True
    seat = state.to_act
    for colour in range(COLOURS):
        gain(state, seat, colour, tokens_for_card(state, seat, action, colour))
    discard_from_hand(state, seat, action - (PLAY_CARD if action < FORCE_MINE else FORCE_MINE))
    return False


@rule
def tokens_for_card(state, seat, action, colour):
    """FL-3.2 a card's own tokens, FL-3.3 force mining: one of each."""
    if action < FORCE_MINE:
        return CARD_TOKENS[action - PLAY_CARD, colour]
    return FORCE_MINED[1 if has_upgrade(state, seat, REFINERY) else 0, colour]
