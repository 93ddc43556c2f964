import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import flank_envs.interfaces.openspiel

game = pyspiel.load_game(flank_envs.interfaces.openspiel.PREFIX + "hold_the_line")
state = game.new_initial_state()
while state.is_chance_node():
    state.apply_action(state.chance_outcomes()[0][0])
rng = np.random.RandomState(0)
bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 10, random_state=rng)
print(bot.step(state) in state.legal_actions())  # True
