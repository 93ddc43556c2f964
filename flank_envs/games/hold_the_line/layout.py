"""The action and observation layouts of Hold the Line."""

from flank_envs.engine.layout import Block, Layout
from flank_envs.games.hold_the_line.tables import CARD_STATES, DECK_SIZE, KINDS, LANES, PHASES

ACTIONS = Layout(
    Block("STAGE", (KINDS, LANES), "put a card of that kind face down in that lane (SETUP, STAGING)", parts=1),
    Block("DONE", (), "stop staging (STAGING)"),
    Block("TARGET", (DECK_SIZE,), "shoot at the enemy card in that slot of the lane (COMBAT)"),
)

OBSERVATION = Layout(
    Block("phase", (len(PHASES),), "one-hot: SETUP, STAGING, COMBAT, OVER"),
    Block("my_turn", (), "1 if the observer decides now"),
    Block("round", (), "round / 100, 0 in SETUP"),
    Block("front", (LANES,), "Front / 3, positive when pushed towards the opponent", low=-1.0, parts=0),
    Block(
        "own_stacks",
        (LANES, CARD_STATES),
        "own troops by card state (kind, HP and armor left: I5 I4 .. I1, A3/1 A3/0 .. A1/0, T4/5 T4/4 .. T1/0) "
        "/ cards of that kind in a deck",
        parts=0,
    ),
    Block("opp_stacks", (LANES, CARD_STATES), "the opponent's troops, likewise", parts=0),
    Block("own_staged", (LANES, KINDS), "one-hot kind of the own face-down card", parts=0),
    Block("opp_staged", (LANES,), "1 where the opponent has a face-down card (COMBAT only)", parts=0),
    Block("stage_left", (), "cards the observer may still place now / 5"),
    Block("own_hand", (KINDS,), "cards in hand / (7, 4, 2)"),
    Block("own_deck", (KINDS,), "cards in the own draw pile / (8, 4, 2)"),
    Block("own_discard", (KINDS,), "cards in the own discard pile / (8, 4, 2)"),
    Block("opp_hand_size", (), "opponent's hand / 7; cards being placed this phase still count"),
    Block("opp_deck_size", (), "opponent's draw pile / 14"),
    Block("opp_discard", (KINDS,), "opponent's discard pile / (8, 4, 2)"),
    Block("opp_hidden", (KINDS,), "opponent's cards neither on the Front nor discarded / (8, 4, 2)"),
    Block("opp_pool_at_shuffle", (KINDS,), "opponent's draw pile when last shuffled / (8, 4, 2)"),
    Block("opp_hand_at_shuffle", (KINDS,), "opponent's hand at that moment / (8, 4, 2)"),
    Block("combat_lane", (LANES,), "one-hot lane in COMBAT", parts=0),
    Block("shooter", (5,), "decider in COMBAT: is Anti-Armor, is Tank, HP / 5, armor / 5, damage / 4"),
    Block("shots_fired", (), "decider in COMBAT: own shots already assigned in this lane / 6"),
    Block(
        "target_slots",
        (DECK_SIZE, 7),
        "decider in COMBAT, per enemy slot: is I, is A, is T, HP / 5, armor / 5, "
        "own normal damage assigned / 8, own piercing damage assigned / 16",
    ),
)

STAGE = ACTIONS.start("STAGE")
DONE = ACTIONS.start("DONE")
TARGET = ACTIONS.start("TARGET")
