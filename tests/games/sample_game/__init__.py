"""Last Match: the smallest complete game, which docs/adding_a_game.md walks through."""

from flank_envs.engine.game import Game
from tests.games.sample_game.rules import ACTIONS, FEATURES, OBSERVATION, OPTIONS, PHASES, STATE

GAME = Game(
    name="sample_game",
    title="Last Match",
    module=__name__,
    phases=PHASES,
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OPTIONS,
    features=FEATURES,
    state=STATE,
)
