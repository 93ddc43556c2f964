"""What opponents are given: no true record, unless they say that they want it, and then results say so too."""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from flank_envs import Decisions, Opponent, load_opponent, make_batch
from flank_envs.cli.arena import table
from flank_envs.engine import kernels
from flank_envs.engine.batch import Batch
from flank_envs.engine.game import Game
from flank_envs.engine.positions import legal_masks, observations
from flank_envs.engine.rng import streams_of_seeds
from flank_envs.evaluation.arena import FOOTNOTE, match, round_robin
from flank_envs.evaluation.ladder import match_store, play_missing, players_of, variants_of, write
from flank_envs.opponents.base import ask
from flank_envs.opponents.compiled import HeuristicOpponent, RandomOpponent
from flank_envs.opponents.decisions import restricted_for
from flank_envs.opponents.seats import SeatGames
from tests.conformance.play import positions, sample
from tests.games.sample_game import GAME


class Looker(Opponent):
    """Takes the first legal action, and keeps what it was given."""

    name = "looker"

    def __init__(self) -> None:
        self.given: list[Decisions] = []

    def act(self, decisions: Decisions) -> np.ndarray:
        self.given.append(decisions)
        return decisions.action_mask.argmax(axis=1)


class Oracle(Looker):
    """Sees everything."""

    name, needs_full_state = "oracle", True


class Blind(Looker):
    """Decides by observation and mask."""

    name, needs_determinizations = "blind", False


def reachable(thing: Any, seen: set[int]) -> Iterator[np.ndarray]:
    """All arrays that attributes, items, closures and views lead to; the rules of the game are not entered."""
    if id(thing) in seen or isinstance(thing, type | ModuleType | Game | str | bytes | int | float):
        return
    seen.add(id(thing))
    parts: list[Any] = [getattr(thing, "__self__", None), *getattr(thing, "__dict__", {}).values()]
    parts += [getattr(thing, name, None) for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    parts += [cell.cell_contents for cell in getattr(thing, "__closure__", None) or ()]
    if isinstance(thing, dict):
        parts += [*thing.keys(), *thing.values()]
    if isinstance(thing, list | tuple | set | frozenset):
        parts += thing
    if isinstance(thing, np.ndarray):
        yield thing
        parts.append(thing.base)
    for part in parts:
        yield from reachable(part, seen)


def hand_made(batch: Batch) -> Decisions:
    return Decisions(batch.game, batch.states, batch.observation, batch.action_mask, batch.streams(2))


def test_a_single_record_is_one_decision() -> None:
    batch = make_batch(GAME, 1, seed=1)
    decisions = Decisions(GAME, batch.states[0], batch.observation, batch.action_mask, batch.streams(0))
    assert len(decisions) == 1
    assert decisions.determinized(1).shape == (1, 1)


def asked(way: str, player: Looker, game: Game) -> tuple[np.ndarray, Decisions]:
    """The streams of the true records, and what the player was given for them."""
    if way == "in a seat":
        games = SeatGames(game, 3, player, seat=1)
        games.reset(seed=1)
        for _ in range(20):
            if player.given:
                break
            games.step(games.action_mask.argmax(axis=1))
        return games.states["rng"].copy(), player.given[-1]
    batch = make_batch(game, 3, seed=1)
    if way == "by choose":
        player.choose(batch, batch.streams(2))
    else:
        ask(player, hand_made(batch))
    return batch.states["rng"].copy(), player.given[-1]


WAYS = ("in a seat", "by choose", "by hand")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("player", [Looker, Blind])
def test_no_true_record_is_reachable(game: Game, way: str, player: type[Looker]) -> None:
    """Whatever a fair player looks into: the random stream of a true record, which tells the future, is nowhere."""
    true, given = asked(way, player(), game)
    arrays = list(reachable(given, set()))
    assert len(arrays) >= 3
    everything = b"|".join(array.tobytes() for array in arrays if array.dtype != object)
    assert not any(word.tobytes() in everything for word in true)


def test_a_player_who_needs_it_is_given_the_full_state(game: Game) -> None:
    for way in WAYS[1:]:
        true, given = asked(way, Oracle(), game)
        assert np.array_equal(given.states["rng"], true)


def test_what_was_not_declared_is_refused_in_words(game: Game) -> None:
    _, fair = asked("by choose", Looker(), game)
    with pytest.raises(AttributeError, match="declare `needs_full_state = True`"):
        _ = fair.states
    _, blind = asked("by choose", Blind(), game)
    with pytest.raises(AttributeError, match="has declared `needs_determinizations = False`"):
        blind.determinized()
    with pytest.raises(ValueError, match="needs more than these decisions hold"):
        ask(Oracle(), fair)


def test_records_of_one_information_set_are_shown_as_one(game: Game) -> None:
    """Down to the last byte: so nothing that a fair player does can tell them apart."""
    states = positions(game, sample(40, 8))
    states = states[states["over"] == 0]
    other, seats = states.copy(), states["to_act"].astype(np.int64)
    kernels.determinize_all(other, seats, streams_of_seeds(np.arange(len(states))))
    seen, masks = observations(game, states), legal_masks(game, states)
    shown = [
        restricted_for(Looker(), Decisions(game, records, seen, masks, streams_of_seeds(np.arange(len(states)))))
        for records in (states, other)
    ]
    assert shown[0].representatives().tobytes() == shown[1].representatives().tobytes()
    assert shown[0].determinized(3).tobytes() == shown[1].determinized(3).tobytes()
    assert np.array_equal(shown[0].streams, shown[1].streams)


def test_determinizations_are_drawn_one_after_the_other(game: Game) -> None:
    batch = make_batch(game, 3, seed=1)
    one, other = hand_made(batch), hand_made(batch)
    together = one.determinized(4)
    apart = np.stack([other.determinized()[:, 0] for _ in range(4)], axis=1)
    assert together.shape == (3, 4)
    assert together.tobytes() == apart.tobytes()
    assert len({row.tobytes() for row in together.ravel()}) == 12


def test_rows_are_decisions_of_their_own(game: Game) -> None:
    whole = hand_made(make_batch(game, 4, seed=1))
    part = whole.rows(np.array([2, 0]))
    assert len(part) == 2
    assert part.representatives().tobytes() == whole.representatives()[[2, 0]].tobytes()
    part.determinized()
    assert (part.streams != whole.streams[[2, 0]]).all()


def test_who_sees_everything_is_marked(tmp_path: Path) -> None:
    result = round_robin(GAME, [Oracle(), "random"], games=4)
    assert result.players == ["oracle*", "random"]
    assert FOOTNOTE in table(result)
    assert FOOTNOTE not in table(round_robin(GAME, [Looker(), "random"], games=4))
    assert (met := match(GAME, "random", Oracle(), games=4)).b == "oracle*", met
    store, players = match_store.fresh(GAME, 0), players_of(GAME, ["random", Oracle()])
    play_missing(store, players, variants_of(GAME), 8, float("inf"), lambda: None)
    page = write(tmp_path, store, players, variants_of(GAME))
    assert "| oracle* |" in page
    assert FOOTNOTE in page


def test_a_subclass_that_decides_otherwise_tells_nothing_of_its_parent() -> None:
    class First(HeuristicOpponent):
        act = Looker.act

    class Renamed(RandomOpponent):
        name = "renamed"

    assert First().compiled is None
    assert First().identity(GAME) == "heuristic"
    assert not First().can("probabilities", GAME)
    assert Renamed().compiled == RandomOpponent.compiled
    assert Renamed().can("probabilities", GAME)


@pytest.mark.parametrize("name", ["random", "heuristic", "trained", "trained:0.5", "trained:greedy"])
def test_probabilities_are_those_of_the_actions(name: str) -> None:
    """What is chosen by many streams in a position comes as often as the player says."""
    batch, player = make_batch("hold_the_line", 1, seed=3), load_opponent(name)
    count = sample(20_000, 2000)
    rows = np.zeros(count, int)
    streams = streams_of_seeds(np.arange(count, dtype=np.uint64))
    decisions = Decisions(batch.game, batch.states[rows], batch.observation[rows], batch.action_mask[rows], streams)
    told = player.probabilities(decisions.rows(np.zeros(1, int)))[0]
    assert told.sum() == pytest.approx(1)
    found = np.bincount(ask(player, decisions), minlength=len(told)) / count
    assert found == pytest.approx(told, abs=sample(0.02, 0.06))


def test_who_can_tell_a_value() -> None:
    game = make_batch("hold_the_line", 2, seed=3)
    can = {name: load_opponent(name).can("value", game.game) for name in ("random", "trained", "search:4")}
    assert can == {"random": False, "trained": True, "search:4": False}
    guided = load_opponent("search:4:trained")
    assert np.array_equal(guided.value(hand_made(game)), load_opponent("trained").value(hand_made(game)))
    with pytest.raises(NotImplementedError, match="does not tell what it expects"):
        load_opponent("random").value(hand_made(game))
    assert not load_opponent("trained").can("search", game.game)
    assert guided.can("search", game.game)


class Reader(Blind):
    """Decides by features besides, and says so."""

    name = "reader"

    def needs_features(self, game: Game) -> bool:
        return True

    def act(self, decisions: Decisions) -> np.ndarray:
        assert decisions.features.rows.size
        return super().act(decisions)


def test_players_are_given_features_and_no_record_with_them() -> None:
    """Also rows of decisions, and players that get determinizations, of which features are the same."""
    batch = make_batch(GAME, 30, seed=3)
    expected = batch.features()
    players = Reader(), Looker(), Oracle()
    for player in players:
        player.choose(batch, batch.streams(0))
        given = player.given[0]
        which = np.array([7, 0, 7])
        for found, wanted in ((given.features, expected), (given.rows(which).features, expected.take(which))):
            assert all(np.array_equal(one, other) for one, other in zip(found, wanted, strict=True))
    assert not any(array.dtype == GAME.state for array in reachable(players[0].given[0], set()))


def test_who_said_to_need_no_features_is_told_how_to_get_them() -> None:
    batch, player = make_batch(GAME, 3, seed=3), Blind()
    player.choose(batch, batch.streams(0))
    with pytest.raises(AttributeError, match="let its `needs_features"):
        _ = player.given[0].features
    with pytest.raises(ValueError, match="needs more than these decisions hold"):
        restricted_for(Reader(), player.given[0])
