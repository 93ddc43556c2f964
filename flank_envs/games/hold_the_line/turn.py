"""The phase machine of Hold the Line: what follows what, and what happens by itself."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import LIMIT, end_game
from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.phases.combat import begin_combat, fight, legal_combat, shoot
from flank_envs.games.hold_the_line.phases.deploy import deploy
from flank_envs.games.hold_the_line.phases.draw import draw_up
from flank_envs.games.hold_the_line.phases.setup import finish_setup, legal_setup, place, set_up
from flank_envs.games.hold_the_line.phases.staging import begin_staging, legal_staging, stage_or_stop

UNBROKEN, BOTH_BROKEN = -1, 2  # what `broken_lines` says besides the seat that has won


@rule
def deal(state):
    set_up(state)


@rule
def legal(state, mask):
    if state.phase == t.SETUP:
        legal_setup(state, mask)
    elif state.phase == t.STAGING:
        legal_staging(state, mask)
    elif state.phase == t.COMBAT:
        legal_combat(state, mask)


@rule
def apply(state, action):
    """True while a seat goes on placing cards: then only what `observe_turn` writes has changed for it."""
    seat = state.to_act
    if state.phase == t.SETUP:
        if place(state, action):
            finish_setup(state)
            state.round_number = 1
            begin_staging(state)
            return False
        return state.to_act == seat
    if state.phase == t.STAGING:
        if stage_or_stop(state, action):
            begin_combat(state)
            _finish_round(state)
            return False
        return state.to_act == seat
    shoot(state, action)
    _finish_round(state)
    return False


@rule
def _finish_round(state):
    """HL-3.1: Combat, Deploy, end check, Draw, then the next round's Staging; stops where somebody decides."""
    while fight(state):
        deploy(state)
        result = broken_lines(state)
        if result != UNBROKEN:  # HL-7.1: before the draw
            state.winner = -1 if result == BOTH_BROKEN else result
            end_game(state, t.OVER)
            return
        for seat in range(t.SEATS):
            draw_up(state, seat)
        if state.round_number == t.LAST_ROUND_OF[state.scale]:  # HL-7.5
            state.limit = LIMIT
            end_game(state, t.OVER)
            return
        state.round_number += 1
        if begin_staging(state):
            return
        begin_combat(state)


@rule
def broken_lines(state):
    """The seat that has broken the other's line, by HL-7.2 a gap or HL-7.3 a rout; UNBROKEN or HL-7.4 BOTH_BROKEN."""
    gap_0 = gap_1 = False
    rout_0 = rout_1 = True
    red_line = t.RED_LINE_OF[state.scale]
    for lane in range(t.LANES_OF[state.scale]):
        front = state.front[lane]
        gap_0 = gap_0 or front < -red_line
        gap_1 = gap_1 or front > red_line
        rout_0 = rout_0 and front == -red_line
        rout_1 = rout_1 and front == red_line
    if gap_0 and gap_1:
        return BOTH_BROKEN
    if gap_0 or rout_0:
        return 1
    return 0 if gap_1 or rout_1 else UNBROKEN
