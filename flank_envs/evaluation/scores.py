"""Pictures of scores (a heat map) and of ratings (a ladder)."""

from collections.abc import Sequence

from flank_envs.evaluation.arena import Pairing, Rating
from flank_envs.evaluation.lines import distinct_text
from flank_envs.view import svg

MORE, LESS, INK, FAINT = "#3b6ea5", "#c0504d", "#2b2f33", "#d9d6cc"
CELL, ROW = 96, 30
CHART = 420  # width of the scale of ratings
STEPS = (50, 100, 200, 250, 500, 1000, 2000, 5000)


def heat_map(title: str, players: Sequence[str], pairings: Sequence[Pairing]) -> str:
    """A heat map of scores, rows against columns: blue where the row's player scores more, red where less."""
    content, width, height = scores_part(title, players, pairings)
    return svg.document(width, height, content)


def ladder_picture(title: str, ratings: Sequence[Rating], pairings: Sequence[Pairing]) -> str:
    """The ratings with their intervals, best first, and below them who scores what against whom."""
    above, width, top = _ratings_part(f"{title}: rating, random play = 0", ratings)
    below, wide, height = scores_part("Score of row against column", [r.player for r in ratings], pairings)
    return svg.document(max(width, wide), top + height, above, svg.group(below, at=(0, top)))


def scores_part(title: str, players: Sequence[str], pairings: Sequence[Pairing]) -> tuple[str, float, float]:
    """The heat map as part of a picture, with its width and height."""
    names = [f"{number}  {_short(player)}" for number, player in enumerate(players, 1)]
    left, top = _left(names), 84
    size = CELL * len(names)
    parts = [svg.text(20, 34, title, size=16, bold=True)]
    for k, name in enumerate(names):
        parts.append(svg.text(20, top + CELL * (k + 0.5) + 3, name, size=13))
        parts.append(svg.text(left + CELL * (k + 0.5) - 2, top - 12, str(k + 1), size=13, anchor="middle"))
    for p in pairings:
        parts.append(_cell(p, left + CELL * players.index(p.b), top + CELL * players.index(p.a), CELL))
    return "".join(parts), left + size + 24, top + size + 24


def _cell(p: Pairing, x: float, y: float, size: float) -> str:
    even = 1 / len(p.seat_scores)
    strength = (p.score - even) / (1 - even if p.score > even else even)
    low, high = p.interval
    colour, faint = (MORE, strength) if strength > 0 else (LESS, -strength)
    return svg.group(
        svg.rect(x, y, size - 4, size - 4, rx=8, fill="#f0efe9"),
        svg.rect(x, y, size - 4, size - 4, rx=8, fill=colour, fill_opacity=round(0.08 + 0.8 * faint, 3)),
        svg.text(x + size / 2 - 2, y + size / 2, f"{p.score:.1%}", size=17, anchor="middle", bold=True),
        svg.text(x + size / 2 - 2, y + size / 2 + 20, f"{low:.1%} - {high:.1%}", size=9, anchor="middle"),
        title=f"{p.a} against {p.b}: {p.wins} won, {p.ties} tied, {p.losses} lost{distinct_text(p.games, p.distinct)}",
    )


def _ratings_part(title: str, ratings: Sequence[Rating]) -> tuple[str, float, float]:
    names = [f"{number}  {_short(r.player)}" for number, r in enumerate(ratings, 1)]
    left, top = _left(names), 64
    low = min(0.0, *(r.interval[0] for r in ratings))
    high = max(100.0, *(r.interval[1] for r in ratings))

    def x(rating: float) -> float:
        return left + CHART * (rating - low) / (high - low)

    bottom = top + ROW * len(ratings)
    parts = [svg.text(20, 34, title, size=16, bold=True)]
    step = next((s for s in STEPS if (high - low) / s <= 8), STEPS[-1])
    for mark in range(int(low // step + 1) * step if low < 0 else 0, int(high) + 1, step):
        parts.append(svg.line(x(mark), top - 6, x(mark), bottom, stroke=FAINT))
        parts.append(svg.text(x(mark), bottom + 16, signed(mark), size=11, anchor="middle"))
    for k, (name, r) in enumerate(zip(names, ratings, strict=True)):
        y = top + ROW * (k + 0.5)
        parts.append(svg.text(20, y + 4, name, size=13))
        parts.append(svg.line(x(r.interval[0]), y, x(r.interval[1]), y, stroke=MORE, stroke_width=3))
        parts.append(svg.circle(x(r.rating), y, 5, fill=INK))
        parts.append(svg.text(left + CHART + 24, y + 4, signed(r.rating), size=13, bold=True))
    return "".join(parts), left + CHART + 90, bottom + 36


def signed(rating: float) -> str:
    """+120, 0 or -35."""
    return f"{round(rating):+d}" if round(rating) else "0"


def _short(player: str) -> str:
    return player.replace(".safetensors", "")


def _left(names: Sequence[str]) -> float:
    return 40 + 7.5 * max(map(len, names))
