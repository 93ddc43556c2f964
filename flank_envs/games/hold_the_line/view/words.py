"""Hold the Line in words: what a viewer may know, what an action does, who decides what, who has won.

A viewer is a seat, or None who sees all cards. Everything hidden is asked for through `held`, `face_down` and
`shots_at`; the rest of the record that is shown is public (HL-1.8).
"""

from typing import Any

from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.layout import ACTIONS
from flank_envs.games.hold_the_line.phases.combat import infantry_count
from flank_envs.view.ending import shared_ending
from flank_envs.view.viewer import decides, sees
from flank_envs.view.words import whose_turn

BACK = t.KINDS  # a face-down card whose kind the viewer does not know
ALL_LANES = ("all five lanes", "both lanes", "the lane")
LINE_NAMES = ("Green", "Yellow", "Red", "gap")


def held(state: Any, viewer: int | None, seat: int) -> int:
    """Cards in hand; HL-2.3, HL-3.5: what the opponent is placing still counts."""
    count = int(state.hand[seat].sum())
    if not sees(viewer, seat) and state.phase in (t.SETUP, t.STAGING):
        count += int((state.staged[seat] != t.NO_CARD).sum())
    return count


def face_down(state: Any, viewer: int | None, seat: int, lane: int) -> int:
    """The kind of a staged card, BACK if only the card is visible, NO_CARD if there is none to be seen."""
    kind = int(state.staged[seat, lane])
    if kind == t.NO_CARD or sees(viewer, seat):
        return kind
    return BACK if state.phase == t.COMBAT else t.NO_CARD


def shots_at(state: Any, viewer: int | None, seat: int, lane: int, slot: int) -> tuple[int, int]:
    """Normal and piercing damage that the viewer knows to be aimed at a card of a seat."""
    if state.phase != t.COMBAT or lane != state.lane or not sees(viewer, 1 - seat):
        return 0, 0
    return int(state.shot_normal[1 - seat, slot]), int(state.shot_piercing[1 - seat, slot])


def pile_kinds(state: Any, seat: int) -> list[int]:
    """Cards of each kind in a draw pile: its owner knows them by counting, but not their order."""
    return [int((state.pile[seat, : state.pile_size[seat]] == kind).sum()) for kind in range(t.KINDS)]


def unseen_kinds(state: Any, seat: int) -> list[int]:
    """Cards of each kind that are neither on the Front nor discarded."""
    left = [int(t.DECK_OF[state.scale, kind] - state.discard[seat, kind]) for kind in range(t.KINDS)]
    for lane in range(t.LANES):
        for card in stack_of(state, seat, lane):
            left[t.KIND_OF[card]] -= 1
    return left


def stack_of(state: Any, seat: int, lane: int) -> list[int]:
    """The card states of a seat's troops in a lane, in canonical order."""
    return [int(card) for card in state.stack[seat, lane, : state.stack_size[seat, lane]]]


def front_of(state: Any, viewer: int | None, lane: int) -> int:
    """The Front in the viewer's frame: positive when pushed towards the opponent."""
    return -int(state.front[lane]) if viewer == 1 else int(state.front[lane])


def lanes_in_play(state: Any) -> range:
    """All lanes, or those of a small game."""
    return range(t.LANES_OF[state.scale])


def line_of(state: Any, front: int) -> int:
    """What a Front has reached: 0 Green, 1 Yellow, 2 Red, 3 a gap. In small games Red lies next to Green."""
    return abs(front) + t.RED_LINE - red_line(state) if front else 0


def red_line(state: Any) -> int:
    """How far from Green the Red lines are."""
    return int(t.RED_LINE_OF[state.scale])


def notation(card: int) -> str:
    """I5, A3/1, T4/5."""
    armor = "" if t.KIND_OF[card] == t.INFANTRY else f"/{t.ARMOR_OF[card]}"
    return f"{t.LETTERS[t.KIND_OF[card]]}{t.HP_OF[card]}{armor}"


def shooting_slot(state: Any) -> int:
    """The slot of the card whose target is chosen now. Only the seat that decides may see it."""
    seat = int(state.to_act)
    return int(infantry_count(state, seat, int(state.lane)) + state.shots[seat])


def _shooter(state: Any) -> int:
    return int(state.stack[state.to_act, state.lane, shooting_slot(state)])


def describe(state: Any, action: int) -> str:
    """What an action means for the seat that decides, legal or not."""
    block, place = ACTIONS.locate(int(action))
    if block.name == "STAGE":
        kind, lane = place
        verb = "place" if state.phase == t.SETUP else "stage"
        return f"{verb} {_a(kind)} in lane {lane}"
    if block.name == "DONE":
        return "stop staging"
    slot = place[0]
    if state.phase != t.COMBAT or state.over:
        return f"shoot at the enemy card in slot {slot}"
    seat, lane = int(state.to_act), int(state.lane)
    targets = stack_of(state, 1 - seat, lane)
    target = f"the {_card(targets[slot])} in slot {slot}" if slot < len(targets) else f"slot {slot} (no card there)"
    return f"shoot at {target} of lane {lane} with the {_card(_shooter(state))}"


def round_number(state: Any) -> int:
    """The current round, 0 in SETUP."""
    return int(state.round_number)


def status(state: Any, viewer: int | None) -> tuple[str, str]:
    """Who decides and what, or who has won and how."""
    if state.over:
        return shared_ending(state) or _ending(state)
    seat = int(state.to_act)
    who = whose_turn(state, viewer)
    if not decides(state, viewer):
        return who, ("places a card in each lane", "stages cards", f"aims in lane {state.lane}")[state.phase]
    staged = int((state.staged[seat] != t.NO_CARD).sum())
    if state.phase == t.SETUP:
        return who, f"place a card in each lane: {t.LANES_OF[state.scale] - staged} to go"
    if state.phase == t.STAGING:
        return who, f"stage up to {t.STAGED_OF[state.scale] - staged}{' more' if staged else ''}, or stop"
    return who, f"lane {state.lane}: choose the target of {notation(_shooter(state))}"


def _ending(state: Any) -> tuple[str, str]:
    gaps = [lane for lane in range(t.LANES) if abs(state.front[lane]) > red_line(state)]
    if state.winner >= 0:
        how = (
            f"gap in lane{'s' * (len(gaps) > 1)} {' and '.join(map(str, gaps))}"
            if gaps
            else f"rout in {ALL_LANES[state.scale]}"
        )
        return f"Seat {state.winner} wins", how
    return "Draw", "both lines are broken"


def break_in(state: Any, lane: int) -> str:
    """The word for a lane that has decided the game."""
    if abs(state.front[lane]) > red_line(state):
        return "GAP"
    fronts = [int(state.front[each]) for each in lanes_in_play(state)]
    routed = abs(fronts[0]) == red_line(state) and len(set(fronts)) == 1
    return "ROUT" if routed and lane < len(fronts) else ""


def _a(kind: int) -> str:
    return f"{'a' if t.KIND_NAMES[kind][0] == 'T' else 'an'} {t.KIND_NAMES[kind]}"


def _card(card: int) -> str:
    """Tank (HP 4, armor 3)."""
    armor = "" if t.KIND_OF[card] == t.INFANTRY else f", armor {t.ARMOR_OF[card]}"
    return f"{t.KIND_NAMES[t.KIND_OF[card]]} (HP {t.HP_OF[card]}{armor})"
