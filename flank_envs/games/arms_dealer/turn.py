"""The phase machine of Arms Dealer: what follows what, and what happens by itself."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import LIMIT
from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.phases.betting import (
    give_up_skirmish,
    legal_bet,
    legal_reply,
    only_bet,
    open_betting,
    post_initial_bets,
    reply,
    unable_to_bet,
)
from flank_envs.games.arms_dealer.phases.collection import (
    battle_winner,
    harvest,
    renew_lines,
    take_pot,
    withdraw_fields,
)
from flank_envs.games.arms_dealer.phases.fleet import begin_battle, legal_fleet, only_place, place_ship
from flank_envs.games.arms_dealer.phases.setup import set_up
from flank_envs.games.arms_dealer.phases.shop import (
    begin_shopping,
    keep_or_put_back,
    legal_look,
    legal_shop,
    look_or_stop,
    only_look,
    only_shop,
)
from flank_envs.games.arms_dealer.phases.skirmish import (
    begin_skirmish,
    legal_items,
    only_items,
    play_or_pass,
    resolve_skirmish,
)
from flank_envs.games.arms_dealer.phases.strategy import (
    begin_strategy,
    legal_strategy,
    only_strategy,
    ready_raise_or_swap,
)
from flank_envs.games.arms_dealer.state import living


@rule
def deal(state):
    set_up(state)
    begin_battle(state)
    _run_forced(state)


@rule
def legal(state, mask):
    if state.phase == t.FLEET:
        legal_fleet(state, mask)
    elif state.phase == t.SHOP:
        legal_shop(state, mask)
    elif state.phase == t.LOOKING:
        legal_look(state, mask)
    elif state.phase == t.BET:
        legal_bet(state, mask)
    elif state.phase == t.REPLY:
        legal_reply(state, mask)
    elif state.phase == t.ITEMS:
        legal_items(state, mask)
    elif state.phase == t.STRATEGY:
        legal_strategy(state, mask)


@rule
def only_action(state):
    """The action of a seat that has no choice, NO_ACTION if it has one."""
    if state.phase == t.FLEET:
        return only_place(state)
    if state.phase == t.SHOP:
        return only_shop(state)
    if state.phase == t.LOOKING:
        return only_look(state)
    if state.phase == t.BET:
        return only_bet(state)
    if state.phase == t.ITEMS:
        return only_items(state)
    if state.phase == t.STRATEGY:
        return only_strategy(state)
    return t.NO_ACTION


@rule
def apply(state, action):
    """True while a seat goes on laying or shopping: then only what `observe_turn` writes has changed for it."""
    seat, battle, laying = state.to_act, state.battle, state.phase == t.FLEET
    _act(state, action)
    _run_forced(state)
    same_part = state.phase == t.FLEET if laying else state.phase in (t.SHOP, t.LOOKING)
    return same_part and state.to_act == seat and state.battle == battle


@rule
def _run_forced(state):
    """AD-1.5: nobody is asked where there is one legal action; it is taken."""
    action = only_action(state)
    while action != t.NO_ACTION:
        _act(state, action)
        action = only_action(state)


@rule
def _act(state, action):
    """One decision and what follows it by itself, up to the next decision."""
    if state.phase == t.FLEET:
        if place_ship(state, action):
            begin_shopping(state)
    elif state.phase == t.SHOP:
        if look_or_stop(state, action):
            _begin_betting(state)
    elif state.phase == t.LOOKING:
        keep_or_put_back(state, action)
    elif state.phase == t.BET:
        if open_betting(state, action):
            begin_skirmish(state)
    elif state.phase == t.REPLY:
        if reply(state, action):
            begin_skirmish(state)
        else:
            give_up_skirmish(state)
            _after_skirmish(state)
    elif state.phase == t.ITEMS:
        if play_or_pass(state, action):
            resolve_skirmish(state)
            _after_skirmish(state)
    elif ready_raise_or_swap(state, action):
        begin_skirmish(state)


@rule
def _begin_betting(state):
    """AD-4.2, AD-9.3: who cannot pay the initial bet loses, and nothing is paid."""
    poor = unable_to_bet(state)
    if poor >= 0:
        state.winner = 1 - poor
        _end(state)
    else:
        post_initial_bets(state)


@rule
def _after_skirmish(state):
    """AD-5.9: the end of the game, then the end of the battle, else the next skirmish."""
    lost_0 = living(state, 0) == 0
    lost_1 = living(state, 1) == 0
    victor = battle_winner(state)
    if lost_0 and lost_1:  # AD-9.2
        if victor >= 0:
            take_pot(state, victor)
        state.winner = richer(state)
        _end(state)
    elif lost_0 or lost_1:  # AD-9.1
        state.winner = 1 if lost_0 else 0
        _end(state)
    elif victor >= 0:
        _collect(state, victor)
    else:
        begin_strategy(state)


@rule
def richer(state):
    """AD-9.2: the seat with more money, -1 if both have the same."""
    if state.money[0] == state.money[1]:
        return -1
    return 0 if state.money[0] > state.money[1] else 1


@rule
def _collect(state, victor):
    """The Collection Phase; AD-7.5: the last battle ends it early."""
    take_pot(state, victor)
    withdraw_fields(state)
    harvest(state, 1 - victor)
    if state.battle == state.max_battles:
        state.limit = LIMIT
        _end(state)
    else:
        renew_lines(state)
        begin_battle(state)


@rule
def _end(state):
    state.phase = t.OVER
    state.over = 1
    state.to_act = -1
