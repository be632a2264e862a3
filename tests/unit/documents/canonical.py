"""HTML in a form in which two renderings can be compared: a tree, without what is ours, white space collapsed."""

import re
from xml.etree.ElementTree import Element, tostring

import html5lib

OURS = {"data-block", "data-lines", "tabindex", "rel", "target", "role", "aria-label", "loading", "decoding", "open"}
PHRASING = set("a abbr b br cite code em i img kbd s small span strong sub sup u".split())
PRE = re.compile(r"(<pre.*?</pre>)", re.DOTALL)


def canonical(html: str, *, restored: bool = False) -> str:
    """The tree of a fragment, written anew. `restored`: inert links live and images loaded, as elsewhere."""
    root = html5lib.parseFragment(html, treebuilder="etree", namespaceHTMLElements=False)
    for element in root.iter():
        if restored:
            _restore(element)
        _own_away(element)
    written = re.sub(r"</?(?:own|DOCUMENT_FRAGMENT)\b[^>]*>", "", tostring(root, encoding="unicode"))
    return "".join(part if part.startswith("<pre") else _squeezed(part) for part in PRE.split(written)).strip()


def _own_away(element: Element) -> None:
    if element.tag == "div" and element.get("class") in ("table", "raw"):
        element.tag = "own"
    if element.tag == "pre" and "data-language" in element.attrib:
        element[0].set("class", f"language-{element.attrib['data-language']}")
    ours = OURS | {"data-language", "scope"} | ({"id"} if element.get("id", "").startswith("doc-") else set())
    left = {name: value for name, value in sorted(element.attrib.items()) if name not in ours}
    element.attrib.clear()
    element.attrib.update(left)


def _restore(element: Element) -> None:
    """An inert link as a link, what stands for an image as the image."""
    if element.get("class") == "inert":
        element.set("href", element.attrib.pop("data-href", ""))
        del element.attrib["class"]
    elif element.get("class") == "image":
        label = element.attrib["aria-label"].removeprefix("Image, not loaded: ")
        address = element.attrib.get("data-image") or element.attrib.get("href") or ""
        title = element.get("title")
        element.attrib.clear()
        element.set("src", address)
        element.set("alt", label)
        if title is not None:
            element.set("title", title)
        element.tag, element.text = "img", None


def _squeezed(written: str) -> str:
    """White space collapsed, and none beside the tags of blocks, where it means nothing."""
    collapsed = re.sub(r"[ \t\n\r\f]+", " ", written)
    return re.sub(
        r" ?(</?([a-z0-9]+)[^>]*>) ?", lambda found: found[0] if found[2] in PHRASING else found[1], collapsed
    ).replace("<br /> ", "<br />")
