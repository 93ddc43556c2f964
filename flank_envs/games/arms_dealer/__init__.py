"""Arms Dealer: two bettors send fleets into battle, raise the stakes and bribe the dealer who rigs the fights."""

from flank_envs.engine.game import Game, Rollout
from flank_envs.games.arms_dealer.check import INVARIANTS, check
from flank_envs.games.arms_dealer.determinize import determinize
from flank_envs.games.arms_dealer.evaluate import evaluate
from flank_envs.games.arms_dealer.heuristic import heuristic
from flank_envs.games.arms_dealer.layout import ACTIONS, OBSERVATION
from flank_envs.games.arms_dealer.observe import observe, observe_turn
from flank_envs.games.arms_dealer.state import OPTIONS, STATE, derive
from flank_envs.games.arms_dealer.tables import PHASES
from flank_envs.games.arms_dealer.turn import apply, deal, legal
from flank_envs.games.arms_dealer.view.picture import picture
from flank_envs.games.arms_dealer.view.refusals import refusal
from flank_envs.games.arms_dealer.view.story import story
from flank_envs.games.arms_dealer.view.text import text
from flank_envs.games.arms_dealer.view.words import describe, round_number, status

GAME = Game(
    name="arms_dealer",
    title="Arms Dealer",
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
    rollout=Rollout(heuristic=True, depth=10, heuristic_prior=0.5),
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
