"""Views of a table as JSON for browsers: each is a function of what the viewer may know."""

from typing import Any

import numpy as np

from flank_envs.engine.game import Game
from flank_envs.view.ending import verdict
from flank_envs.view.viewer import choices
from flank_envs.web.table import Table

LONGEST_STORY = 400  # decisions told at once


def seat_view(table: Table, seat: int, told: int) -> dict[str, Any]:
    """A table as the person in a seat sees it, with the story from decision `told` on."""
    game, state = table.game, table.state
    story = table.told(seat)
    first = min(max(told, len(story) - LONGEST_STORY), len(story))
    view = {
        "game": game.name,
        "title": game.title,
        "seat": seat,
        "players": table.players,
        "practice": table.practice,
        "number": table.number,
        "decisions": len(table.actions),
        "phase": game.phases[state.phase],
        "over": table.over,
        "yours": not table.over and int(state.to_act) == seat,
        "can_undo": can_undo(table, seat),
        "trouble": table.trouble,
        "picture": game.picture(state, seat),
        "choices": worded(game, state, choices(state, seat)),
        "story_from": first,
        "story": story[first:],
    }
    return view | (ending(table, seat) if table.over else {})


def can_undo(table: Table, seat: int) -> bool:
    """Whether there is a decision of the seat that it may take back."""
    if not table.practice or table.over:
        return False
    return any(position[0].to_act == seat for position in table.positions[: len(table.actions)])


def worded(game: Game, state: Any, actions: list[int]) -> list[dict[str, Any]]:
    """Actions of the seat to act in words, with the block of the layout that groups them."""
    return [
        {"action": action, "words": game.describe(state, action), "group": game.actions.locate(action)[0].name}
        for action in actions
    ]


def ending(table: Table, seat: int) -> dict[str, Any]:
    """The end of a game: the result, the seed and where its replay is."""
    returns = table.returns()
    shared = len(set(returns)) == 1
    own = "" if shared else "You win. " if returns[seat] == max(returns) else "You lose. "
    return {"verdict": own + verdict(table.state, returns), "seed": str(table.seed), "id": table.id}


def game_view(table: Table) -> dict[str, Any]:
    """A game that is open to all: what a timeline needs."""
    game = table.game
    rounds = table.rounds()
    starts = [k for k in range(len(rounds)) if k == 0 or rounds[k] != rounds[k - 1]]
    return {
        "id": table.id,
        "game": game.name,
        "title": game.title,
        "players": table.players,
        "options": table.options,
        "seed": str(table.seed),
        "practice": table.taken_back,
        "number": table.number,
        "positions": len(table.positions),
        "over": table.over,
        "trouble": table.trouble,
        "verdict": verdict(table.state, table.returns()) if table.over else "",
        "rounds": [{"at": k, "name": rounds[k]} for k in starts],
    }


def position_view(table: Table, at: int, viewer: int | None) -> dict[str, Any]:
    """One position of a game that is open to all, as a viewer sees it, and what led there."""
    game, state = table.game, table.positions[at][0]
    played = table.actions[at] if at < len(table.actions) else None
    seat = int(state.to_act)
    return {
        "at": at,
        "phase": game.phases[state.phase],
        "round": table.rounds()[at],
        "to_act": seat,
        "over": bool(state.over),
        "picture": game.picture(state, viewer),
        "story": table.told(viewer)[at - 1] if 0 < at <= len(table.actions) else [],
        "played": played if viewer in (None, seat) else None,
        "played_words": game.describe(state, played) if played is not None and viewer in (None, seat) else "",
    }


def observation_view(table: Table, at: int) -> list[dict[str, Any]]:
    """What the seat to act observes, as named blocks."""
    layout = table.game.observation
    seen = table.decisions(at, 1).observation[0]
    return [
        {
            "name": block.name,
            "shape": list(block.shape),
            "meaning": block.meaning,
            "values": np.round(values.ravel().astype(float), 3).tolist(),
        }
        for block, values in zip(layout.blocks, layout.split(seen).values(), strict=True)
    ]
