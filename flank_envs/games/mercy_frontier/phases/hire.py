"""HIRE and PAY: contracts from the market, token by token, and sweeping it."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.mercy_frontier.layout import CONTRACT, DONE, PAY_TOKEN, SWEEP
from flank_envs.games.mercy_frontier.phases.cry import take_contract
from flank_envs.games.mercy_frontier.phases.market import discard_market, refill
from flank_envs.games.mercy_frontier.state import free_zone, price, tokens_held
from flank_envs.games.mercy_frontier.tables import HIRE, MARKET, NONE, PAY, RATE, RESOURCES, SWEEP_PRICE


@rule
def begin_hire(state, seat):
    """MF-5.1: any number of contracts and sweeps."""
    state.phase = HIRE
    return can_hire_or_sweep(state, seat)


@rule
def can_hire_or_sweep(state, seat):
    if tokens_held(state, seat) >= SWEEP_PRICE:
        return True
    for position in range(MARKET):
        if can_hire(state, seat, position):
            return True
    return False


@rule
def can_hire(state, seat, position):
    """MF-5.2: a free zone, and tokens worth the price."""
    card = state.market[position]
    return card != NONE and free_zone(state, seat) != NONE and worth(state, seat, card) >= price(state, seat, card)


@rule
def worth(state, seat, card):
    """Of all tokens of a seat, in credits of that card."""
    credits = 0
    for resource in range(RESOURCES):
        credits += int(state.resources[seat, resource]) * int(RATE[card, resource])
    return credits


@rule
def legal_hire(state, mask):
    seat = state.to_act
    mask[DONE] = 1
    mask[SWEEP] = tokens_held(state, seat) >= SWEEP_PRICE
    for position in range(MARKET):
        mask[CONTRACT + position] = can_hire(state, seat, position)


@rule
def choose_contract(state, action):
    if action == DONE:
        return False
    state.phase = PAY
    if action == SWEEP:
        state.due = SWEEP_PRICE
    else:
        state.contract = action - CONTRACT
        state.due = price(state, state.to_act, state.market[state.contract])
    return True


@rule
def token_value(state, resource):
    """What a token pays now: credits of the contract, or one of the tokens of a sweep."""
    return 1 if state.contract == NONE else int(RATE[state.market[state.contract], resource])


@rule
def legal_pay(state, mask):
    """MF-5.2: a kind worth nothing may not be paid."""
    for resource in range(RESOURCES):
        held = state.resources[state.to_act, resource] > 0
        mask[PAY_TOKEN + resource] = held and token_value(state, resource) > 0


@rule
def pay_token(state, action):
    """MF-5.2: overpayment is lost. True while the hiring step goes on."""
    seat = state.to_act
    resource = action - PAY_TOKEN
    state.resources[seat, resource] -= 1
    state.due = max(0, int(state.due) - token_value(state, resource))
    if state.due > 0:
        return True
    if state.contract == NONE:
        discard_market(state)  # MF-5.4
        refill(state)
    else:
        take_contract(state, seat, state.contract)
        state.contract = NONE
    return begin_hire(state, seat)
