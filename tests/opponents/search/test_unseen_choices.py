"""What others have chosen in secret is drawn as a policy would choose it, and looks the same to the seat."""

import numpy as np
import pytest

from flank_envs.engine import kernels as core
from flank_envs.engine.game import Game, game_of_dtype, get_game
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.engine.rules import nothing_unseen
from flank_envs.games.arms_dealer.tables import CLASSES
from flank_envs.games.hold_the_line.layout import DONE
from flank_envs.games.hold_the_line.tables import COMBAT, NO_CARD, SETUP, STAGING
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.belief import belief_shapes
from flank_envs.opponents.policy.checkpoint import Checkpoint
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.sampling import choose_by_logits
from flank_envs.opponents.search import determinizations, kernels
from flank_envs.opponents.search.determinizations import BELIEVED, CHOSEN, count_informed, draw_informed
from flank_envs.opponents.search.records import Roots
from tests.conformance.play import masks, option_sets, positions, sample, view

MOTHERSHIP = CLASSES - 1


def who_likes(game: Game, *actions: int) -> Network:
    """A policy that does one of these, all alike, wherever it may, and anything else by chance."""
    weights = {
        "trunk.0.weight": np.zeros((1, game.observation.size)),
        "trunk.0.bias": np.zeros(1),
        "action.weight": np.zeros((game.actions.size, 1)),
        "action.bias": np.isin(np.arange(game.actions.size), actions) * 50.0,
        "value.weight": np.zeros((1, 1)),
        "value.bias": np.zeros(1),
    }
    about = checkpoint.describe(game, {}, {"hidden": [1], "activation": "tanh"})
    return Network(Checkpoint({name: weight.astype(np.float32) for name, weight in weights.items()}, about))


def decisions_of(game: Game, count: int, **options: object) -> tuple[np.ndarray, np.ndarray]:
    """Positions in which somebody decides, and who."""
    states = positions(game, count, seed=4, **options)
    states = states[states["over"] == 0]
    return states, states["to_act"].astype(np.int64)


def roots_of(states: np.ndarray, seats: np.ndarray) -> Roots:
    return Roots(states, seats, streams_of_seeds(np.arange(len(states))))


def informed_by(network: Network, states: np.ndarray, seats: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    game = game_of_dtype(states.dtype)
    deals = np.zeros((len(states), count_informed(game, network)), game.state)
    return draw_informed(game, network, roots_of(states, seats), deals), deals


def test_what_is_undone_and_chosen_again_looks_the_same_to_the_seat(game: Game) -> None:
    """By random play, in every phase and under every option."""
    secret = 0
    for options in option_sets(game):
        states, seats = decisions_of(game, sample(400, 8), **options)
        dealt, chance = states.copy()[:, None], np.zeros((len(states), 1), np.uint64)
        kernels.undo_unseen_all(roots_of(states, seats), chance, dealt)
        dealt, chance = dealt[:, 0], chance[:, 0]
        waiting = np.flatnonzero(dealt["to_act"] != seats)
        secret += len(waiting)
        while len(waiting):
            part, streams = dealt[waiting], chance[waiting]
            actions = np.zeros(len(waiting), np.int32)
            core.choose_random(masks(game, part), streams, actions)
            core.decide(part, actions)
            dealt[waiting], chance[waiting] = part, streams
            waiting = waiting[part["to_act"] != seats[waiting]]
        assert core.checks(dealt) == 0
        assert np.array_equal(masks(game, dealt), masks(game, states))
        for seat in range(game.players(options)):
            own = seats == seat
            assert np.array_equal(view(game, dealt[own], seat), view(game, states[own], seat))
    if game.rules.undo_unseen is nothing_unseen or sample(1, 0):
        assert (secret > 0) == (game.rules.undo_unseen is not nothing_unseen)


def test_the_truth_changes_nothing_that_is_drawn() -> None:
    game = get_game("hold_the_line")
    states, seats = decisions_of(game, sample(200, 20))
    other = states.copy()
    core.determinize_all(other, seats, streams_of_seeds(np.arange(len(states)) + 99))
    network = who_likes(game)
    one, two = informed_by(network, states, seats), informed_by(network, other, seats)
    assert one[0].any()
    np.testing.assert_array_equal(one[0], two[0])
    assert one[1][one[0]].tobytes() == two[1][two[0]].tobytes()


def test_deals_and_choices_are_drawn_from_streams_of_their_own() -> None:
    """Else others would choose alike in all deals, or by the luck that dealt them their cards."""
    game = get_game("hold_the_line")
    states, seats = decisions_of(game, sample(60, 6))
    shape = (len(states), 3)
    deals, chances = np.zeros(shape, game.state), np.zeros(shape, np.uint64)
    kernels.undo_unseen_all(roots_of(states, seats), chances, deals)
    assert len(np.unique(chances)) == chances.size
    assert not np.isin(deals["rng"], chances).any()  # the stream that dealt goes on as that of the game


def test_every_choice_has_chance_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """In all deals, and of several choices in one deal."""
    game, drawn_from = get_game("hold_the_line"), []

    def choose(logits: np.ndarray, masks: np.ndarray, streams: np.ndarray, scale: float, actions: np.ndarray) -> None:
        drawn_from.append(streams.copy())
        choose_by_logits(logits, masks, streams, scale, actions)

    monkeypatch.setattr(determinizations, "choose_by_logits", choose)
    states, seats = decisions_of(game, sample(60, 10))
    assert informed_by(who_likes(game), states, seats)[0].any()
    assert len(drawn_from) > 3
    streams = np.concatenate(drawn_from)
    assert len(np.unique(streams)) == len(streams)


def test_only_who_chooses_second_in_hold_the_line_has_to_infer() -> None:
    game = get_game("hold_the_line")
    states, seats = decisions_of(game, sample(400, 40))
    secret, deals = informed_by(who_likes(game, DONE), states, seats)
    assert not secret[seats == 0].any()
    placing = (seats == 1) & np.isin(states["phase"], (SETUP, STAGING))
    held = (states["hand"][:, 0].sum(axis=1) > 0) | (states["staged"][:, 0] != NO_CARD).any(axis=1)
    assert secret[placing & held].all()
    assert not secret[placing & ~held].any()
    staging = deals[placing & held & (states["phase"] == STAGING)]
    assert staging.shape[1] == CHOSEN
    assert (staging["staged"][:, :, 0] == NO_CARD).all()  # who likes to be done places nothing
    assert (staging["decisions"] == states["decisions"][placing & held & (states["phase"] == STAGING)][:, None]).all()
    setup = deals[placing & (states["phase"] == SETUP)]
    assert ((setup["staged"][:, :, 0] != NO_CARD).sum(axis=2) == 5).all()
    aimed = deals[secret & (states["phase"] == COMBAT)]
    assert len(aimed) >= sample(1, 0)
    assert (aimed["shots"][:, :, 0] > 0).all()


def who_expects(game: Game, block: str, entry: int) -> Network:
    """A policy that believes the other seat to see a 1 there, if it can be so."""
    policy, at = who_likes(game).checkpoint, game.observation.size + game.observation.start(block) + entry
    shapes = belief_shapes([1], game)
    belief = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    belief["belief.0.weight"][0, at] = belief["belief.1.weight"][0, 0] = 7
    return Network(Checkpoint({**policy.weights, **belief}, {**policy.metadata, "belief": [1]}))


def test_what_is_believed_is_drawn_and_looks_the_same_to_the_seat() -> None:
    """A Mothership on the last place, wherever one can be there."""
    game = get_game("arms_dealer")
    states, seats = decisions_of(game, sample(120, 6))
    network = who_expects(game, "own_field", 4 * CLASSES + MOTHERSHIP)
    guessed, deals = informed_by(network, states, seats)
    assert guessed.all()
    assert deals.shape[1] == BELIEVED
    assert (deals["decisions"] == states["decisions"][:, None]).all()
    last = deals["field"][np.arange(len(states)), :, 1 - seats, 4]
    possible = (last == MOTHERSHIP).any(axis=1)
    assert possible.any()
    assert (last[possible] == MOTHERSHIP).all()
    assert len(np.unique(deals[possible][0]["hand"], axis=0)) > 1  # what nothing is believed of stays open
    for k in range(sample(BELIEVED, 3)):
        some = np.ascontiguousarray(deals[:, k])
        assert core.checks(some) == 0
        for seat in range(2):
            assert np.array_equal(view(game, some[seats == seat], seat), view(game, states[seats == seat], seat))


def test_the_truth_changes_nothing_that_is_believed() -> None:
    game = get_game("arms_dealer")
    states, seats = decisions_of(game, sample(60, 6))
    other = states.copy()
    core.determinize_all(other, seats, streams_of_seeds(np.arange(len(states)) + 99))
    network = who_expects(game, "own_field", MOTHERSHIP)
    assert informed_by(network, states, seats)[1].tobytes() == informed_by(network, other, seats)[1].tobytes()


def test_deals_are_drawn_in_proportion_to_their_odds() -> None:
    game = get_game("arms_dealer")
    deals, drawn = np.zeros((1, 3), game.state), np.zeros((1, 1000), game.state)
    deals["battle"] = [[1, 2, 3]]
    log_odds = np.log(np.array([[0.5, 0.2, 0.3]], np.float32)) + 40
    kernels.draw_deals(log_odds, np.zeros(3), deals, streams_of_seeds(np.zeros(1, np.uint64)), drawn)
    for first in (10, 100, 1000):  # any number of first ones
        shares = np.bincount(drawn[0, :first]["battle"], minlength=4)[1:] / first
        np.testing.assert_allclose(shares, [0.5, 0.2, 0.3], atol=0.21 if first == 10 else 0.03)


def test_nothing_is_drawn_where_nothing_is_believed() -> None:
    game = get_game("arms_dealer")
    states, seats = decisions_of(game, sample(20, 4))
    guessed, deals = informed_by(who_likes(game), states, seats)
    assert not guessed.any()
    assert deals.shape[1] == 0
    memory = np.zeros((len(states), 4), game.state)  # of a player who believed something before
    assert not draw_informed(game, who_likes(game), roots_of(states, seats), memory).any()
