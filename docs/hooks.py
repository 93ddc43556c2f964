"""What MkDocs does not do by itself: notebooks and linked files outside docs/ become pages of the site."""

import posixpath
import re
from collections.abc import Callable
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from notebooks import as_markdown

ROOT = Path(__file__).parent.parent
RENAMED = {"README.md": "index.md", "CHANGELOG.md": "changelog.md"}
CODE = re.compile(r"(^```.*?^```|`(?:[^`\n]|\n(?!\n))*`)", re.MULTILINE | re.DOTALL)  # fenced, or in a paragraph
LINK = re.compile(r"\]\(([^)#\s]+)")
ELSEWHERE = re.compile(r"[a-z]+:")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add README, the changes, notebooks, every file outside docs/ that a page links to, and what those link to."""
    sources = {file.src_uri: f"docs/{file.src_uri}" for file in files}
    notebooks = [source for source in sources.values() if source.endswith(".ipynb")]
    waiting = [*RENAMED, *notebooks, *(sources[page.src_uri] for page in files.documentation_pages())]
    while waiting:
        source = waiting.pop()
        if place(source) not in sources:
            sources[place(source)] = source
            files.append(added(source, config))
        if source.endswith((".md", ".ipynb")):
            linked = {resolved(source, link) for link in LINK.findall(CODE.sub("", text_of(source)))}
            waiting += sorted(target for target in linked if target and place(target) not in sources)
    config.extra["sources"] = sources
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links, which lead through the repository, lead through the site."""
    here = page.file.src_uri
    source = config.extra["sources"][here]

    def moved(link: re.Match[str]) -> str:
        target = resolved(source, link[1])
        return link[0] if target is None else f"]({posixpath.relpath(place(target), posixpath.dirname(here) or '.')}"

    return outside_code(markdown, lambda text: LINK.sub(moved, text))


def place(source: str) -> str:
    """Where a file of the repository is in the site."""
    if source.endswith(".py"):
        return f"{source}.md"
    return RENAMED.get(source, source.removeprefix("docs/").replace(".ipynb", ".md"))


def text_of(source: str) -> str:
    """A file as Markdown; Python is shown as a page."""
    if source.endswith(".ipynb"):
        return as_markdown(ROOT / source)
    text = (ROOT / source).read_text(encoding="utf-8")
    return f"# {source}\n\n```python\n{text}```\n" if source.endswith(".py") else text


def added(source: str, config: MkDocsConfig) -> File:
    """A file that MkDocs does not find or read by itself."""
    listed = source in RENAMED or source.endswith(".ipynb")
    inclusion = InclusionLevel.INCLUDED if listed else InclusionLevel.NOT_IN_NAV
    if place(source).endswith(".md"):
        return File.generated(config, place(source), content=text_of(source), inclusion=inclusion)
    return File.generated(config, place(source), abs_src_path=str(ROOT / source), inclusion=inclusion)


def resolved(source: str, link: str) -> str | None:
    """The file of the repository that a link of another file means; None if it leads elsewhere."""
    if ELSEWHERE.match(link):
        return None
    target = posixpath.normpath(posixpath.join(posixpath.dirname(source), link))
    if not (ROOT / target).is_file():
        raise PluginError(f"{source} links to {link}: there is no file {target} (link to files, not to folders)")
    return target


def outside_code(markdown: str, change: Callable[[str], str]) -> str:
    parts = CODE.split(markdown)
    return "".join(part if number % 2 else change(part) for number, part in enumerate(parts))
