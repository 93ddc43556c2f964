"""Which features a network was trained with: what stands in its file, and changes when they do."""

from functools import cache

from flank_envs.engine.game import Game
from flank_envs.engine.identity import source_fingerprint
from flank_envs.engine.kernels import write_features
from flank_envs.engine.positions import need_features

LAYOUTS, CODE = "features", "features_code"  # keys in a file


@cache
def features_hashes(game: Game) -> dict[str, str]:
    """A hash of the layouts of the features, and one of the code that fills them, as they stand in a policy's file."""
    layouts = need_features(game)
    return {
        LAYOUTS: f"{layouts.state.hash} {layouts.actions.hash}",
        CODE: source_fingerprint(game, [write_features]),
    }
