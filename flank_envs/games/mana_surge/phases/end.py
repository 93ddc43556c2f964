"""END: mana from the pool, then the dagger, then the turn passes on."""

from flank_envs.engine.jit.compile import rule
from flank_envs.engine.record import LIMIT, end_game
from flank_envs.games.mana_surge.layout import DAGGER_USE, PASS
from flank_envs.games.mana_surge.state import pay, token_count
from flank_envs.games.mana_surge.tables import DAGGERS_HELD, END, OVER, POOL_TILE, SACRIFICE, SACRIFICED


@rule
def enter_end(state):
    """MS-5.1, MS-5.2: a token on the pool collects, if it belongs to the player in turn."""
    state.phase = END
    if collects(state):
        gain_mana(state)


@rule
def collects(state):
    """Whether the token on the pool belongs to the player in turn."""
    return state.owner[POOL_TILE] == state.to_act


@rule
def gain_mana(state):
    seat = state.to_act
    state.mana[seat] += 1
    if wins(state, state.mana[seat]):
        state.winner = seat
        end_game(state, OVER)


@rule
def wins(state, mana):
    """MS-6.1: the goal wins at once."""
    return mana == state.mana_goal


@rule
def end_decides(state):
    """MS-5.3: an action point, three tokens, and a dagger that was not used in this turn."""
    seat = state.to_act
    return (
        state.action_points > 0
        and state.dagger_uses < state.held[seat, DAGGERS_HELD]
        and token_count(state, seat) >= SACRIFICED
    )


@rule
def legal_end(state, mask):
    mask[PASS] = 1
    mask[DAGGER_USE] = 1


@rule
def draw_dagger(state):
    pay(state)
    state.dagger_uses += 1
    state.phase = SACRIFICE


@rule
def end_turn(state):
    """MS-5.7: the next seat begins; MS-6.3: after the last round nobody has won."""
    state.turns += 1
    if state.turns == state.max_rounds * state.seats:
        state.limit = LIMIT
        end_game(state, OVER)
    else:
        state.to_act = (state.to_act + 1) % state.seats
