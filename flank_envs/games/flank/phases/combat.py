"""COMBAT: the players alternate spending tokens; then the points are compared."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.flank import tables as t
from flank_envs.games.flank.layout import BLUE, END, END_BIT, PUSH, SHIFT
from flank_envs.games.flank.phases.battle import (
    destroy,
    moves_on_sheet,
    points,
    push_or_shift,
    pushes,
)
from flank_envs.games.flank.phases.cards import draw_card


@rule
def begin_combat(state):
    state.phase = t.COMBAT
    state.to_act = state.attacker


@rule
def has_token(state, seat, colour):
    return tokens_to_spend(state, seat, colour) > 0


@rule
def tokens_to_spend(state, seat, colour):
    """FL-7.6: those on the force-mined card too."""
    return int(state.tokens[seat, colour]) + state.extra[seat, colour]


@rule
def legal_combat(state):
    """FL-7.3; FL-7.5: a player who can spend nothing ends the turn."""
    seat = state.to_act
    legal = END_BIT | int(has_token(state, seat, t.BLUE_TOKEN))
    if has_token(state, seat, t.GREEN_TOKEN):
        legal |= pushes(state, 1 - seat) << (PUSH - BLUE)
    if has_token(state, seat, t.YELLOW_TOKEN):
        legal |= moves_on_sheet(state, seat) << (SHIFT - BLUE)
    return legal


@rule
def fight(state, action):
    """FL-7.3: spend a token, or end the turn. True when combat is over (FL-7.5)."""
    seat = state.to_act
    if action == END:
        if state.spent == 0:  # FL-7.4
            state.out[seat] = 1
        state.spent = 0
        state.to_act = 1 - seat
        return state.out[1 - seat] == 1
    if action == BLUE:
        _spend(state, seat, t.BLUE_TOKEN)
        state.blue[seat] += 1
    else:
        _spend(state, seat, t.YELLOW_TOKEN if action >= SHIFT else t.GREEN_TOKEN)
        push_or_shift(state, action)
    state.spent += 1
    return False


@rule
def compare(state):
    """FL-8.1 to FL-8.4: points are counted, and the winner draws a card."""
    decide_battle(state, points(state, state.attacker) - points(state, 1 - state.attacker))
    if state.battle_result != t.TIE:
        draw_card(state, state.battle_result)


@rule
def decide_battle(state, margin):
    """FL-8.2, FL-8.3: by the attacker's margin in points the loser's frontline is destroyed, on a tie both."""
    attacker = state.attacker
    state.battle = t.COMPARED
    state.blue[0] = 0
    state.blue[1] = 0
    if margin <= 0:
        _destroy_frontline(state, attacker)
    if margin >= 0:
        _destroy_frontline(state, 1 - attacker)
        state.bases[1 - attacker] &= ~(1 << int(state.battle_zone))
    state.battle_result = t.TIE
    if margin != 0:
        state.battle_result = attacker if margin > 0 else 1 - attacker


@rule
def _spend(state, seat, colour):
    """FL-7.6: tokens on the force-mined card first."""
    if state.extra[seat, colour] > 0:
        state.extra[seat, colour] -= 1
    else:
        state.tokens[seat, colour] -= 1


@rule
def _destroy_frontline(state, seat):
    for kind in range(t.TYPES):
        destroy(state, seat, kind, state.sheet[seat, t.FRONTLINE, kind])
        state.sheet[seat, t.FRONTLINE, kind] = 0
