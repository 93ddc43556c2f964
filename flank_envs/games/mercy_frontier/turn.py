"""The phase machine of Mercy Frontier: what follows what, and what happens by itself."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import LIMIT
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.phases.ability import legal_ability, next_ability, use_ability
from flank_envs.games.mercy_frontier.phases.build import (
    begin_build,
    build_on_cell,
    build_refinery,
    choose_build_tile,
    choose_building,
    legal_build,
    legal_build_cell,
    legal_build_node,
    legal_build_tile,
)
from flank_envs.games.mercy_frontier.phases.cry import barrage, legal_barrage, legal_recruit, recruit
from flank_envs.games.mercy_frontier.phases.deploy import (
    begin_deploy,
    choose_deploy_tile,
    deploy,
    legal_deploy_cell,
    legal_deploy_tile,
)
from flank_envs.games.mercy_frontier.phases.hire import begin_hire, choose_contract, legal_hire, legal_pay, pay_token
from flank_envs.games.mercy_frontier.phases.market import refill
from flank_envs.games.mercy_frontier.phases.mercenaries import heal_all
from flank_envs.games.mercy_frontier.phases.move import begin_moves, end_moves, legal_moves, make_move
from flank_envs.games.mercy_frontier.phases.setup import set_up
from flank_envs.games.mercy_frontier.phases.workers import (
    begin_purchase,
    begin_workers,
    buy_worker,
    collect,
    legal_purchase,
    legal_workers,
    place_workers,
    take_workers_off,
)


@rule
def deal(state):
    set_up(state)
    begin_workers(state, state.priority)
    state.to_act = state.priority


@rule
def legal(state, mask):
    phase = state.phase
    if phase == t.WORKERS:
        legal_workers(state, mask)
    elif phase == t.BUY_WORKER:
        legal_purchase(state, mask)
    elif phase == t.BUILD:
        legal_build(state, mask)
    elif phase == t.BUILD_NODE:
        legal_build_node(state, mask)
    elif phase == t.BUILD_TILE:
        legal_build_tile(state, mask)
    elif phase == t.BUILD_CELL:
        legal_build_cell(state, mask)
    elif phase == t.CRY_RECRUIT:
        legal_recruit(state, mask)
    elif phase == t.CRY_BARRAGE:
        legal_barrage(state, mask)
    elif phase == t.HIRE:
        legal_hire(state, mask)
    elif phase == t.PAY:
        legal_pay(state, mask)
    elif phase == t.DEPLOY_TILE:
        legal_deploy_tile(state, mask)
    elif phase == t.DEPLOY_CELL:
        legal_deploy_cell(state, mask)
    elif phase == t.ABILITY_PHASE:
        legal_ability(state, mask)
    else:
        legal_moves(state, mask)


@rule
def apply(state, action):
    """True while a seat goes on and only what `observe_turn` writes has changed for it."""
    seat = int(state.to_act)
    phase = int(state.phase)
    before = _commotion(state, seat)
    if _decide(state, phase, action):
        return _is_quiet(state, phase) and _commotion(state, seat) == before
    if state.winner != t.NONE:
        _end(state)
    else:
        _finish_step(state, int(t.STEP_OF[phase]), seat)
    return False


@rule
def _decide(state, phase, action):
    """The effect of a decision; True if the same seat decides again in this step."""
    if phase == t.WORKERS:
        return place_workers(state, action)
    if phase == t.BUY_WORKER:
        return buy_worker(state, action)
    if phase == t.BUILD:
        return choose_building(state, action)
    if phase == t.BUILD_NODE:
        return build_refinery(state, action)
    if phase == t.BUILD_TILE:
        return choose_build_tile(state, action)
    if phase == t.BUILD_CELL:
        return build_on_cell(state, action)
    if phase == t.CRY_RECRUIT:
        recruit(state, action)
        return begin_build(state, state.to_act)
    if phase == t.CRY_BARRAGE:
        barrage(state, action)
        return begin_build(state, state.to_act)
    if phase == t.HIRE:
        return choose_contract(state, action)
    if phase == t.PAY:
        return pay_token(state, action)
    if phase == t.DEPLOY_TILE:
        return choose_deploy_tile(state, action)
    if phase == t.DEPLOY_CELL:
        return deploy(state, action)
    if phase == t.ABILITY_PHASE:
        return use_ability(state, action) or begin_moves(state, state.to_act)
    return make_move(state, action)


@rule
def _is_quiet(state, phase):
    """Whether a decision in this phase, after which the seat goes on, changed only what `observe_turn` writes."""
    if phase == t.BUILD_TILE:
        return state.building != t.OUTPOST
    return phase <= t.BUILD or phase in (t.HIRE, t.PAY, t.DEPLOY_TILE, t.MOVE)


@rule
def _commotion(state, seat):
    """Grows with every hit, trampled mercenary, fallen building and killed worker of a seat's leg."""
    return int(state.health_left) + int(state.lost[1 - seat]) - int(state.owned[1 - seat])


@rule
def outcome(state, returns):
    """+1 / -1, or 0 / 0 at the turn cap."""
    for seat in range(t.SEATS):
        if state.winner == t.NONE:
            returns[seat] = 0
        else:
            returns[seat] = 1 if seat == state.winner else -1


@rule
def _finish_step(state, step, seat):
    """MF-2.5: from the end of a seat's step to the next decision; a step without one is passed over."""
    while True:
        _leave_step(state, step, seat)
        if seat == state.priority:
            seat = 1 - seat
        else:
            step += 1
            if step == t.STEPS:
                if _end_turn(state):
                    return
                step = t.WORKER_STEP
            elif step == t.PURCHASE_STEP:
                collect(state)
            seat = int(state.priority)
        if _begin_step(state, step, seat):
            state.to_act = seat
            return


@rule
def _begin_step(state, step, seat):
    """True if the seat has something to decide."""
    if step == t.WORKER_STEP:
        return begin_workers(state, seat)
    if step == t.PURCHASE_STEP:
        return begin_purchase(state, seat)
    if step == t.BUILD_STEP:
        return begin_build(state, seat)
    if step == t.HIRE_STEP:
        return begin_hire(state, seat)
    if step == t.DEPLOY_STEP:
        return begin_deploy(state, seat)
    return next_ability(state, seat, 0) or begin_moves(state, seat)  # MF-7.1


@rule
def _leave_step(state, step, seat):
    if step == t.HIRE_STEP:
        refill(state)  # MF-5.5
    elif step == t.ACTION_STEP:
        end_moves(state, seat)


@rule
def _end_turn(state):
    """MF-10.1: the next turn begins; True if MF-10.4 the cap has ended the game."""
    first = int(state.priority)
    if state.persistent_health:  # MF-11.2
        heal_all(state, first)
        heal_all(state, 1 - first)
    state.overcharge[0] = state.overcharge[1] = 0
    if state.turn == state.turn_cap:
        state.limit = LIMIT
        _end(state)
        return True
    state.turn += 1
    state.priority = 1 - first
    take_workers_off(state)
    return False


@rule
def _end(state):
    end_moves(state, 0)
    end_moves(state, 1)
    state.phase = t.OVER
    state.over = 1
    state.to_act = -1
