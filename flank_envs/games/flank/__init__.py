"""Flank: two factions build, move and fight over bases, with secret formations in every battle."""

from flank_envs.engine.game import Game, Rollout
from flank_envs.games.flank.check import INVARIANTS, check
from flank_envs.games.flank.determinize import determinize
from flank_envs.games.flank.evaluate import evaluate
from flank_envs.games.flank.features import FEATURES
from flank_envs.games.flank.heuristic import heuristic
from flank_envs.games.flank.layout import ACTIONS, OBSERVATION
from flank_envs.games.flank.observe import observe, observe_turn
from flank_envs.games.flank.state import OPTIONS, STATE, derive
from flank_envs.games.flank.tables import PHASES
from flank_envs.games.flank.turn import apply, deal, legal
from flank_envs.games.flank.view.picture import picture
from flank_envs.games.flank.view.refusals import refusal
from flank_envs.games.flank.view.story import story
from flank_envs.games.flank.view.text import text
from flank_envs.games.flank.view.words import describe, round_number, status

GAME = Game(
    name="flank",
    title="Flank",
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
    rollout=Rollout(heuristic=True, depth=20, heuristic_prior=0.5),
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
