"""A decided item as one HTML file that needs nothing else, runs nothing, and reads like the desk."""

import re
from base64 import b64encode
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path

from countermark.documents.markdown.blocks import Document
from countermark.exports.weaving import MarkedText, note_words, woven, written
from countermark.model.exports import ExportedItem, ExportedMark

STYLE = Path(__file__).with_name("page.css")
ASSETS = Path(__file__).parents[1] / "static" / "assets"
FACES = (
    ("Countermark Serif", "normal", "serif-normal"), ("Countermark Serif", "italic", "serif-italic"),
    ("Countermark Sans", "normal", "sans-normal"), ("Countermark Mono", "normal", "mono-normal"),
)  # fmt: skip
RANGES = {"first": "", "latin": "unicode-range:U+A1-2FF,U+2000-22FF;"}  # the first part holds what English needs
BEYOND = re.compile("[\u00a1-\u02ff]")
# Nothing is fetched and nothing runs, whatever stands in the text: the style below is named by its digest.
POLICY = (
    "default-src 'none'; style-src 'sha256-{digest}'; img-src data:; font-src data:; base-uri 'none'; "
    "form-action 'none'"
)
DECIDERS = {"person": "by a person", "timeout": "as nobody answered in time", "agent": "by the agent"}


def as_html(item: ExportedItem, document: Document, *, faces: str = "") -> str:
    """The whole file. `document` is the item's text, rendered; `faces` are rules for fonts, see `faces_for`."""
    style = f"{faces}{STYLE.read_text(encoding='utf-8')}"
    policy = POLICY.format(digest=b64encode(sha256(style.encode()).digest()).decode())
    its = woven(item, document)
    return "\n".join((
        "<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="referrer" content="no-referrer">', '<meta name="color-scheme" content="light dark">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="generator" content="Countermark">',
        f"<title>{written(one_line(item.title))}</title>", f"<style>{style}</style>", "</head>", "<body>", "<main>",
        head(item, its), f'<article class="document">{its.html}</article>', "</main>", "</body>", "</html>\n",
    ))  # fmt: skip


def head(item: ExportedItem, its: MarkedText) -> str:
    """What was decided about which text, and what was said about all of it."""
    agent, place = written(item.agent_name), written(item.workspace)
    how = DECIDERS.get(item.decider, f"by a {item.decider}")
    title = "" if "<h1" in its.html else f"<h1>{written(one_line(item.title))}</h1>"
    revision = f", revision {item.revision}" if item.revision > 1 else ""
    tags = f"<p>{written(' '.join(f'#{tag}' for tag in item.tags))}</p>" if item.tags else ""
    return (
        f"<header><p><strong>{outcome_words(item)}</strong> {how}, {moment(item.decided_at)}.</p>"
        f"<p>{agent}, <code>{place}</code>{revision}, asked {moment(item.opened_at)}.</p>{tags}{title}</header>"
        f"{on_the_whole(item, its)}"
    )


def on_the_whole(item: ExportedItem, its: MarkedText) -> str:
    """The answer's own words, and marks that stand nowhere in the text."""
    notes = [f'<p class="words">{written(item.answer.strip())}</p>'] if item.answer.strip() else []
    notes += [f"<p>{quote_of(mark)}{note_words(mark)}</p>" for mark in its.whole]
    return f'<aside class="note" aria-label="On the whole">{"".join(notes)}</aside>' if notes else ""


def quote_of(mark: ExportedMark) -> str:
    """What a mark stood on that is no longer there."""
    return f"<q>{written(one_line(mark.quote))}</q> " if mark.quote else ""


def outcome_words(item: ExportedItem) -> str:
    """Such as "Changes requested"."""
    return item.outcome.value.replace("_", " ").capitalize()


def moment(at: int) -> str:
    """A time as people read it, and as programs do."""
    its = datetime.fromtimestamp(at / 1000, UTC)
    return f'<time datetime="{its:%Y-%m-%dT%H:%M:%SZ}">{its.day} {its:%B %Y, %H:%M} UTC</time>'


def one_line(text: str) -> str:
    """Words in one line."""
    return " ".join(text.split())


def faces_for(text: str) -> str:
    """The desk's own faces as rules with their bytes: about 95 kB, 160 kB for a text with letters beyond ASCII."""
    return embedded(ASSETS, "first") + (embedded(ASSETS, "latin") if BEYOND.search(text) else "")


@cache
def embedded(assets: Path, part: str) -> str:
    """Rules for one part of each face; what was not built is left to the reader's own fonts."""
    return "".join(
        f'@font-face{{font-family:"{family}";font-style:{slant};font-weight:400 700;{RANGES[part]}'
        f'src:url("data:font/woff2;base64,{b64encode(file.read_bytes()).decode()}") format("woff2")}}\n'
        for family, slant, name in FACES
        for file in sorted(assets.glob(f"{name}-{part}*.woff2"))[:1]
    )
