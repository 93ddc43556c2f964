"""What must be so when Hold the Line refuses an action."""

from flank_envs.games.hold_the_line.tables import LANES_OF
from tests.reasons import ALWAYS, Reasons, Refused

NAMES = {"Infantry": 0, "Anti-Armor": 1, "Tank": 2}


def enemy_cards(refused: Refused) -> list[tuple[int, int, int]]:
    """The enemy's cards in the lane: what each is, and the shots of the seat that it has coming."""
    state, enemy, lane = refused.state, 1 - refused.seat, int(refused.state.lane)
    return [
        (int(card), int(state.shot_normal[refused.seat, slot]), int(state.shot_piercing[refused.seat, slot]))
        for slot, card in enumerate(state.stack[enemy, lane, : state.stack_size[enemy, lane]])
    ]


def equivalent(refused: Refused) -> bool:
    slot, lower = refused.number(1), refused.number(2)
    cards = enemy_cards(refused)
    return slot == refused.place[0] and lower < slot and cards[lower] == cards[slot]


REASONS: Reasons = {
    **ALWAYS,
    "set-up ends only when a card lies in each lane": lambda r: (
        r.phase == "SETUP" and r.block == "DONE" and (r.state.staged[r.seat] < 0).any()
    ),
    r"a card is already face down in lane (\d)": lambda r: (
        r.number() == r.place[1] and r.state.staged[r.seat, r.number()] >= 0
    ),
    r"there is no lane (\d) in a game of this scale": lambda r: r.number() == r.place[1] >= LANES_OF[r.state.scale],
    r"no ([\w-]+) in hand": lambda r: NAMES[r.said[1]] == r.place[0] and r.state.hand[r.seat, r.place[0]] == 0,
    r"there is no enemy card in slot (\d+) of lane (\d)": lambda r: (
        r.number() == r.place[0] and r.number(2) == r.state.lane and r.place[0] >= len(enemy_cards(r))
    ),
    r"slot (\d+) is equivalent to slot (\d+): choose the lowest": equivalent,
}
