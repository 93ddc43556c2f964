"""OpenSpiel's own tests and players on every game."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from flank_envs import get_game
from flank_envs.engine.game import Game
from flank_envs.engine.jit.compile import JIT_DISABLED
from flank_envs.engine.rules import nothing_hidden
from flank_envs.evaluation import exact
from flank_envs.opponents.policy.network import Network
from flank_envs.opponents.policy.opponent import PolicyOpponent
from tests.opponents.policy.test_checkpoint import made

pyspiel = pytest.importorskip("pyspiel")
interface = pytest.importorskip("flank_envs.interfaces.openspiel")

ROOT = Path(__file__).resolve().parents[3]
HOLD_THE_LINE = interface.PREFIX + "hold_the_line"


def load(game: Game, **parameters: Any) -> Any:
    return pyspiel.load_game(interface.PREFIX + game.name, parameters)


def walk(game: Any, seed: int = 0) -> Iterator[Any]:
    """The states of a random game in which somebody decides, and the last one."""
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            assert abs(sum(shares) - 1) < 1e-9
            state.apply_action(int(rng.choice(outcomes, p=shares)))
        else:
            yield state
            state.apply_action(int(rng.choice(state.legal_actions())))
    yield state


def test_chance_is_announced_where_there_is_some(game: Game) -> None:
    spiel = load(game)
    is_random = spiel.get_type().chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert spiel.new_initial_state().is_chance_node() == is_random
    assert (spiel.max_chance_nodes_in_history() > 0) == is_random


@pytest.mark.slow
@pytest.mark.whole_games
def test_their_random_simulation_passes(game: Game) -> None:
    """Legal actions, masks, words, chance, copies, serialization, observations, returns."""
    pyspiel.random_sim_test(load(game), num_sims=1, serialize=True, verbose=False)


@pytest.mark.whole_games
def test_copies_and_saved_states_go_on_in_the_same_way(game: Game) -> None:
    spiel = load(game)
    for number, state in zip(range(40), walk(spiel), strict=False):
        if state.is_terminal() or number % 8:
            continue
        same, data = state.clone(), pyspiel.serialize_game_and_state(spiel, state)
        _, saved = pyspiel.deserialize_game_and_state(data)
        for copy in (same, saved, pickle.loads(pickle.dumps(state))):
            assert str(copy) == str(state)
            assert copy.legal_actions() == state.legal_actions()
            assert copy.information_state_string() == state.information_state_string()
        same.apply_action(same.legal_actions()[-1])
        assert str(same) != str(state)


@pytest.mark.whole_games
def test_resampled_states_cannot_be_told_apart(game: Game) -> None:
    """By the player that asked; and where something is hidden, some of them are different."""
    if game.rules.determinize is nothing_hidden:
        pytest.skip("nothing is hidden")
    spiel, rng = load(game, recall=3), np.random.default_rng(1)
    changed = False
    for number, state in zip(range(60), walk(spiel), strict=False):
        if state.is_terminal() or number % 6:
            continue
        for player in range(spiel.num_players()):
            other = state.resample_from_infostate(player, rng.random)
            assert other.current_player() == state.current_player()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            changed |= str(other) != str(state)
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
    assert changed


@pytest.mark.whole_games
def test_observations_are_ours(game: Game) -> None:
    spiel = load(game)
    for _, state in zip(range(10), walk(spiel), strict=False):
        player = max(state.current_player(), 0)
        position = state._position
        assert np.array_equal(state.observation_tensor(player), position.observe(player))
        assert state.observation_string(player) == game.view.text(position.record, player)


def test_what_happened_is_remembered() -> None:
    """Two ways to the same view differ by the own actions; what others do unseen changes nothing."""
    game = load(get_game("hold_the_line"))
    state = next(walk(game))
    first, *_, last = state.legal_actions()
    one, other = state.clone(), state.clone()
    for action in (first, last):
        one.apply_action(action)
    for action in (last, first):
        other.apply_action(action)
    assert one.observation_tensor(0) == other.observation_tensor(0)
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_tensor(0) != other.information_state_tensor(0)
    assert one.information_state_string(1) == state.information_state_string(1)


@pytest.mark.whole_games
def test_every_player_remembers_what_it_saw_and_did(game: Game) -> None:
    """Also what others did before its eyes; the last views stand latest first, each with the own action before it.

    A player's string is another one whenever it has seen or done something, and the same one as long as it has not.
    """
    recall, size, rng = 4, game.observation.size, np.random.default_rng(2)
    state = next(walk(load(game, recall=recall)))
    players = range(state.num_players())
    known = [[(-1, state._position.observe(player))] for player in players]
    told = [[state.information_state_string(player)] for player in players]
    for _ in range(30):
        decider, action = state.current_player(), int(rng.choice(state.legal_actions()))
        state.apply_action(action)
        while state.is_chance_node():
            state.apply_action(int(rng.choice([outcome for outcome, _ in state.chance_outcomes()])))
        for player in players:
            own, seen = action if player == decider else -1, state._position.observe(player)
            if changed := own >= 0 or not np.array_equal(seen, known[player][0][1]):
                known[player].insert(0, (own, seen))
            string = state.information_state_string(player)
            assert (string in told[player]) == (not changed)
            assert string == told[player][-1] or changed
            decided = sum(own >= 0 for own, _ in known[player])
            assert string.startswith(f"seat {player} after {decided} decisions, ")
            told[player].append(string)
            rows = np.reshape(state.information_state_tensor(player)[8 * interface.DIGEST :], (recall, -1))
            expected = np.zeros_like(rows)
            for row, (own, seen) in zip(expected, known[player], strict=False):
                row[:size] = seen
                if own >= 0:
                    row[size + own] = 1
            assert np.array_equal(rows, expected)
        if state.is_terminal():
            break


def test_options_are_parameters() -> None:
    assert "contested=hold" in str(pyspiel.load_game(f"{HOLD_THE_LINE}(contested=hold)"))
    flank = pyspiel.load_game(interface.PREFIX + "flank", {"factions": "1-2", "first_player": 1, "final_round": -1})
    assert {"factions": (1, 2), "first_player": 1, "final_round": None}.items() <= flank.options.items()
    assert load(get_game("mana_surge"), players=2).num_players() == 2
    assert load(get_game("mercy_frontier"), lanes=True).options["lanes"] is True
    with pytest.raises(ValueError, match="'triangle', 'advance', 'hold'"):
        pyspiel.load_game(f"{HOLD_THE_LINE}(contested=never)").new_initial_state()


@pytest.mark.parametrize(("name", "scale", "deals"), [("hold_the_line", "tiny", 9), ("arms_dealer", "mini", 2)])
def test_chance_events_are_listed_throughout_small_games(name: str, scale: str, deals: int) -> None:
    """In Arms Dealer's both draw all their ships, and a coin decides who leads."""
    game = load(get_game(name), scale=scale)
    assert len(game.new_initial_state().chance_outcomes()) == deals
    for seed in range(3):
        for state in walk(game, seed):
            assert state._position.drawn == ()  # no samples


@pytest.mark.slow
@pytest.mark.skipif(JIT_DISABLED, reason="whole games take minutes in plain Python")
def test_playthroughs_are_written() -> None:
    from open_spiel.python.algorithms import generate_playthrough

    text = generate_playthrough.playthrough(HOLD_THE_LINE, None, seed=3)
    assert "place a Tank in lane" in text
    assert 'GameType.short_name = "python_flank_envs_hold_the_line"' in text


@pytest.mark.skipif(JIT_DISABLED, reason="playing games to their end takes minutes in plain Python")
def test_their_searches_play() -> None:
    """IS-MCTS where cards are hidden, MCTS where nothing is."""
    from open_spiel.python.algorithms import ismcts, mcts

    rng = np.random.RandomState(1)
    state = next(walk(pyspiel.load_game(HOLD_THE_LINE)))
    bot = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, rng), 1.5, 8, random_state=rng)
    assert bot.step(state) in state.legal_actions()
    game = load(get_game("mana_surge"), players=2, troops=3, mana_goal=1, komi=0)
    state = game.new_initial_state()
    searcher = mcts.MCTSBot(game, 1.5, 4, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert searcher.step(state) in state.legal_actions()


@pytest.mark.skipif(JIT_DISABLED, reason="it ends before a rule is called")
def test_their_compiled_searcher_refuses_games_from_python() -> None:
    """OpenSpiel 2.0 has no way to ask a game written in Python for other deals: its searcher in Python does."""
    state = next(walk(pyspiel.load_game(HOLD_THE_LINE)))
    bot = pyspiel.ISMCTSBot(0, pyspiel.RandomRolloutEvaluator(1, 0), 1.5, 4)
    with pytest.raises(Exception, match="not implemented"):
        bot.get_policy(state)


SEARCHES = """
import pyspiel
import flank_envs, flank_envs.interfaces.openspiel
from tests.games.sample_game import GAME
flank_envs.add_game(GAME)
evaluator = pyspiel.RandomRolloutEvaluator(1, 0)
for game in map(pyspiel.load_game, ("python_flank_envs_sample_game", "tic_tac_toe", "kuhn_poker")):
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    bot = pyspiel.MCTSBot(game, evaluator, 1.5, 20, 100, False, 1, False)
    assert bot.step(state) in state.legal_actions()
    search = pyspiel.ISMCTSBot(0, evaluator, 1.5, 20)
    try:
        print(search.step(state) in state.legal_actions())
    except pyspiel.SpielError as problem:
        print("ResampleFromInfostate() not implemented" in str(problem), "PerfectInformation" in str(problem))
"""


def test_their_compiled_searches_leave_the_process_alive() -> None:
    """MCTS plays; IS-MCTS says what OpenSpiel cannot ask of games in Python. Games in C++ go on as before."""
    done = subprocess.run([sys.executable, "-c", SEARCHES], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["True False", "False True", "True"]


@pytest.mark.slow
@pytest.mark.skipif(JIT_DISABLED, reason="goes through a whole game")
def test_their_exploitability_is_ours() -> None:
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    game = pyspiel.load_game(f"{HOLD_THE_LINE}(scale=tiny)")
    theirs = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert theirs == pytest.approx(exact.exploitability("hold_the_line", "random", {"scale": "tiny"}).value)


@pytest.mark.slow
@pytest.mark.skipif(JIT_DISABLED, reason="goes through a whole game")
def test_their_exploitability_of_a_network_is_ours() -> None:
    """Both ask the same small network, they by OpenSpiel's observation tensors."""
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    rules = get_game("hold_the_line")
    network = Network(made(rules, hidden=(8,), seed=3))

    class Played(policy.Policy):
        def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
            player = state.current_player() if player_id is None else player_id
            logits = network.logits(np.array([state.observation_tensor(player)], np.float32))[0].astype(float)
            actions = state.legal_actions()
            shares = np.exp(3 * logits[actions])
            return dict(zip(actions, shares / shares.sum(), strict=True))

    game = pyspiel.load_game(f"{HOLD_THE_LINE}(scale=tiny)")
    theirs = exploitability.exploitability(game, Played(game, [0, 1]))
    player = PolicyOpponent(network.checkpoint, temperature=1 / 3)
    ours = exact.exploitability(rules, player, {"scale": "tiny"}).value
    assert theirs == pytest.approx(ours, abs=1e-6)
    assert ours != pytest.approx(29 / 81, abs=0.02)  # it is no random play


def test_a_process_ends_in_order() -> None:
    """OpenSpiel lets go of what was registered after Python has ended."""
    code = f"import pyspiel, flank_envs.interfaces.openspiel; pyspiel.load_game({HOLD_THE_LINE!r})"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
