"""A person at a table, for tests: sits down, sees, decides."""

import time
from typing import Any

from starlette.testclient import TestClient

from flank_envs.engine.game import Game

# Options that make games short.
SHORT: dict[str, dict[str, Any]] = {
    "arms_dealer": {"max_battles": 1},
    "flank": {"final_round": 1, "max_decisions": 150},
    "mana_surge": {"players": 2, "max_rounds": 2},
    "mercy_frontier": {"turn_cap": 2},
}
LIMIT = 300.0  # seconds for others to decide, compiling included; only a hang takes so long


class Seat:
    """One seat of one table, seen through a client."""

    def __init__(self, client: TestClient, key: str) -> None:
        self.client = client
        self.path = f"/api/table/{key}"

    def look(self, told: int = 0) -> dict[str, Any]:
        """The table as the seat sees it."""
        answer = self.client.get(self.path, params={"told": told})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, number: int, action: int) -> Any:
        """The answer to one decision."""
        return self.client.post(f"{self.path}/act", json={"number": number, "action": action})

    def my_turn(self) -> dict[str, Any]:
        """The table when it is the seat's turn or the game is over."""
        until = time.monotonic() + LIMIT
        while time.monotonic() < until:
            view = self.look()
            if view["yours"] or view["over"]:
                return view
            time.sleep(0.01)
        raise AssertionError("the others never decided")


def sit_down(client: TestClient, game: Game, opponent: str = "random", **more: Any) -> Seat:
    """A new table with a person in seat 0 and opponents in the others."""
    players = ["person", *[opponent] * (game.players(more.get("options", {})) - 1)]
    answer = client.post("/api/tables", json={"game": game.name, "players": players, **more})
    assert answer.status_code == 200, answer.text
    return Seat(client, answer.json()["keys"][0])
