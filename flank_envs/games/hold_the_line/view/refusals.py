"""Why an action of Hold the Line is not allowed now, in a clause."""

from typing import Any

from flank_envs.games.hold_the_line.layout import ACTIONS
from flank_envs.games.hold_the_line.tables import (
    COMBAT,
    KIND_NAMES,
    NO_CARD,
    PHASES,
)
from flank_envs.games.hold_the_line.view.words import shots_at, stack_of


def refusal(state: Any, action: int) -> str:
    """Why an illegal action is not allowed now for the seat that decides."""
    if state.over:
        return "the game is over"
    block, place = ACTIONS.locate(int(action))
    phase = PHASES[state.phase]
    if block.name == "TARGET":
        return _target_refusal(state, place[0]) if state.phase == COMBAT else f"targets are for COMBAT: this is {phase}"
    if state.phase == COMBAT:
        return f"staging is over: this is {phase}"
    if block.name == "DONE":
        return "set-up ends only when a card lies in each lane"
    kind, lane = place
    if state.staged[state.to_act, lane] != NO_CARD:
        return f"a card is already face down in lane {lane}"
    return f"no {KIND_NAMES[kind]} in hand"


def _target_refusal(state: Any, slot: int) -> str:
    seat, lane = int(state.to_act), int(state.lane)
    cards = stack_of(state, 1 - seat, lane)
    if slot >= len(cards):
        return f"there is no enemy card in slot {slot} of lane {lane}"
    targets = [(card, *shots_at(state, seat, 1 - seat, lane, k)) for k, card in enumerate(cards)]
    return f"slot {slot} is equivalent to slot {targets.index(targets[slot])}: choose the lowest"
