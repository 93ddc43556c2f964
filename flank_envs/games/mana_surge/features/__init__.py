"""Values about a position and about each legal action: ways over the board, who can strike whom, the race for mana.

What a rule decides is found by that rule. What could come is estimated: everybody is taken to walk over the board as
it is now, and to spend the action points of one turn.

    layout     what the values are, and where each stands
    tiles      sets of tiles as two words each
    board      the position as such sets: who stands where, ways, threats
    standing   how an own token stands on a tile
    choices    what each legal action leads to
    players    how the players stand
"""

from flank_envs.engine.features import Features, raise_to
from flank_envs.engine.jit.compile import rule
from flank_envs.games.mana_surge.features.board import NUMBERS, read_board
from flank_envs.games.mana_surge.features.choices import write_choices
from flank_envs.games.mana_surge.features.layout import ACTIONS, BEST, STATE
from flank_envs.games.mana_surge.features.players import write_players
from flank_envs.games.mana_surge.tables import MOST_TROOPS

FEATURES = Features(STATE, ACTIONS, most_actions=1 + MOST_TROOPS, numbers=NUMBERS)


@rule
def features(state, seat, scratch, numbers, out, actions, values):
    read_board(state, seat, numbers)
    write_players(state, seat, numbers, out)
    if state.to_act != seat:
        return 0
    count = write_choices(state, scratch, numbers, actions, values)
    raise_to(out, BEST, values, count)
    return count
