"""The rules of a game as pieces of HTML, one for each section, and the section that belongs to each phase."""

import re
from functools import cache
from html import escape
from typing import Any

from flank_envs.core.game import Game

_CODE, _BOLD, _SLANTED = re.compile(r"`([^`]+)`"), re.compile(r"\*\*(.+?)\*\*"), re.compile(r"(?<!\w)\*(.+?)\*(?!\w)")
_LINK, _ITEM = re.compile(r"\[([^\]]+)\]\([^)]*\)"), re.compile(r"(\s*)(?:[-*]|\d+\.) +(.*)")

# Phases whose names are not in the heading of their section.
ELSEWHERE = {
    "arms_dealer": {"LOOK": "Shopping", "REPLY": "Bets"},
    "flank": {"DRAFT": "Set-up and information", "FLANK_KILLS": "Regrouping", "PLACEMENT": "Regrouping"},
    "mana_surge": {"SACRIFICE": "End of a turn"},
    "mercy_frontier": {
        "CRY_RECRUIT": "Relics and battle cries",
        "CRY_BARRAGE": "Relics and battle cries",
        "PAY": "Hiring",
        "DEPLOY_TILE": "Placement",
        "DEPLOY_CELL": "Placement",
    },
}


@cache
def sections(game: Game) -> list[dict[str, Any]]:
    """The sections of rules.md in their order: heading and HTML; the text before the first heading has none."""
    path = game.folder / "rules.md"
    found: list[tuple[str, list[str]]] = [("", [])]
    fenced = False
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else []:
        fenced ^= line.startswith("```")
        if line.startswith("## ") and not fenced:
            found.append((line[3:].strip(), []))
        elif not (line.startswith("# ") and not fenced):
            found[-1][1].append(line)
    return [{"heading": plain(head), "html": to_html(lines)} for head, lines in found if head or any(lines)]


@cache
def section_of_phase(game: Game) -> dict[str, int]:
    """For each phase the section that has its words in the heading (MOVE2_DIR: Moving), or the one in ELSEWHERE."""
    headings = [section["heading"] for section in sections(game)]
    chosen = {}
    for phase in game.phases:
        words = ["end", "game"] if phase == game.phases[-1] else _words(phase.replace("_", " "))
        stems = [word[: max(3, len(word) - 1)] for word in words]
        weights = range(len(stems), 0, -1)  # the first word says most
        hits = [sum(w * _count(head, stem) for w, stem in zip(weights, stems, strict=True)) for head in headings]
        elsewhere = ELSEWHERE.get(game.name, {}).get(phase)
        if elsewhere in headings:
            chosen[phase] = headings.index(elsewhere)
        elif hits and max(hits) > 0:
            chosen[phase] = hits.index(max(hits))
    return chosen


def _count(text: str, stem: str) -> int:
    return sum(word.startswith(stem) for word in _words(text))


def _words(text: str) -> list[str]:
    return re.findall("[a-z]+", text.lower().replace("-", ""))


def plain(text: str) -> str:
    """A line without its marks."""
    return _LINK.sub(r"\1", text).replace("`", "").replace("*", "")


def to_html(lines: list[str]) -> str:
    """Paragraphs, lists, tables, headings and blocks of code; everything else is text."""
    out: list[str] = []
    k = 0
    while k < len(lines):
        line = lines[k]
        if not line.strip():
            k += 1
        elif line.startswith("```"):
            end = next((i for i in range(k + 1, len(lines)) if lines[i].startswith("```")), len(lines))
            out.append(f"<pre>{escape(chr(10).join(lines[k + 1 : end]))}</pre>")
            k = end + 1
        elif line.startswith("#"):
            out.append(f"<h4>{_inline(line.lstrip('# '))}</h4>")
            k += 1
        else:
            kind = _kind(line)
            end = next((i for i in range(k, len(lines)) if _ends(kind, lines[i])), len(lines))
            out.append(_BLOCKS[kind](lines[k:end]))
            k = end
    return "".join(out)


def _kind(line: str) -> str:
    return "table" if line.lstrip().startswith("|") else "list" if _ITEM.match(line) else "paragraph"


def _ends(kind: str, line: str) -> bool:
    """Whether a block of this kind ends before the line; lines of items go on below them."""
    if not line.strip() or line.startswith(("#", "```")):
        return True
    return _kind(line) != kind and not (kind == "list" and line.startswith(" "))


def _table(lines: list[str]) -> str:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    rows = [row for row in rows if not all(re.fullmatch(":?-+:?", cell) for cell in row)]
    head, *body = rows
    first = "".join(f'<th scope="col">{_inline(cell)}</th>' for cell in head)
    rest = "".join(f"<tr>{''.join(f'<td>{_inline(cell)}</td>' for cell in row)}</tr>" for row in body)
    return f'<div class="wide" tabindex="0"><table><thead><tr>{first}</tr></thead><tbody>{rest}</tbody></table></div>'


def _list(lines: list[str]) -> str:
    items: list[str] = []
    for line in lines:
        start = _ITEM.match(line)
        if start:
            items.append(start[2])
        else:
            items[-1] += f" {line.strip()}"
    return f"<ul>{''.join(f'<li>{_inline(item)}</li>' for item in items)}</ul>"


def _paragraph(lines: list[str]) -> str:
    return f"<p>{_inline(' '.join(map(str.strip, lines)))}</p>"


_BLOCKS = {"table": _table, "list": _list, "paragraph": _paragraph}


def _inline(text: str) -> str:
    marked = _LINK.sub(r"\1", escape(text, quote=False))
    marked = _CODE.sub(r"<code>\1</code>", marked)
    return _SLANTED.sub(r"<em>\1</em>", _BOLD.sub(r"<strong>\1</strong>", marked))
