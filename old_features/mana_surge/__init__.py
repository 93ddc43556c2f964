"""Features of the state and of each legal action, computed from an observation alone.

They tell ways over the board, who can strike whom, and what each choice leads to.
Everybody is taken to walk over the board as it is now, and to spend the action points of one turn.

    board      the board as whole numbers, and how many steps lead where
    threats    who can strike where in one turn
    standing   how an own token stands on a tile
    choices    what each choice leads to
    players    how the players stand
"""

from flank_envs.engine.jit.compile import kernel, rule
from flank_envs.games.mana_surge.observe import MY_DECISION
from flank_envs.games.mana_surge.tables import MOST_TROOPS
from old_features.base import Features
from old_features.mana_surge.board import read_board
from old_features.mana_surge.choices import tell_choices
from old_features.mana_surge.players import tell_players
from old_features.mana_surge.threats import SCRATCH, read_threats
from old_features.mana_surge.values import BEST, CHOICE_VALUES, OUTLOOK_VALUES

MOST_CHOICES = 1 + MOST_TROOPS  # to end a phase, and to pick a token


@kernel
def foresee(seen, scratch, outlook, rows, actions, values):
    """See Features."""
    count = 0
    for i in range(seen.shape[0]):
        found = _foresee(seen[i], scratch, outlook[i], actions[count:], values[count:])
        for k in range(count, count + found):
            rows[k] = i
        count += found
    return count


@rule
def _foresee(seen, scratch, outlook, actions, values):
    for k in range(OUTLOOK_VALUES):
        outlook[k] = 0
    read_board(seen, scratch)
    read_threats(scratch)
    tell_players(seen, scratch, outlook)
    if not seen[MY_DECISION] > 0:
        return 0
    count = tell_choices(seen, scratch, actions, values)
    for n in range(count):
        for k in range(CHOICE_VALUES):
            outlook[BEST + k] = max(outlook[BEST + k], values[n, k])
    return count


FEATURES = Features(OUTLOOK_VALUES, CHOICE_VALUES, MOST_CHOICES, SCRATCH, foresee)
