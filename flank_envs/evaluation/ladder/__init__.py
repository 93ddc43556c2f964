"""The ladder: a standing field of players of one game, who met in duplicate matches that are kept in a file.

field     who plays, and what tells a player from its successor
store      ladder.json: the meetings so far, read and written
matches   playing what is missing, within a budget
standing  ratings, scores by seat and variant, cycles
page      all of it for people
"""

from flank_envs.evaluation.ladder.entrants import Player, players_of, standard_entrants
from flank_envs.evaluation.ladder.match_store import MatchStore
from flank_envs.evaluation.ladder.matches import play_missing
from flank_envs.evaluation.ladder.page import write
from flank_envs.evaluation.ladder.variants import Variant, variants_of

__all__ = ["MatchStore", "Player", "Variant", "play_missing", "players_of", "standard_entrants", "variants_of", "write"]
