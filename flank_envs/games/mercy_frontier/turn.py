"""The phase machine of Mercy Frontier: what follows what, and what happens by itself."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import LIMIT, end_game
from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.phases import (
    ability,
    build,
    cry,
    deploy,
    hire,
    market,
    mercenaries,
    move,
    setup,
    workers,
)


@rule
def deal(state):
    setup.set_up(state)
    workers.begin_workers(state, state.priority)
    state.to_act = state.priority


@rule
def legal(state, mask):
    phase = state.phase
    if phase == t.WORKERS:
        workers.legal_workers(state, mask)
    elif phase == t.BUY_WORKER:
        workers.legal_purchase(state, mask)
    elif phase == t.BUILD:
        build.legal_build(state, mask)
    elif phase == t.BUILD_NODE:
        build.legal_build_node(state, mask)
    elif phase == t.BUILD_TILE:
        build.legal_build_tile(state, mask)
    elif phase == t.BUILD_CELL:
        build.legal_build_cell(state, mask)
    elif phase == t.CRY_RECRUIT:
        cry.legal_recruit(state, mask)
    elif phase == t.CRY_BARRAGE:
        cry.legal_barrage(state, mask)
    elif phase == t.HIRE:
        hire.legal_hire(state, mask)
    elif phase == t.PAY:
        hire.legal_pay(state, mask)
    elif phase == t.DEPLOY_TILE:
        deploy.legal_deploy_tile(state, mask)
    elif phase == t.DEPLOY_CELL:
        deploy.legal_deploy_cell(state, mask)
    elif phase == t.ABILITY_PHASE:
        ability.legal_ability(state, mask)
    else:
        move.legal_moves(state, mask)


@rule
def apply(state, action):
    """True while a seat goes on and only what `observe_turn` writes has changed for it."""
    seat = int(state.to_act)
    phase = int(state.phase)
    before = commotion(state, seat)
    if _decide(state, phase, action):
        return _is_quiet(state, phase) and commotion(state, seat) == before
    if state.winner != t.NONE:
        _end(state)
    else:
        _finish_step(state, int(t.STEP_OF[phase]), seat)
    return False


@rule
def _decide(state, phase, action):
    """The effect of a decision; True if the same seat decides again in this step."""
    if phase == t.WORKERS:
        return workers.place_workers(state, action)
    if phase == t.BUY_WORKER:
        return workers.buy_worker(state, action)
    if phase == t.BUILD:
        return build.choose_building(state, action)
    if phase == t.BUILD_NODE:
        return build.build_refinery(state, action)
    if phase == t.BUILD_TILE:
        return build.choose_build_tile(state, action)
    if phase == t.BUILD_CELL:
        return build.build_on_cell(state, action)
    if phase == t.CRY_RECRUIT:
        cry.recruit(state, action)
        return build.begin_build(state, state.to_act)
    if phase == t.CRY_BARRAGE:
        cry.barrage(state, action)
        return build.begin_build(state, state.to_act)
    if phase == t.HIRE:
        return hire.choose_contract(state, action)
    if phase == t.PAY:
        return hire.pay_token(state, action)
    if phase == t.DEPLOY_TILE:
        return deploy.choose_deploy_tile(state, action)
    if phase == t.DEPLOY_CELL:
        return deploy.deploy(state, action)
    if phase == t.ABILITY_PHASE:
        return ability.use_ability(state, action) or move.begin_moves(state, state.to_act)
    return move.make_move(state, action)


@rule
def _is_quiet(state, phase):
    """Whether a decision in this phase, after which the seat goes on, changed only what `observe_turn` writes."""
    if phase == t.BUILD_TILE:
        return state.building != t.OUTPOST
    return phase <= t.BUILD or phase in (t.HIRE, t.PAY, t.DEPLOY_TILE, t.MOVE)


@rule
def commotion(state, seat):
    """Grows with every hit, trampled mercenary, fallen building and killed worker of a seat's leg."""
    return int(state.health_left) + int(state.lost[1 - seat]) - int(state.owned[1 - seat])


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
                workers.collect(state)
            seat = int(state.priority)
        if _begin_step(state, step, seat):
            state.to_act = seat
            return


@rule
def _begin_step(state, step, seat):
    """True if the seat has something to decide."""
    if step == t.WORKER_STEP:
        return workers.begin_workers(state, seat)
    if step == t.PURCHASE_STEP:
        return workers.begin_purchase(state, seat)
    if step == t.BUILD_STEP:
        return build.begin_build(state, seat)
    if step == t.HIRE_STEP:
        return hire.begin_hire(state, seat)
    if step == t.DEPLOY_STEP:
        return deploy.begin_deploy(state, seat)
    return ability.next_ability(state, seat, 0) or move.begin_moves(state, seat)  # MF-7.1


@rule
def _leave_step(state, step, seat):
    if step == t.HIRE_STEP:
        market.refill(state)  # MF-5.5
    elif step == t.ACTION_STEP:
        move.end_moves(state, seat)


@rule
def _end_turn(state):
    """MF-10.1: the next turn begins; True if MF-10.4 the cap has ended the game."""
    first = int(state.priority)
    if state.persistent_health:  # MF-11.2
        mercenaries.heal_all(state, first)
        mercenaries.heal_all(state, 1 - first)
    state.overcharge[0] = state.overcharge[1] = 0
    if state.turn == state.turn_cap:
        state.limit = LIMIT
        _end(state)
        return True
    state.turn += 1
    state.priority = 1 - first
    workers.take_workers_off(state)
    return False


@rule
def _end(state):
    """The game is over, and nobody is in the middle of a move."""
    move.end_moves(state, 0)
    move.end_moves(state, 1)
    end_game(state, t.OVER)
