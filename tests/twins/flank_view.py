"""What a seat sees in FLANK, block by block. A part of the slow twin."""

from typing import TYPE_CHECKING

from tests.twins.flank_data import COPIES, KINDS, MINIATURES, TOKEN_LIMIT, TYPES, UPGRADES, ZONES, own_frame

if TYPE_CHECKING:
    from tests.twins.flank import Twin

SIZE = 365


def one_hot(size: int, index: int | None) -> list[float]:
    return [float(index == k) for k in range(size)]


def share(numbers: list[int], whole: float) -> list[float]:
    return [n / whole for n in numbers]


def see(twin: "Twin", seat: int) -> list[float]:
    opp = 1 - seat
    seen = one_hot(15, twin.phase)
    seen += [float(twin.to_act == seat)]
    seen += [min(1, twin.round / (twin.final_round or 20)), float(twin.initiative == seat)]
    seen += one_hot(3, twin.faction[seat]) + one_hot(3, twin.faction[opp])
    seen += see_board(twin, seat)
    for player in (seat, opp):
        seen += [n / limit for n, limit in zip(twin.tokens[player], TOKEN_LIMIT, strict=True)]
    seen += share(twin.hand[seat], COPIES)
    secret = int(twin.mine[opp] is not None and not twin.revealed)  # FL-1.7, FL-1.8: but not which card
    seen += [min(1, sum(twin.hand[seat]) / 10), min(1, (sum(twin.hand[opp]) + secret) / 10)]
    seen += [*share(twin.discard, COPIES), sum(twin.deck) / 40]
    for player in (seat, opp):
        seen += [float(active) for active in twin.upgrades[player]]
    seen += [twin.population(seat) / 16, twin.population(opp) / 16]
    seen += one_hot(UPGRADES, twin.buying)
    seen += see_zone(seat, twin.target) + see_zone(seat, twin.source)
    seen += [min(1, twin.moved / 6), twin.free_moves / 2]
    seen += see_battle(twin, seat)
    assert len(seen) == SIZE
    return seen


def see_zone(seat: int, zone: int | None) -> list[float]:
    return one_hot(ZONES, None if zone is None else own_frame(seat, zone))


def see_board(twin: "Twin", seat: int) -> list[float]:
    zones = [own_frame(seat, zone) for zone in range(ZONES)]
    bases = [float(twin.bases[player][zone]) for player in (seat, 1 - seat) for zone in zones]
    units = [n / MINIATURES for player in (seat, 1 - seat) for zone in zones for n in twin.units[player][zone]]
    return bases + units


def see_battle(twin: "Twin", seat: int) -> list[float]:
    opp = 1 - seat
    started = twin.battle_zone is not None
    attacks = started and twin.attacker == seat
    base_in = twin.base_in_battle()
    seen = see_zone(seat, twin.battle_zone)
    seen += [float(attacks), float(started and not attacks), float(twin.formation_begun), float(twin.revealed)]
    seen += share([n for part in twin.sheet[seat] for n in part], MINIATURES)
    seen += share([n * twin.revealed for part in twin.sheet[opp] for n in part], MINIATURES)
    seen += share(twin.force[seat], MINIATURES)
    hidden = [0 if twin.revealed else sum(part[t] for part in twin.sheet[opp]) for t in range(TYPES)]
    seen += share([twin.force[opp][t] + hidden[t] for t in range(TYPES)], MINIATURES)
    for kept in (twin.removed, twin.lost):
        seen += share(kept[seat], MINIATURES) + share(kept[opp], MINIATURES)
    seen += [float(base_in and not attacks), float(base_in and attacks)]
    seen += one_hot(KINDS, twin.mine[seat]) + one_hot(KINDS, twin.mine[opp] if twin.revealed else None)
    seen += share(twin.extra[seat], 1) + share(twin.extra[opp], 1)
    seen += share([twin.blue[seat], twin.blue[opp]], 6)
    fighting = twin.revealed and twin.result is None
    seen += [min(1, twin.points(player) / 20) if fighting else 0.0 for player in (seat, opp)]
    seen += [float(twin.out[seat]), float(twin.out[opp]), min(1, twin.spent / 5), min(1, twin.kills / 8)]
    for player in (seat, opp):
        pushes, shifts, *others = twin.uses[player]
        seen += [float(pushes), shifts / 2, *map(float, others)]
    return [*seen, *(float(twin.result == ending) for ending in (seat, opp, -1))]
