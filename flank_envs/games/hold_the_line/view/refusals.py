"""Why an action of Hold the Line is not allowed now, in a clause."""

from typing import Any

from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.layout import ACTIONS
from flank_envs.games.hold_the_line.view.words import shots_at, stack_of
from flank_envs.view.words import untimely

# The phases in which some action of a block may be legal.
WHEN = {"STAGE": (t.SETUP, t.STAGING), "DONE": (t.STAGING,), "TARGET": (t.COMBAT,)}


def refusal(state: Any, action: int) -> str:
    """Why an illegal action is not allowed now for the seat that decides."""
    block, place = ACTIONS.locate(int(action))
    if block.name == "DONE" and state.phase == t.SETUP:
        return "set-up ends only when a card lies in each lane"
    if reason := untimely(state, action, WHEN):
        return reason
    if block.name == "TARGET":
        return _target_refusal(state, place[0])
    kind, lane = place
    if lane >= t.LANES_OF[state.scale]:
        return f"there is no lane {lane} in a game of this scale"
    if state.staged[state.to_act, lane] != t.NO_CARD:
        return f"a card is already face down in lane {lane}"
    return f"no {t.KIND_NAMES[kind]} in hand"


def _target_refusal(state: Any, slot: int) -> str:
    seat, lane = int(state.to_act), int(state.lane)
    cards = stack_of(state, 1 - seat, lane)
    if slot >= len(cards):
        return f"there is no enemy card in slot {slot} of lane {lane}"
    targets = [(card, *shots_at(state, seat, 1 - seat, lane, k)) for k, card in enumerate(cards)]
    return f"slot {slot} is equivalent to slot {targets.index(targets[slot])}: choose the lowest"
