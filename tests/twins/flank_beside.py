"""The slow twin of Flank beside the one game of a batch: built from its record, and compared with it."""

from typing import Any

import numpy as np

from flank_envs import Batch
from tests.twins.flank import Twin
from tests.twins.flank_data import FORMATION, PLACEMENT, UPGRADES, ZONES
from tests.twins.flank_table import Table

TIE = 2
REVEALED, COMPARED = 4, 5  # stages of a battle in the record
PLAIN = ("units", "tokens", "hand", "discard", "sheet", "force", "removed", "lost", "extra", "blue", "uses")


class Cards:
    """Tells a twin which cards the compiled game has drawn in the same step.

    Those of the old deck are known by their order. After a reshuffle, a seat has drawn what it holds more than its
    twin.
    """

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.twin: Twin | None = None
        self.coming: list[int] = []

    def note_deck(self) -> None:
        """Before a step: the deck, the next card first."""
        state = self.batch.states[0]
        self.coming = state.deck[: state.deck_size][::-1].tolist()

    def draw(self, seat: int, deck: list[int]) -> int:
        if self.coming:
            return self.coming.pop(0)
        held = self.twin.hand[seat] if self.twin else [0] * 8
        more = self.batch.states[0].hand[seat] - held
        return next(kind for kind in range(8) if more[kind] > 0 and deck[kind] > 0)


class Beside:
    """Both take the same decisions and are compared after each."""

    def __init__(self, batch: Batch, twin: Twin, cards: Cards) -> None:
        self.batch, self.twin, self.cards = batch, twin, cards
        cards.twin = twin
        self.compare()

    def step(self, action: int) -> None:
        self.cards.note_deck()
        self.batch.step(np.array([action]))
        self.twin.apply(action)
        self.compare()

    def compare(self) -> None:
        batch, twin = self.batch, self.twin
        assert record_in_words(batch.states[0]) == twin_in_words(twin)
        assert np.flatnonzero(batch.action_mask[0]).tolist() == twin.legal()
        seat = twin.decisions % 2
        difference = np.abs(batch.observe(seat)[0] - np.array(twin.observe(seat)))
        assert difference.max() < 1e-6, f"seat {seat} sees other values at {np.flatnonzero(difference > 1e-6)}"
        assert batch.done[0] == twin.over
        if twin.over:
            assert batch.truncated[0] == twin.truncated
            assert batch.reward[0].tolist() == twin.returns


def dealt(batch: Batch, options: dict[str, Any]) -> Beside:
    """The twin of a game just dealt."""
    state = batch.states[0]
    cards = Cards(batch)
    cards.note_deck()
    if options.get("factions"):
        order = [int(state.initiative), 1 - int(state.initiative)]
        left = {seat: [k for k in range(8) for _ in range(state.hand[seat, k])] for seat in order}
        drawn = [left[seat].pop() for count in (3, 2) for seat in order for _ in range(count)]
        cards.coming = drawn + cards.coming
    return Beside(batch, Twin(int(state.initiative), cards.draw, **_rules(options)), cards)


def _rules(options: dict[str, Any]) -> dict[str, Any]:
    """Options that the twin knows: who is first comes from the record."""
    return {name: value for name, value in options.items() if name != "first_player"}


def one_or_none(number: int) -> int | None:
    return None if number < 0 else int(number)


def record_in_words(state: Any) -> dict[str, Any]:
    """Everything on the table, in the twin's words."""
    return {
        "decision": (state.phase, state.to_act, state.decisions, state.round_number, state.initiative),
        "faction": [one_or_none(faction) for faction in state.faction],
        "bases": [[bool(bits >> zone & 1) for zone in range(ZONES)] for bits in state.bases.tolist()],
        "upgrades": [[bool(bits >> card & 1) for card in range(UPGRADES)] for bits in state.upgrades.tolist()],
        "pending": [one_or_none(x) for x in (state.buying, state.move_target, state.move_source)],
        "moves": (state.moved, state.free_moves),
        "battle": (one_or_none(state.battle_zone), one_or_none(state.attacker)),
        "mine": [one_or_none(kind) for kind in state.mine],
        "out": [bool(out) for out in state.out],
        "counters": (state.spent, state.kills),
        "result": {-1: None, TIE: -1}.get(int(state.battle_result), int(state.battle_result)),
        "deck": [state.deck[: state.deck_size].tolist().count(kind) for kind in range(8)],
        **{name: state[name].tolist() for name in PLAIN},
    }


def twin_in_words(twin: Twin) -> dict[str, Any]:
    return {
        "decision": (twin.phase, twin.to_act, twin.decisions, twin.round, twin.initiative),
        "pending": [twin.buying, twin.target, twin.source],
        "moves": (twin.moved, twin.free_moves),
        "battle": (twin.battle_zone, twin.attacker),
        "counters": (twin.spent, twin.kills),
        **{name: getattr(twin, name) for name in ("faction", "bases", "upgrades", "mine", "out", "result", "deck")},
        **{name: getattr(twin, name) for name in PLAIN},
    }


# ---------------------------------------------------------------- a twin that stands where a record stands
def beside(batch: Batch, options: dict[str, Any]) -> Beside:
    """The twin of a game anywhere."""
    state, cards = batch.states[0], Cards(batch)
    twin = Twin.__new__(Twin)
    Table.__init__(twin, int(state.initiative), cards.draw, **_rules(options))
    words = record_in_words(state)
    for name in (*PLAIN, "faction", "bases", "upgrades", "mine", "out", "result", "deck"):
        setattr(twin, name, words[name])
    twin.phase, twin.to_act, twin.decisions, twin.round, _ = map(int, words["decision"])
    twin.buying, twin.target, twin.source = words["pending"]
    twin.moved, twin.free_moves = map(int, words["moves"])
    twin.battle_zone, twin.attacker = words["battle"]
    twin.spent, twin.kills = map(int, words["counters"])
    twin.formation_begun = FORMATION <= twin.phase <= PLACEMENT
    twin.revealed = int(state.battle) in (REVEALED, COMPARED)
    if twin.phase == PLACEMENT:
        second = 1 - twin.to_act
        twin.placing = [twin.to_act, second] if twin.stays(second) else [twin.to_act]
    return Beside(batch, twin, cards)
