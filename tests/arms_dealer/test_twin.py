"""Whole games decision by decision against the slow twin, which was written independently from the same rules."""

from typing import Any

import numpy as np
import pytest

from flank_envs import Batch, make_batch
from flank_envs.core import kernels
from flank_envs.core.compile import JIT_DISABLED
from tests.twins.arms_dealer_data import KEEP_PRICE, LEAD_BET, LOOK_PRICE, PUT_BACK, SHOP_DONE
from tests.twins.arms_dealer_follow import Snapshot, dealt, follow

# A random game has about 70 decisions, the others 260.
GAMES = {"random": 8, "careful": 3, "rule of thumb": 3}
OPTIONS = [
    {},
    {"first_seat": 1},
    {"race": "coin"},
    {"first_seat": 0, "race": "coin", "max_battles": 3},
    {"max_battles": 1},
    {"scale": "mini"},
]


# How the record holds what no observation shows. All that this file knows about the record's fields is here.


def cards_in(bag: Any) -> list[int]:
    """The cards of a deck, which the record keeps without an order: by how many there are of each kind."""
    return [kind for kind, number in enumerate(bag.tolist()) for _ in range(number)]


def shop_cards(state: Any) -> list[int | None]:
    """The types on the six slots, None where there is no card."""
    return [None if item < 0 else item for item in state.shop.tolist()]


def asteroid_line(state: Any) -> list[int]:
    """The kinds in the asteroid line, the first to be drawn first."""
    return state.line.tolist()


def purse(state: Any) -> int:
    """The coins of the seat to act."""
    return int(state.money[state.to_act])


# End of what depends on the record's fields.


def snapshot(batch: Batch) -> Snapshot:
    state = batch.states[0]
    return Snapshot(
        phase=int(state.phase),
        to_act=int(state.to_act),
        legal=np.flatnonzero(batch.action_mask[0]).tolist(),
        observations=[batch.look(seat)[0].tolist() for seat in (0, 1)],
        piles={
            "fleet 0": cards_in(state.deck[0]),
            "fleet 1": cards_in(state.deck[1]),
            "dealer": cards_in(state.item_deck),
            "asteroids": cards_in(state.asteroid_deck),
        },
        shop=shop_cards(state),
        line=asteroid_line(state),
        stream=int(state.rng),
    )


def choose(batch: Batch, streams: np.ndarray, player: str) -> np.ndarray:
    """Random players go bankrupt in the shop within three battles, so others keep the bet or follow a rule of thumb."""
    actions = batch.random_actions(streams)
    state = batch.states[0]
    if player == "rule of thumb" and streams[0] % 8 != 0:  # a few random decisions, so that such games differ
        kernels.choose_rule_of_thumb(batch.states.copy(), batch.action_mask.copy(), streams, actions)
    elif player == "careful" and batch.action_mask[0, SHOP_DONE] and purse(state) < LEAD_BET + LOOK_PRICE:
        actions[0] = SHOP_DONE
    elif player == "careful" and batch.action_mask[0, PUT_BACK] and purse(state) < LEAD_BET + KEEP_PRICE:
        actions[0] = PUT_BACK
    return actions


@pytest.mark.parametrize("player", GAMES)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_games_follow_the_twin(options, player):
    """AD-1.5: legal actions, observations, hidden cards and results are the same after every decision."""
    batch = make_batch("arms_dealer", 1, seed=0, autoreset=False, **options)
    for game in range(1 if JIT_DISABLED else GAMES[player]):
        batch.reset(seed=game)
        streams = batch.streams(game)
        before = snapshot(batch)
        twin = dealt(before, **options)
        while not twin.over:
            actions = choose(batch, streams, player)
            batch.step(actions)
            after = snapshot(batch)
            twin, before = follow(twin, int(actions[0]), before, after), after
        assert (batch.done[0], batch.states[0].limit > 0) == (True, twin.truncated)
        assert batch.reward[0].tolist() == twin.returns
