"""Rules as HTML: the marks of Markdown that pages of rules use, and nothing else."""

import re
from html import escape

_CODE, _BOLD, _SLANTED = re.compile(r"`([^`]+)`"), re.compile(r"\*\*(.+?)\*\*"), re.compile(r"(?<!\w)\*(.+?)\*(?!\w)")
_LINK, _ITEM = re.compile(r"\[([^\]]+)\]\([^)]*\)"), re.compile(r"(\s*)(?:[-*]|\d+\.) +(.*)")


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
