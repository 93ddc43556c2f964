"""Pictures of Mercy Frontier: readable, told apart without colours, and fog stays fog."""

import re
import xml.etree.ElementTree as ElementTree
from itertools import product

import pytest

from flank_envs.games.mercy_frontier.view import pieces
from flank_envs.games.mercy_frontier.view.choices import MEETS, TRAMPLES
from flank_envs.games.mercy_frontier.view.picture import WIDTH, picture
from flank_envs.view import palette
from tests.games.mercy_frontier.board import BANNER, FORGE, FORWARD, SEAL, Board, leg

SVG = "{http://www.w3.org/2000/svg}"
SMALLEST = 10


def crowded() -> Board:
    """Everything that can be drawn: tokens of all sizes, hurt and moving, buildings below tokens, fog."""
    return Board(
        (
            {0: "Rig Hound 4,6", 1: "Iron Warden 8,6 2/5", 2: "Beacon Colossus 0,9", 3: "Field Medic"},
            {0: "Mortar Crew 4,10", 4: "Steel Titan 10,15"},
        ),
        refineries=(("1.0", "4.0"), ("13.0",)),
        outposts=({3: 0, 4: 7}, {10: 12, 7: 3}),
        beacons=({"F": (0, 1), "C": (3, 3)}, {"S": (10, 23)}),
        workers=(("1.0", "0.2", "4.2"), ("13.1", "14.3")),
        market=("Pike Lancer", "", "Void Stalker", "Dune Outrider"),
        faces=(0, 1, 2, 3, 4, 5, 0, 2, 1),
        colossus=0,
        overcharge=(1, 0),
        turn=9,
        checked=False,
    )


def sizes(node: ElementTree.Element, scale: float = 1.0):
    """The size in pixels of every text."""
    found = re.search(r"scale\(([\d.]+)\)", node.get("transform", ""))
    scale *= float(found.group(1)) if found else 1.0
    if node.tag == f"{SVG}text":
        yield scale * float(node.get("font-size", "0"))
    for child in node:
        yield from sizes(child, scale)


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(ink: str, ground: str) -> float:
    light, dark = sorted((luminance(ink), luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_texts_can_be_read_at_1200_pixels(viewer):
    root = ElementTree.fromstring(picture(crowded().state, viewer))
    assert WIDTH == 1200
    assert min(sizes(root)) >= SMALLEST


def test_inks_stand_out_from_their_grounds():
    grounds = (palette.PAPER, palette.WHITE, pieces.NEUTRAL_TINT, *palette.SEAT_TINT[:2], MEETS, TRAMPLES, palette.HAIR)
    pairs = [
        *product((palette.INK,), (*grounds, pieces.FOG)),
        *product((palette.MUTED,), (palette.PAPER, palette.WHITE)),
    ]
    pairs += [(palette.WHITE, ink) for ink in (*palette.SEAT_INK[:2], *pieces.RESOURCE_INK, palette.INK, palette.MUTED)]
    pairs += [(palette.ALARM, MEETS), (palette.ALARM, palette.WHITE)]
    assert {pair: round(contrast(*pair), 2) for pair in pairs if contrast(*pair) < 4.5} == {}


def test_moves_that_meet_enemies_have_a_sign():
    """Two spaces ahead stands an enemy; three spaces to the side an own mercenary is trampled."""
    board = Board(({0: "Rig Hound 4,6", 1: "Rig Hound 8,6"}, {0: "Mortar Crew 4,9"}))
    labels = re.findall(r">(\d[!×]?)</text></g>", picture(board.state, 0))
    assert {"1", "2!", "3×"} <= set(labels)


def test_owners_differ_in_shape():
    """Without colours: a seat's boxes are rectangles, the other's polygons."""
    tokens = [pieces.token(seat, 1, 2, 2, 2, 2, 0, None) for seat in (0, 1)]
    assert [tag in token for token in tokens for tag in ("<rect", "<polygon")] == [True, False, False, True]
    assert pieces.PAWNS[0] != pieces.PAWNS[1]


def test_nothing_of_a_covered_tile_is_drawn():
    """Faces and relics of covered tiles change the picture of nobody but the one who sees everything."""
    deals = ((0, 1, 2, 3, 4, 5, 0, 1, 2), (0, 1, 2)), ((2, 1, 0, 5, 4, 3, 2, 1, 0), (4, 3, 2))
    one, other = (Board(({0: "Rig Hound 4,1"}, {}), faces=faces, relics=relics) for faces, relics in deals)
    for viewer in (0, 1):
        assert picture(one.state, viewer) == picture(other.state, viewer)
    assert picture(one.state, None) != picture(other.state, None)


def test_a_token_shows_what_it_may_still_do():
    board = Board(({0: "Rig Hound 4,6", 1: "Rig Hound 8,6"}, {}))
    assert picture(board.state, 0).count("→3") == 4, "on both tokens and in both zones"
    board.play(leg(0, FORWARD, 1))
    assert picture(board.state, 0).count("→3") == 2
    assert ">moved<" in picture(board.state, 0)


def test_own_buildings_under_a_token_stay_visible():
    bare = Board(({0: "Rig Hound 4,6"}, {}), outposts=({4: 0}, {}))
    hidden = Board(({0: "Rig Hound 5,5"}, {}), outposts=({4: 0}, {}))
    assert picture(hidden.state, 0).count("Outpost of seat 0") == picture(bare.state, 0).count("Outpost of seat 0") + 1


def prices(state, viewer) -> list[str]:
    return re.findall(r">(\d+) credits<", picture(state, viewer))


def test_prices_are_those_of_who_looks_or_else_of_who_decides():
    """Seat 1 has the relic that makes contracts cheaper."""
    rich = {"phase": "HIRE", "to_act": 1, "resources": ((5, 5, 5), (5, 5, 5)), "market": ("Pike Lancer",)}
    board = Board(**rich, outposts=({}, {8: 0}), relics=(FORGE, BANNER, SEAL))
    own, other = prices(board.state, 1), prices(board.state, 0)
    assert own != other
    assert prices(board.state, None) == own


def test_buttons_of_legs_do_not_cover_each_other():
    """Two tokens side by side, whose ways cross."""
    shown = picture(Board(({0: "Rig Hound 4,6", 1: "Rig Hound 6,6", 2: "Iron Warden 4,8"}, {})).state, 0)
    places = [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="12"', shown)]
    close = [1 for k, (x, y) in enumerate(places) for a, b in places[:k] if abs(x - a) < 9 and abs(y - b) < 9]
    assert len(places) > 20
    assert not close
