"""BET and REPLY: fixed bets, one opening raise, and the answer to a raise, here and in the Strategy Phase."""

from flank_envs.engine.jit.compile import rule
from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.layout import FORFEIT, MATCH, RAISE, READY
from flank_envs.games.arms_dealer.phases.ships import take_next_ship


@rule
def unable_to_bet(state):
    """AD-4.2: the first seat that cannot pay its initial bet, the lead before the other; -1 if both can."""
    if state.money[state.lead] < t.LEAD_BET:
        return int(state.lead)
    if state.money[1 - state.lead] < t.OTHER_BET:
        return 1 - int(state.lead)
    return -1


@rule
def post_initial_bets(state):
    """AD-4.1: 3 and 2, without asking. AD-4.3: then the lead may raise."""
    pay(state, state.lead, t.LEAD_BET)
    pay(state, 1 - state.lead, t.OTHER_BET)
    state.phase = t.BET
    state.to_act = state.lead


@rule
def pay(state, seat, amount):
    """AD-4.8: into the pot, for good."""
    state.money[seat] -= amount
    state.bet[seat] += amount


@rule
def can_raise(state, k):
    """AD-4.4: table stakes, what both can pay."""
    return (state.money[0] >= t.RAISES[k]) & (state.money[1] >= t.RAISES[k])


@rule
def mark_raises(state, mask):
    for k in range(len(t.RAISES)):
        mask[RAISE + k] = can_raise(state, k)


@rule
def legal_bet(state, mask):
    mask[READY] = 1
    mark_raises(state, mask)


@rule
def only_bet(state):
    return t.NO_ACTION if can_raise(state, 0) else READY


@rule
def open_betting(state, action):
    """AD-4.3: True when the lead stands."""
    state.gap[state.to_act] = action
    if action == READY:
        return True
    raise_bet(state, action)
    return False


@rule
def raise_bet(state, action):
    """AD-4.5: the raiser pays at once, the other must answer."""
    pay(state, state.to_act, t.RAISES[action - RAISE])
    state.phase = t.REPLY
    state.to_act = 1 - state.to_act


@rule
def raised(state):
    """The raise that is to be answered in REPLY."""
    return t.RAISES[state.gap[state.lead] - RAISE]


@rule
def legal_reply(state, mask):
    """AD-4.5, AD-6.4: nothing else may be done."""
    mask[MATCH] = 1
    mask[FORFEIT] = 1


@rule
def reply(state, action):
    """AD-4.6: True when the raise is matched and the skirmish begins."""
    seat = state.to_act
    state.gap[seat] = action
    if action == FORFEIT:
        return False
    pay(state, seat, raised(state))
    return True


@rule
def give_up_skirmish(state):
    """AD-4.7: both next ships leave, the forfeiter's face up to the Scrapyard, the raiser's unseen to the Bay."""
    raiser = state.lead
    state.bay[raiser, take_next_ship(state, raiser)] += 1
    state.scrap[1 - raiser, take_next_ship(state, 1 - raiser)] += 1
    state.wins[raiser] += 1
