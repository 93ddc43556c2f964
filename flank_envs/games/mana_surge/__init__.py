"""Mana Surge: two or three players bring tokens from the corners of a hexagon to the Mana Pool in its centre."""

from flank_envs.engine.game import Game, Rollout
from flank_envs.games.mana_surge.check import INVARIANTS, check
from flank_envs.games.mana_surge.evaluate import evaluate
from flank_envs.games.mana_surge.features import FEATURES
from flank_envs.games.mana_surge.heuristic import heuristic
from flank_envs.games.mana_surge.layout import ACTIONS, OBSERVATION
from flank_envs.games.mana_surge.observe import observe, observe_turn
from flank_envs.games.mana_surge.state import OPTIONS, STATE, conflict, derive
from flank_envs.games.mana_surge.tables import PHASES, SEATS
from flank_envs.games.mana_surge.turn import apply, deal, legal
from flank_envs.games.mana_surge.view.picture import picture
from flank_envs.games.mana_surge.view.refusals import refusal
from flank_envs.games.mana_surge.view.story import story
from flank_envs.games.mana_surge.view.text import text
from flank_envs.games.mana_surge.view.words import describe, round_number, status

GAME = Game(
    name="mana_surge",
    title="Mana Surge",
    seats=(2, SEATS),
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
    heuristic=heuristic,
    evaluate=evaluate,
    rollout=Rollout(heuristic=True, depth=30, heuristic_prior=0.5),
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
    conflict=conflict,
)
