"""Hold the Line: two players push five lanes towards each other's Red line with cards staged face down."""

from flank_envs.engine.game import Game
from flank_envs.games.hold_the_line.features import FEATURES
from flank_envs.games.hold_the_line.layout import ACTIONS, OBSERVATION
from flank_envs.games.hold_the_line.state import OPTIONS, STATE
from flank_envs.games.hold_the_line.tables import PHASES

GAME = Game(
    name="hold_the_line",
    title="Hold the Line",
    module=__name__,
    phases=PHASES,
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OPTIONS,
    state=STATE,
    features=FEATURES,
)
