"""A real browser: whole games by clicking and by keys, and all that can happen to a page meanwhile."""

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from flank_envs import Replay, get_game
from flank_envs.engine.game import Game
from flank_envs.web.ready import play_a_little
from tests.conformance.play import JIT_DISABLED
from tests.web.chromium import browser
from tests.web.running import Running
from tests.web.seat import SHORT

if browser() is None:
    pytest.skip("there is no Chromium here", allow_module_level=True)
pytest.importorskip("playwright")
if JIT_DISABLED:
    pytest.skip("pages are the same whether rules are compiled or not", allow_module_level=True)

from playwright.sync_api import Browser, Page, TimeoutError, expect, sync_playwright

PATIENCE = 120_000  # milliseconds; only a hang takes so long
AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text(encoding="utf-8")
# The first choice of the page at a point where the picture really shows it, as [action, x, y].
POINTS = """() => [...document.querySelectorAll("#board [data-action]")].flatMap((group) => {
  for (const shape of group.querySelectorAll("*")) {
    const box = shape.getBoundingClientRect();
    for (const [u, v] of [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.85]]) {
      const [x, y] = [box.x + box.width * u, box.y + box.height * v];
      const found = document.elementFromPoint(x, y)?.closest("[data-action]");
      if (found?.dataset.action === group.dataset.action) return [[Number(group.dataset.action), x, y]];
    }
  }
  return [];
})"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=browser(), args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path)
    yield running
    running.stop()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda problem: problems.append(str(problem)))
    page.on("console", lambda told: problems.append(told.text) if told.type == "error" else None)
    yield page
    context.close()
    refused = re.compile(r"status of 4\d\d|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET")
    assert not [problem for problem in problems if not refused.search(problem)]


@cache
def compiled(game: str) -> None:
    """Compile beforehand what a table needs: pages do not wait for that long."""
    play_a_little(get_game(game))


class Person:
    """Somebody at a table."""

    def __init__(self, running: Running, page: Page, game: str, seed: int = 1, **more: Any) -> None:
        players = ["person", "random"]
        options = SHORT.get(game, {})
        self.running, self.page = running, page
        compiled(game)
        self.table = running.server.tables.new(game, players, seed, options, more.get("practice", False))
        self.key = self.table.keys[0]
        self.path = f"{running.address}/table/{self.key}"
        self.random = random.Random(seed)
        running.server.workers.play(self.table)

    def sit_down(self) -> None:
        self.page.goto(self.path)
        self.turn(-1)

    def turn(self, past: int) -> int:
        """Wait until it is the person's turn at another number, or the game is over: the number then."""
        ready = f'#choices:not([data-number="{past}"])'
        done = f'{ready}:has(button:enabled), #choices[data-over="true"]'
        try:
            self.page.wait_for_selector(done, timeout=PATIENCE, state="attached")
        except TimeoutError:
            shown = [self.page.inner_text(part) for part in ("#status", "#toast", "#hint")]
            raise AssertionError(f"nothing happens after {past}: {shown}, table at {self.table.number}") from None
        return int(self.page.get_attribute("#choices", "data-number") or 0)

    @property
    def over(self) -> bool:
        return self.page.get_attribute("#choices", "data-over") == "true"

    def drawn(self) -> list[int]:
        """The actions of the buttons."""
        return self.page.eval_on_selector_all("#choices button", "all => all.map((b) => Number(b.dataset.choice))")


def whole_game(person: Person, decide: Any) -> set[int]:
    """Play until the game is over; the phases that were seen. What can be chosen is the mask, everywhere."""
    phases = set()
    person.sit_down()
    number = person.turn(-1)
    for _ in range(2000):
        if person.over:
            break
        table = person.running.server.tables.at(person.key)[0]
        legal = table.session.mask().nonzero()[0].tolist()
        phases.add(int(table.session.state.phase))
        assert person.drawn() == legal
        in_picture = person.page.eval_on_selector_all(
            "#board [data-action]",
            "all => [...new Set(all.map((g) => Number(g.dataset.action)))].sort((a, b) => a - b)",
        )
        assert in_picture == legal
        decide(person)
        number = person.turn(number)
    assert person.over
    saved = Replay.load(person.running.folder / "tables" / f"{person.table.id}.replay")
    assert saved.seed == person.table.session.seed
    assert not saved.practice
    return phases


def click(person: Person) -> None:
    """In the picture, or now and then a button."""
    points = person.page.evaluate(POINTS)
    if points and person.random.random() < 0.8:
        _, x, y = person.random.choice(points)
        person.page.mouse.click(x, y)
    else:
        person.page.locator("#choices button").nth(person.random.randrange(len(person.drawn()))).click()


def press(person: Person) -> None:
    """A number, or words and Enter, or arrows and Space."""
    keyboard, choices = person.page.keyboard, person.page.locator("#choices button")
    count, way = choices.count(), person.random.randrange(3)
    if way == 0:
        keyboard.press(str(person.random.randint(1, min(9, count))))
    elif way == 1:
        keyboard.press("/")
        keyboard.type(choices.nth(person.random.randrange(count)).locator("span").inner_text()[:12])
        keyboard.press("Enter")
    else:
        person.page.locator("#main").focus()
        for _ in range(person.random.randint(1, min(4, count))):
            keyboard.press("ArrowDown")
        keyboard.press("Space")


@pytest.mark.slow
@pytest.mark.parametrize("decide", [click, press])
def test_whole_games(running: Running, page: Page, library_game: Game, decide: Any) -> None:
    """By clicking only, then by keys only; the saved replay is verified."""
    assert whole_game(Person(running, page, library_game.name, seed=3), decide)


def test_reload_shows_the_same(running: Running, page: Page) -> None:
    person = Person(running, page, "hold_the_line")
    person.sit_down()
    number = person.turn(-1)
    page.locator("#choices button").first.click()
    person.turn(number)
    before = [page.inner_html(part) for part in ("#choices", "#status")]
    story = page.locator("#story li").all_inner_texts()
    page.reload()
    person.turn(-1)
    assert [page.inner_html(part) for part in ("#choices", "#status")] == before
    assert page.locator("#story li").all_inner_texts() == story


def test_a_double_click_decides_once(running: Running, page: Page) -> None:
    person = Person(running, page, "hold_the_line")
    person.sit_down()
    number = person.turn(-1)
    page.locator("#choices button").first.dblclick()
    person.turn(number)
    assert [int(states[0].to_act) for states in person.table.session.positions[: person.table.number]].count(0) == 1


def test_two_tabs(running: Running, page: Page) -> None:
    """The second tab follows the first; a click for a position that is past is refused, and the page catches up."""
    person = Person(running, page, "hold_the_line")
    person.sit_down()
    number = person.turn(-1)
    other = page.context.new_page()
    other.goto(person.path)
    other.wait_for_selector("#choices button:enabled", timeout=PATIENCE)
    page.locator("#choices button").first.click()
    now = person.turn(number)
    expect(other.locator("#choices")).to_have_attribute("data-number", str(now), timeout=PATIENCE)
    assert other.inner_html("#choices") == page.inner_html("#choices")
    answer = other.request.post(
        f"{running.address}/api/table/{person.key}/act", data={"number": number, "action": person.drawn()[0]}
    )
    assert answer.status == 409
    assert person.table.number == now


def test_the_server_restarts_in_the_middle(running: Running, page: Page) -> None:
    person = Person(running, page, "hold_the_line")
    person.sit_down()
    number = person.turn(-1)
    page.locator("#choices button").first.click()
    number = person.turn(number)
    again = running.again()
    try:
        page.locator("#choices button").first.click()
        assert person.turn(number) > number
        assert again.server.tables.at(person.key)[0].number > number
    finally:
        again.stop()


def test_undo_by_its_key(running: Running, page: Page) -> None:
    person = Person(running, page, "hold_the_line", practice=True)
    person.sit_down()
    number = person.turn(-1)
    first = person.drawn()
    page.keyboard.press("1")
    number = person.turn(number)
    page.keyboard.press("u")
    person.turn(number)
    assert person.drawn() == first


def test_pointing_lights_up_both(running: Running, page: Page) -> None:
    person = Person(running, page, "hold_the_line")
    person.sit_down()
    button = page.locator("#choices button").nth(1)
    button.hover()
    action = button.get_attribute("data-choice")
    assert page.locator(f'#board [data-action="{action}"].lit').count() == 1
    assert page.inner_text("#hint") == button.locator("span").inner_text()
    other, x, y = page.evaluate(POINTS)[0]
    page.mouse.move(x, y)
    assert page.locator(f'#choices button[data-choice="{other}"].lit').count() == 1


@pytest.mark.parametrize("width", [1280, 360])
def test_nothing_jumps(running: Running, page: Page, width: int) -> None:
    """The board, the choices and the story stay where they are from decision to decision."""
    page.set_viewport_size({"width": width, "height": 800})
    person = Person(running, page, "arms_dealer")
    person.sit_down()
    number, places = person.turn(-1), []
    for k in range(10):
        places.append([page.locator(part).bounding_box() for part in ("#board", "#filter", "#choices", "#story")])
        page.locator("#choices button").nth(3 * k % len(person.drawn())).click()
        number = person.turn(number)
        page.evaluate("scrollTo(0, 0)")
    assert all(place == places[0] for place in places)


def test_typing_filters(running: Running, page: Page) -> None:
    person = Person(running, page, "hold_the_line")
    person.sit_down()
    sentences = page.locator("#choices button span").all_inner_texts()
    page.keyboard.type("/")
    page.keyboard.type(sentences[-1])
    assert page.locator("#choices button span").all_inner_texts()[0] == sentences[-1]
    page.keyboard.press("Escape")
    assert page.locator("#choices button span").all_inner_texts() == sentences


def watched(running: Running, game: str = "hold_the_line") -> str:
    table = running.server.tables.new(game, ["heuristic", "search:100"], 8, SHORT.get(game, {}), False)
    while table.play_opponent():
        pass
    running.server.tables.save(table)
    return table.id


def test_going_through_a_game(running: Running, page: Page) -> None:
    page.goto(f"{running.address}/replay/{watched(running)}")
    at = page.locator("#board")
    expect(at).to_have_attribute("data-at", "0", timeout=PATIENCE)
    for key, place in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("Home", "0")):
        page.keyboard.press(key)
        expect(at).to_have_attribute("data-at", place, timeout=PATIENCE)
    everything = page.inner_html("#board")
    page.keyboard.press("v")
    expect(page.get_by_label("Viewer")).to_have_value("0")
    expect(page.locator("#board")).not_to_have_text(everything)
    page.get_by_label("Speed").select_option("80")
    page.locator("#title").click()
    page.keyboard.press("Space")
    expect(at).not_to_have_attribute("data-at", "0", timeout=PATIENCE)
    page.keyboard.press("Space")
    rounds = page.get_by_label("Jump to a round")
    rounds.select_option(index=2)
    position = rounds.input_value()
    expect(at).to_have_attribute("data-at", position, timeout=PATIENCE)
    assert f"at={position}" in page.url
    page.reload()
    expect(at).to_have_attribute("data-at", position, timeout=PATIENCE)
    with page.expect_download() as file:
        page.get_by_text("Download the replay").click()
    assert Replay.load(file.value.path()).game == "hold_the_line"


def test_insight(running: Running, page: Page) -> None:
    page.goto(f"{running.address}/replay/{watched(running)}?at=1")
    expect(page.locator("#board")).to_have_attribute("data-at", "1", timeout=PATIENCE)
    expect(page.locator(".bars li").first).to_be_visible(timeout=PATIENCE)
    page.get_by_label("Second policy").select_option(index=1)
    expect(page.locator(".bars .fill.second").first).to_be_attached(timeout=PATIENCE)
    assert page.locator(".curve polyline").count() == 4
    page.locator(".bars li").first.hover()
    action = page.locator(".bars li").first.get_attribute("data-choice")
    assert page.locator(f'#board [data-action="{action}"].lit').count() == 1


def test_a_dropped_replay_opens(running: Running, page: Page, tmp_path: Path) -> None:
    file = tmp_path / "mine.replay"
    running.server.tables.find(watched(running)).session.replay().save(file)
    page.goto(running.address)
    page.set_input_files("#file", file)
    page.wait_for_url("**/replay/**", timeout=PATIENCE)
    expect(page.locator("#board svg")).to_be_visible(timeout=PATIENCE)


def test_a_game_begins_on_the_home_page(running: Running, page: Page) -> None:
    page.goto(running.address)
    card = page.locator("article", has_text="Hold the Line")
    card.get_by_label("seat 1").select_option("random")
    card.get_by_label("Practice").check()
    card.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/table/**", timeout=PATIENCE)
    expect(page.locator("#undo")).to_be_visible(timeout=PATIENCE)
    page.goto(running.address)
    expect(page.locator("#own-list li")).to_have_count(1)


def test_every_screen_is_accessible(running: Running, page: Page, tmp_path: Path) -> None:
    """axe-core finds nothing, in both themes, on wide and on narrow screens."""
    person = Person(running, page, "hold_the_line")
    id = watched(running)
    screens = {
        "/": ".card",
        f"/table/{person.key}": "#choices button:enabled",
        f"/replay/{id}?at=1": ".bars li",
        "/arena": "#runs > *",
    }
    for width, theme in ((1280, "light"), (360, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=theme)  # pyright: ignore[reportArgumentType]
        for path, sign in screens.items():
            page.goto(running.address + path)
            page.wait_for_selector(sign, timeout=PATIENCE)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            found = page.evaluate(f"() => {{ {AXE}; return axe.run(document) }}")
            told = [(v["id"], [n["html"][:200] for n in v["nodes"][:3]]) for v in found["violations"]]
            assert not told, f"{path} at {width}: {told}"
