"""The ladder: the entrants of one game, who met in duplicate matches that are kept in a file.

entrants     who plays, and what tells a player from its successor
match_store  ladder.json: the matches so far, read and written
matches      play the missing ones, within a budget
standing     ratings, scores by seat and variant, cycles
exploit      what exploiters have found out about an entrant; they are trained in `training`
page         all of it for people

Single matches are played by `evaluation/arena`.
"""

from flank_envs.evaluation.ladder.entrants import Player, players_of, standard_entrants
from flank_envs.evaluation.ladder.match_store import Book
from flank_envs.evaluation.ladder.matches import climb
from flank_envs.evaluation.ladder.page import write
from flank_envs.evaluation.ladder.variants import Variant, variants_of

__all__ = ["Book", "Player", "Variant", "climb", "players_of", "standard_entrants", "variants_of", "write"]
