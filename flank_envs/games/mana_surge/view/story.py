"""Mana Surge as a story: what a decision brought. Nothing is hidden; tiles have the numbers of the viewer's board."""

from typing import Any

import numpy as np

from flank_envs.games.mana_surge import tables as t
from flank_envs.games.mana_surge.layout import ACTIONS
from flank_envs.games.mana_surge.view.words import (
    describe,
    frame_for,
    frame_to_act,
    marked_tiles,
    status,
    target_of,
    tile_name,
)
from flank_envs.view.story import acts, listing, whole_story, whose
from flank_envs.view.words import counted


def story(before: Any, action: int, after: Any, viewer: int | None) -> list[str]:
    """One decision, and everything automatic that followed."""
    if after.forfeit >= 0:
        return whole_story([], after, viewer, status)
    deed, reached = _decision(before, action, after, viewer)
    facts = [acts(viewer, int(before.to_act), deed)]
    for seat in range(int(after.seats)):
        facts += _mana(before, after, viewer, seat)
        facts += _spawned(before, after, viewer, seat, reached)
    if after.turns > before.turns and not after.over:
        points = counted(int(after.action_points), "action point")
        facts.append(f"{whose(viewer, int(after.to_act))} turn begins with {points}")
    return whole_story(facts, after, viewer, status)


def _decision(before: Any, action: int, after: Any, viewer: int | None) -> tuple[str, int | None]:
    """What was chosen, and the tile that it brought a token to."""
    block, place = ACTIONS.locate(int(action))
    if block.name == "SPAWN":
        tile = int(t.SLOT[frame_to_act(before), place[0]])
        return f"place a token on {_tile(before, viewer, tile)}, beside the spawner", tile
    if block.name == "CELL":
        tile = int(t.GLOBAL_TILE[frame_to_act(before), place[0]])
        if before.phase == t.SACRIFICE:
            return _sacrifice(before, viewer, tile), None
        return f"pick the token on {_tile(before, viewer, tile)}", None
    if block.name == "DIR":
        tile = target_of(before, place[0])
        if before.phase == t.COMBAT_DIR:
            return _attack(before, after, viewer, tile), None
        return _move(before, viewer, tile), tile
    return describe(before, action).partition(":")[0], None


def _tile(state: Any, viewer: int | None, tile: int) -> str:
    """A tile by its number on the viewer's board, with its kind."""
    return tile_name(int(t.LOCAL_TILE[frame_for(state, viewer), tile]))


def _move(before: Any, viewer: int | None, tile: int) -> str:
    """MS-3.2; MS-3.5: thorns defeat whoever moves there."""
    way = f"move from {_tile(before, viewer, int(before.picked))} to {_tile(before, viewer, tile)}"
    return f"{way}, where it falls" if t.KIND[tile] == t.THORNS else way


def _attack(before: Any, after: Any, viewer: int | None, tile: int) -> str:
    """MS-4.2: both strike at once."""
    own, enemy = int(before.to_act), int(before.owner[tile])
    falls, strikes_back = after.owner[tile] != enemy, after.owner[before.picked] != own
    fate = {
        (True, True): "both fall",
        (True, False): "it falls",
        (False, True): "the attacker falls",
        (False, False): "nobody falls",
    }[bool(falls), bool(strikes_back)]
    target = f"{whose(viewer, enemy)} token on {_tile(before, viewer, tile)}"
    return f"attack {target} from {_tile(before, viewer, int(before.picked))}: {fate}"


def _sacrifice(before: Any, viewer: int | None, tile: int) -> str:
    """MS-5.4: the third mark removes all three."""
    if before.marks < t.SACRIFICED - 1:
        return f"mark the token on {_tile(before, viewer, tile)} for sacrifice"
    tiles = [_tile(before, viewer, marked) for marked in (*marked_tiles(before), tile)]
    return f"sacrifice the tokens on {listing(tiles)}"


def _mana(before: Any, after: Any, viewer: int | None, seat: int) -> list[str]:
    """MS-5.1, MS-5.4."""
    gained = int(after.mana[seat]) - int(before.mana[seat])
    if gained == 0:
        return []
    source = " from the pool" if after.owner[t.POOL_TILE] == seat else ""
    deed = f"gain {counted(gained, 'mana point')}{source}: {after.mana[seat]} of {after.mana_goal}"
    return [acts(viewer, seat, deed)]


def _spawned(before: Any, after: Any, viewer: int | None, seat: int, reached: int | None) -> list[str]:
    """MS-2.7: a token with one place to go to is put there without asking."""
    tiles = [int(tile) for tile in np.flatnonzero((after.owner == seat) & (before.owner != seat)) if tile != reached]
    if not tiles:
        return []
    names = listing([_tile(after, viewer, tile) for tile in tiles])
    return [f"{whose(viewer, seat)} new token{'s' * (len(tiles) > 1)} appear{'s' * (len(tiles) == 1)} on {names}"]
