"""Hold the Line: two players push five lanes towards each other's Red line with cards staged face down."""

from flank_envs.engine.game import Game, Rollout
from flank_envs.games.hold_the_line.check import INVARIANTS, check
from flank_envs.games.hold_the_line.determinize import determinize, undo_unseen
from flank_envs.games.hold_the_line.evaluate import evaluate
from flank_envs.games.hold_the_line.features import FEATURES
from flank_envs.games.hold_the_line.heuristic import heuristic
from flank_envs.games.hold_the_line.layout import ACTIONS, OBSERVATION
from flank_envs.games.hold_the_line.observe import observe, observe_turn
from flank_envs.games.hold_the_line.state import OPTIONS, STATE, derive
from flank_envs.games.hold_the_line.tables import PHASES
from flank_envs.games.hold_the_line.turn import apply, deal, legal
from flank_envs.games.hold_the_line.view.picture import picture
from flank_envs.games.hold_the_line.view.refusals import refusal
from flank_envs.games.hold_the_line.view.story import story
from flank_envs.games.hold_the_line.view.text import text
from flank_envs.games.hold_the_line.view.words import describe, round_number, status

GAME = Game(
    name="hold_the_line",
    title="Hold the Line",
    phases=PHASES,
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OPTIONS,
    state=STATE,
    invariants=INVARIANTS,
    deal=deal,
    legal=legal,
    apply=apply,
    observe=observe,
    observe_turn=observe_turn,
    determinize=determinize,
    undo_unseen=undo_unseen,
    heuristic=heuristic,
    evaluate=evaluate,
    rollout=Rollout(heuristic=True, depth=20, heuristic_prior=0.3),
    features=FEATURES,
    check=check,
    derive=derive,
    describe=describe,
    status=status,
    round_number=round_number,
    refusal=refusal,
    picture=picture,
    text=text,
    story=story,
)
