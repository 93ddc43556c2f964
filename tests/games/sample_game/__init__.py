"""Last Match: the smallest complete game, which docs/adding_a_game.md walks through."""

from flank_envs.engine.game import Game
from tests.games.sample_game import rules, view

GAME = Game(
    name="sample_game",
    title="Last Match",
    phases=rules.PHASES,
    actions=rules.ACTIONS,
    observation=rules.OBSERVATION,
    options=rules.OPTIONS,
    state=rules.STATE,
    invariants=rules.INVARIANTS,
    deal=rules.deal,
    legal=rules.legal,
    apply=rules.apply,
    observe=rules.observe,
    determinize=rules.determinize,
    heuristic=rules.heuristic,
    check=rules.check,
    describe=view.describe,
    refusal=view.refusal,
    text=view.text,
    story=view.story,
    picture=view.picture,
)
