"""Mercy Frontier as a story: what a decision brought. Only faces, relics and contracts that come up are news to all."""

from typing import Any

from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.layout import ACTIONS
from flank_envs.games.mercy_frontier.phases.ability import next_ability, use_ability
from flank_envs.games.mercy_frontier.phases.cry import barrage
from flank_envs.games.mercy_frontier.phases.move import make_move
from flank_envs.games.mercy_frontier.phases.workers import collect
from flank_envs.games.mercy_frontier.turn import apply
from flank_envs.games.mercy_frontier.view.names import (
    area_name,
    buildings,
    cost_in_words,
    has_tile,
    relic_of,
    space_name,
    token_at,
    workers,
)
from flank_envs.games.mercy_frontier.view.words import describe, status
from flank_envs.view.story import acts, listing, plural, whole_story, whose
from flank_envs.view.unfolding import Event, unfolded
from flank_envs.view.viewer import sees

FIGHTING = (make_move, use_ability, barrage)


def story(before: Any, action: int, after: Any, viewer: int | None) -> list[str]:
    """One decision, and everything automatic that followed."""
    if after.forfeit >= 0:
        return whole_story([], after, viewer, status)
    events = unfolded(apply, before, action, (*FIGHTING, collect, next_ability))
    fought = next((event.after for event in events if event.rule in FIGHTING), None)
    facts = [
        acts(viewer, int(before.to_act), _deed(before, action, after if fought is None else fought, viewer)),
        *(_losses(before, fought, viewer) if fought is not None else []),
        *_turned_up(before, after),
        *_gains(events, viewer),
        *_contracts(before, after, viewer),
        *_turn(before, after, viewer),
    ]
    return whole_story(facts, after, viewer, status)


def _deed(before: Any, action: int, after: Any, viewer: int | None) -> str:
    """What was done; of others what everybody saw: where their workers stand, and a leg as it went."""
    block, place = ACTIONS.locate(int(action))
    seat = int(before.to_act)
    if block.name == "MOVE":
        return _leg(before, after, seat, *place)
    if block.name == "TARGET_ENEMY":
        verb = "strike" if describe(before, action).startswith("strike") else "bombard"
        return f"{verb} {_name(before, viewer, 1 - seat, place[0])}"
    if before.phase == t.WORKERS and not sees(viewer, seat):
        return _placed(before, after, seat)
    deed = describe(before, action).partition(":")[0]
    return f"choose to {deed}" if block.name == "BUILD" or (before.phase == t.HIRE and block.name != "DONE") else deed


def _placed(before: Any, after: Any, seat: int) -> str:
    stood = workers(before, seat)
    spaces = [space_name(*space) for space in workers(after, seat) if space not in stood]
    return f"place {plural(len(spaces), 'worker')} on {listing(spaces)}" if spaces else "place no more workers"


def _leg(before: Any, end: Any, seat: int, zone: int, direction: int, _: int) -> str:
    """MF-8.6: where the mover got to before something stopped it."""
    who, way = t.CARD_NAMES[before.card[seat, zone]], t.DIRECTION_NAMES[direction]
    token = token_at(end, seat, zone)
    if token is None or end.card[seat, zone] != before.card[seat, zone]:
        return f"send the {who} {way}"
    if token == token_at(before, seat, zone):
        return f"attack {way} with the {who}"
    column, row, side = token
    return f"move the {who} {way} to {area_name(column, row, side, side)}"


def _name(state: Any, viewer: int | None, seat: int, zone: int) -> str:
    return f"{whose(viewer, seat)} {t.CARD_NAMES[state.card[seat, zone]]}"


def _losses(before: Any, after: Any, viewer: int | None) -> list[str]:
    """MF-9: hits, defeats, fallen buildings and workers."""
    told = []
    for seat in (1 - int(before.to_act), int(before.to_act)):
        fates = [fate for zone in range(t.ZONES) if (fate := _fate(before, after, viewer, seat, zone))]
        told += [", ".join(fates)] * bool(fates)
        fallen = [item for item in buildings(before, seat) if item not in buildings(after, seat)]
        lost = [f"the {t.BUILDING_NAMES[kind]} on {space_name(column, row)}" for kind, _, column, row in fallen]
        killed = int(before.owned[seat]) - int(after.owned[seat])
        lost += [plural(killed, "worker")] * (killed > 0)
        told += [acts(viewer, seat, f"lose {listing(lost)}")] * bool(lost)
    return told


def _fate(before: Any, after: Any, viewer: int | None, seat: int, zone: int) -> str:
    """What became of a mercenary on the board."""
    if token_at(before, seat, zone) is None:
        return ""
    if token_at(after, seat, zone) is None:
        return f"{_name(before, viewer, seat, zone)} is defeated"
    damage = int(before.health[seat, zone]) - int(after.health[seat, zone])
    if damage > 0:
        return f"{_name(before, viewer, seat, zone)} takes {damage} and has {after.health[seat, zone]} left"
    return ""


def _turned_up(before: Any, after: Any) -> list[str]:
    """MF-4.5: the face of a tile, and MF-1.3 the relic under it."""
    told = []
    for tile in range(t.TILES):
        if has_tile(before.covered, tile) and not has_tile(after.covered, tile):
            relic = relic_of(after, tile)
            under = f", over the {t.RELIC_NAMES[relic]}" if relic != t.NONE else ""
            told.append(f"tile {tile} turns up: {t.FACE_NAMES[after.face[tile] % t.TURNED]}{under}")
    return told


def _gains(events: list[Event], viewer: int | None) -> list[str]:
    """MF-3.5: the collection; MF-7.2: salvage."""
    told = []
    for event in events:
        gained = event.after.resources - event.before.resources
        if event.rule not in (collect, next_ability):
            continue
        verb = "collect" if event.rule is collect else "salvage"
        for seat in range(t.SEATS):
            if gained[seat].any():
                told.append(acts(viewer, seat, f"{verb} {cost_in_words(gained[seat])}"))
    return told


def _contracts(before: Any, after: Any, viewer: int | None) -> list[str]:
    """MF-5.3, MF-4.8: who has joined; MF-5.5: what is new in the market."""
    told = []
    for seat in range(t.SEATS):
        for zone in range(t.ZONES):
            card = int(after.card[seat, zone])
            if card != t.NONE and before.card[seat, zone] == t.NONE:
                joins = "earn" if card == t.COLOSSUS else "have"
                told.append(acts(viewer, seat, f"{joins} the {t.CARD_NAMES[card]} under contract"))
    new = [t.CARD_NAMES[after.market[k]] for k in range(t.MARKET) if after.market[k] not in (t.NONE, before.market[k])]
    return [*told, *[f"new in the market: {listing(new)}"] * bool(new)]


def _turn(before: Any, after: Any, viewer: int | None) -> list[str]:
    if after.turn == before.turn:
        return []
    return [f"turn {after.turn} begins: {acts(viewer, int(after.priority), 'have priority')}"]
