"""The window: it opens with the first picture, a person can close it, and others may take or close pygame's one."""

import copy
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from flank_envs.view.screen import Screen

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><rect width="4" height="3" fill="#ff0000"/></svg>'


class OneWindow:
    """What the screen uses of pygame: one window for the whole program, and what a person has done with it."""

    QUIT = 256

    def __init__(self) -> None:
        self.window: SimpleNamespace | None = None
        self.events: list[SimpleNamespace] = []
        self.shown: list[np.ndarray] = []
        self.display = SimpleNamespace(
            init=lambda: None,
            get_surface=lambda: self.window,
            set_mode=self.open,
            set_caption=lambda title: None,
            flip=lambda: None,
            quit=lambda: setattr(self, "window", None),
        )
        self.event = SimpleNamespace(pump=lambda: None, get=self.take_events)
        self.surfarray = SimpleNamespace(make_surface=lambda pixels: pixels)

    def open(self, size: tuple[int, int]) -> SimpleNamespace:
        self.window = SimpleNamespace(size=size, blit=lambda pixels, at: self.shown.append(pixels))
        return self.window

    def take_events(self) -> list[SimpleNamespace]:
        assert self.window is not None, "pygame raises an error without a window"
        taken, self.events = self.events, []
        return taken


@pytest.fixture
def pygame(monkeypatch: pytest.MonkeyPatch) -> OneWindow:
    fake = OneWindow()
    monkeypatch.setitem(sys.modules, "pygame", fake)
    return fake


def show(screen: Screen) -> None:
    assert screen.show("human", lambda: "text", lambda: SVG) is None


def test_pictures_go_to_one_window(pygame: OneWindow) -> None:
    screen = Screen("a game")
    show(screen)
    first = pygame.window
    show(screen)
    assert first is not None
    assert pygame.window is first
    assert first.size == (4, 3)
    assert len(pygame.shown) == 2
    assert pygame.shown[0].shape == (4, 3, 3)
    assert (pygame.shown[0] == (255, 0, 0)).all()


def test_a_window_that_a_person_closes_is_gone_and_stays_away(pygame: OneWindow) -> None:
    screen = Screen("a game")
    show(screen)
    pygame.events = [SimpleNamespace(type=1024), SimpleNamespace(type=OneWindow.QUIT)]
    for _ in range(3):
        show(screen)
        assert pygame.window is None
    assert len(pygame.shown) == 1
    screen.close()
    show(copy.deepcopy(screen))  # a copy is another screen, which nobody has closed
    assert len(pygame.shown) == 2


def test_other_events_close_nothing(pygame: OneWindow) -> None:
    screen = Screen("a game")
    show(screen)
    pygame.events = [SimpleNamespace(type=1024)]
    show(screen)
    assert len(pygame.shown) == 2
    assert pygame.events == []


def test_a_window_that_others_closed_or_took_opens_again(pygame: OneWindow) -> None:
    one, two = Screen("one"), Screen("two")
    show(one)
    pygame.window = None
    show(one)
    show(two)
    taken = pygame.window
    one.close()
    assert pygame.window is taken
    two.close()
    assert pygame.window is None
    show(one)
    assert len(pygame.shown) == 4
