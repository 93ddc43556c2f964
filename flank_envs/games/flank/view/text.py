"""Flank for terminals: the board turned so that the viewer's home corner is at the bottom right."""

from textwrap import wrap
from typing import Any

from flank_envs.games.flank import tables as t
from flank_envs.games.flank.phases.battle import points
from flank_envs.games.flank.state import base_in_battle, has_upgrade
from flank_envs.games.flank.view import names, seen, words
from flank_envs.view.viewer import decides, sees
from flank_envs.view.words import heading, joined, seat_name

WIDTH, CELL = 79, 14  # of lines, and of zones that need no more


def text(state: Any, viewer: int | None) -> str:
    """The board for a terminal: 80 columns, and more only where zones are crowded."""
    own = viewer or 0
    lines = [
        heading(state, state.round_number, words.status(state, viewer)),
        *_player(state, viewer, 1 - own),
        "",
        *_board(state, viewer),
        *_battle(state, viewer),
        "",
        *_player(state, viewer, own),
        *_wrapped("cards not seen", _cards(seen.unseen_kinds(state, viewer))),
        *_wrapped(f"deck {state.deck_size}, discards", _cards(state.discard.tolist())),
        *(_on_offer(state) if decides(state, viewer) else []),
    ]
    return joined(lines)


def _on_offer(state: Any) -> list[str]:
    """What the choices of this phase mean: factions, upgrades, force mines."""
    phase, seat = int(state.phase), names.seat_to_act(state)
    if phase == t.DRAFT:
        return ["", *(line for faction in range(t.FACTIONS) for line in _faction(faction))]
    if phase in (t.BUILD, t.UPGRADE_DISCARD):
        return ["", *(line for card in t.UPGRADE_CARDS[state.faction[seat]] for line in _upgrade(card))]
    if phase == t.HARVEST:
        mined = t.FORCE_MINED[int(has_upgrade(state, seat, t.REFINERY))].tolist()
        return ["", *_wrapped("to force mine", f"any card for {names.tokens_in_words(mined)}")]
    if phase == t.FORMATION_MINE:
        return ["", *_wrapped("to force mine", "a card for one token of each colour, to be spent in this battle")]
    return []


def _faction(faction: int) -> list[str]:
    """Its units with what is special about them, and its upgrades."""
    units = [
        f"{name} ({special})" if (special := names.unit_special(faction, kind)) else name
        for kind, name in enumerate(t.UNIT_NAMES[faction])
    ]
    upgrades = ", ".join(t.UPGRADE_NAMES[faction])
    return _wrapped(t.FACTION_NAMES[faction], f"{', '.join(units)}; upgrades {upgrades}")


def _upgrade(card: tuple) -> list[str]:
    name, cost, timing, effect = card
    when = "" if timing == t.ONGOING else f"{timing} combat, "
    return _wrapped(f"{name} ({names.tokens_in_words(cost)})", f"{when}{effect}")


def _player(state: Any, viewer: int | None, seat: int) -> list[str]:
    """Faction, tokens, numbers, hand and upgrades of a seat."""
    faction = t.FACTION_NAMES[state.faction[seat]] if state.faction[seat] >= 0 else "no faction yet"
    tokens = ", ".join(f"{name} {state.tokens[seat, k]}/{t.TOKEN_LIMIT[k]}" for k, name in enumerate(t.COLOUR_NAMES))
    count, limit = names.people(state, seat)
    name = f"{seat_name(viewer, seat)} {faction}{' *initiative*' * int(state.initiative == seat)}"
    numbers = f"bases {names.bases_of(state, seat)} | units {count}/{limit}"
    hand = _cards(state.hand[seat].tolist()) if sees(viewer, seat) else "hidden"
    active = [names.upgrade_name(state, seat, k) for k in range(t.UPGRADES) if names.has_card(state, seat, k)]
    return [
        f"{name} | {tokens} | {numbers}",
        *_wrapped(f"hand {seen.held(state, viewer, seat)}", hand),
        *_wrapped(f"upgrades {len(active)}/{names.upgrade_limit(state, seat)}", ", ".join(active) or "none"),
    ]


def _cards(counts: list[int]) -> str:
    return ", ".join(f"{count} {t.KIND_NAMES[kind]}" for kind, count in enumerate(counts) if count) or "none"


def _wrapped(label: str, content: str) -> list[str]:
    return wrap(f"{label}: {content}", WIDTH, initial_indent="  ", subsequent_indent="    ")


def _board(state: Any, viewer: int | None) -> list[str]:
    """Three rows of zones, each with its number, limit, base and the units of both seats."""
    zones = range(t.ZONES) if viewer == 1 else range(t.ZONES - 1, -1, -1)
    cells = [_zone(state, zone) for zone in zones]
    width = max(CELL, *(len(part) for cell in cells for part in cell))
    rule = "+" + ("-" * width + "+") * t.COLUMNS
    lines = [rule]
    for row in range(t.ROWS):
        parts_of_row = zip(*cells[row * t.COLUMNS : (row + 1) * t.COLUMNS], strict=True)
        lines += ["|" + "".join(part.ljust(width) + "|" for part in parts) for parts in parts_of_row]
        lines.append(rule)
    return lines


def _zone(state: Any, zone: int) -> tuple[str, ...]:
    bases = "".join(f" base {seat}" for seat in range(t.SEATS) if (int(state.bases[seat]) >> zone) & 1)
    mark = " BATTLE" if zone == state.battle_zone else " <-" if zone == state.move_target else ""
    mark = " ->" if zone == state.move_source else mark
    return f" {zone}({t.ZONE_LIMIT[zone]}){bases}{mark}", *(_units(state, seat, zone) for seat in range(t.SEATS))


def _units(state: Any, seat: int, zone: int) -> str:
    marks = _marks(state, seat, state.units[seat, zone].tolist())
    return f" {seat}: {marks}" if marks else ""


def _marks(state: Any, seat: int, counts: list[int]) -> str:
    """2Wa My: two letters for each type, with its number."""
    return " ".join(
        f"{counts[kind] if counts[kind] > 1 else ''}{names.unit_mark(state, seat, kind)}"
        for kind in range(t.TYPES)
        if counts[kind]
    )


def _battle(state: Any, viewer: int | None) -> list[str]:
    if not seen.fighting(state):
        return []
    own = viewer or 0
    outcome = words.battle_outcome(state)
    return [
        f"Battle of zone {state.battle_zone}{': ' * bool(outcome)}{outcome}",
        *(line for seat in (1 - own, own) for line in _sheet(state, viewer, seat)),
    ]


def _sheet(state: Any, viewer: int | None, seat: int) -> list[str]:
    """A seat's side of a battle in a line or two."""
    role = "attacks" if seat == state.attacker else "defends"
    name = f"  seat {seat} {role}"
    if seen.secret(state, viewer, seat):
        return [f"{name}: sheet face down, {_marks(state, seat, seen.beside(state, viewer, seat)) or 'no units'}"]
    base = " +base" if seat != state.attacker and base_in_battle(state) else ""
    places = [
        f"{t.PLACE_NAMES[k]} {_marks(state, seat, units) or '-'}{base if k == 0 else ''}"
        for k, units in enumerate(seen.sheet_of(state, viewer, seat))
    ]
    if state.battle == t.REVEALED:
        name += f" (points {points(state, seat)})"
    return [f"{name}: {' | '.join(places)}", *_beside_sheet(state, viewer, seat)]


def _beside_sheet(state: Any, viewer: int | None, seat: int) -> list[str]:
    """Units that are not on the sheet, blue tokens on it, and the force-mined card."""
    groups = (("to place", state.force), ("set aside", state.removed), ("lost", state.lost))
    parts = [f"{name} {_marks(state, seat, units[seat].tolist())}" for name, units in groups if units[seat].any()]
    if state.blue[seat]:
        parts.append(f"blue tokens {state.blue[seat]}")
    kind = seen.mine_of(state, viewer, seat)
    if kind != t.NONE:
        extra = names.tokens_in_words(state.extra[seat].tolist())
        parts.append(f"mined {t.KIND_NAMES[kind]} ({extra or 'no tokens'})")
    if state.uses[seat].any():
        parts.append(f"may {names.abilities_in_words(state, seat)}")
    if state.out[seat]:
        parts.append("out")
    return [f"      {' | '.join(parts)}"] if parts else []
