import pyspiel

import flank_envs.open_spiel

game = pyspiel.load_game(flank_envs.open_spiel.PREFIX + "hold_the_line")
state = game.new_initial_state()
while state.is_chance_node():
    state.apply_action(state.chance_outcomes()[0][0])
most_visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
bot = pyspiel.ISMCTSBot(0, pyspiel.RandomRolloutEvaluator(1, 0), 2.0, 20, -1, most_visits, False, False)
print(bot.step(state) in state.legal_actions())  # True
