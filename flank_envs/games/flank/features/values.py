"""The layouts of Flank's features, and where each value stands. Zones are in the frame of the seat."""

from collections import namedtuple
from dataclasses import replace
from typing import Any

from flank_envs.engine.layout import Block, Layout
from flank_envs.games.flank import tables as t

ZONE = Layout(
    Block("own_base", (), "1 if an own base stands there"),
    Block("enemy_base", (), "1 if an enemy base stands there"),
    Block("own_units", (), "own units there / 5", high=1.5),
    Block("room", (), "room for more own units / 5", -0.25, 1.5),
    Block("enemies", (2,), "enemy units there; in the zones beside it / 5", high=2.5),
    Block("defence", (), "points of its own defence / 10, if it is not hostile", high=2),
    Block("threat", (2,), "points of all enemies beside it, as attackers; of all at most two moves away / 10", high=2),
    Block("holds_by", (), "its defence less the threat of those beside it", -2, 2),
    Block("falls", (), "1 if that threat is enough against its defence"),
    Block("enemy_defence", (), "if it is hostile: points of its defence / 10", high=2),
    Block("attack", (), "if it is hostile: points of all own units that can come there / 10", high=2),
    Block("lead", (2,), "the attack less the enemy defence; the same with each side's blue tokens", -2.5, 2.5),
    Block("wins", (), "1 if the attack is more than the enemy defence"),
    Block("near", (), "1 / (1 + moves from there to the nearest enemy base, 15 if there is none)"),
    Block("lead_beside", (), "the largest lead in hostile zones beside own units there", -2, 2),
)
LEFT = ("own_base", "own_units", "holds_by", "falls", "near")  # of a zone that units leave
BATTLE = Layout(
    Block("points", (2,), "own points, the enemy's / 10", high=3),
    Block("lead", (), "own points less the enemy's / 10", -3, 3),
    Block("ahead", (), "1 if there are more own points"),
    Block("even", (), "1 if there are as many own points"),
    Block("losses", (2,), "units destroyed if it ended now, with all flank kills: own, the enemy's / 4", high=2),
    Block("base_loss", (), "an enemy base would fall: 1; an own one: -1", low=-1),
    Block("kills", (2,), "own flank kills, the enemy's / 4", high=3),
    Block("swing", (2,), "points by which own tokens, the enemy's can change the lead / 10", high=5),
    Block("safe", (), "1 if the lead is more than the enemy's tokens can change"),
    Block("hopeless", (), "1 if own tokens cannot make up for the enemy's lead"),
    Block("own_places", (t.PLACES,), "own units on frontline, support and flank / 4", high=2),
    Block("over", (), "1 if the battle is over with this decision"),
)


def _of(part: str, *blocks: Block) -> list[Block]:
    return [replace(block, name=f"{part}_{block.name}") for block in blocks]


KINDS = (  # of actions, by how the names of their blocks begin
    *("END", "PLAY_CARD", "FORCE_MINE", "BUILD_UNIT", "BUY_UPGRADE", "DROP_UPGRADE", "MOVE", "FORM", "BLUE"),
    *("PUSH REMOVE", "SHIFT", "KILL", "RECALL SPAWN SALVAGE", "PLACE"),
)
ACTION_FEATURES = Layout(
    Block("kind", (len(KINDS),), "one-hot, by block: " + ", ".join(KINDS)),
    Block("tokens", (t.COLOURS,), "own tokens after it / 8"),
    Block("gained", (), "tokens it brings / 5; below 0: those of a card given up in battle", low=-1),
    Block("wasted", (), "tokens beyond the limits / 5"),
    Block("payable", (2,), "then payable: types of units / 4, upgrades / 6"),
    Block("unit", (6,), "its unit: price / 4, points in front / 3, in support / 3, kills / 2, Steadfast, Guard or Web"),
    Block("to_place", (t.PLACES,), "one-hot: where on the sheet the unit goes"),
    *_of("there", *ZONE.blocks),
    *_of("left", *(block for block in ZONE.blocks if block.name in LEFT)),
    *_of("battle", *BATTLE.blocks),
)
_ZONES = "how things stand in each zone: " + "; ".join(f"{block.name}: {block.meaning}" for block in ZONE.blocks)
STATE_FEATURES = Layout(
    Block("zones", (t.ZONES, ZONE.size), _ZONES, float(ZONE.low.min()), float(ZONE.high.max())),
    Block("leads", (3,), "own less the enemy's: bases / 5, active units / 8, zones with units or bases / 8", -2, 2),
    Block("ahead", (), "who is ahead in bases, then units, then zones: 1, 0 or -1", low=-1),
    *_of("battle", *BATTLE.blocks),
    Block("best", (ACTION_FEATURES.size,), "the largest of each value over the legal actions, at least 0", high=5),
)


def _starts(layout: Layout) -> Any:
    """The first index of each block, by name."""
    starts = {block.name: layout.start(block.name) for block in layout.blocks}
    return namedtuple("Starts", starts)(**starts)


Z, B, S, A = map(_starts, (ZONE, BATTLE, STATE_FEATURES, ACTION_FEATURES))
