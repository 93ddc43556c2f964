"""Mercy Frontier: two players hire mercenaries on a fogged frontier, for the far edge or three enemy buildings."""

from flank_envs.engine.game import Game, Rollout
from flank_envs.games.mercy_frontier.check import INVARIANTS, check
from flank_envs.games.mercy_frontier.determinize import determinize
from flank_envs.games.mercy_frontier.evaluate import evaluate
from flank_envs.games.mercy_frontier.features import FEATURES
from flank_envs.games.mercy_frontier.heuristic import heuristic
from flank_envs.games.mercy_frontier.layout import ACTIONS, OBSERVATION
from flank_envs.games.mercy_frontier.observe import observe, observe_turn
from flank_envs.games.mercy_frontier.state import OPTIONS, STATE, derive
from flank_envs.games.mercy_frontier.tables import PHASES
from flank_envs.games.mercy_frontier.turn import apply, deal, legal
from flank_envs.games.mercy_frontier.view.picture import picture
from flank_envs.games.mercy_frontier.view.refusals import refusal
from flank_envs.games.mercy_frontier.view.story import story
from flank_envs.games.mercy_frontier.view.text import text
from flank_envs.games.mercy_frontier.view.words import describe, round_number, status

GAME = Game(
    name="mercy_frontier",
    title="Mercy Frontier",
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
    heuristic=heuristic,
    evaluate=evaluate,
    rollout=Rollout(heuristic=True, depth=15, heuristic_prior=0.5),
    features=FEATURES,
    check=check,
    describe=describe,
    status=status,
    round_number=round_number,
    refusal=refusal,
    picture=picture,
    text=text,
    story=story,
    derive=derive,
)
