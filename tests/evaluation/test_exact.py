"""Exact exploitability of players whose values are known."""

import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from flank_envs import Decisions, Opponent, all_games, get_game, make_batch
from flank_envs.engine import kernels
from flank_envs.engine.chance import Answers, ways
from flank_envs.engine.game import Game
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.engine.record import ending
from flank_envs.evaluation.exact import exploitability, policy_of, tree
from flank_envs.opponents.compiled import RandomOpponent
from flank_envs.opponents.policy.opponent import NetworkOpponent
from flank_envs.opponents.trained import TrainedOpponent
from tests.games.dice_game import BY_MODULE, BY_NAME, BY_OUTPUT, THROW, WHIM, chance_to_win
from tests.games.dice_game import GAME as DICE

GAME = get_game("hold_the_line")
TINY = {"scale": "tiny"}


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Known only while a test runs."""
    monkeypatch.setitem(all_games(), DICE.name, DICE)
    return DICE


class First(Opponent):
    """Takes the first legal action, under a name of somebody else."""

    name = "random"

    def act(self, decisions: Decisions) -> np.ndarray:
        return decisions.action_mask.argmax(axis=1).astype(np.int32)


class FirstOfRandom(RandomOpponent):
    act = First.act


class FirstOfNetworks(TrainedOpponent):
    act = First.act


class Undecided(NetworkOpponent):
    """Finds all actions equally good."""

    def network_for(self, game: Game) -> Any:
        return SimpleNamespace(
            logits=lambda seen, rows: np.zeros((len(seen), game.actions.size), np.float32),
            is_mixture=False,
            uses_features=False,
        )


@pytest.mark.parametrize("sides", [2, 5, 7, 12, 13])
def test_draws_from_any_number_are_exact(dice: Game, sides: int) -> None:
    """Also where the number of a second draw hangs on the first, and in what a heuristic draws."""
    win = 2 * chance_to_win(sides) - 1
    assert exploitability(dice, "random", {"sides": sides}).best == pytest.approx((max(win, -1), (2 - win) / 3))
    throws = 1 / WHIM + (1 - 1 / WHIM) / 3
    best = exploitability(dice, "heuristic", {"sides": sides}).best
    assert best == pytest.approx((win, -throws * win + (1 - throws)))


def test_rules_may_ask_a_module_for_draws(dice: Game) -> None:
    found = [exploitability(dice, "random", {"drawn": drawn}) for drawn in (BY_NAME, BY_MODULE)]
    assert found[0] == found[1]


def test_draws_that_cannot_be_listed_are_refused(dice: Game) -> None:
    with pytest.raises(ValueError, match="cannot be listed: let its rules draw by below"):
        exploitability(dice, "random", {"drawn": BY_OUTPUT})


def test_threads_list_draws_for_themselves(dice: Game) -> None:
    """Each has answers of its own to what the rules ask for."""

    def listed(sides: int) -> list[int]:
        states = dice.blank(1, {"sides": sides})
        states["rng"] = 1
        kernels.begin(states)
        return [len(ways(dice, states, THROW, 1000) or ()) for _ in range(40)]

    every = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(listed, [9, 11, 13, 15])) == [[2] * 40] * 4
    finally:
        sys.setswitchinterval(every)


@pytest.mark.parametrize("player", [First(), FirstOfRandom(), FirstOfNetworks(), lambda seen, mask: mask.argmax()])
def test_names_of_players_tell_no_probabilities(player: Any) -> None:
    """Only what decides does: these take the first action, whatever they are called."""
    with pytest.raises(ValueError, match="does not tell its probabilities"):
        policy_of(GAME, player)


def test_a_greedy_network_takes_the_first_of_equal_actions(dice: Game) -> None:
    states, masks = dice.blank(1, {}), np.array([[0, 1, 1]], np.int8)
    player = Undecided("network", greedy=True)
    assert policy_of(dice, player)(states, np.zeros((1, 1), np.float32), masks).tolist() == [[0, 1, 0]]


def test_more_than_two_players_are_refused() -> None:
    with pytest.raises(ValueError, match="choose a variant for two"):
        exploitability("mana_surge", "random", {"players": 3})


def test_equal_cards_are_drawn_as_one_by_their_share() -> None:
    answers, found = Answers(), {}
    while True:
        bag = np.array([2, 0, 1])
        answers.begin_run()
        drawn = answers.take_random(None, bag), answers.take_random(None, bag)
        assert bag.sum() == 1
        found[drawn] = answers.share
        if not answers.following():
            break
    assert found == pytest.approx({(0, 0): 1 / 3, (0, 2): 1 / 3, (2, 0): 1 / 3})


@pytest.mark.skipif(JIT_DISABLED, reason="goes through a whole game")
def test_known_values() -> None:
    """OpenSpiel finds the same, in tests/interfaces/openspiel."""
    for player, value in {"random": 29 / 81, "heuristic": 5 / 9}.items():
        found = exploitability(GAME, player, TINY)
        assert found.best == pytest.approx((value, value))  # both seats have the same cards and rules
        assert found.value == pytest.approx(value)


@pytest.mark.skipif(JIT_DISABLED, reason="goes through a whole game")
def test_a_mixture_of_two_players_is_the_mean_of_their_plans() -> None:
    found = tree(GAME, TINY)
    heuristic, random = (found.plan(player) for player in ("heuristic", "random"))
    assert all(plan[0] == 1 for plan in (*heuristic, *random))
    mixed = (heuristic[0] + random[0]) / 2, (heuristic[1] + random[1]) / 2
    values = [found.exploitability(plan).value for plan in (heuristic, random, mixed)]
    assert values[1] < values[2] < (values[0] + values[1]) / 2  # an answer to both is no better than two answers


@pytest.mark.skipif(JIT_DISABLED, reason="goes through a whole game")
def test_lines_share_out_all_games() -> None:
    """Two random players play every game there is, and the best answer to nothing wins nothing."""
    found = tree(GAME, TINY)
    for seat in found.seats:
        for level in seat.levels:
            random = found.plan("random")[found.seats.index(seat)]
            shares = np.add.reduceat(random[level.lines], level.begin)
            assert shares == pytest.approx(random[level.parent])
    nothing = np.zeros(found.seats[0].lines), np.zeros(found.seats[1].lines)
    assert found.exploitability(nothing).best == (0, 0)


@pytest.mark.skipif(JIT_DISABLED, reason="goes through a whole game")
def test_unseen_decisions_tell_nothing() -> None:
    """Seat 1 places after seat 0 and knows its own two cards only: three hands, two choices each."""
    first = tree(GAME, TINY).seats[1].levels[0]
    assert (first.parent.tolist(), first.choices.tolist()) == ([0, 0, 0], [2, 2, 2])


def test_small_games_end_by_their_own_limits() -> None:
    """With fewer lanes, cards and rounds; every position on the way keeps the invariants."""
    for scale, lanes, cards, rounds in (("mini", 2, 4, 3), ("tiny", 1, 3, 2)):
        batch = make_batch(GAME, 8, seed=3, scale=scale, autoreset=False)
        streams = batch.streams(0)
        while (batch.to_act >= 0).any():
            batch.step_random(streams)
            batch.refresh()
            assert not batch.states["front"][:, lanes:].any()
            assert (batch.states["staged"][:, :, lanes:] < 0).all()
            assert (batch.states["pile_size"] + batch.states["hand"].sum(2) <= cards).all()
        assert batch.states["round_number"].max() == rounds
        assert {"rules", "limit"} == {ending(state) for state in batch.states}


def test_small_games_of_arms_dealer_are_one_battle() -> None:
    """AD-9.1: who has lost three skirmishes has no ship left; every position on the way keeps the invariants."""
    batch = make_batch("arms_dealer", 12, seed=3, scale="mini", autoreset=False)
    assert (batch.states["money"] == 6).all()
    assert ((batch.states["shop"] >= 0).sum(1) == 1).all()
    streams = batch.streams(0)
    while (batch.to_act >= 0).any():
        batch.step_random(streams)
        batch.refresh()
    assert (batch.states["battle"] == 1).all()
    assert not batch.states["limit"].any()
    assert {True, False} == set((batch.states["scrap"].sum(2) == 3).any(1).tolist())  # fleets lost, or bets not paid


def test_all_draws_of_a_heuristic_are_listed() -> None:
    """Arms Dealer's lays any ship one time in twelve; of three it lays the weakest first else."""
    batch = make_batch("arms_dealer", 1, seed=0, scale="mini", first_seat=0, autoreset=False)
    shares = policy_of(get_game("arms_dealer"), "heuristic")(batch.states, batch.observation, batch.action_mask)
    assert shares.sum() == pytest.approx(1)
    assert sorted(shares[0, :3]) == pytest.approx([1 / 36, 1 / 36, 11 / 12 + 1 / 36])


def test_players_that_do_not_tell_their_probabilities_are_refused() -> None:
    with pytest.raises(ValueError, match="does not tell its probabilities"):
        policy_of(GAME, "search:10")


def test_a_full_game_is_too_large() -> None:
    with pytest.raises(ValueError, match="choose a small variant"):
        exploitability(GAME, "random")
