"""OpenSpiel's information-set MCTS plays a game against OpenSpiel's random player.

python examples/open_spiel_ismcts.py --game hold_the_line --simulations 50 --games 4
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots.uniform_random import UniformRandomBot

import flank_envs.interfaces.openspiel


def play(game: pyspiel.Game, bots: list[pyspiel.Bot], rng: np.random.RandomState) -> list[float]:
    """One game between bots; chance events are drawn here, by the probabilities that the game gives."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=probabilities)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return state.returns()


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="hold_the_line")
    parser.add_argument("--simulations", type=int, default=50, help="for each decision")
    parser.add_argument("--games", type=int, default=4)
    given = parser.parse_args(arguments)

    game = pyspiel.load_game(flank_envs.interfaces.openspiel.PREFIX + given.game)
    rng = np.random.RandomState(0)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    searcher = ismcts.ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=given.simulations, random_state=rng)
    results = []
    for number in range(given.games):
        seat = number % 2
        bots: list[pyspiel.Bot] = [UniformRandomBot(player, rng) for player in range(game.num_players())]
        bots[seat] = searcher
        results.append(play(game, bots, rng)[seat])
        print(f"game {number}: IS-MCTS in seat {seat} gets {results[-1]:+.0f}", flush=True)
    return float(np.mean(results))


if __name__ == "__main__":
    main()
