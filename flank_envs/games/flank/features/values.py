"""The layouts of Flank's features, and where each value stands. Zones are in the frame of the seat."""

from collections import namedtuple
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flank_envs.engine.layout import Block, Layout
from flank_envs.games.flank import tables as t

ZONE = Layout(
    Block("own_base", (), "1 if an own base stands there"),
    Block("enemy_base", (), "1 if an enemy base stands there"),
    Block("own_units", (), "own units there / 5", high=1.5),
    Block("room", (), "room for more own units / 5", -0.25, 1.5),
    Block("enemy_units", (), "enemy units there / 5", high=1.5),
    Block("enemies_beside", (), "enemy units in the zones beside it / 5", high=2.5),
    Block("defence", (), "points of its own defence / 10, if it is not hostile", high=2),
    Block("threat", (), "points of all enemies beside it, as attackers / 10", high=2),
    Block("threat_soon", (), "points of all enemies at most two moves away, as attackers / 10", high=2),
    Block("holds_by", (), "its defence less the threat", -2, 2),
    Block("falls", (), "1 if the threat is enough against its defence"),
    Block("enemy_defence", (), "if it is hostile: points of its defence / 10", high=2),
    Block("attack", (), "if it is hostile: points of all own units that can come there / 10", high=2),
    Block("lead", (), "the attack less the enemy defence", -2, 2),
    Block("lead_with_blue", (), "the lead, with each side's blue tokens", -2.5, 2.5),
    Block("wins", (), "1 if the attack is more than the enemy defence"),
    Block("near", (), "1 / (1 + moves from there to the nearest enemy base, 15 if there is none)"),
    Block("lead_beside", (), "the largest lead in hostile zones beside own units there", -2, 2),
)
BATTLE = Layout(
    Block("own_points", (), "own points / 10", high=3),
    Block("enemy_points", (), "the enemy's points / 10", high=3),
    Block("points_lead", (), "own points less the enemy's / 10", -3, 3),
    Block("ahead", (), "1 if there are more own points"),
    Block("even", (), "1 if there are as many own points"),
    Block("own_loss", (), "own units destroyed if it ended now, with all flank kills / 4", high=2),
    Block("enemy_loss", (), "enemy units destroyed, likewise", high=2),
    Block("base_loss", (), "an enemy base would fall: 1; an own one: -1", low=-1),
    Block("own_kills", (), "own flank kills / 4", high=3),
    Block("enemy_kills", (), "the enemy's flank kills / 4", high=3),
    Block("own_swing", (), "points by which own tokens can change the lead / 10", high=5),
    Block("enemy_swing", (), "points by which the enemy's tokens can change it / 10", high=5),
    Block("safe", (), "1 if the lead is more than the enemy's tokens can change"),
    Block("hopeless", (), "1 if own tokens cannot make up for the enemy's lead"),
    Block("own_places", (t.PLACES,), "own units on frontline, support and flank / 4", high=2),
    Block("over", (), "1 if the battle is over with this decision"),
)


def _named(prefix: str, layout: Layout) -> Iterator[Block]:
    return (replace(block, name=f"{prefix}_{block.name}") for block in layout.blocks)


# Kinds of actions, by how the names of their blocks begin.
KINDS = (
    *("END", "PLAY_CARD", "FORCE_MINE", "BUILD_UNIT", "BUY_UPGRADE", "DROP_UPGRADE", "MOVE", "FORM", "BLUE"),
    *("PUSH REMOVE", "SHIFT", "KILL", "RECALL SPAWN SALVAGE", "PLACE"),
)
ACTION_FEATURES = Layout(
    Block("kind", (len(KINDS),), "one-hot, by block: " + ", ".join(KINDS)),
    Block("tokens", (t.COLOURS,), "own tokens after it / 8"),
    Block("gained", (), "tokens it brings / 5; below 0: those of a card given up in battle", low=-1),
    Block("wasted", (), "tokens beyond the limits / 5"),
    Block("units_payable", (), "types of units that can be paid then / 4"),
    Block("upgrades_payable", (), "upgrades that can be paid then / 6"),
    Block("unit", (6,), "its unit: price / 4, points in front / 3, in support / 3, kills / 2, Steadfast, Guard or Web"),
    Block("to_place", (t.PLACES,), "one-hot: where on the sheet the unit goes"),
    *_named("there", ZONE),
    Block("left_base", (), "where units leave: 1 if an own base stands there"),
    Block("left_units", (), "own units that remain / 5", high=1.5),
    Block("left_holds_by", (), "by how much it holds then, as holds_by", -2, 2),
    Block("left_falls", (), "1 if it falls then, as falls"),
    Block("left_near", (), "how near it is to an enemy base, as near"),
    *_named("battle", BATTLE),
)
_ZONES = "how things stand in each zone: " + "; ".join(f"{block.name}: {block.meaning}" for block in ZONE.blocks)
STATE_FEATURES = Layout(
    Block("zones", (t.ZONES, ZONE.size), _ZONES, float(ZONE.low.min()), float(ZONE.high.max())),
    Block("lead_in_bases", (), "own bases less the enemy's / 5", low=-1),
    Block("lead_in_units", (), "own active units less the enemy's / 8", -1.5, 1.5),
    Block("lead_in_zones", (), "zones with own units or bases less the enemy's / 8", -2, 2),
    Block("lead", (), "who is ahead in bases, then units, then zones: 1, 0 or -1", low=-1),
    *_named("battle", BATTLE),
    Block("best", (ACTION_FEATURES.size,), "the largest of each value over the legal actions, at least 0", high=5),
)


def _starts(layout: Layout) -> Any:
    """The first index of each block, by name."""
    names = [block.name for block in layout.blocks]
    return namedtuple("Starts", names)(*map(layout.start, names))


Z, B, S, A = map(_starts, (ZONE, BATTLE, STATE_FEATURES, ACTION_FEATURES))
