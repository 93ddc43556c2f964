"""What a viewer may know of a game of Flank, and numbers for pictures and words.

A viewer is a seat, or None who sees everything. All that is hidden (FL-1.7) is asked for through `held`, `sheet_of`,
`beside`, `mine_of`, `unseen_kinds` and `choices`; the rest of the record that is shown is public.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from flank_envs.games.flank import turn
from flank_envs.games.flank.layout import ACTIONS
from flank_envs.games.flank.state import population, population_limit
from flank_envs.games.flank.tables import (
    ABILITY_NAMES,
    COLOUR_NAMES,
    COPIES,
    COUNCIL_UPGRADE_LIMIT,
    ELDER_COUNCIL,
    GROWN_ROACH_ITEM,
    HIVE_GROWTH,
    KINDS,
    NO_BATTLE,
    NONE,
    PLACE_NAMES,
    PRICE,
    REVEALED,
    ROACH,
    SEATS,
    STARTED,
    TYPES,
    UNIT_NAMES,
    UNITS,
    UPGRADE_CARDS,
    UPGRADE_LIMIT,
    UPGRADES,
    ZONES,
)

PLAIN_POINTS = (1, 2, 0)
COUNTED_TRAITS = ("hold", "charge", "siege")


def sees(viewer: int | None, seat: int) -> bool:
    """Whether the viewer knows the hidden things of a seat."""
    return viewer is None or viewer == seat


def decides(state: Any, viewer: int | None) -> bool:
    """Whether the viewer chooses now, and so may see the choices."""
    return not state.over and sees(viewer, int(state.to_act))


def choices(state: Any, viewer: int | None) -> list[int]:
    """The legal actions if the viewer decides now."""
    mask = np.zeros(ACTIONS.size, np.int8)
    if decides(state, viewer):
        turn.legal(state, mask)
    return [int(action) for action in np.flatnonzero(mask)]


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


def seat_to_act(state: Any) -> int:
    """The seat that decides; when the game is over seat 0 stands for it."""
    return max(int(state.to_act), 0)


def zone_of(seat: int, own: int) -> int:
    """The number on the board of a zone in a seat's frame."""
    return own if seat == 0 else ZONES - 1 - own


def unit_name(state: Any, seat: int, kind: int) -> str:
    faction = int(state.faction[seat])
    return UNIT_NAMES[faction][kind] if faction >= 0 else f"unit of type {kind}"


def unit_mark(state: Any, seat: int, kind: int) -> str:
    """Two letters that tell the units of a faction apart."""
    return unit_name(state, seat, kind)[:2]


def unit_special(faction: int, kind: int) -> str:
    """In what a type differs from the plain unit: 1 point in front, 2 in support, 1 kill in the flank."""
    _, _, worth, kills, traits = UNITS[faction][kind]
    parts = [f"{n} in {PLACE_NAMES[k]}" for k, n in enumerate(worth) if n != PLAIN_POINTS[k]]
    parts += [f"{kills} kills"] * (kills > 1)
    parts += [f"{name} {n}" if name in COUNTED_TRAITS else name for name, n in traits.items()]
    return ", ".join(parts)


def upgrade_name(state: Any, seat: int, upgrade: int) -> str:
    faction = int(state.faction[seat])
    return UPGRADE_CARDS[faction][upgrade][0] if faction >= 0 else f"upgrade {upgrade}"


def has_card(state: Any, seat: int, upgrade: int) -> bool:
    """Whether one of the six upgrades of a seat's faction is active."""
    return bool((int(state.upgrades[seat]) >> upgrade) & 1)


def upgrade_limit(state: Any, seat: int) -> int:
    council = state.faction[seat] == ELDER_COUNCIL // UPGRADES and has_card(state, seat, ELDER_COUNCIL % UPGRADES)
    return COUNCIL_UPGRADE_LIMIT if council else UPGRADE_LIMIT


def unit_price(state: Any, seat: int, kind: int) -> list[int]:
    """What a unit costs a seat now, in blue, green and yellow."""
    faction = int(state.faction[seat])
    grown = kind == ROACH and faction == HIVE_GROWTH // UPGRADES and has_card(state, seat, HIVE_GROWTH % UPGRADES)
    return PRICE[faction, GROWN_ROACH_ITEM if grown else kind].tolist()


def upgrade_price(state: Any, seat: int, upgrade: int) -> list[int]:
    return PRICE[int(state.faction[seat]), TYPES + upgrade].tolist()


def tokens_in_words(counts: Sequence[int]) -> str:
    """1 blue, 2 yellow."""
    return ", ".join(f"{count} {name}" for count, name in zip(counts, COLOUR_NAMES, strict=True) if count)


def abilities_in_words(state: Any, seat: int) -> str:
    """Abilities left in this battle: push, shift twice."""
    uses = state.uses[seat].tolist()
    return ", ".join(f"{ABILITY_NAMES[k]}{' twice' * (n > 1)}" for k, n in enumerate(uses) if n)


def bases_of(state: Any, seat: int) -> int:
    return int(state.bases[seat]).bit_count()


def zones_of(state: Any, seat: int) -> int:
    """FL-9.2: zones with an own unit or base."""
    return (int(state.bases[seat]) | int(state.ground[seat])).bit_count()


def people(state: Any, seat: int) -> tuple[int, int]:
    """Population and its limit."""
    return int(population(state, seat)), int(population_limit(state, seat))
