"""What a hostile agent would write into a plan, each piece trying to run, to fetch, or to repaint the desk."""

import re
from pathlib import Path

# RUN('name') in a piece notes in the page which one got through.
RUN = "window.ran=(window.ran||[]).concat"
TITLE = "Harmless title"
FORBIDDEN_ELEMENTS = (
    "script, style, link, meta, base, iframe, object, embed, form, svg, math, video, audio, source, dialog, "
    "button, select, textarea, template, noscript, input:not([type=checkbox][disabled])"
)
BAD_ATTRIBUTES = """article => {
  const runsOrSends = ['style', 'srcset', 'background', 'ping', 'formaction', 'action', 'autofocus'];
  const isBad = ({name, value}) =>
    /^on/i.test(name) || runsOrSends.includes(name)
    || (['href', 'src', 'xlink:href'].includes(name) && /^\\s*(javascript|data|vbscript|blob):/i.test(value))
    || (name === 'src' && /^(https?:)?\\/\\//i.test(value));
  return [...article.querySelectorAll('*')].flatMap(one =>
    [...one.attributes].filter(isBad).map(({name, value}) => `${one.tagName} ${name}=${value}`));
}"""
# Names in the text that something outside of it has too, or that would hide a property of the document.
IDS_OUTSIDE = """article => {
  const named = [...document.querySelectorAll('[id]')];
  const outside = new Set(named.filter(one => !article.contains(one)).map(one => one.id));
  return named.filter(one => article.contains(one)).map(one => one.id)
    .filter(id => outside.has(id) || (id in document && !id.includes('-')));
}"""


def read_pieces() -> dict[str, str]:
    """The pieces by name; the file keeps them as an agent would write them."""
    text = (Path(__file__).parent / "hostile_pieces.txt").read_text(encoding="utf-8").replace("RUN(", f"{RUN}(")
    named = re.split(r"^=== (.+)\n", text, flags=re.MULTILINE)[1:]
    return {name: piece.rstrip("\n") for name, piece in zip(named[::2], named[1::2], strict=True)}


PIECES = read_pieces()
ALL = f"# {TITLE}\n\n" + "\n\n".join(PIECES.values()) + "\n\nThe last line.\n"
