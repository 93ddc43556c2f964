"""Mercy Frontier: two players hire mercenaries on a fogged frontier, for the far edge or three enemy buildings."""

from flank_envs.engine.game import Game
from flank_envs.games.mercy_frontier.features import FEATURES
from flank_envs.games.mercy_frontier.layout import ACTIONS, OBSERVATION
from flank_envs.games.mercy_frontier.state import OPTIONS, STATE
from flank_envs.games.mercy_frontier.tables import PHASES

GAME = Game(
    name="mercy_frontier",
    title="Mercy Frontier",
    module=__name__,
    phases=PHASES,
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OPTIONS,
    state=STATE,
    features=FEATURES,
)
