"""Our text of real plans is the text that markdown-it-py makes of them."""

import re
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib
import pytest
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from countermark.documents.markdown.rendering import render

PLANS = sorted((Path(__file__).parent / "plans").glob("*.md"))
PACKAGES = (
    "pytest",
    "hypothesis",
    "httpx",
    "sqlalchemy",
    "uvicorn",
    "starlette",
    "markdown-it-py",
    "mdit-py-plugins",
    "fastapi",
    "nh3",
    "comrak",
    "pydantic",
)
GONE = {"dl"}  # front matter: the oracle is asked about the rest


def installed_readmes() -> list[tuple[str, str]]:
    """Descriptions and licences in Markdown of the packages that the tests need anyway."""
    found = []
    for name in PACKAGES:
        described = metadata.metadata(name)
        if "markdown" in (described["Description-Content-Type"] or ""):
            found.append((name, described["Description"]))
    return found


@pytest.fixture(scope="module")
def oracle() -> Callable[[str], str]:
    parser = MarkdownIt("gfm-like", {"linkify": False}).disable("linkify")
    parser.use(footnote_plugin, inline=False, move_to_end=True)
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False)
    return lambda text: parser.render(text)  # noqa: PLW0108


def words(html: str) -> list[str]:
    """The words of the blocks, in order; what stands for an image counts as its description."""
    root = html5lib.parseFragment(html, treebuilder="etree", namespaceHTMLElements=False)
    for element in list(root.iter()):
        _made_equal(element)
    return "".join(root.itertext()).split()


def _made_equal(element: Element) -> None:
    if element.tag in GONE or element.get("class") in ("note-back", "footnote-backref", "escape"):
        for child in list(element):
            element.remove(child)
        element.text = ""
    elif element.tag == "img":
        element.text = element.get("alt")
    elif element.get("class") == "note-ref" or (element.tag == "a" and element.get("href", "").startswith("#fn")):
        element.text = ""
    for child in element:
        if child.tag in ("p", "li", "td", "th", "tr", "h1", "h2", "h3", "pre", "blockquote", "summary", "div", "br"):
            child.tail = f" {child.tail or ''}"


def without_front_matter(text: str) -> str:
    return re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)


def without_task_marks(found: list[str]) -> list[str]:
    """The oracle has no tasks and no alerts: their marks are words to it."""
    return re.sub(r"\[[ x]\] |\[!\w+\] ?", "", " ".join(found)).split()


@pytest.mark.parametrize("plan", PLANS, ids=lambda path: path.stem)
def test_plans_read_as_the_oracle_reads_them(plan: Path, oracle: Callable[[str], str]) -> None:
    text = plan.read_text(encoding="utf-8")
    ours = words(re.sub(r'<p class="alert-title">[^<]*</p>', "", render(text).html))
    assert ours == without_task_marks(words(oracle(without_front_matter(text))))


@pytest.mark.parametrize(("name", "text"), installed_readmes(), ids=lambda value: value[:20])
def test_readmes_read_as_the_oracle_reads_them(name: str, text: str, oracle: Callable[[str], str]) -> None:
    plain = re.sub(r"<!--.*?-->|</?(?!br|kbd)[a-z][^>]*>", "", text, flags=re.DOTALL)  # raw HTML is shown, not obeyed
    assert words(render(plain).html) == words(oracle(plain))
