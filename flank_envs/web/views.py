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
    session = table.session
    game, state = session.game, session.state
    story = session.story(seat)
    first = min(max(told, len(story) - LONGEST_STORY), len(story))
    view = {
        "game": game.name,
        "title": game.title,
        "seat": seat,
        "players": session.players,
        "practice": table.practice,
        "number": table.number,
        "decisions": len(session.actions),
        "phase": game.phases[state.phase],
        "over": session.over,
        "yours": not session.over and int(state.to_act) == seat,
        "can_undo": can_undo(table, seat),
        "trouble": table.trouble,
        "picture": game.view.picture(state, seat),
        "choices": worded(game, state, choices(state, seat)),
        "story_from": first,
        "story": story[first:],
    }
    return view | (ending(table, seat) if session.over else {})


def can_undo(table: Table, seat: int) -> bool:
    """Whether there is a decision of the seat that it may take back."""
    return table.practice and not table.session.over and table.session.can_undo(seat)


def worded(game: Game, state: Any, actions: list[int]) -> list[dict[str, Any]]:
    """Actions of the seat to act in words, with the block of the layout that groups them."""
    return [
        {"action": action, "words": game.view.describe(state, action), "group": game.actions.locate(action)[0].name}
        for action in actions
    ]


def ending(table: Table, seat: int) -> dict[str, Any]:
    """The end of a game: the result, the seed and where its replay is."""
    session = table.session
    returns = session.returns()
    shared = len(set(returns)) == 1
    own = "" if shared else "You win. " if returns[seat] == max(returns) else "You lose. "
    return {"verdict": own + verdict(session.state, returns), "seed": str(session.seed), "id": table.id}


def game_view(table: Table) -> dict[str, Any]:
    """A game that is open to all: what a timeline needs."""
    session = table.session
    game = session.game
    rounds = table.rounds()
    starts = [k for k in range(len(rounds)) if k == 0 or rounds[k] != rounds[k - 1]]
    return {
        "id": table.id,
        "game": game.name,
        "title": game.title,
        "players": session.players,
        "options": session.options,
        "seed": str(session.seed),
        "practice": session.taken_back,
        "number": table.number,
        "positions": len(session.positions),
        "over": session.over,
        "trouble": table.trouble,
        "verdict": verdict(session.state, session.returns()) if session.over else "",
        "rounds": [{"at": k, "name": rounds[k]} for k in starts],
    }


def position_view(table: Table, at: int, viewer: int | None) -> dict[str, Any]:
    """One position of a game that is open to all, as a viewer sees it, and what led there."""
    session = table.session
    game, state = session.game, session.positions[at][0]
    played = session.actions[at] if at < len(session.actions) else None
    seat = int(state.to_act)
    return {
        "at": at,
        "phase": game.phases[state.phase],
        "round": table.rounds()[at],
        "to_act": seat,
        "over": bool(state.over),
        "picture": game.view.picture(state, viewer),
        "story": session.story(viewer)[at - 1] if 0 < at <= len(session.actions) else [],
        "played": played if viewer in (None, seat) else None,
        "played_words": game.view.describe(state, played) if played is not None and viewer in (None, seat) else "",
    }


def observation_view(table: Table, at: int) -> list[dict[str, Any]]:
    """What the seat to act observes, as named blocks."""
    layout = table.session.game.observation
    seen = table.session.decisions(at, 1).observation[0]
    return [
        {
            "name": block.name,
            "shape": list(block.shape),
            "meaning": block.meaning,
            "values": np.round(values.ravel().astype(float), 3).tolist(),
        }
        for block, values in zip(layout.blocks, layout.split(seen).values(), strict=True)
    ]
