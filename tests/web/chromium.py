"""The browser that pages are tested in."""

import shutil


def browser() -> str | None:
    """The system's Chromium, if there is one."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
