"""Reads the HTML of comparisons as a browser would, and as a strict eye does."""

import re
from xml.etree.ElementTree import Element

import html5lib

from countermark.documents.difference.comparing import Comparison, compare
from countermark.documents.markdown.rendering import render

VOID = frozenset({"br", "hr", "img", "wbr", "input"})
TAG = re.compile(r'<(/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)>')
MARKED = re.compile(r'<(?:ins class="fresh"|del class="was")')


def compared(old: str, new: str, view: str = "inline") -> Comparison:
    """The comparison of two Markdown texts."""
    return compare(render(old), render(new), view="side" if view == "side" else "inline")


def bare(comparison: Comparison) -> str:
    """Its HTML without ids and lines, changes in one sign each: `[-was-]`, `{+fresh+}`."""
    html = re.sub(r' (?:id|data-[a-z-]+)="[^"]*"| (?:tabindex|role|aria-label|scope)="[^"]*"', "", comparison.html)
    html = re.sub(r'<del class="was(?: line)?" data-desk>(.*?)</del>', r"[-\1-]", html, flags=re.DOTALL)
    html = re.sub(r'<ins class="fresh">(.*?)</ins>', r"{+\1+}", html, flags=re.DOTALL)
    return html.replace("<span data-desk> </span>", " ").replace(" data-desk", "")


def assert_well_formed(html: str) -> None:
    """Every tag is one of ours in form, closes in order, and says nothing twice."""
    found = TAG.findall(html)
    assert html.count("<") == len(found), "a < that begins no tag"
    open_tags: list[str] = []
    for closing, tag, attributes in found:
        names = re.findall(r" ([a-z-]+)", re.sub(r'="[^"]*"', "", attributes))
        assert len(names) == len(set(names)), (tag, attributes)
        assert not any(name.startswith("on") for name in names)
        if closing:
            assert open_tags.pop() == tag
        elif tag not in VOID:
            open_tags.append(tag)
    assert open_tags == []


def own_texts(html: str) -> dict[str, str]:
    """What each block says for itself after a browser's parser has read it, the desk's words left out, in order."""
    said: dict[str, list[str]] = {}

    def read(element: Element, block: str, *, desk: bool) -> None:
        desk = desk or "data-desk" in element.attrib
        here = element.attrib.get("data-block") or element.attrib.get("data-continues")
        if here is not None:
            assert not desk, "a place for marks in the desk's words"
            block = here
            said.setdefault(block, [])
        for text, owner, is_desk in [(element.text, block, desk)]:
            if text and owner and not is_desk:
                said[owner].append(text)
        for child in element:
            if isinstance(child.tag, str):
                read(child, block, desk=desk)
            if child.tail and block and not desk:
                said[block].append(child.tail)

    read(html5lib.parseFragment(html, namespaceHTMLElements=False), "", desk=False)
    return {block: "".join(pieces) for block, pieces in said.items()}


def assert_sound(old: str, new: str) -> None:
    """Both views are well-formed in every slice, and the new document is in them, word for word."""
    document = render(new)
    expected = own_texts(document.html)
    for view in ("inline", "side"):
        made = compared(old, new, view)
        for part in made.slices:
            assert_well_formed(part)
        assert own_texts(made.html) == expected, view
        assert list(own_texts(made.html)) == list(expected), view
        ids = re.findall(r' id="([^"]*)"', " ".join(attributes for _, _, attributes in TAG.findall(made.html)))
        assert len(ids) == len(set(ids))
