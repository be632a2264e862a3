"""The HTML as it is written: what is open, where blocks stand in it, and where it may be cut into slices."""

import re
from dataclasses import dataclass, field

from countermark.documents.markdown.blocks import Block, BlockKind, identified

FIRST_SLICE = 10_000  # characters: a first screen
LATER_SLICE = 24_000  # two of them are laid out within a frame when a person jumps into a long text
# A slice ends at a block of the top level if it can; past this share of its size it ends inside one.
PATIENCE = 1.5
DEEPEST_CUT = 24
SPLITTABLE = frozenset({"ul", "ol", "li", "blockquote", "table", "tbody", "div", "details", "section", "pre"})
BLOCK_SIZE = 64  # characters that ids and lines add to a block; near enough
ID = re.compile(r' id="[^"]*"')


@dataclass(slots=True)
class BlockDraft:
    """A block whose id and lines are not known yet."""

    kind: BlockKind
    head: str  # its opening tag without the end of it: `<p`
    tail: str = ">"
    at: int = 0  # its place among the pieces
    start: int = 0
    end: int = 0
    placed: bool = False
    text: str = ""
    continued_at: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Frame:
    """An open element."""

    tag: str
    close: str
    draft: BlockDraft | None = None
    stray: bool = False  # we opened it around words that stood by themselves
    bare: bool = False  # words directly inside it stand by themselves
    level: int = 0  # of a heading
    next_number: int = 1  # of a list
    at: int = 0
    head: str = ""
    said_from: int = 0
    said: list[str] = field(default_factory=list)


class Cutter:
    """Pieces of HTML in order, with the open elements on a stack."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.stack: list[Frame] = []
        self.drafts: list[BlockDraft] = []
        self.cuts: list[int] = [0]
        self.size = 0

    def write(self, html: str) -> None:
        """Add to the current slice."""
        self.pieces.append(html)
        self.size += len(html)

    def push(self, frame: Frame, head: str = "") -> None:
        """Open an element, writing its opening tag; a block's is written in the end."""
        draft = frame.draft
        if draft is None:
            frame.at, frame.head = len(self.pieces), head
            self.write(head)
        else:
            draft.at = len(self.pieces)
            self.drafts.append(draft)
            self.write("")
            self.size += len(draft.head) + BLOCK_SIZE
        self.stack.append(frame)

    def pop(self) -> Frame:
        """Close the element that was opened last."""
        frame = self.stack.pop()
        self.write(frame.close)
        return frame

    def count_item(self) -> None:
        """The item just pushed takes the next number of its list."""
        if len(self.stack) > 1:
            self.stack[-2].next_number += 1

    def full_size(self) -> int:
        """How large the current slice should become."""
        return FIRST_SLICE if len(self.cuts) == 1 else LATER_SLICE

    def end_full_slice(self) -> None:
        """A block is about to begin: end the slice if it is full and may end here."""
        full = self.full_size()
        if self.size < full:
            return
        if not self.stack or (self.size >= full * PATIENCE and self.splittable()):
            self.cut()

    def splittable(self) -> bool:
        """May every open element end here and go on in the next slice?"""
        return len(self.stack) <= DEEPEST_CUT and all(frame.tag in SPLITTABLE for frame in self.stack)

    def cut(self) -> None:
        """End the slice: close what is open, and open it anew in the next one."""
        for frame in reversed(self.stack):
            self.write(frame.close)
        self.cuts.append(len(self.pieces))
        self.size = 0
        for at, frame in enumerate(self.stack):
            inside = self.stack[at + 1].tag if at + 1 < len(self.stack) else ""
            self._reopen(frame, in_item=inside == "li")

    def _reopen(self, frame: Frame, *, in_item: bool) -> None:
        if frame.draft is not None:
            frame.draft.continued_at.append(len(self.pieces))
            self.write("")
        elif frame.tag == "ol":
            self.write(f'<ol class="continued" start="{frame.next_number - in_item}">')
        else:
            self.write(_continued(frame.head))
        if frame.tag == "table":
            # Parts of one table share the widths of their columns only if these do not depend on the words.
            self.pieces[frame.at] = frame.head.replace("<table>", '<table class="split">')

    def part_of(self, source: str) -> tuple[str, str]:
        """As much of escaped code as the slice takes, up to the end of a line, and the rest."""
        full = self.full_size()
        if self.size + len(source) <= full * PATIENCE or not self.splittable():
            return source, ""
        end = source.find("\n", max(full - self.size, full // 2)) + 1
        return (source[:end], source[end:]) if end else (source, "")

    def finish(self) -> tuple[Block, ...]:
        """Write every block's id and lines into its tags."""
        return tuple(
            self._finished(draft, name)
            for draft, name in zip(
                self.drafts, identified((draft.kind, draft.text) for draft in self.drafts), strict=True
            )
        )

    def _finished(self, draft: BlockDraft, name: str) -> Block:
        self.pieces[draft.at] = f'{draft.head} data-block="{name}" data-lines="{draft.start}-{draft.end}"{draft.tail}'
        for at in draft.continued_at:
            head = _continued(ID.sub("", draft.head))
            self.pieces[at] = f'{head} data-continues="{name}"{draft.tail}'
        return Block(name, draft.kind, draft.start, draft.end, draft.text)

    def slices(self) -> tuple[str, ...]:
        """The slices, each well-formed by itself; one empty slice of an empty document."""
        ends = [*self.cuts[1:], len(self.pieces)]
        return tuple("".join(self.pieces[start:end]) for start, end in zip(self.cuts, ends, strict=True))


def _continued(head: str) -> str:
    """The opening tag of an element that goes on from the slice before."""
    if 'class="' in head:
        return head.replace('class="', 'class="continued ', 1).replace("<table>", '<table class="split">')
    return re.sub(r"^<[a-z0-9]+", r'\g<0> class="continued"', head)
