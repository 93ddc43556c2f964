"""The panels in pictures of Mercy Frontier: the players with their zones, the market, the supply."""

from textwrap import wrap
from typing import Any

from flank_envs.games.mercy_frontier import tables as t
from flank_envs.games.mercy_frontier.layout import BUILD_KIND, BUY, CONTRACT, PAY_TOKEN, SWEEP
from flank_envs.games.mercy_frontier.state import bank, price
from flank_envs.games.mercy_frontier.tables import HEIGHT as BLOCK_HEIGHT
from flank_envs.games.mercy_frontier.tables import WIDTH as BLOCK_WIDTH
from flank_envs.games.mercy_frontier.view import names
from flank_envs.games.mercy_frontier.view.pieces import (
    FLAG,
    building,
    cost,
    owned,
    resource,
    strength,
    worker,
)
from flank_envs.view import svg
from flank_envs.view.palette import ALARM, CHOICE, HAIR, INK, MUTED, PAPER, SEAT_INK, WHITE
from flank_envs.view.parts import button, click

WIDTH = 652
PLAYER_H = 174
ZONE_W, ZONE_H = 126, 92
CONTRACT_W, CONTRACT_H = 158, 132
BLOCK_W, BLOCK_H, BLOCK = 105, 66, 11


def player(state: Any, viewer: int | None, seat: int, legal: set[int]) -> str:
    """Resources, workers, losses and the five zones of a seat."""
    deciding = not state.over and seat == state.to_act
    edge, wide = (SEAT_INK[seat], 2.5) if deciding else (HAIR, 1)
    owner = "" if viewer is None else " (you)" if viewer == seat else " (opponent)"
    parts = [
        svg.rect(0, 0, WIDTH, PLAYER_H, rx=10, fill=WHITE, stroke=edge, stroke_width=wide),
        owned(seat, 10, 9, 16, 16, 5, fill=SEAT_INK[seat]),
        svg.text(33, 22, f"Seat {seat}{owner}", size=14, bold=True, fill=SEAT_INK[seat]),
        _badges(state, seat),
        _resources(state, seat, legal if deciding else set()),
        _numbers(state, seat),
    ]
    parts += [_zone(state, seat, zone) for zone in range(t.ZONES)]
    return "".join(parts)


def _badges(state: Any, seat: int) -> str:
    """Priority, what lasts for the turn, and the relics of a seat, from the right."""
    badges = ["priority"] * int(state.priority == seat) + ["overcharge"] * int(state.overcharge[seat])
    badges += ["Colossus due"] * int(state.owed and state.colossus == seat)
    parts, x = [], WIDTH - 10.0
    for label, ink in [
        *((badge, INK) for badge in badges),
        *((t.RELIC_NAMES[relic], MUTED) for relic in names.relics_held(state, seat)),
    ]:
        width = 14 + 6.3 * len(label)
        parts.append(svg.pill(x - width / 2, 17, width, 17, label, ink, size=10))
        x -= width + 5
    return "".join(parts)


def _resources(state: Any, seat: int, legal: set[int]) -> str:
    """Tokens of each kind; those that may be paid are choices."""
    parts = []
    for kind in range(t.RESOURCES):
        action, x = PAY_TOKEN + kind, 12 + 78 * kind
        chosen = action in legal
        count = int(state.resources[seat, kind])
        edge, wide = (CHOICE, 2.5) if chosen else (HAIR, 1)
        box = svg.rect(x, 32, 74, 28, rx=14, fill=PAPER, stroke=edge, stroke_width=wide)
        number = svg.text(x + 26, 51.5, str(count), size=16, bold=True, fill=INK)
        pay = svg.text(x + 71, 50, "pay", size=10, bold=True, anchor="end", fill=INK) if chosen else ""
        attributes: dict[str, Any] = click(state, action) if chosen else {"title": f"{count} {t.RESOURCE_NAMES[kind]}"}
        parts.append(svg.group(box, resource(kind, x + 14, 46, 10), number, pay, **attributes))
    return "".join(parts)


def _numbers(state: Any, seat: int) -> str:
    """Workers, outposts, and pips for the buildings lost."""
    owned_workers, waiting = int(state.owned[seat]), int(state.unplaced[seat])
    label = f"{owned_workers}/{t.MOST_WORKERS}" + f" ({waiting} to place)" * (waiting > 0)
    parts = [
        worker(seat, 258, 46),
        svg.text(270, 51, label, size=12, bold=True, fill=INK),
        svg.group(svg.path(FLAG, fill=SEAT_INK[seat]), at=(392, 46), scale=0.9),
        svg.text(404, 51, f"{state.outposts_left[seat]}/{t.OUTPOSTS} outposts left", size=11.5, fill=INK),
        svg.text(WIDTH - 76, 51, "lost", size=11.5, anchor="end", fill=INK),
    ]
    lost = min(int(state.lost[seat]), t.BUILDINGS_TO_LOSE)
    for k in range(t.BUILDINGS_TO_LOSE):
        x = WIDTH - 58 + 20 * k
        parts.append(svg.rect(x - 7, 39, 14, 14, rx=3, fill=ALARM if k < lost else PAPER, stroke=MUTED))
        parts.append(svg.text(x, 50, "✕", size=11, bold=True, anchor="middle", fill=WHITE) if k < lost else "")
    return "".join(parts)


def _zone(state: Any, seat: int, zone: int) -> str:
    """A zone: its contract, with strength, ability, and where the token is or that it waits."""
    x, y, card = 8 + 128 * zone, 70, int(state.card[seat, zone])
    if card == t.NONE:
        frame = svg.rect(x, y, ZONE_W - 4, ZONE_H, rx=7, fill=PAPER, stroke=HAIR, stroke_dasharray="5 4")
        return frame + svg.text(x + ZONE_W / 2 - 2, y + 50, f"zone {zone}", size=11, anchor="middle", fill=MUTED)
    place = names.token_at(state, seat, zone)
    active = not state.over and seat == state.to_act and zone == state.zone
    edge, wide, dashes = (INK, 2.5, "8 4") if active else (SEAT_INK[seat], 1.4, None)
    attack = names.attack_of(state, seat, zone) if place else int(t.ATTACK[card])
    health = f"{state.health[seat, zone]}/{state.most[seat, zone]}" if place else str(t.HEALTH[card])
    parts = [
        owned(seat, x, y, ZONE_W - 4, ZONE_H, 7, fill=WHITE, stroke=edge, stroke_width=wide, stroke_dasharray=dashes),
        svg.text(x + 9, y + 17, str(zone), size=11, bold=True, fill=MUTED),
        svg.text(x + 21, y + 17, t.CARD_NAMES[card], size=10.8, bold=True, fill=INK),
        strength(x + 9, y + 37, attack, health, INK, size=13, room=36),
        svg.group(_moves(state, seat, zone), at=(x, y)),
        svg.text(x + 9, y + 56, f"{t.RARITY_NAMES[t.RARITY[card]]} {t.SIDE[card]}x{t.SIDE[card]}", size=10, fill=MUTED),
        svg.text(
            x + 9, y + 70, t.ABILITY_NAMES[t.ABILITY[card]] if t.ABILITY[card] else "", size=10, bold=True, fill=INK
        ),
        svg.text(x + 9, y + 85, _whereabouts(state, seat, zone), size=10, fill=INK if place else ALARM),
    ]
    return svg.group(*parts, title=f"{t.CARD_NAMES[card]}: {names.card_in_words(card)}")


def _whereabouts(state: Any, seat: int, zone: int) -> str:
    place = names.token_at(state, seat, zone)
    return f"on {names.area_name(*place, place[2])}" if place else "waits to be placed"


def _moves(state: Any, seat: int, zone: int) -> str:
    """The spaces left to a mercenary, in the movement of its owner."""
    if state.phase != t.MOVE or seat != state.to_act or names.token_at(state, seat, zone) is None:
        return ""
    if state.legs[seat, zone] and state.left[seat, zone]:
        return svg.pill(102, 53, 26, 16, f"→{state.left[seat, zone]}", INK, size=10)
    return svg.text(113, 85, "moved", size=10, bold=True, anchor="end", fill=INK)


def market(state: Any, viewer: int | None, legal: set[int]) -> str:
    """The four contracts with their prices, and the sweep."""
    parts = [
        svg.text(0, 14, "Market", size=14, bold=True, fill=INK),
        svg.text(62, 14, "credits, what each token is worth, (how many pay it alone)", size=10.5, fill=MUTED),
        svg.text(
            WIDTH,
            14,
            f"deck {state.deck_size}, discards {int(state.discard.sum())}",
            size=10.5,
            anchor="end",
            fill=MUTED,
        ),
    ]
    if SWEEP in legal:
        parts.append(button(state, SWEEP, WIDTH - 184, 9, 130, 24, "sweep: 2 tokens", size=11.5))
    return "".join(parts) + "".join(_contract(state, viewer, position, legal) for position in range(t.MARKET))


def _contract(state: Any, viewer: int | None, position: int, legal: set[int]) -> str:
    x, y, card, action = (CONTRACT_W + 6.6) * position, 26, int(state.market[position]), CONTRACT + position
    if card == t.NONE:
        return svg.rect(x, y, CONTRACT_W, CONTRACT_H, rx=8, fill=PAPER, stroke=HAIR, stroke_dasharray="5 4")
    paying = position == state.contract
    edge, wide = (CHOICE, 2.8) if action in legal else (INK, 2.8) if paying else (HAIR, 1.2)
    dashes = "8 4" if edge == INK else None
    buyer = (viewer or 0) if state.over else int(state.to_act) if viewer is None else viewer
    credits, side = int(price(state, buyer, card)), int(t.SIDE[card])
    kind = f"{t.RARITY_NAMES[t.RARITY[card]]} {side}x{side}, moves {t.MOVES[card]}"
    parts = [
        svg.rect(
            0, 0, CONTRACT_W, CONTRACT_H, rx=8, fill=WHITE, stroke=edge, stroke_width=wide, stroke_dasharray=dashes
        ),
        svg.text(10, 19, t.CARD_NAMES[card], size=12.5, bold=True, fill=INK),
        svg.text(10, 33, kind, size=10, fill=MUTED),
        strength(9, 52, int(t.ATTACK[card]), str(t.HEALTH[card]), INK, size=13, room=36),
        svg.text(CONTRACT_W - 10, 53, f"{credits} credits", size=12.5, bold=True, anchor="end", fill=INK),
        *(_rate(credits, card, k, 17 + 50 * k) for k in range(t.RESOURCES)),
        svg.text(10, 92, t.ABILITY_NAMES[t.ABILITY[card]], size=10.5, bold=True, fill=INK),
        *(
            svg.text(10, 105 + 12 * k, line, size=10, fill=MUTED)
            for k, line in enumerate(wrap(names.ABILITY_WORDS[t.ABILITY[card]], 26))
        ),
    ]
    title = names.card_in_words(card)
    attributes: dict[str, Any] = click(state, action) if action in legal else {"title": title}
    return svg.group(*parts, at=(x, y), **attributes)


def _rate(credits: int, card: int, kind: int, x: float) -> str:
    """A token's worth, and how many of that kind alone pay the price."""
    rate = int(t.RATE[card, kind])
    alone = -(-credits // rate)
    return (
        resource(kind, x, 69, 7.5)
        + svg.text(x + 10, 73, str(rate), size=11.5, bold=True, fill=INK)
        + svg.text(x + 18, 73, f"({alone})", size=10, fill=MUTED)
    )


def supply(state: Any, legal: set[int]) -> str:
    """What can be bought and built with its cost, and what is left of it; the bank."""
    banked = "  ".join(f"{bank(state, k)} {t.RESOURCE_NAMES[k]}" for k in range(t.RESOURCES))
    parts = [
        svg.text(0, 14, "Supply", size=14, bold=True, fill=INK),
        svg.text(62, 14, f"bank {banked}", size=10.5, fill=MUTED),
        svg.text(WIDTH, 14, f"{state.health_left} health tokens", size=10.5, anchor="end", fill=MUTED),
    ]
    for k, item in enumerate((t.WORKER, *range(t.BUILDINGS))):
        action = BUY if item == t.WORKER else BUILD_KIND + item
        parts.append(_item(state, item, (BLOCK_W + 4.4) * k, action if action in legal else None))
    return "".join(parts)


def _item(state: Any, item: int, x: float, action: int | None) -> str:
    pending = item == state.building
    edge, wide = (CHOICE, 2.8) if action is not None else (INK, 2.8) if pending else (HAIR, 1.2)
    dashes = "8 4" if edge == INK else None
    name = "Worker" if item == t.WORKER else t.BUILDING_NAMES[item]
    seat = names.seat_to_act(state)
    parts = [
        svg.rect(0, 0, BLOCK_W, BLOCK_H, rx=7, fill=WHITE, stroke=edge, stroke_width=wide, stroke_dasharray=dashes),
        svg.text(8, 16, name.replace("Biofuel", "Fuel").replace("Neosteel", "Steel"), size=10.5, bold=True, fill=INK),
        cost(t.COST[item].tolist(), 8, 32),
        svg.text(8, 57, _left(state, item), size=10, fill=MUTED),
        worker(seat, BLOCK_W - 14, 54, 0.9) if item == t.WORKER else "",
        _block(seat, item) if item != t.WORKER else "",
    ]
    title = f"{name}: {_meaning(item)}"
    attributes: dict[str, Any] = click(state, action) if action is not None else {"title": title}
    return svg.group(*parts, at=(x, 24), **attributes)


def _block(seat: int, item: int) -> str:
    """The footprint of a building, in the lower right corner."""
    x, y = BLOCK_W - 7 - BLOCK * int(BLOCK_WIDTH[item]), BLOCK_H - 5 - BLOCK * int(BLOCK_HEIGHT[item])
    return building(seat, item, t.CRYSTAL, x, y, cell=BLOCK)


def _left(state: Any, item: int) -> str:
    if item == t.REFINERY:
        return " ".join(f"{state.refineries_left[k]}{t.RESOURCE_LETTERS[k]}" for k in range(t.RESOURCES)) + " left"
    if t.FUEL_BEACON <= item < t.FUEL_BEACON + t.BEACONS:
        return f"{t.BEACON_BLOCKS - int((state.beacon[:, item - t.FUEL_BEACON] != t.NONE).sum())} left"
    return "5 each" if item == t.OUTPOST else ""


def _meaning(item: int) -> str:
    if item == t.WORKER:
        return "may be placed from the next turn on"
    if item == t.REFINERY:
        return "doubles a node, on a tile with an own worker"
    if item == t.OUTPOST:
        return "claims a tile beside an own worker"
    return f"battle cry: {names.CRY_WORDS[item - t.FUEL_BEACON]}; the first to have all three gets the Beacon Colossus"
