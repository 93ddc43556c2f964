"""The games: one folder each, found by looking. A game imports the engine, and its view the drawing helpers of `view`.

Each brings its rules, its view, its features, and a heuristic and an evaluation for `opponents`. No loop over many
games and no other player lives here, and no game imports another.
"""

import importlib
import pkgutil

from flank_envs.engine.game import take_game

for _module in sorted(module.name for module in pkgutil.iter_modules(__path__)):
    take_game(importlib.import_module(f"{__name__}.{_module}").GAME)
