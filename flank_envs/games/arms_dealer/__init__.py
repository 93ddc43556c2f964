"""Arms Dealer: two bettors send fleets into battle, raise the stakes and bribe the dealer who rigs the fights."""

from flank_envs.engine.game import Game
from flank_envs.games.arms_dealer.features import FEATURES
from flank_envs.games.arms_dealer.layout import ACTIONS, OBSERVATION
from flank_envs.games.arms_dealer.state import OPTIONS, STATE
from flank_envs.games.arms_dealer.tables import PHASES

GAME = Game(
    name="arms_dealer",
    title="Arms Dealer",
    module=__name__,
    phases=PHASES,
    actions=ACTIONS,
    observation=OBSERVATION,
    features=FEATURES,
    options=OPTIONS,
    state=STATE,
)
