"""The phase machine of Mana Surge: what follows what, and what happens by itself."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.layout import PASS
from flank_envs.games.mana_surge.phases.combat import combat_decides, legal_combat, legal_strike, strike
from flank_envs.games.mana_surge.phases.end import draw_dagger, end_decides, end_turn, enter_end, legal_end
from flank_envs.games.mana_surge.phases.move import legal_move, legal_step, move_decides, pick, step
from flank_envs.games.mana_surge.phases.sacrifice import legal_sacrifice, mark
from flank_envs.games.mana_surge.phases.setup import set_up
from flank_envs.games.mana_surge.phases.start import begin_turn, legal_start, spawn_or_decline, start_decides


@rule
def deal(state):
    set_up(state)
    begin_turn(state)
    _run_to_decision(state)


@rule
def legal(state, mask):
    phase = state.phase
    if phase in (t.MOVE1, t.MOVE2):
        legal_move(state, mask)
    elif phase in (t.MOVE1_DIR, t.MOVE2_DIR):
        legal_step(state, mask)
    elif phase == t.COMBAT:
        legal_combat(state, mask)
    elif phase == t.COMBAT_DIR:
        legal_strike(state, mask)
    elif phase == t.START:
        legal_start(state, mask)
    elif phase == t.END:
        legal_end(state, mask)
    elif phase == t.SACRIFICE:
        legal_sacrifice(state, mask)


@rule
def apply(state, action):
    """True if the turn goes on and no token has moved, come or gone."""
    phase = state.phase
    if phase in (t.MOVE1_DIR, t.MOVE2_DIR):
        step(state, action)
    elif phase == t.COMBAT_DIR:
        strike(state, action)
    elif phase == t.START:
        spawn_or_decline(state, action)
    elif phase == t.SACRIFICE:
        if mark(state, action):
            return True
    elif action == PASS:
        return _pass_on(state)
    elif phase == t.END:
        draw_dagger(state)
        return True
    else:
        pick(state, action)
        return True
    _run_to_decision(state)
    return False


@rule
def _pass_on(state):
    """MS-3.4, MS-4.5: the player ends a phase. True if the turn goes on."""
    turns = state.turns
    if state.phase == t.MOVE1:
        state.phase = t.COMBAT
    elif state.phase == t.COMBAT:
        state.phase = t.MOVE2
    elif state.phase == t.MOVE2:
        enter_end(state)
    else:
        _next_turn(state)
    _run_to_decision(state)
    return state.turns == turns and not state.over


@rule
def _next_turn(state):
    end_turn(state)
    if not state.over:
        begin_turn(state)


@rule
def _run_to_decision(state):
    """MS-3.1: start, first move, combat, second move, end, next player; stops where somebody decides."""
    while not state.over:
        if state.phase == t.START:
            if start_decides(state):
                return
            state.phase = t.MOVE1
        if state.phase == t.MOVE1:
            if move_decides(state):
                return
            state.phase = t.COMBAT
        if state.phase == t.COMBAT:
            if combat_decides(state):
                return
            state.phase = t.MOVE2
        if state.phase == t.MOVE2:
            if move_decides(state):
                return
            enter_end(state)
        if state.phase == t.END:
            if end_decides(state):
                return
            _next_turn(state)
