"""Names, prices and counts of Flank's pieces, for words and pictures."""

from collections.abc import Sequence
from typing import Any

from flank_envs.games.flank import tables as t
from flank_envs.games.flank.phases.build import unit_item
from flank_envs.games.flank.state import has_upgrade, population, population_limit

PLAIN_POINTS = (1, 2, 0)
COUNTED_TRAITS = ("hold", "charge", "siege")


def seat_to_act(state: Any) -> int:
    """The seat that decides; when the game is over seat 0 stands for it."""
    return max(int(state.to_act), 0)


def zone_of(seat: int, own: int) -> int:
    """The number on the board of a zone in a seat's frame."""
    return own if seat == 0 else t.ZONES - 1 - own


def unit_name(state: Any, seat: int, kind: int) -> str:
    faction = int(state.faction[seat])
    return t.UNIT_NAMES[faction][kind] if faction >= 0 else f"unit of type {kind}"


def unit_mark(state: Any, seat: int, kind: int) -> str:
    """Two letters that tell the units of a faction apart."""
    return unit_name(state, seat, kind)[:2]


def unit_special(faction: int, kind: int) -> str:
    """In what a type differs from the plain unit: 1 point in front, 2 in support, 1 kill in the flank."""
    _, _, worth, kills, traits = t.UNITS[faction][kind]
    parts = [f"{n} in {t.PLACE_NAMES[k]}" for k, n in enumerate(worth) if n != PLAIN_POINTS[k]]
    parts += [f"{kills} kills"] * (kills > 1)
    parts += [f"{name} {n}" if name in COUNTED_TRAITS else name for name, n in traits.items()]
    return ", ".join(parts)


def upgrade_name(state: Any, seat: int, upgrade: int) -> str:
    faction = int(state.faction[seat])
    return t.UPGRADE_CARDS[faction][upgrade][0] if faction >= 0 else f"upgrade {upgrade}"


def has_card(state: Any, seat: int, upgrade: int) -> bool:
    """Whether one of the six upgrades of a seat's faction is active."""
    return bool((int(state.upgrades[seat]) >> upgrade) & 1)


def upgrade_limit(state: Any, seat: int) -> int:
    return t.COUNCIL_UPGRADE_LIMIT if has_upgrade(state, seat, t.ELDER_COUNCIL) else t.UPGRADE_LIMIT


def unit_price(state: Any, seat: int, kind: int) -> list[int]:
    """What a unit costs a seat now, in blue, green and yellow."""
    return t.PRICE[int(state.faction[seat]), unit_item(state, seat, kind)].tolist()


def upgrade_price(state: Any, seat: int, upgrade: int) -> list[int]:
    return t.PRICE[int(state.faction[seat]), t.TYPES + upgrade].tolist()


def tokens_in_words(counts: Sequence[int]) -> str:
    """1 blue, 2 yellow."""
    return ", ".join(f"{count} {name}" for count, name in zip(counts, t.COLOUR_NAMES, strict=True) if count)


def abilities_in_words(state: Any, seat: int) -> str:
    """Abilities left in this battle: push, shift twice."""
    uses = state.uses[seat].tolist()
    return ", ".join(f"{t.ABILITY_NAMES[k]}{' twice' * (n > 1)}" for k, n in enumerate(uses) if n)


def bases_of(state: Any, seat: int) -> int:
    return int(state.bases[seat]).bit_count()


def zones_of(state: Any, seat: int) -> int:
    """FL-9.2: zones with an own unit or base."""
    return (int(state.bases[seat]) | int(state.ground[seat])).bit_count()


def people(state: Any, seat: int) -> tuple[int, int]:
    """Population and its limit."""
    return int(population(state, seat)), int(population_limit(state, seat))
