"""Words and pictures: every choice has its own sentence, every refusal a reason, and pictures offer what is legal."""

import re

import numpy as np

from flank_envs.engine.game import Game
from tests.conformance.play import masks, player_sets, positions, sample

CHOICE = re.compile(r'data-action="(\d+)"')


def test_pictures_offer_the_legal_choices_to_whoever_decides(game: Game) -> None:
    for options in player_sets(game):
        states = positions(game, sample(60, 4), seed=4, **options)
        for state, mask in zip(states, masks(game, states), strict=True):
            for viewer in (None, *range(game.players(options))):
                legal = np.flatnonzero(mask).tolist() if viewer in (None, int(state.to_act)) else []
                offered = sorted(int(action) for action in CHOICE.findall(game.view.picture(state, viewer)))
                assert offered == legal
                assert game.view.text(state, viewer).strip()


def test_choices_differ_in_words_and_refusals_have_reasons(game: Game) -> None:
    for options in player_sets(game):
        states = positions(game, sample(60, 4), seed=5, **options)
        for state, mask in zip(states, masks(game, states), strict=True):
            sentences = [game.view.describe(state, action) for action in range(game.actions.size)]
            assert all(sentences)
            legal = [sentences[action] for action in np.flatnonzero(mask)]
            assert len(set(legal)) == len(legal)
            assert all(game.view.refusal(state, action) for action in np.flatnonzero(mask == 0))
