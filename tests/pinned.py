"""What games and players do, as hashes that stay: whoever moves code can see that nothing has changed.

    python -m tests.pinned            write the hashes of all games anew, after a rule or a player was meant to change
    python -m tests.pinned flank      of one game

`tests/games/<game>/pinned.json` holds for every set of options the hash of random play (fields of the records, masks,
what every seat observes, results) and of the heuristic's choices in it; then what a search and the networks of the
shipped policy choose. Each hash stands twice, after few and after many decisions: plain Python has time for few.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from flank_envs import Batch, all_games, load_opponent, make_batch
from flank_envs.engine.game import Game
from flank_envs.opponents.policy import checkpoint
from flank_envs.opponents.policy.checkpoint import Checkpoint
from flank_envs.opponents.policy.mixture import members_of
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.opponent import PolicyOpponent
from flank_envs.opponents.policy.shipped import shipped_policy

GAMES = 8
FEW, MANY = 25, 1000  # steps of random play
SEARCHED_EVERY, ASKED_EVERY = 50, 5  # steps between the positions in which searches and networks choose
NOT_PINNED = ("gap_",)  # fields that no rule knows
SEARCH = "search:50"
LOGITS = 24  # numbers kept of each network


def positions(game: Game, options: dict[str, Any], steps: int) -> Iterator[Batch]:
    """A batch in random play, before each of its steps."""
    batch = make_batch(game, GAMES, seed=7700, **options)
    streams = batch.streams(77)
    for _ in range(steps):
        yield batch
        batch.step_random(streams)


def position(batch: Batch) -> bytes:
    """All that the rules say of the games of a batch."""
    names = [name for name in batch.states.dtype.names or () if not name.startswith(NOT_PINNED)]
    told = [batch.states[name] for name in names] + [batch.action_mask, batch.reward, batch.done, batch.truncated]
    return b"".join(array.tobytes() for array in [*told, *map(batch.observe, range(batch.seats))])


def choices(name: Any) -> Callable[[Batch], bytes]:
    """What this opponent chooses in a position, by a stream of its own for each game."""
    opponent = load_opponent(name)
    return lambda batch: opponent.choose(batch, batch.streams(78)).tobytes()


def hashes(game: Game, options: dict[str, Any], told: Callable[[Batch], bytes], steps: int, every: int) -> list[str]:
    """A hash of what is told of every so many positions: after FEW steps, and after all if they are more."""
    digest, found = hashlib.sha256(), []
    for number, batch in enumerate(positions(game, options, steps)):
        if number == FEW:
            found.append(digest.hexdigest()[:16])
        if number % every == 0:
            digest.update(told(batch))
    return [*found, digest.hexdigest()[:16]]


def networks(game: Game) -> dict[str, Checkpoint]:
    """The networks of the shipped policy: one, or the members of a mixture."""
    members, _ = members_of(checkpoint.read(shipped_policy(game)))
    return {f"network {number}": member for number, member in enumerate(members)}


def logits(game: Game, policy: Checkpoint) -> list[float]:
    """Some numbers of a network: of the likeliest actions in the first positions of random play."""
    (batch,) = positions(game, {}, 1)
    network = Network(policy)
    found = network.logits(batch.observation.copy(), network.features_of(batch.states))
    legal = np.where(batch.action_mask > 0, found, -np.inf)
    largest = np.sort(legal, axis=1)[:, ::-1].ravel()
    return largest[np.isfinite(largest)][:LOGITS].astype(float).round(5).tolist()


def of_options(game: Game, options: dict[str, Any], steps: int) -> dict[str, list[str]]:
    """What is pinned of one set of options."""
    return {
        "random play": hashes(game, options, position, steps, every=1),
        "heuristic": hashes(game, options, choices("heuristic"), steps, every=1),
    }


def of_players(game: Game, steps: int) -> dict[str, Any]:
    """What is pinned of the players of a game, with its default options."""
    found: dict[str, Any] = {SEARCH: hashes(game, {}, choices(SEARCH), steps, SEARCHED_EVERY)}
    for name, policy in networks(game).items():
        found[name] = {
            manner: hashes(game, {}, choices(PolicyOpponent(policy, greedy=manner == "greedy")), steps, ASKED_EVERY)
            for manner in ("greedy", "sampled")
        }
        found[name]["logits"] = logits(game, policy)
    return found


def file_of(game: Game) -> Path:
    """Where the hashes of a game are."""
    return Path(__file__).parent / "games" / game.name / "pinned.json"


def key(options: dict[str, Any]) -> str:
    """A set of options as the files name it."""
    return json.dumps(options)


def write(game: Game) -> None:
    """Pin what the game and its players do now."""
    options = {key(options): of_options(game, options, MANY) for options in game.option_samples()}
    pinned = {"options": options, "players": of_players(game, MANY)}
    file_of(game).write_text(json.dumps(pinned, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for one in sys.argv[1:] or all_games():
        write(all_games()[one])
        print(file_of(all_games()[one]))
