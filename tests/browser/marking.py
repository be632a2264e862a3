"""A hand that marks a plan on the desk: drags the mouse over words, or walks to them by keys, and reads what stands."""

import re
import struct
import zlib
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.desk import Desk, Plan
from tests.browser.office import Office
from tests.journeys.hook_process import HookProcess
from tests.real_agents.person import Json, eventually

TITLE = "Ship the labels"
PAPER = f"""# {TITLE}

The printer **prints the label `LBL-7` twice** when the tray jams. A second press must change nothing.

## Steps

1. Stop the queue before the tray opens.
2. Print what waits, oldest first.
   - The clerk sees the number.
3. Start the queue again.

| part | change |
|---|---|
| tray | a sensor |
| queue | a lock |

```python
def press(label):
    queue.lock()
    return tray.take(label)
```

## Afterwards

The jam is told in the journal, and the clerk is thanked.
"""
MOST_STEPS = 40
MOST_DRAGS = 3

# Where words stand on the screen: the left edge of the first letter, the right edge of the last. What the desk has
# put into the text does not count, and the first of the words come into the middle of what is in sight.
FIND = """async (article, [from, to]) => {
  const nodes = [];
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest('[data-desk]') === null) nodes.push(node);
  }
  const text = nodes.map(node => node.data).join('');
  const first = text.indexOf(from);
  const last = to === '' ? first + from.length - 1 : text.indexOf(to, first) + to.length - 1;
  if (first < 0 || last < first) return null;
  const letter = at => {
    for (const node of nodes) {
      if (at < node.length) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range;
      }
      at -= node.length;
    }
  };
  letter(first).startContainer.parentElement.scrollIntoView({ block: 'center' });
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const [start, end] = [letter(first).getBoundingClientRect(), letter(last).getBoundingClientRect()];
  return [start.left + 1, start.top + start.height / 2, end.right - 1, end.top + end.height / 2];
}"""
# Selects as a browser does after a long press, whose handles no test can move.
TOUCH = """(article, words) => {
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.data.indexOf(words);
    if (at < 0) continue;
    walker.currentNode.parentElement.scrollIntoView({ block: 'center' });
    document.getSelection().setBaseAndExtent(walker.currentNode, at, walker.currentNode, at + words.length);
    return true;
  }
  return false;
}"""
# Every mark that is drawn: its number, its look, the words it stands on, the blocks they are in, its new words.
STANDING = """article => {
  const own = piece => {
    const walker = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT);
    let text = '';
    while (walker.nextNode())
      if (walker.currentNode.parentElement.closest('[data-desk]') === null) text += walker.currentNode.data;
    return text;
  };
  const found = new Map();
  for (const piece of article.querySelectorAll('.pen[data-mark]')) {
    const mark = found.get(piece.dataset.mark) ?? { number: '', look: '', words: '', blocks: [], added: '' };
    found.set(piece.dataset.mark, mark);
    if (piece.matches('sup')) mark.number = piece.textContent;
    else if (piece.matches('ins')) mark.added = piece.textContent;
    else {
      const block = piece.closest('[data-block], [data-continues]');
      const id = block.dataset.block ?? block.dataset.continues;
      mark.look ||= [...piece.classList].find(name => !['pen', 'chosen'].includes(name));
      mark.words += (mark.blocks.length > 0 && mark.blocks.at(-1) !== id ? '\\n' : '') + own(piece);
      if (mark.blocks.at(-1) !== id) mark.blocks.push(id);
    }
  }
  return [...found.values()].sort((one, other) => Number(one.number) - Number(other.number));
}"""
# A person's picture in the clipboard.
COPY = """async data => {
  const blob = new Blob([Uint8Array.from(atob(data), one => one.charCodeAt(0))], { type: 'image/png' });
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
}"""


def flat(words: str) -> str:
    """On one line: between blocks stands what the source has there."""
    return " ".join(words.split())


def picture(dot: bytes = b"\xff\0\0") -> bytes:
    """A PNG of one dot, red unless told."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(b"\0" + dot)), chunk(b"IEND", b""))
    )


@dataclass(frozen=True)
class Hand:
    """Somebody in front of one tab with one plan."""

    office: Office
    desk: Desk
    title: str = TITLE

    @property
    def plan(self) -> Plan:
        return self.desk.plan(self.title)

    def drags(self, words: str, to: str = "") -> None:
        """Press at the first letter, move, let go behind the last; anew if the text moved meanwhile, as people do."""
        self.desk.page.bring_to_front()
        for _ in range(MOST_DRAGS):
            left, top, right, bottom = found = self._place_of(words, to)
            mouse = self.desk.page.mouse
            mouse.move(left, top)
            mouse.down()
            mouse.move((left + right) / 2, (top + bottom) / 2, steps=3)
            mouse.move(right, bottom, steps=3)
            mouse.up()
            if self._place_of(words, to) == found:
                break
        expect(self.tools).to_be_visible()

    def _place_of(self, words: str, to: str = "") -> list[float]:
        """Where words stand on the screen, once they stand in its middle."""
        found: list[float] | None = self.plan.text.evaluate(FIND, [words, to])
        assert found is not None, f"{words!r} is not in the text"
        return found

    def clicks(self, words: str) -> None:
        """Click in the middle of some words."""
        self.desk.page.bring_to_front()
        found = self._place_of(words)
        self.desk.page.mouse.click((found[0] + found[2]) / 2, (found[1] + found[3]) / 2)

    def walks_to(self, words: str) -> None:
        """Choose the block with these words by keys alone."""
        self.plan.scroll.focus()
        self.desk.presses("b")
        framed = self.plan.text.locator(".walked")
        expect(framed.first).to_be_visible()
        for _ in range(MOST_STEPS):
            if words in framed.first.inner_text():
                return
            self.desk.presses("ArrowDown")
        raise AssertionError(f"no way to {words!r}")

    def touches(self, words: str) -> None:
        """Select as a thumb would."""
        assert self.plan.text.evaluate(TOUCH, words), f"{words!r} is not in the text"
        expect(self.tools).to_be_visible()

    @property
    def tools(self) -> Locator:
        return self.plan.region.get_by_role("toolbar", name="Mark the selection")

    def takes(self, tool: str) -> None:
        self.tools.get_by_role("button", name=re.compile(f"^{tool}")).click()

    @property
    def composer(self) -> Locator:
        return self.plan.region.locator("form.composer")

    def field(self, name: str) -> Locator:
        return self.composer.get_by_role("textbox", name=name)

    def keeps(self) -> None:
        """By the chord, from wherever in the form the caret is."""
        self.desk.presses("Control+Enter")
        expect(self.composer).to_have_count(0)

    def says(self, words: str, *, tool: str = "Comment") -> None:
        """Of what is selected."""
        self.takes(tool)
        expect(self.composer.get_by_role("textbox").first).to_be_focused()
        self.desk.page.keyboard.type(words)
        self.keeps()

    def note(self, name: str) -> Locator:
        """ "Mark 2", or "Note on the whole"; in the margin or under its paragraph."""
        return self.plan.region.get_by_role("group", name=name, exact=True)

    @property
    def chosen(self) -> Locator:
        """The note of the mark that the keys speak of."""
        return self.plan.region.locator(".note.chosen")

    def standing(self) -> list[Json]:
        """The marks as they are drawn, by their numbers."""
        found: list[Json] = self.plan.text.evaluate(STANDING)
        return found

    def draws(self, *marks: tuple[str, str]) -> None:
        """Judge the looks and words of all marks, as soon as they are drawn so."""
        instead: list[Any] = []

        def look() -> Json | None:
            instead[:] = [(mark["look"], mark["words"]) for mark in self.standing()]
            return {"yes": True} if instead == list(marks) else None

        eventually(look, seconds=10, what=f"marks {marks}", instead=lambda: instead)

    def stands_as(self, before: list[Json]) -> None:
        """Judge that the marks are the same as once."""
        now: list[Json] = []

        def look() -> Json | None:
            now[:] = self.standing()
            return {"yes": True} if now == before else None

        eventually(look, seconds=10, what=f"{before}", instead=lambda: now)

    def hub_has(self, review: Json, *marks: tuple[str, str]) -> list[Json]:
        """The marks at the hub, once their kinds and quotes, each on one line, are these."""
        person = self.office.attendant

        def told() -> list[Json]:
            return list(person.sees_marks(review, revision=review["revision"]).values())

        def brief(found: list[Json]) -> list[tuple[str, str]]:
            return [(mark["kind"], flat(mark["quote"])) for mark in found]

        def look() -> Json | None:
            found = told()
            return {"marks": found} if brief(found) == list(marks) else None

        found = eventually(look, seconds=15, what=f"{marks}", instead=lambda: brief(told()))
        marks_found: list[Json] = found["marks"]
        return marks_found

    def hub_reads(self, review: Json, *words: str) -> None:
        """Judge what the marks at the hub say, once all that was done on the page has come there."""

        def told() -> list[str]:
            marks = self.office.attendant.sees_marks(review, revision=review["revision"])
            return [mark["words"] for mark in marks.values()]

        def look() -> Json | None:
            return {"yes": True} if told() == list(words) else None

        eventually(look, seconds=15, what=f"{words}", instead=told)

    def said(self, words: str) -> None:
        """Judge what a person who does not see the page was told last."""
        expect(self.desk.page.get_by_role("status").filter(has_text=words)).to_have_count(1)


def ready(office: Office, desk: Desk, title: str = TITLE) -> Hand:
    """A hand over the plan, once its whole text stands."""
    desk.shows(title)
    return Hand(office, desk, title)


def ends_with_an_answer(hook: HookProcess, hand: Hand) -> str:
    """Sends the marks; returns what the agent was told."""
    hand.desk.shows(hand.title).says("not sent$")
    hand.plan.scroll.focus()
    expect(hand.plan.filled).to_be_enabled()  # a page that has just come is deaf for a moment
    hand.plan.sends()
    message: str = hook.ends().decision["message"]
    return message
