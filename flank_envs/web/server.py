"""What a server consists of."""

from pathlib import Path

from flank_envs.engine.game import all_games
from flank_envs.web.events import Events
from flank_envs.web.library import Library
from flank_envs.web.players import Players
from flank_envs.web.ready import Ready
from flank_envs.web.tables import Tables
from flank_envs.web.workers import Workers


class Server:
    """Tables in `folder`; policies, runs, replays and arena files below `root`."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.players = Players(root)
        self.library = Library(root)
        self.tables = Tables(folder, self.players)
        self.events = Events()
        self.workers = Workers(self.tables, self.events)
        self.ready = Ready(all_games())

    def close(self) -> None:
        """End streams and threads; every table is on disk already."""
        self.events.close()
        self.workers.close()
