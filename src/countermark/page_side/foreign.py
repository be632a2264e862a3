"""Which part of a page is SVG or MathML and which is HTML: that decides what a tag means (HTML standard, 13.2.6.5).

Simpler than the standard: CDATA directly inside of an element of POINTS is read as a comment, and the end tag of an
HTML element around some SVG does not end that.
"""

from typing import NamedTuple

SVG, MATH, TEMPLATE = b"svg", b"math", b"template"
ROOTS = (SVG, MATH)
# Inside these elements of SVG and of MathML the page is HTML again.
POINTS = {SVG: (b"foreignobject", b"desc", b"title"), MATH: (b"mi", b"mo", b"mn", b"ms", b"mtext")}
# Start tags that no SVG and no MathML can hold: they end it.
ENDING = frozenset(
    b"b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta "
    b"nobr ol p pre ruby s small span strong strike sub sup table tt u ul var".split()
)
ENDING_CLOSED = (b"p", b"br")
TELLING = (*ROOTS, TEMPLATE, *POINTS[SVG], *POINTS[MATH], *sorted(ENDING))

# More of them inside each other than any page has: what is deeper is not followed, so that every tag is told at once.
DEEPEST = 64


class _Open(NamedTuple):
    """An open element that decides how its content is read."""

    name: bytes
    is_foreign: bool  # its content is SVG or MathML
    root: bytes = b""  # of the SVG or MathML that it belongs to
    has_html: bool = False  # an element of HTML was opened inside


class Foreign:
    """The open elements that switch between HTML and SVG or MathML, and the templates."""

    def __init__(self) -> None:
        self._open: list[_Open] = []

    @property
    def is_here(self) -> bool:
        """Whether what comes next is SVG or MathML."""
        return bool(self._open) and self._open[-1].is_foreign

    @property
    def is_inside(self) -> bool:
        """Whether some SVG, MathML or template is open: more tags tell something then."""
        return bool(self._open)

    @property
    def awaits_html(self) -> bool:
        """Whether the next start tag is the first one of HTML in here: every tag tells something then."""
        return bool(self._open) and not self._open[-1].is_foreign and not self._open[-1].has_html

    @property
    def is_in_template(self) -> bool:
        """Whether what comes next is part of a template, which a browser keeps aside."""
        return any(each.name == TEMPLATE for each in self._open)

    def open(self, name: bytes, *, is_closed: bool) -> bool:
        """A start tag; `is_closed` says that it ends with a slash. Returns whether it is one of HTML's."""
        if self.is_here and name in ENDING:
            self._leave()
        if not self.is_here:
            self._open_in_html(name, is_closed=is_closed)
            return True
        root = self._open[-1].root
        if not is_closed and (name == root or name in POINTS[root]):
            self._push(_Open(name, is_foreign=name == root, root=root))
        return False

    def _open_in_html(self, name: bytes, *, is_closed: bool) -> None:
        if name not in ROOTS:
            if self._open:
                self._open[-1] = self._open[-1]._replace(has_html=True)
        elif not is_closed:
            self._push(_Open(name, is_foreign=True, root=name))
        if name == TEMPLATE:
            self._push(_Open(name, is_foreign=False))

    def _push(self, opened: _Open) -> None:
        if len(self._open) < DEEPEST:
            self._open.append(opened)

    def close(self, name: bytes) -> None:
        """An end tag."""
        if self.is_here and name in ENDING_CLOSED:
            self._leave()
            return
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at].name == name:
                del self._open[at:]
                return
            if self._open[at].has_html:
                return

    def _leave(self) -> None:
        while self.is_here:
            self._open.pop()
