"""What becomes of each element of comrak's HTML, by its name."""

import re

from countermark.documents.markdown.cutting import Frame
from countermark.documents.markdown.links import described, image, link
from countermark.documents.markdown.weaver import TASK, VOID, Opener, Weaver

ALERT = re.compile(r"markdown-alert-([a-z]+)")
NUMBER = re.compile(r"\d{1,9}")
SPAN = re.compile(r"[1-9]\d?")
HEADS = {
    "table": '<div class="table" role="group" aria-label="Table" tabindex="0"><table>',
    "details": "<details open>",
    "section": '<section class="footnotes" role="group" aria-label="Footnotes">',
}


def heading(weaver: Weaver, tag: str, attributes: dict[str, str]) -> None:
    weaver.block(tag, "heading", attributes, head=f"<{tag}", level=int(tag[1]))


def paragraph(weaver: Weaver, tag: str, attributes: dict[str, str]) -> None:
    if attributes.get("class") == "markdown-alert-title":
        weaver.structure(Frame(tag, close="</p>"), '<p class="alert-title">')
        weaver.origin = "letters"
    else:
        weaver.block(tag, "paragraph", attributes, head="<p")


def structure(weaver: Weaver, tag: str, _attributes: dict[str, str]) -> None:
    close = "</table></div>" if tag == "table" else f"</{tag}>"
    bare = tag in ("details", "section", "figure")
    weaver.structure(Frame(tag, close=close, bare=bare), HEADS.get(tag, f"<{tag}>"))


def numbered_list(weaver: Weaver, tag: str, attributes: dict[str, str]) -> None:
    start = attributes.get("start", "1")
    first = int(start) if NUMBER.fullmatch(start) else 1
    weaver.structure(Frame(tag, close="</ol>", next_number=first), "<ol>" if first == 1 else f'<ol start="{first}">')


def item(weaver: Weaver, tag: str, attributes: dict[str, str]) -> None:
    note = attributes.get("id")
    if note is None:
        weaver.block(tag, "item", attributes, head="<li")
    else:
        weaver.block(tag, "footnote", attributes, head=f"<li{own_id(weaver, note)}")
    weaver.cutter.count_item()
    weaver.item_begins = True


def checkbox(weaver: Weaver, _tag: str, attributes: dict[str, str]) -> None:
    frame = weaver.cutter.stack[-1] if weaver.cutter.stack else None
    if frame is None or frame.draft is None or frame.tag != "li" or not weaver.item_begins:
        return
    frame.draft.head += ' class="task-item"'
    weaver.task = TASK.format(*(("done", "true", "done") if "checked" in attributes else ("open", "false", "not done")))
    weaver.item_begins = False


def row(weaver: Weaver, tag: str, attributes: dict[str, str]) -> None:
    weaver.block(tag, "row", attributes, head="<tr")


def cell(weaver: Weaver, tag: str, attributes: dict[str, str]) -> None:
    head = '<th scope="col"' if tag == "th" else "<td"
    if attributes.get("align") in ("left", "center", "right"):
        head += f' class="{attributes["align"]}"'
    for span in ("colspan", "rowspan"):
        if SPAN.fullmatch(attributes.get(span, "")):
            head += f' {span}="{attributes[span]}"'
    weaver.block(tag, "cell", attributes, head=head)


def summary(weaver: Weaver, tag: str, attributes: dict[str, str]) -> None:
    weaver.block(tag, "paragraph", attributes, head="<summary")


def quote(weaver: Weaver, tag: str, attributes: dict[str, str]) -> None:
    weaver.block(tag, "quote", attributes, head="<blockquote")


def division(weaver: Weaver, tag: str, attributes: dict[str, str]) -> None:
    alert = ALERT.search(attributes.get("class", "")) if "data-sourcepos" in attributes else None
    if alert is None:
        weaver.structure(Frame(tag, close="</div>", bare=True), "<div>")
    else:
        weaver.block(tag, "alert", attributes, head=f'<div class="alert alert-{alert[1]}" role="note"')


def preformatted(weaver: Weaver, tag: str, attributes: dict[str, str]) -> None:
    weaver.block(tag, "code", attributes, head='<pre tabindex="0"')
    weaver.in_code += 1


def thematic_break(weaver: Weaver, tag: str, attributes: dict[str, str]) -> None:
    weaver.block(tag, "rule", attributes, head="<hr").close = ""
    weaver.pop()


def inline(weaver: Weaver, tag: str, attributes: dict[str, str]) -> None:
    """An inline element without attributes; `del` is drawn as the agent's own strike, marks are the person's."""
    own = "data-sourcepos" in attributes
    if tag == "wbr" and own:  # it parts words where a tag may have been dropped (balance.py)
        return
    if tag in VOID:
        weaver.begin_words()
        weaver.say(f"<{tag}>", "")
    elif "data-math-style" in attributes:
        weaver.inline(tag, f'<span data-math="{attributes["data-math-style"]}">', close="</span>")
        weaver.origin = "letters"
    else:
        shown = "s" if tag == "del" else tag
        weaver.inline(tag, f"<{shown}>", close=f"</{shown}>")
        weaver.origin = "letters" if own and tag == "code" else "text"


def anchor(weaver: Weaver, tag: str, attributes: dict[str, str]) -> None:
    address = attributes.get("href", "")
    note = "data-footnote-ref" in attributes or "data-footnote-backref" in attributes
    written = note_link(weaver, attributes) if note else link(attributes)
    weaver.inline(tag, written, close="</a>")
    weaver.origin = "renderer" if note else "text"
    if address.startswith("#") and written.startswith('<a class="inert"'):
        weaver.headings.link(len(weaver.cutter.pieces) - 1, address[1:], written)


def note_link(weaver: Weaver, attributes: dict[str, str]) -> str:
    """The number of a footnote, or the way back from it."""
    target = f' href="#note-{number_of(weaver, attributes.get("href", "#")[1:])}"'
    if "data-footnote-ref" in attributes:
        return f'<a class="note-ref"{target}{own_id(weaver, attributes.get("id", ""))}>'
    return f'<a class="note-back"{target} aria-label="{attributes.get("aria-label", "Back")}">'


def number_of(weaver: Weaver, name: str) -> int:
    """A number for what comrak calls `fn-<name>` or `fnref-<name>`: names are the agent's, ids are ours."""
    return weaver.notes.setdefault(name, len(weaver.notes) + 1)


def own_id(weaver: Weaver, name: str) -> str:
    """The id of a footnote or of a reference to one; comrak gives some twice, where a note is defined twice."""
    number = number_of(weaver, name)
    if number in weaver.named:
        return ""
    weaver.named.add(number)
    return f' id="note-{number}"'


def picture(weaver: Weaver, _tag: str, attributes: dict[str, str]) -> None:
    weaver.begin_words()
    weaver.say(*image(attributes, in_link=weaver.in_link > 0), described(attributes))


OPENERS: dict[str, Opener] = {
    "": inline,
    **dict.fromkeys("h1 h2 h3 h4 h5 h6".split(), heading),
    **dict.fromkeys("td th".split(), cell),
    **dict.fromkeys("ul table thead tbody tfoot caption details section figure figcaption dl dt dd".split(), structure),
    "ol": numbered_list,
    "p": paragraph,
    "li": item,
    "input": checkbox,
    "tr": row,
    "summary": summary,
    "blockquote": quote,
    "div": division,
    "pre": preformatted,
    "hr": thematic_break,
    "a": anchor,
    "img": picture,
}
