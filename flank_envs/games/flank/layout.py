"""The action and observation layouts of Flank. Zones and sites are in the frame of the acting or observing seat."""

import numpy as np

from flank_envs.engine.layout import Block, Layout
from flank_envs.games.flank import tables as t

ACTIONS = Layout(
    Block("END", (), "end the phase, the move, the combat turn or the step; decline"),
    Block("DRAFT", (t.FACTIONS,), "take that faction"),
    Block("PLAY_CARD", (t.KINDS,), "play a card of that kind (HARVEST)"),
    Block("FORCE_MINE", (t.KINDS,), "force mine with a card of that kind (HARVEST, FORMATION_MINE)"),
    Block("BUILD_UNIT", (t.TYPES, t.SITES), "build a unit of that type on that base site"),
    Block("BUY_UPGRADE", (t.UPGRADES,), "buy that upgrade"),
    Block("DROP_UPGRADE", (t.UPGRADES,), "return that active upgrade to make room for the one bought"),
    Block("MOVE_TARGET", (t.ZONES,), "pay for a move into that zone"),
    Block("MOVE_SOURCE", (t.ZONES,), "move from that zone"),
    Block("MOVE_UNIT", (t.TYPES,), "move a unit of that type"),
    Block("MOVE_ALL", (), "move all units of the source zone and finish the move"),
    Block("FORM", (t.TYPES, t.PLACES), "put a unit of that type on frontline, support or flank"),
    Block("BLUE", (), "spend a blue token: one point"),
    Block("PUSH", (t.TYPES, t.DIRS), "push an enemy unit: F-S, F-K, S-F, S-K, K-F, K-S"),
    Block("SHIFT", (t.TYPES, t.DIRS), "move an own unit on the sheet, likewise"),
    Block("REMOVE", (t.TYPES, t.PLACES), "set an enemy unit aside"),
    Block("KILL", (t.TYPES,), "flank units destroy an enemy support unit of that type"),
    Block("RECALL", (t.TYPES,), "a destroyed unit of that type returns"),
    Block("SPAWN", (), "add a Roach to the remaining forces"),
    Block("SALVAGE", (t.COLOURS,), "take a token of that colour"),
    Block("PLACE", (t.TYPES, t.ZONES), "put a unit of that type back on the board in that zone"),
)

OBSERVATION = Layout(
    Block("phase", (len(t.PHASES),), "one-hot, see the phases"),
    Block("to_act", (), "1 if the observer decides now"),
    Block("clock", (2,), "round / final round (20 if there is none), at most 1; 1 if the observer has the initiative"),
    Block("faction_own", (t.FACTIONS,), "one-hot, zero before the choice"),
    Block("faction_opp", (t.FACTIONS,), "the opponent's, likewise"),
    Block("bases_own", (t.ZONES,), "1 where an own base stands"),
    Block("bases_opp", (t.ZONES,), "1 where an opponent's base stands"),
    Block("units_own", (t.ZONES, t.TYPES), "own units on the board / 4"),
    Block("units_opp", (t.ZONES, t.TYPES), "the opponent's units on the board / 4"),
    Block("tokens_own", (t.COLOURS,), "tokens / (5, 5, 8)"),
    Block("tokens_opp", (t.COLOURS,), "the opponent's, likewise"),
    Block("hand_own", (t.KINDS,), "cards in hand / 5"),
    Block("hand_sizes", (2,), "own, opponent's / 10, at most 1; a hidden force-mined card counts as in the hand"),
    Block("discard", (t.KINDS,), "discard pile / 5"),
    Block("deck", (), "deck size / 40"),
    Block("upgrades_own", (t.UPGRADES,), "1 if active"),
    Block("upgrades_opp", (t.UPGRADES,), "the opponent's, likewise"),
    Block("population", (2,), "own, opponent's active units, those in battle included / 16"),
    Block("buying", (t.UPGRADES,), "one-hot: the upgrade paid for in UPGRADE_DISCARD"),
    Block("move_target", (t.ZONES,), "one-hot: target of the move being made"),
    Block("move_source", (t.ZONES,), "one-hot: its source"),
    Block("move_flags", (2,), "units moved in this move / 6, at most 1; the mover's free moves left / 2"),
    Block("battle_zone", (t.ZONES,), "one-hot from the moment a battle starts"),
    Block("battle_role", (4,), "observer attacks; observer defends; formation has begun; sheets are revealed"),
    Block("sheet_own", (t.PLACES, t.TYPES), "own units on frontline, support, flank / 4"),
    Block("sheet_opp", (t.PLACES, t.TYPES), "the opponent's, zero until the reveal"),
    Block("force_own", (t.TYPES,), "own units beside the sheet or still to be put back on the board / 4"),
    Block("force_opp", (t.TYPES,), "the opponent's, likewise; before the reveal all their units in the battle"),
    Block("removed_own", (t.TYPES,), "own units set aside / 4"),
    Block("removed_opp", (t.TYPES,), "the opponent's, likewise"),
    Block("lost_own", (t.TYPES,), "own units destroyed in this battle / 4"),
    Block("lost_opp", (t.TYPES,), "the opponent's, likewise"),
    Block("base_in", (2,), "the base in this battle is the observer's; is the opponent's"),
    Block("mine_own", (t.KINDS,), "one-hot kind of the own force-mined card"),
    Block("mine_opp", (t.KINDS,), "the opponent's, zero until the reveal"),
    Block("extra_own", (t.COLOURS,), "tokens on the own force-mined card"),
    Block("extra_opp", (t.COLOURS,), "the opponent's, likewise"),
    Block("blue", (2,), "own, opponent's blue tokens on the frontline / 6, at most 1"),
    Block("points", (2,), "own, opponent's points / 20, at most 1, between the reveal and the comparison"),
    Block("combat_flags", (4,), "own out; opponent out; tokens spent in this turn / 5; kills left / 8; at most 1"),
    Block("abilities_own", (t.ABILITIES,), "uses left: push, shift / 2, remove, recall, spawn, salvage"),
    Block("abilities_opp", (t.ABILITIES,), "the opponent's, likewise"),
    Block("battle_result", (3,), "after the comparison: observer won; opponent won; tie"),
)

END = ACTIONS.start("END")
DRAFT_FACTION = ACTIONS.start("DRAFT")
PLAY_CARD = ACTIONS.start("PLAY_CARD")
FORCE_MINE = ACTIONS.start("FORCE_MINE")
BUILD_UNIT = ACTIONS.start("BUILD_UNIT")
BUY_UPGRADE = ACTIONS.start("BUY_UPGRADE")
DROP_UPGRADE = ACTIONS.start("DROP_UPGRADE")
TARGET = ACTIONS.start("MOVE_TARGET")
SOURCE = ACTIONS.start("MOVE_SOURCE")
MOVE_UNIT = ACTIONS.start("MOVE_UNIT")
MOVE_ALL = ACTIONS.start("MOVE_ALL")
FORM = ACTIONS.start("FORM")
BLUE = ACTIONS.start("BLUE")
PUSH = ACTIONS.start("PUSH")
SHIFT = ACTIONS.start("SHIFT")
REMOVE = ACTIONS.start("REMOVE")
KILL = ACTIONS.start("KILL")
RECALL = ACTIONS.start("RECALL")
SPAWN = ACTIONS.start("SPAWN")
SALVAGE = ACTIONS.start("SALVAGE")
PLACE = ACTIONS.start("PLACE")

# The legal actions of a phase are one number: its bits are the actions from this one on, END is the bit END_BIT.
FIRST_ACTION = np.array(
    [
        *(DRAFT_FACTION, PLAY_CARD, BUILD_UNIT, DROP_UPGRADE, TARGET, SOURCE, MOVE_UNIT, FORM),
        *(FORCE_MINE, PUSH, BLUE, KILL, RECALL, PLACE, END),
    ],
    np.int16,
)
END_BIT = 1 << 62
