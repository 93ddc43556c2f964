"""The action and observation layouts of Arms Dealer."""

from flank_envs.engine.layout import Block, Layout
from flank_envs.games.arms_dealer import tables as t

ACTIONS = Layout(
    Block("PLACE", (t.CLASSES,), "lay a drawn ship of that class face down on the lowest empty place (FLEET)"),
    Block("LOOK", (t.SLOTS,), "pay 1 to look at the card in that shop slot (SHOP)"),
    Block("SHOP_DONE", (), "stop shopping (SHOP)"),
    Block("KEEP", (), "pay 2 more and take the card (LOOK)"),
    Block("PUT_BACK", (), "put the card back face down (LOOK)"),
    Block("PLAY", (t.ITEMS_KNOWN,), "play an item of that type (ITEMS)"),
    Block("PASS", (), "play no item now (ITEMS)"),
    Block("READY", (), "go on as things stand (BET, STRATEGY)"),
    Block("RAISE", (len(t.RAISES),), "raise the bet by 1, 2, 3, 5 or 10 (the lead in BET and STRATEGY)"),
    Block("SWAP", (len(t.SWAPS),), "exchange the ships on places 2+3, 2+4, 2+5, 3+4, 3+5 or 4+5 (STRATEGY)"),
    Block("MATCH", (), "pay as much as was raised (REPLY)"),
    Block("FORFEIT", (), "give up the next skirmish and its ship (REPLY)"),
)

OBSERVATION = Layout(
    Block("phase", (t.OVER,), "one-hot: FLEET, SHOP, LOOK, BET, REPLY, ITEMS, STRATEGY; 0 when the game is over"),
    Block("turn", (), "1 if the observer decides now"),
    Block("lead", (), "1 if the observer is the lead"),
    Block("shop_first", (), "1 if the observer lays and shops first in this battle"),
    Block("battle", (), "number of the battle / max_battles"),
    Block("skirmish", (6,), "one-hot: current or coming skirmish 1..5, or any later one"),
    Block("wins", (2,), "skirmish wins / 6, at most 1: own, opponent's"),
    Block(
        "money",
        (8,),
        "/ 40, at most 1: own purse, opponent's purse, own bet, opponent's bet; / 200: own purse, opponent's purse, "
        "pot, bank",
    ),
    Block("raise", (len(t.RAISES),), "one-hot: the raise to be answered, 1, 2, 3, 5 or 10 (REPLY)"),
    Block("own_drawn", (t.CLASSES,), "own drawn ships not yet laid / 5"),
    Block("own_field", (t.PLACES, t.CLASSES), "one-hot class of the own face-down ship on each place"),
    Block("opp_field", (t.PLACES,), "1 if the opponent has a face-down ship on that place"),
    Block("own_active", (t.CLASSES,), "one-hot class of the own active ship"),
    Block("own_support", (t.CLASSES,), "own support ships / 5"),
    Block("own_power", (2,), "own power increases / 1500 and own power in all / 3000, at most 1"),
    Block("opp_active", (t.CLASSES,), "the opponent's active ship"),
    Block("opp_support", (t.CLASSES,), "the opponent's support ships / 5"),
    Block("opp_power", (2,), "the opponent's power, likewise"),
    Block("own_deck", (t.CLASSES,), "own Fleet Deck / (7, 6, 5, 4, 3)"),
    Block("own_bay", (t.CLASSES,), "own Repair Bay, likewise"),
    Block("own_scrap", (t.CLASSES,), "own Scrapyard, likewise"),
    Block("opp_scrap", (t.CLASSES,), "the opponent's Scrapyard, likewise"),
    Block("opp_bay_seen", (t.CLASSES,), "ships in the opponent's Repair Bay that went there face up, likewise"),
    Block("opp_sizes", (3,), "opponent's Fleet Deck / 25, Repair Bay / 25, drawn ships not yet laid / 5"),
    Block("own_items", (t.ITEMS_KNOWN,), "own items / cards of the type"),
    Block("opp_items_known", (t.ITEMS_KNOWN,), "items that the observer knows the opponent holds, likewise"),
    Block("hand_sizes", (2,), "number of items / 15, at most 1: own, opponent's"),
    Block(
        "shop",
        (t.SLOTS, 6),
        "per slot: card there, taken by the observer, by the opponent, looked at by the observer, by the opponent, "
        "being looked at now",
    ),
    Block("shop_known", (t.SLOTS, t.ITEMS_KNOWN), "one-hot type of the card there if the observer has looked at it"),
    Block("dealer_discard", (t.ITEMS_KNOWN,), "Arms Dealer discard / cards of the type"),
    Block("asteroid_discard", (t.ASTEROID_KINDS,), "asteroid discard / (15, 4, 1)"),
    Block("deck_sizes", (2,), "Arms Dealer deck / 45, asteroid deck / 20"),
    Block("item_window", (4,), "last move in the item window: own passed, own played, opponent passed, played"),
    Block(
        "gap_action",
        (2, 5),
        "one-hot: what the observer, then the opponent did before this skirmish: ready, raise, swap, match, forfeit",
    ),
    Block("gap_swap", (2, 4), "places 2..5 that the observer, then the opponent swapped before this skirmish"),
)

PLACE = ACTIONS.start("PLACE")
LOOK = ACTIONS.start("LOOK")
SHOP_DONE = ACTIONS.start("SHOP_DONE")
KEEP = ACTIONS.start("KEEP")
PUT_BACK = ACTIONS.start("PUT_BACK")
PLAY = ACTIONS.start("PLAY")
PASS = ACTIONS.start("PASS")
READY = ACTIONS.start("READY")
RAISE = ACTIONS.start("RAISE")
SWAP = ACTIONS.start("SWAP")
MATCH = ACTIONS.start("MATCH")
FORFEIT = ACTIONS.start("FORFEIT")
