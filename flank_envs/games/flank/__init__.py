"""Flank: two factions build, move and fight over bases, with secret formations in every battle."""

from flank_envs.engine.game import Game
from flank_envs.games.flank.features import FEATURES
from flank_envs.games.flank.layout import ACTIONS, OBSERVATION
from flank_envs.games.flank.state import OPTIONS, STATE
from flank_envs.games.flank.tables import PHASES

GAME = Game(
    name="flank",
    title="Flank",
    module=__name__,
    phases=PHASES,
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OPTIONS,
    state=STATE,
    features=FEATURES,
)
