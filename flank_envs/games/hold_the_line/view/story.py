"""Hold the Line as a story: what a decision brought, as far as a viewer may know.

Staged cards and targets are secret until they are revealed (HL-3.5, HL-4.5). Who was shot at is told exactly to those
who can know it, and otherwise by what is left of the cards.
"""

from collections import Counter
from typing import Any

from flank_envs.games.hold_the_line import tables as t
from flank_envs.games.hold_the_line.phases.combat import damaged, resolve_lane
from flank_envs.games.hold_the_line.phases.deploy import deploy, reveal_staged
from flank_envs.games.hold_the_line.phases.draw import draw_up
from flank_envs.games.hold_the_line.turn import apply
from flank_envs.games.hold_the_line.view.words import LINE_NAMES, describe, line_of, stack_of, status
from flank_envs.view.story import acts, listing, packed, plural, whole_story, whose
from flank_envs.view.unfolding import Event, uncompiled, unfolded
from flank_envs.view.viewer import sees

_damaged = uncompiled(damaged)
LONGEST = 150  # letters in one sentence about a fight
FEW = 2  # fights that are told with all numbers


def story(before: Any, action: int, after: Any, viewer: int | None) -> list[str]:
    """One decision, and everything automatic that followed."""
    if after.forfeit >= 0:
        return whole_story([], after, viewer, status)
    events = unfolded(apply, before, action, (resolve_lane, deploy, reveal_staged, draw_up))
    facts = [
        *_decision(before, action, after, viewer),
        *packed(_fights([event for event in events if event.rule is resolve_lane], viewer)),
        *packed([clause for event in events for clause in _deployment(event, viewer)]),
        *_draws(events, after, viewer),
    ]
    return whole_story(facts, after, viewer, status)


def _decision(before: Any, action: int, after: Any, viewer: int | None) -> list[str]:
    """HL-3.5: of the other seat only that it has finished; what it has done is revealed later."""
    seat = int(before.to_act)
    revealed = _face_down(before, after, viewer)
    if sees(viewer, seat):
        return [acts(viewer, seat, describe(before, action)), *revealed]
    if all(before[field] == after[field] for field in ("to_act", "phase", "lane", "round_number")):
        return []
    if before.phase == t.COMBAT:
        return [acts(viewer, seat, f"have chosen targets in lane {before.lane}")]
    if before.phase == t.SETUP:
        return [acts(viewer, seat, "have placed a card in each lane")]
    return revealed or [acts(viewer, seat, "have finished staging")]


def _face_down(before: Any, after: Any, viewer: int | None) -> list[str]:
    """HL-3.5: when both have staged, everybody sees where cards lie."""
    if viewer is None or before.phase != t.STAGING or after.phase != t.COMBAT:
        return []
    seat = 1 - viewer
    lanes = [str(lane) for lane in range(t.LANES) if after.staged[seat, lane] != t.NO_CARD]
    if not lanes:
        return [acts(viewer, seat, "have staged nothing")]
    card = "a card" if len(lanes) == 1 else "cards"
    return [acts(viewer, seat, f"have staged {card} in lane{'s' * (len(lanes) > 1)} {listing(lanes)}")]


def _fights(events: list[Event], viewer: int | None) -> list[str]:
    """HL-4.7: what all damage in a lane did at once; many fights are told in fewer words."""
    told = []
    for event in events:
        lane = int(event.before.lane)
        blows = [blow for seat in _sides(viewer) for blow in _blows(event, viewer, seat, lane, len(events) <= FEW)]
        clause = f"lane {lane}: {', '.join(blows) or 'nobody is hurt'}"
        told.append(clause if len(clause) <= LONGEST else f"lane {lane}: {listing(_losses(event, viewer, lane))}")
    return told


def _sides(viewer: int | None) -> tuple[int, int]:
    """The viewer's own side first."""
    return (1, 0) if viewer == 1 else (0, 1)


def _blows(event: Event, viewer: int | None, seat: int, lane: int, damage_too: bool) -> list[str]:
    """What happened to the cards of a seat that were hit; by how much if everything about it is known."""
    cards = stack_of(event.before, seat, lane)
    if sees(viewer, 1 - seat) or _has_no_choice(event.before, 1 - seat, lane):
        hits = [_hit(event.before, seat, lane, slot) for slot in range(len(cards))]
        blows = [(card, damage if damage_too else 0, left) for card, damage, left in hits if damage]
    else:
        blows = [(card, 0, left) for card, left in _matched(cards, stack_of(event.after, seat, lane))]
    return [
        _blow(viewer, seat, *blow, count) for blow, count in Counter(blows).items() if blow[1] or blow[0] != blow[2]
    ]


def _has_no_choice(state: Any, seat: int, lane: int) -> bool:
    """HL-4.6: whether everybody can tell whom the cards of a seat shoot at."""
    shots = sum(t.KIND_OF[card] != t.INFANTRY for card in stack_of(state, seat, lane))
    targets = stack_of(state, 1 - seat, lane)
    return shots == 0 or len(targets) == 1 or (shots == 1 and len(set(targets)) == 1)


def _hit(state: Any, seat: int, lane: int, slot: int) -> tuple[int, int, int]:
    """A card, the damage that it takes, and what is left of it."""
    card = int(state.stack[seat, lane, slot])
    swept = sum(int(t.DAMAGE_OF[other]) for other in stack_of(state, 1 - seat, lane) if t.KIND_OF[other] == t.INFANTRY)
    normal = swept + int(state.shot_normal[1 - seat, slot])
    piercing = int(state.shot_piercing[1 - seat, slot])
    return card, normal + piercing, int(_damaged(card, normal, piercing))


def _matched(cards: list[int], left: list[int]) -> list[tuple[int, int]]:
    """Each card with what may have become of it, NO_CARD if it fell: unhurt where that is possible."""
    open_to = list(left)
    pairs = [(card, open_to.pop(open_to.index(card))) for card in cards if card in open_to]
    hurt = list((Counter(cards) - Counter(card for card, _ in pairs)).elements())
    for rest in open_to:
        card = next(card for card in hurt if _may_become(card, rest))
        hurt.remove(card)
        pairs.append((card, rest))
    return [*pairs, *((card, t.NO_CARD) for card in hurt)]


def _may_become(card: int, rest: int) -> bool:
    return (
        t.KIND_OF[card] == t.KIND_OF[rest] and t.HP_OF[card] >= t.HP_OF[rest] and t.ARMOR_OF[card] >= t.ARMOR_OF[rest]
    )


def _blow(viewer: int | None, seat: int, card: int, damage: int, left: int, count: int) -> str:
    """Your Anti-Armor 3/1 is hit for 4 and falls; a damage of 0 is not told."""
    verb = "are" if count > 1 else "is"
    fate = ("fall" if count > 1 else "falls") if left == t.NO_CARD else f"{verb} left with {_strength(left)}"
    hit = f"{verb} hit for {damage} and " if damage else ""
    fate = "unharmed" if left == card else fate
    return f"{whose(viewer, seat)} {f'{count} ' * (count > 1)}{_name(card)} {hit}{fate}"


def _name(card: int) -> str:
    """Anti-Armor 3/1."""
    return f"{t.KIND_NAMES[t.KIND_OF[card]]} {_strength(card)}"


def _strength(card: int) -> str:
    return str(t.HP_OF[card]) if t.KIND_OF[card] == t.INFANTRY else f"{t.HP_OF[card]}/{t.ARMOR_OF[card]}"


def _losses(event: Event, viewer: int | None, lane: int) -> list[str]:
    """A fight of many cards: how many of each kind fell."""
    told = []
    for seat in _sides(viewer):
        kinds = [
            Counter(t.KIND_OF[card] for card in stack_of(state, seat, lane)) for state in (event.before, event.after)
        ]
        lost = [plural(count, t.KIND_NAMES[kind]) for kind, count in sorted((kinds[0] - kinds[1]).items())]
        told.append(acts(viewer, seat, f"lose {listing(lost) or 'nobody'}"))
    return told


def _deployment(event: Event, viewer: int | None) -> list[str]:
    """HL-5.1, HL-5.8: the cards revealed, then the pushes."""
    if event.rule is reveal_staged:
        return [clause for seat in _sides(viewer) if (clause := _revealed(event.before, viewer, seat))]
    if event.rule is not deploy:
        return []
    return [
        _pushed(event, viewer, lane) for lane in range(t.LANES) if event.before.front[lane] != event.after.front[lane]
    ]


def _revealed(state: Any, viewer: int | None, seat: int) -> str:
    """Seat 1 deploys a Tank in lane 2 and Infantry in lanes 0 and 4."""
    cards = []
    for kind in range(t.KINDS):
        lanes = [str(lane) for lane in range(t.LANES) if state.staged[seat, lane] == kind]
        if lanes:
            what = plural(1, t.KIND_NAMES[kind]) if len(lanes) == 1 else f"{t.KIND_NAMES[kind]}{'s' * (kind == t.TANK)}"
            cards.append(f"{what} in lane{'s' * (len(lanes) > 1)} {listing(lanes)}")
    return acts(viewer, seat, f"deploy {listing(cards)}") if cards else ""


def _pushed(event: Event, viewer: int | None, lane: int) -> str:
    front = int(event.after.front[lane])
    seat = 0 if front > event.before.front[lane] else 1
    line = LINE_NAMES[line_of(event.after, front)]
    return acts(viewer, seat, f"break a gap into lane {lane}" if line == "gap" else f"push lane {lane} to {line}")


def _draws(events: list[Event], after: Any, viewer: int | None) -> list[str]:
    """HL-6.1, in the new round."""
    drawn = [
        (event.arguments[0], event.after.hand[event.arguments[0]] - event.before.hand[event.arguments[0]])
        for event in events
        if event.rule is draw_up
    ]
    told = [acts(viewer, int(seat), f"draw {_cards(cards, viewer, int(seat))}") for seat, cards in drawn if cards.sum()]
    return [f"round {after.round_number}: {', '.join(told)}" if told else f"round {after.round_number} begins"] * bool(
        drawn
    )


def _cards(counts: Any, viewer: int | None, seat: int) -> str:
    if not sees(viewer, seat):
        return plural(int(counts.sum()), "card")
    return listing([plural(int(count), t.KIND_NAMES[kind]) for kind, count in enumerate(counts) if count])
