"""Flank: two factions build, move and fight over bases, with secret formations in every battle."""

from flank_envs.engine.game import Game, Lookahead
from flank_envs.games.flank.baseline import rule_of_thumb
from flank_envs.games.flank.check import INVARIANTS, check
from flank_envs.games.flank.foresight import FORESIGHT
from flank_envs.games.flank.judge import judge
from flank_envs.games.flank.layout import ACTIONS, OBSERVATION
from flank_envs.games.flank.observe import observe, observe_turn
from flank_envs.games.flank.redeal import redeal
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
    redeal=redeal,
    rule_of_thumb=rule_of_thumb,
    judge=judge,
    lookahead=Lookahead(thumb=True, length=20, trust=0.5),
    foresight=FORESIGHT,
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
