"""Rare positions of Flank: what may change in a record. Fields that follow from others are filled in later."""

from random import Random
from typing import Any

import numpy as np

from flank_envs.games.flank.tables import (
    ABILITY_USES,
    ADJACENT,
    AFTER_COMBAT,
    BASE_ZONES,
    BEFORE_COMBAT,
    BUILD,
    COMBAT,
    COMPARED,
    FIRST_AFTER,
    FLANK_KILLS,
    HARVEST,
    KINDS,
    MOVE_TARGET,
    NO_BATTLE,
    NONE,
    PLACEMENT,
    REVEALED,
    STARTED,
    TOKEN_LIMIT,
    ZONES,
)
from tests.twins.flank_beside import beside

__all__ = ["CHANGES", "LAST", "beside"]

SEATS, TYPES, COLOURS, UPGRADES, PLACES = 2, 4, 3, 6, 3
BEGINNINGS = (HARVEST, BUILD, MOVE_TARGET)


def tokens(record: Any, rng: Random) -> None:
    """None, all that the limit allows, or something between."""
    seat, colour = rng.randrange(SEATS), rng.randrange(COLOURS)
    most = int(TOKEN_LIMIT[colour])
    record.tokens[seat, colour] = rng.choice([0, 1, rng.randint(0, most), most - 1, most])


def upgrade(record: Any, rng: Random) -> None:
    record.upgrades[rng.randrange(SEATS)] |= 1 << rng.randrange(UPGRADES)


def no_upgrade(record: Any, rng: Random) -> None:
    record.upgrades[rng.randrange(SEATS)] &= ~(1 << rng.randrange(UPGRADES))


def unit(record: Any, rng: Random) -> None:
    """One more on the board: anywhere, or beside something of the enemy's."""
    seat = rng.randrange(SEATS)
    zones = list(range(ZONES))
    if rng.random() < 0.5:
        hostile = int(record.ground[1 - seat]) | int(record.bases[1 - seat])
        zones = [zone for zone in zones if int(ADJACENT[zone]) & hostile] or zones
    record.units[seat, rng.choice(zones), rng.randrange(TYPES)] += rng.choice([1, 1, 2])


def no_units(record: Any, rng: Random) -> None:
    """Fewer of a type in a zone of the board or in all."""
    seat, kind = rng.randrange(SEATS), rng.randrange(TYPES)
    if rng.random() < 0.5:
        record.units[seat, :, kind] = 0
    else:
        record.units[seat, rng.randrange(ZONES)] = 0


def bases(record: Any, rng: Random) -> None:
    """A base is gone, or all but one of them."""
    seat = rng.randrange(SEATS)
    one = 1 << rng.choice([zone for zone in range(ZONES) if int(BASE_ZONES[seat]) >> zone & 1])
    record.bases[seat] = rng.choice([int(record.bases[seat]) & ~one, int(record.bases[seat]) & one])


def drawn(record: Any, rng: Random) -> None:
    """Cards of the deck come into a hand, or with all but a few of the others into the discard pile."""
    seat, size = rng.randrange(SEATS), int(record.deck_size)
    to_hand = rng.random() < 0.3
    left = max(0, size - rng.randint(1, 4)) if to_hand else min(size, rng.randrange(4))
    for k in range(left, size):
        kind = int(record.deck[k])
        record.drawn[seat, kind] += 1
        if to_hand:
            record.hand[seat, kind] += 1
        else:
            record.discard[kind] += 1
        record.deck[k] = 0
    record.deck_size = left


def hand(record: Any, rng: Random) -> None:
    """All cards of a hand, of one kind or of the discard pile change their place."""
    seat, kinds = rng.randrange(SEATS), rng.sample(range(KINDS), rng.randint(1, KINDS))
    for kind in kinds:
        if rng.random() < 0.5:
            record.discard[kind] += record.hand[seat, kind]
            record.hand[seat, kind] = 0
        else:
            record.hand[seat, kind] += record.discard[kind]
            record.discard[kind] = 0


def late(record: Any, rng: Random) -> None:
    """In one of the last rounds, or a few decisions before the cap."""
    if rng.random() < 0.5 and record.final_round > 0 and record.round_number > 0:
        record.round_number = max(1, int(record.final_round) - rng.randrange(3))
        record.decisions = max(int(record.decisions), int(record.round_number))
    else:
        record.decisions = int(record.max_decisions) - rng.randint(1, 20)


def initiative(record: Any, rng: Random) -> None:
    record.initiative = rng.randrange(SEATS)


def phase(record: Any, rng: Random) -> None:
    """The beginning of a phase of somebody's, if there is no battle."""
    record.phase, record.to_act = rng.choice(BEGINNINGS), rng.randrange(SEATS)
    record.buying = record.move_target = record.move_source = NONE
    record.moved = 0
    record.free_moves = rng.randrange(3) if record.phase == MOVE_TARGET else 0


def battle(record: Any, rng: Random) -> None:
    """Somebody is in a zone with units or a base of the enemy's, and may move on or begin the battle."""
    seat = rng.randrange(SEATS)
    zones = [zone for zone in range(ZONES) if int(record.ground[1 - seat] | record.bases[1 - seat]) >> zone & 1]
    if not zones or record.battle != NO_BATTLE:
        return
    phase(record, rng)
    record.phase, record.to_act, record.attacker = MOVE_TARGET, seat, seat
    record.battle, record.battle_zone = STARTED, rng.choice(zones)
    for _ in range(rng.randint(1, 5)):
        record.units[seat, record.battle_zone, rng.randrange(TYPES)] += 1
    beside_it = [zone for zone in range(ZONES) if int(ADJACENT[record.battle_zone]) >> zone & 1]
    record.units[seat, rng.choice(beside_it), rng.randrange(TYPES)] += 1
    record.tokens[seat, COLOURS - 1] = max(1, int(record.tokens[seat, COLOURS - 1]))


def revealed(record: Any, rng: Random) -> None:
    """Both have formed, and the combat is about to begin or has begun."""
    if not _fight(record, rng):
        return
    record.battle, record.phase = REVEALED, rng.choice([BEFORE_COMBAT, COMBAT])
    if record.phase == BEFORE_COMBAT:
        _grant(record, rng, 0, FIRST_AFTER)


def compared(record: Any, rng: Random) -> None:
    """The points have been compared, and the losses begin."""
    if not _fight(record, rng):
        return
    record.battle, record.phase, record.battle_result = (
        COMPARED,
        rng.choice([FLANK_KILLS, AFTER_COMBAT]),
        rng.randrange(3),
    )
    if record.phase == AFTER_COMBAT:
        _grant(record, rng, FIRST_AFTER, 6)
        for seat in range(SEATS):
            record.lost[seat, rng.randrange(TYPES)] = rng.randrange(3)
    else:
        record.kills = rng.choice([0, 1, 2, 3, 5])
    for seat in range(SEATS):
        if record.battle_result != seat:
            record.sheet[seat, 0] = 0
    if rng.random() < 0.5:
        _surround(record, rng)
    if record.battle_result != 1 - record.attacker:
        record.bases[1 - record.attacker] &= ~(1 << int(record.battle_zone))


def placement(record: Any, rng: Random) -> None:
    """What is left of both goes back to a board where somebody holds all zones around."""
    compared(record, rng)
    if record.battle != COMPARED:
        return
    record.phase, record.kills = PLACEMENT, 0
    record.uses = 0
    record.force = record.sheet.sum(1)
    record.sheet = 0
    _surround(record, rng)


def _surround(record: Any, rng: Random) -> None:
    """Somebody has a unit in every zone around, the other one nothing."""
    owner = rng.randrange(SEATS)
    for zone in range(ZONES):
        if int(ADJACENT[record.battle_zone]) >> zone & 1:
            record.bases[1 - owner] &= ~(1 << zone)
            record.units[:, zone] = 0
            record.units[owner, zone, rng.randrange(TYPES)] = 1


def _fight(record: Any, rng: Random) -> bool:
    """A battle with units of both on their sheets; False if there is one already or no place for it."""
    is_new = record.battle == NO_BATTLE
    battle(record, rng)
    if is_new and record.battle == STARTED:
        record.move_target = record.move_source = NONE
        record.moved = record.free_moves = 0
        record.units[:, record.battle_zone] = 0
        record.to_act = rng.randrange(SEATS)
        for seat in range(SEATS):
            for _ in range(rng.randrange(6)):
                record.sheet[seat, rng.randrange(PLACES), rng.randrange(TYPES)] += 1
        return True
    return False


def _grant(record: Any, rng: Random, first: int, last: int) -> None:
    """Abilities of cards that become active with them."""
    for seat in range(SEATS):
        if seat == record.attacker and record.to_act != seat:
            continue
        for card in rng.sample(range(UPGRADES), 2):
            given = ABILITY_USES[record.faction[seat], card]
            if given[first:last].any():
                record.upgrades[seat] |= 1 << card
                record.uses[seat] = np.maximum(record.uses[seat], given)


def on_the_sheet(record: Any, rng: Random) -> None:
    """One more in the battle, on the sheet or set aside, or one that changes its place."""
    seat, kind, place = rng.randrange(SEATS), rng.randrange(TYPES), rng.randrange(PLACES)
    way = rng.random()
    if way < 0.4:
        record.sheet[seat, place, kind] += 1
    elif way < 0.5:
        record.removed[seat, kind] += 1
    elif way < 0.6:
        record.force[seat, kind] += 1
    elif record.sheet[seat, place, kind] > 0:
        record.sheet[seat, place, kind] -= 1
        record.sheet[seat, rng.randrange(PLACES), kind] += 1


def lost(record: Any, rng: Random) -> None:
    record.lost[rng.randrange(SEATS), rng.randrange(TYPES)] = rng.randrange(3)


def mine(record: Any, rng: Random) -> None:
    """A card of the hand lies on the sheet, with tokens if sheets are revealed."""
    seat, kind = rng.randrange(SEATS), rng.randrange(KINDS)
    if record.mine[seat] == NONE and record.hand[seat, kind] > 0:
        record.hand[seat, kind] -= 1
        record.mine[seat] = kind
    record.extra[seat] = [rng.randrange(2) for _ in range(COLOURS)]


def blue(record: Any, rng: Random) -> None:
    record.blue[rng.randrange(SEATS)] = rng.randrange(6)


def spent(record: Any, rng: Random) -> None:
    record.spent = rng.randrange(3)
    record.out[rng.randrange(SEATS)] = rng.randrange(2)


def uses(record: Any, rng: Random) -> None:
    """Of an ability, at another time than usual."""
    record.uses[rng.randrange(SEATS), rng.randrange(6)] = rng.randrange(3)


def kills(record: Any, rng: Random) -> None:
    record.kills = rng.randrange(6)


def tie(record: Any, rng: Random) -> None:
    record.battle_result = rng.randrange(3)


CHANGES = (
    *(tokens, tokens, tokens, upgrade, upgrade, upgrade, upgrade, no_upgrade, unit, unit, unit, unit, no_units, bases),
    *(
        drawn,
        hand,
        late,
        initiative,
        on_the_sheet,
        on_the_sheet,
        on_the_sheet,
        lost,
        mine,
        blue,
        spent,
        uses,
        kills,
        tie,
    ),
)
LAST = (phase, battle, battle, revealed, revealed, compared, compared, placement, tokens)  # the last leaves a battle
