from pettingzoo.test import api_test

import flank_envs

env = flank_envs.hold_the_line.env()
api_test(env, num_cycles=20)
