"""Render a game as text, as pixels, or in a window where pygame is installed."""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from flank_envs.view.pixels import svg_to_array

RENDER_MODES = ("human", "ansi", "rgb_array")


class Screen:
    """What `render` shows. A window opens only when the first picture goes to it, and is no part of copies.

    Once a person has closed it, it stays closed and further pictures are not drawn.
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self._window: Any = None
        self._dismissed = False

    def show(self, mode: str, text: Callable[[], str], svg: Callable[[], str]) -> str | np.ndarray | None:
        """The text for "ansi", pixels for "rgb_array", nothing for "human"."""
        if mode == "ansi":
            return text()
        if mode == "rgb_array":
            return svg_to_array(svg())
        try:
            import pygame
        except ImportError:
            print(text(), file=sys.stdout, flush=True)
            return None
        if self._is_open(pygame) and any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
            self._dismissed = True
        if not self._dismissed:
            self._blit(pygame, svg_to_array(svg()))
        return None

    def _is_open(self, pygame: Any) -> bool:
        """Whether this screen has pygame's one window, which others may have taken or closed since."""
        return self._window is not None and pygame.display.get_surface() is self._window

    def _blit(self, pygame: Any, pixels: np.ndarray) -> None:
        height, width, _ = pixels.shape
        if not self._is_open(pygame):
            pygame.display.init()
            self._window = pygame.display.set_mode((width, height))
            pygame.display.set_caption(self.title)
        surface = pygame.surfarray.make_surface(pixels.swapaxes(0, 1))
        self._window.blit(surface, (0, 0))
        pygame.event.pump()
        pygame.display.flip()

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            import pygame

            if self._is_open(pygame):
                pygame.display.quit()
            self._window = None

    def __getstate__(self) -> dict[str, Any]:
        return {"title": self.title, "_window": None, "_dismissed": False}
