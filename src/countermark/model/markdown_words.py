"""Puts anybody's words into Markdown so that they stay words: fenced, quoted, escaped; never structure.

Only what CommonMark itself cannot carry is written otherwise: the three line endings become a newline, NUL and halves
of a character pair become U+FFFD.
"""

import re
import unicodedata

SHORTEST_FENCE = 3
LONGEST_QUOTE = 500  # characters; a longer one in a heading keeps its two ends
KEPT_END = 240
LONGEST_CHARACTER = 10_000  # whoever heaps more accents on one letter only wants to keep the hub busy
LINE_END = re.compile(r"\r\n|\r")
UNWRITABLE = re.compile("[\0\ud800-\udfff]")
RUN_OF_MARKS = re.compile(r"`+|~+")
BACKTICKS = re.compile(r"`+")
# Everything that some reader takes for the end of a line.
BREAKS = re.compile(r"[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")
SHOWN_BREAK = "⏎"
# What would be read as markup in one line. A "_" inside a word and a "*", "&" or "<" that stands
# alone are none and stay as they are: the words can then be searched for as they stand in the document.
MARKUP = re.compile(
    r"""\\(?=[!-/:-@\[-`{-~]|$)   # a backslash before something that it would escape
      | ["`\[\]]
      | (?<![ \t])\* | \*(?![ \t])
      | (?<!\w)_+ | (?<=[^\W_])_+(?!\w)
      | <(?=[A-Za-z/!?])
      | &(?=\#?\w+;)
    """,
    re.VERBOSE,
)
JOINER = "\N{ZERO WIDTH JOINER}"
REGIONAL = range(0x1F1E6, 0x1F200)
SKIN_TONES = range(0x1F3FB, 0x1F400)
TAGS = range(0xE0020, 0xE0080)
HANGUL_VOWELS_AND_FINALS = range(0x1160, 0x1200)


def writable(text: str) -> str:
    """The text with the line ends and the characters that CommonMark knows."""
    return UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", LINE_END.sub("\n", text))


def fenced(text: str) -> str:
    """The text, whole and exact, between fences longer than any run of fence characters in it."""
    body = writable(text)
    longest = max((len(run) for run in RUN_OF_MARKS.findall(body)), default=0)
    fence = "`" * max(SHORTEST_FENCE, longest + 1)
    return f"{fence}\n{body}\n{fence}" if body else f"{fence}\n{fence}"


def quoted(text: str) -> str:
    """The text as a block quote: the mark stands before every line, so that no line can leave it."""
    return "\n".join(f"> {line}" if line else ">" for line in writable(text).split("\n"))


def one_line(text: str) -> str:
    """The text with a sign for line ends, and without the blanks around them."""
    pieces = BREAKS.split(writable(text))
    if len(pieces) == 1:
        return pieces[0]
    kept = [piece.strip() for piece in pieces]
    return f" {SHOWN_BREAK} ".join(piece for piece in kept if piece) or SHOWN_BREAK


def inline(text: str) -> str:
    """The text as part of one line: line ends are shown, markup and quotation marks are escaped."""
    return escaped(one_line(text))


def escaped(line: str) -> str:
    """One line in which nothing is read as markup."""
    return MARKUP.sub(lambda found: "".join(f"\\{mark}" for mark in found.group()), line)


def in_quotes(text: str) -> str:
    """The text between quotation marks in one line; a long one shows its two ends and says how much is missing."""
    line = one_line(text)
    kept = two_ends(line)
    if kept is None:
        return f'"{escaped(line)}"'
    head, tail = kept
    missing = len(line) - len(head) - len(tail)
    return f'"{escaped(head)} [… {missing:,} characters …] {escaped(tail)}"'


def code(text: str) -> str:
    """The text as a code span in one line."""
    body = one_line(text)
    longest = max((len(run) for run in BACKTICKS.findall(body)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if body.startswith(("`", " ")) or body.endswith(("`", " ")) else ""
    return f"{fence}{pad}{body}{pad}{fence}"


def two_ends(text: str) -> tuple[str, str] | None:
    """The first and the last words of a text that is too long, cut where no character is torn apart."""
    if len(text) <= LONGEST_QUOTE:
        return None
    first = boundary(text, KEPT_END, step=-1) or boundary(text, KEPT_END, step=1)
    last = boundary(text, len(text) - KEPT_END, step=1)
    if last == len(text):
        last = boundary(text, len(text) - KEPT_END, step=-1)
    return (text[:first], text[last:]) if first < last else None


def boundary(text: str, at: int, *, step: int) -> int:
    """The nearest place on one side where the text can be cut."""
    start = at
    while 0 < at < len(text) and abs(at - start) < LONGEST_CHARACTER and belongs_to(text[at], text[at - 1]):
        at += step
    return at


def belongs_to(character: str, before: str) -> bool:
    """Whether a character is read together with the one before it, as an accent or a part of an emoji is."""
    code_point = ord(character)
    return (
        unicodedata.category(character) in ("Mn", "Mc", "Me")
        or JOINER in (character, before)
        or code_point in SKIN_TONES
        or code_point in TAGS
        or code_point in HANGUL_VOWELS_AND_FINALS
        or (code_point in REGIONAL and ord(before) in REGIONAL)
    )
