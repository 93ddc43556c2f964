"""What a viewer may see of a game of Flank.

A viewer is a seat, or None who sees everything. All that is hidden (FL-1.7) is asked for through `held`, `sheet_of`,
`beside`, `mine_of` and `unseen_kinds`; the rest of the record that is shown is public.
"""

from typing import Any

import numpy as np

from flank_envs.games.flank.tables import COPIES, KINDS, NO_BATTLE, NONE, REVEALED, SEATS, STARTED
from flank_envs.view.viewer import sees


def fighting(state: Any) -> bool:
    """Whether there are combat sheets to be seen: from the formation to the end of the battle."""
    return state.battle not in (NO_BATTLE, STARTED)


def secret(state: Any, viewer: int | None, seat: int) -> bool:
    """FL-6.2: whether a seat's combat sheet lies face down for the viewer."""
    return fighting(state) and state.battle < REVEALED and not sees(viewer, seat)


def held(state: Any, viewer: int | None, seat: int) -> int:
    """Cards in hand; FL-6.6: a card that the opponent has force mined in secret still counts."""
    return int(state.hand_size[seat]) + int(secret(state, viewer, seat) and state.mine[seat] != NONE)


def mine_of(state: Any, viewer: int | None, seat: int) -> int:
    """The kind of the force-mined card on a sheet, NONE if there is none to be seen."""
    return NONE if secret(state, viewer, seat) else int(state.mine[seat])


def sheet_of(state: Any, viewer: int | None, seat: int) -> list[list[int]]:
    """Units by place and type on a seat's sheet, as far as the viewer can see them."""
    return np.zeros_like(state.sheet[seat]).tolist() if secret(state, viewer, seat) else state.sheet[seat].tolist()


def beside(state: Any, viewer: int | None, seat: int) -> list[int]:
    """Units beside the sheet; while it is face down all units in the battle, placed or not."""
    if secret(state, viewer, seat):
        return (state.force[seat] + state.sheet[seat].sum(axis=0)).tolist()
    return state.force[seat].tolist()


def unseen_kinds(state: Any, viewer: int | None) -> list[int]:
    """Cards of each kind that the viewer does not see: those in the deck, and in a hand hidden from them."""
    left = [COPIES - int(count) for count in state.discard]
    for seat in range(SEATS):
        for kind in range(KINDS):
            left[kind] -= int(state.hand[seat, kind]) * sees(viewer, seat)
            left[kind] -= mine_of(state, viewer, seat) == kind
    return left
