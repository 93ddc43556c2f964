"""Mana Surge: two or three players bring tokens from the corners of a hexagon to the Mana Pool in its centre."""

from flank_envs.engine.game import Game
from flank_envs.games.mana_surge.features import FEATURES
from flank_envs.games.mana_surge.layout import ACTIONS, OBSERVATION
from flank_envs.games.mana_surge.state import OPTIONS, STATE
from flank_envs.games.mana_surge.tables import PHASES, SEATS

GAME = Game(
    name="mana_surge",
    title="Mana Surge",
    module=__name__,
    seats=(2, SEATS),
    phases=PHASES,
    actions=ACTIONS,
    observation=OBSERVATION,
    features=FEATURES,
    options=OPTIONS,
    state=STATE,
)
