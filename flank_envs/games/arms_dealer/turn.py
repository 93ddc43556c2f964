"""The phase machine of Arms Dealer: what follows what, and what happens by itself."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import LIMIT, end_game
from flank_envs.games.arms_dealer import tables as t
from flank_envs.games.arms_dealer.phases import betting, collection, fleet, setup, shop, skirmish, strategy
from flank_envs.games.arms_dealer.state import living


@rule
def deal(state):
    setup.set_up(state)
    fleet.begin_battle(state)
    _run_forced(state)


@rule
def legal(state, mask):
    if state.phase == t.FLEET:
        fleet.legal_fleet(state, mask)
    elif state.phase == t.SHOP:
        shop.legal_shop(state, mask)
    elif state.phase == t.LOOKING:
        shop.legal_look(state, mask)
    elif state.phase == t.BET:
        betting.legal_bet(state, mask)
    elif state.phase == t.REPLY:
        betting.legal_reply(state, mask)
    elif state.phase == t.ITEMS:
        skirmish.legal_items(state, mask)
    elif state.phase == t.STRATEGY:
        strategy.legal_strategy(state, mask)


@rule
def only_action(state):
    """The action of a seat that has no choice, NO_ACTION if it has one."""
    if state.phase == t.FLEET:
        return fleet.only_place(state)
    if state.phase == t.SHOP:
        return shop.only_shop(state)
    if state.phase == t.LOOKING:
        return shop.only_look(state)
    if state.phase == t.BET:
        return betting.only_bet(state)
    if state.phase == t.ITEMS:
        return skirmish.only_items(state)
    if state.phase == t.STRATEGY:
        return strategy.only_strategy(state)
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
        if fleet.place_ship(state, action):
            shop.begin_shopping(state)
    elif state.phase == t.SHOP:
        if shop.look_or_stop(state, action):
            _begin_betting(state)
    elif state.phase == t.LOOKING:
        shop.keep_or_put_back(state, action)
    elif state.phase == t.BET:
        if betting.open_betting(state, action):
            skirmish.begin_skirmish(state)
    elif state.phase == t.REPLY:
        if betting.reply(state, action):
            skirmish.begin_skirmish(state)
        else:
            betting.give_up_skirmish(state)
            _after_skirmish(state)
    elif state.phase == t.ITEMS:
        if skirmish.play_or_pass(state, action):
            skirmish.resolve_skirmish(state)
            _after_skirmish(state)
    elif strategy.ready_raise_or_swap(state, action):
        skirmish.begin_skirmish(state)


@rule
def _begin_betting(state):
    """AD-4.2, AD-9.3: who cannot pay the initial bet loses, and nothing is paid."""
    poor = betting.unable_to_bet(state)
    if poor >= 0:
        state.winner = 1 - poor
        end_game(state, t.OVER)
    else:
        betting.post_initial_bets(state)


@rule
def _after_skirmish(state):
    """AD-5.9: the end of the game, then the end of the battle, else the next skirmish."""
    lost_0 = living(state, 0) == 0
    lost_1 = living(state, 1) == 0
    victor = collection.battle_winner(state)
    if lost_0 and lost_1:  # AD-9.2
        if victor >= 0:
            collection.take_pot(state, victor)
        state.winner = richer(state)
        end_game(state, t.OVER)
    elif lost_0 or lost_1:  # AD-9.1
        state.winner = 1 if lost_0 else 0
        end_game(state, t.OVER)
    elif victor >= 0:
        _collect(state, victor)
    else:
        strategy.begin_strategy(state)


@rule
def richer(state):
    """AD-9.2: the seat with more money, -1 if both have the same."""
    if state.money[0] == state.money[1]:
        return -1
    return 0 if state.money[0] > state.money[1] else 1


@rule
def _collect(state, victor):
    """The Collection Phase; AD-7.5: the last battle ends it early."""
    collection.take_pot(state, victor)
    collection.withdraw_fields(state)
    collection.harvest(state, 1 - victor)
    if state.battle == state.max_battles:
        state.limit = LIMIT
        end_game(state, t.OVER)
    else:
        collection.renew_lines(state)
        fleet.begin_battle(state)
