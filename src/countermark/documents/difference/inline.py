"""The new document with everything that the old one had beside it: words, blocks, and where things were moved."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from countermark.documents.difference.match import Bond, Match
from countermark.documents.difference.notes import Notes
from countermark.documents.difference.numbers import count, number_of
from countermark.documents.difference.pen import BLOCK, Pen, gone, quiet, with_class, words
from countermark.documents.difference.places import Moved, Places, Spot, excerpt
from countermark.documents.difference.shape import reshaped
from countermark.documents.difference.weave import Said, Weave, text_words, words_in
from countermark.documents.markdown.tree import HEADING, Node, plain


@dataclass(frozen=True, slots=True)
class Summary:
    """How much changed. A block counts once, by the first of: added, removed, moved, split, changed."""

    words_added: int = 0
    words_removed: int = 0
    blocks_changed: int = 0
    blocks_added: int = 0
    blocks_removed: int = 0
    blocks_moved: int = 0
    blocks_split: int = 0  # or joined


class Inline:
    """Makes the inline view."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.pen = Pen(match.new.html)
        self.places = Places(match)
        self.notes = Notes()
        self.weave = Weave(match, Pen(match.old.html), self.pen, apart=False)
        self.said: dict[int, Said] = {}  # by the order of a bond's first new leaf
        self.numbered: set[tuple[int, int]] = set()

    def html(self) -> str:
        """All of it."""
        for bond in self.match.bonds:
            self._bond(bond)
        for leaf in arrived(self.match):
            self.pen.add_class(leaf, "arrived")
            item = leaf.parent
            if item is not None and item.tag == "li" and not item.alive:
                self.pen.add_class(item, "arrived")
        for moved in self.places.moves():
            self._moved(moved)
        for shape in reshaped(self.match, self.places):
            self.notes.say(shape.node, shape.note, goes_on=True)
            self.pen.add_class(shape.leaves[0], "changed")
        self.notes.write(self.pen)
        for node in removed(self.match):
            self._gone(node)
        return self.pen.written()

    def _bond(self, bond: Bond) -> None:
        said = self.weave.bond(bond)
        self.said[bond.new[0].order] = said
        note = became(bond)
        if said.anything or note:
            for leaf in bond.new:
                leaf.edited = True
                self.pen.add_class(leaf, "changed")
        if note:
            self.notes.say(bond.new[0], note)

    def _moved(self, moved: Moved) -> None:
        first, last = moved.new[0].order, moved.new[-1].order
        tops: dict[int, Node] = {}
        for leaf in moved.new:
            if not tops or leaf.start >= next(reversed(tops.values())).end:
                top = self.places.top(self.match.new, leaf, first, last)
                tops[top.start] = top
        for top in tops.values():
            self.pen.add_class(top, "moved")
        changed = sum(max(said.added, said.removed) for leaf in moved.new if (said := self.said.get(leaf.order)))
        self.notes.say(next(iter(tops.values())), moved_note(moved, changed))
        was = self.places.top(self.match.old, moved.old[0], moved.old[0].order, moved.old[-1].order)
        self._away(moved, was)

    def _away(self, moved: Moved, was: Node) -> None:
        """Say at the old place where it went."""
        spot = self.places.spot(was)
        goto = next((leaf.block for leaf in moved.new if leaf.block), "")
        note = words(away_note(moved, excerpt(self.match.old, moved.old[0])))
        marks = f'class="moved-away" data-desk data-goto="{goto}"'
        holder = spot.holder.tag
        if holder in ("ul", "ol"):
            written = f"<li {marks}>{note}</li>"
        elif holder in ("table", "thead", "tbody", "tfoot"):
            row = f'<tr {marks}><td colspan="99">{note}</td></tr>'
            written = f"<tbody>{row}</tbody>" if holder == "table" else row
        elif holder == "dl":
            written = f"<dd {marks}>{note}</dd>"
        else:
            written = f"<p {marks}>{note}</p>"
        self._put(spot, written)

    def _gone(self, old: Node) -> None:
        spot = self.places.spot(old)
        self._put(spot, gone_html(self.match.old.html, old, spot.holder.tag))

    def _put(self, spot: Spot, html: str) -> None:
        self.pen.put(spot.at, html, BLOCK)
        holder = spot.holder
        if holder.tag == "ol" and spot.index < len(holder.children) and (id(holder), spot.index) not in self.numbered:
            self.numbered.add((id(holder), spot.index))
            self.pen.add_attribute(holder.children[spot.index], f' value="{number_of(holder, spot.index)}"')

    def summary(self) -> Summary:
        """How much changed; after `html`."""
        return counted(self.match, self.said)


def counted(match: Match, said: dict[int, Said]) -> Summary:
    """The figures of a comparison whose bonds said this."""
    parted = [bond for bond in match.bonds if len(bond.old) + len(bond.new) > 2]
    lost = [leaf for leaf in match.old.leaves if leaf.partner is None]
    fresh = arrived(match)
    moved = sum(bond.new[0].moved for bond in match.bonds)
    changed = sum(bond.new[0].edited and not bond.new[0].moved for bond in match.bonds)
    split = sum(not bond.new[0].moved for bond in parted)
    return Summary(
        words_added=sum(one.added for one in said.values()) + sum(own_words(match.new.html, leaf) for leaf in fresh),
        words_removed=sum(one.removed for one in said.values()) + sum(own_words(match.old.html, leaf) for leaf in lost),
        blocks_changed=changed - split,
        blocks_added=len(fresh),
        blocks_removed=len(lost),
        blocks_moved=moved,
        blocks_split=split,
    )


def own_words(html: str, leaf: Node) -> int:
    """How many words a leaf has, without those of leaves in it."""
    return words_in(html, leaf) if leaf.tag == "tr" else text_words(plain(leaf.own))


def arrived(match: Match) -> list[Node]:
    """The new leaves that were nothing before."""
    return [leaf for leaf in match.new.leaves if leaf.partner is None]


def removed(match: Match) -> Iterator[Node]:
    """The largest old elements of which nothing is left, and leaves whose inner ones are still there."""
    reached = 0
    for leaf in match.old.leaves:
        if leaf.partner is not None or leaf.start < reached:
            continue
        here = leaf
        while not here.alive and here.parent is not None and here.parent.parent is not None and not here.parent.alive:
            here = here.parent
        yield here
        if not here.alive:
            reached = here.end


def gone_html(html: str, old: Node, holder: str) -> str:
    """An old element as one that is gone, in a form that may stand in this kind of element."""
    if old.alive:  # its own words alone; what stands in it is elsewhere
        opening = with_class(f'<{old.tag} data-old-block="{old.block}">', "gone")
        written = f"{opening}{quiet(old.own)}</{old.tag}>"
    else:
        number = old.parent is not None and old.tag == "li" and old.parent.tag == "ol"
        value = f' value="{number_of(old.parent, old.index)}"' if number and old.parent is not None else ""
        written = gone(html, old, value if holder == "ol" else "")
    return "".join(wrapped(written, old.tag, holder))


def wrapped(written: str, tag: str, holder: str) -> Iterable[str]:
    """HTML of an element with what it needs around it inside such a holder."""
    if tag == "li" and holder not in ("ul", "ol"):
        return ('<ul class="gone" data-desk>', written, "</ul>")
    if tag == "tr" and holder == "table":
        return ("<tbody data-desk>", written, "</tbody>")
    if tag == "tr" and holder not in ("thead", "tbody", "tfoot"):
        return ('<div class="table" data-desk><table><tbody>', written, "</tbody></table></div>")
    if tag in ("thead", "tbody", "tfoot") and holder != "table":
        return ('<div class="table" data-desk><table>', written, "</table></div>")
    if tag in ("dt", "dd") and holder != "dl":
        return ("<dl data-desk>", written, "</dl>")
    if tag in ("summary", "caption", "figcaption"):
        return (f'<p class="gone" data-desk>{quiet(written)}</p>',)
    if holder in ("ul", "ol") and tag != "li":
        return ('<li class="gone" data-desk>', written, "</li>")
    if holder in ("table", "thead", "tbody", "tfoot") and tag != "tr":
        row = ('<tr class="gone" data-desk><td colspan="99">', written, "</td></tr>")
        return ("<tbody data-desk>", *row, "</tbody>") if holder == "table" else row
    return (written,)


def became(bond: Bond) -> str:
    """What a block was, if it is of another kind now; how it was split or joined."""
    a, b = bond.old[0], bond.new[0]
    if len(bond.new) > 1:
        return f"Split into {count(len(bond.new))}" if len(bond.old) == 1 else ""
    if len(bond.old) > 1:
        return f"Joined from {count(len(bond.old))}"
    if a.tag == b.tag:
        label, now = (language(a), language(b)) if a.tag == "pre" else ("", "")
        if label == now:
            return ""
        return f"The code was labelled “{label}”" if label else "The code had no label"
    if HEADING.fullmatch(a.tag) is None:
        return "Was no heading" if HEADING.fullmatch(b.tag) else ""
    return f"Was a heading of level {a.tag[1]}" if HEADING.fullmatch(b.tag) else "Was a heading"


def language(node: Node) -> str:
    """The label of a code block."""
    _, _, rest = node.attributes.partition(' data-language="')
    return rest.partition('"')[0]


def changed_words(number: int) -> str:
    """How many words changed on the way."""
    if not number:
        return ""
    return ", one word changed" if number == 1 else f", {count(number)} words changed"


def moved_note(moved: Moved, changed: int) -> str:
    """What is said above something that was moved."""
    tail = changed_words(changed)
    if moved.section:
        where = f"it stood after “{moved.origin}”" if moved.origin else "it stood at the beginning"
        return f"Section moved here, {where}{tail}"
    what = "Moved" if len(moved.new) == 1 else f"{count(len(moved.new)).capitalize()} blocks moved"
    if moved.origin and moved.origin != moved.target:
        return f"{what} here from “{moved.origin}”{tail}"
    if moved.origin == moved.target:
        return f"{what} {'up' if moved.up else 'down'}{tail}"
    return f"{what} here from the beginning{tail}"


def away_note(moved: Moved, quote: str) -> str:
    """What is said where it was."""
    more = f" and {count(len(moved.old) - 1)} more" if len(moved.old) > 1 else ""
    what = f"“{quote}”{more}" if quote else f"A block{more}"
    way = "up" if moved.up else "down"
    if moved.section:
        return f"{what} moved {way}" + (f", after “{moved.target}”" if moved.target else " to the beginning")
    to = f" to {moved.target}" if moved.target and moved.target != moved.origin else ""
    return f"{what} moved {way}{to}"
