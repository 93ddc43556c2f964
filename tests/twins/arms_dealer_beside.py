"""The slow twin of Arms Dealer beside the one game of a batch: built from its record or its deal, and compared."""

from typing import Any

import numpy as np

from flank_envs import Batch
from tests.twins.arms_dealer import Twin
from tests.twins.arms_dealer_data import ALL_MONEY, PAIRS, RAISES, REPLY, SEATS
from tests.twins.arms_dealer_follow import Snapshot, dealt, differences, follow, no_chance
from tests.twins.arms_dealer_table import cards

READY, RAISE, SWAP, MATCH = 26, 27, 32, 38  # the first action of each kind
GAP_WORDS = {READY: "ready", MATCH: "match", MATCH + 1: "forfeit"}
WINDOW_WORDS = (None, "passed", "played")
PASSED = 1


def snapshot(batch: Batch) -> Snapshot:
    state = batch.states[0]
    return Snapshot(
        phase=int(state.phase),
        to_act=int(state.to_act),
        legal=np.flatnonzero(batch.action_mask[0]).tolist(),
        observations=[batch.observe(seat)[0].tolist() for seat in SEATS],
        piles={
            "fleet 0": cards(state.deck[0].tolist()),
            "fleet 1": cards(state.deck[1].tolist()),
            "dealer": cards(state.item_deck.tolist()),
            "asteroids": cards(state.asteroid_deck.tolist()),
        },
        shop=or_none(state.shop),
        line=state.line.tolist(),
        stream=int(state.rng),
    )


def or_none(numbers: Any) -> list[int | None]:
    return [None if number < 0 else number for number in numbers.tolist()]


class Beside:
    """An AssertionError tells where both differ. `just_dealt` is a game that has yet to be played from its deal."""

    def __init__(self, batch: Batch, options: dict[str, Any], just_dealt: bool = False) -> None:
        self.batch = batch
        self._before = snapshot(batch)
        self.twin = dealt(self._before, **options) if just_dealt else twin_of(batch, options)
        found = differences(self.twin, self._before)
        assert not found, "\n".join(found)

    def step(self, action: int) -> None:
        self.batch.step(np.array([action]))
        after = snapshot(self.batch)
        self.twin, self._before = follow(self.twin, action, self._before, after), after
        if not self.twin.over:  # what was written step by step is the same
            assert np.array_equal(self.batch.observation[0], self.batch.observe(self.twin.to_act)[0])
        assert (self.batch.done[0], self.batch.states[0].limit > 0) == (self.twin.over, self.twin.truncated)
        assert self.batch.returns()[0].tolist() == self.twin.returns


def twin_of(batch: Batch, options: dict[str, Any]) -> Twin:
    """The twin of a record."""
    state = batch.states[0]
    twin = Twin(no_chance, **options)
    for name in ("phase", "to_act", "lead", "shop_first", "battle", "skirmish"):
        setattr(twin, name, int(state[name]))
    twin.wins, twin.money, twin.bets = state.wins.tolist(), state.money.tolist(), state.bet.tolist()
    twin.bank = ALL_MONEY - sum(twin.money) - sum(twin.bets)
    _copy_ships(twin, state)
    _copy_cards(twin, state)
    _copy_moves(twin, state)
    return twin


def _copy_ships(twin: Twin, state: Any) -> None:
    for name in ("drawn", "support", "scrap"):
        setattr(twin, name, [cards(counts) for counts in state[name].tolist()])
    for seat in SEATS:
        twin.piles[f"fleet {seat}"] = cards(state.deck[seat].tolist())
        seen, unseen = state.bay_seen[seat], state.bay[seat] - state.bay_seen[seat]
        twin.bay[seat] = [(ship, True) for ship in cards(seen.tolist())]
        twin.bay[seat] += [(ship, False) for ship in cards(unseen.tolist())]
    twin.field = [or_none(places) for places in state.field]
    twin.active = or_none(state.active)
    twin.boost = [100 * hundreds for hundreds in state.boost.tolist()]


def _copy_cards(twin: Twin, state: Any) -> None:
    twin.hand = [cards(counts) for counts in state.hand.tolist()]
    twin.known_items = state.hand_known[::-1].tolist()  # the twin keeps them with the seat that knows them
    twin.shop, twin.taken_by = or_none(state.shop), or_none(state.taker)
    twin.looked = state.looked.astype(bool).tolist()
    twin.looking = None if state.looking < 0 else int(state.looking)
    twin.line = state.line.tolist()
    twin.piles["dealer"], twin.dealer_discard = cards(state.item_deck.tolist()), cards(state.item_discard.tolist())
    twin.piles["asteroids"] = cards(state.asteroid_deck.tolist())
    twin.asteroid_discard = cards(state.asteroid_discard.tolist())


def _copy_moves(twin: Twin, state: Any) -> None:
    """What was done before the skirmish and in its item window, and a raise that is to be answered."""
    for seat, action in enumerate(state.gap.tolist()):
        twin.gap_action[seat] = GAP_WORDS.get(action)
        if RAISE <= action < SWAP:
            twin.gap_action[seat] = "raise"
        elif SWAP <= action < MATCH:
            twin.gap_action[seat], twin.gap_swap[seat] = "swap", [*PAIRS[action - SWAP]]
    if twin.phase == REPLY:
        twin.raised = RAISES[state.gap[twin.lead] - RAISE]
    twin.item_moves = [WINDOW_WORDS[move] for move in state.window.tolist()]
    twin.passes = int(state.window[1 - twin.to_act] == PASSED)
