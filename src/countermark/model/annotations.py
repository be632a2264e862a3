"""Annotations: a person's marks on places of a document, and where later revisions have left them."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from countermark.model.errors import (
    AlreadyDecided,
    BadInput,
    BadPlace,
    Conflict,
    Forbidden,
    Stale,
    TooLarge,
    WordsMissing,
)
from countermark.model.ids import ALPHABET
from countermark.model.places import Place

ID = re.compile(f"an_[{ALPHABET}]{{26}}")
MAX_WORDS_BYTES = 50 * 1024  # of the comment, and of the new words
MAX_QUOTE_BYTES = 200 * 1024
MAX_LABEL_CHARACTERS = 40
MAX_TIP_CHARACTERS = 500
MAX_IMAGES = 20
MAX_NAME_CHARACTERS = 200
IN_ANSWER = "It went to the agent with an answer; set it to addressed, or keep it for the newest revision."


class AnnotationKind(StrEnum):
    """What a mark asks for."""

    DELETION = "deletion"
    INSERTION = "insertion"  # of `text`, right behind the quote
    REPLACEMENT = "replacement"  # of the quote by `text`
    COMMENT = "comment"
    NOTE = "note"  # on the whole: it stands on no place


class AnnotationStatus(StrEnum):
    """How far a mark has come."""

    OPEN = "open"
    IN_PROGRESS = "in_progress"
    ADDRESSED = "addressed"


class Fate(StrEnum):
    """What a later revision has made of the place a mark stood on."""

    THERE = "there"
    CHANGED = "changed"
    GONE = "gone"
    DONE = "done"  # the agent did what the mark asked


@dataclass(frozen=True)
class Image:
    """A picture that goes with a mark, known by its digest."""

    name: str
    sha256: str
    media_type: str


@dataclass(frozen=True)
class Words:
    """What a person says with a mark."""

    kind: AnnotationKind
    words: str = ""
    text: str = ""
    label: str | None = None
    tip: str | None = None
    images: tuple[Image, ...] = ()

    def check(self) -> None:
        """Raise `WordsMissing` for a mark that asks for nothing, `TooLarge` for one over the limits."""
        said = any(each and each.strip() for each in (self.words, self.label)) or self.images
        match self.kind:
            case AnnotationKind.INSERTION | AnnotationKind.REPLACEMENT:
                if not self.text:
                    raise WordsMissing("The new words are missing.", hint="Write them, or remove the mark.")
            case AnnotationKind.COMMENT | AnnotationKind.NOTE:
                if not said:
                    raise WordsMissing("This mark says nothing.", hint="Write a word, choose a label or add an image.")
            case AnnotationKind.DELETION:
                pass
        if max(len(each.encode()) for each in (self.words, self.text)) > MAX_WORDS_BYTES:
            raise TooLarge("The words of this mark are longer than 50 KB.", hint="Shorten them.")
        if len(self.label or "") > MAX_LABEL_CHARACTERS or len(self.tip or "") > MAX_TIP_CHARACTERS:
            raise TooLarge("The label has more than 40 characters, or its tip more than 500.", hint="Shorten it.")
        if len(self.images) > MAX_IMAGES or any(len(each.name) > MAX_NAME_CHARACTERS for each in self.images):
            raise TooLarge(f"More than {MAX_IMAGES} images, or an image's name over {MAX_NAME_CHARACTERS} characters.")


@dataclass(frozen=True)
class Ground:
    """What a mark stands on in one text; a note on the whole stands on none."""

    place: Place | None = None
    quote: str = ""  # what stands there, word for word
    position: int = 0  # where it begins in the whole text, for the order
    lines: tuple[int, int] | None = None  # of the source
    occurrence: tuple[int, int] = (1, 1)  # this is the n-th of m places that read the same


@dataclass(frozen=True)
class Annotation:
    """One mark; times are milliseconds since 1970.

    `live_on` is the revision with whose answer it goes, or went; before an answer has taken it along it is unsent.
    """

    id: str
    review_id: str
    revision: int  # the one it was made on
    live_on: int
    kind: AnnotationKind
    words: str  # the comment or the reason
    text: str  # the new words of an insertion or a replacement
    label: str | None  # a quick label of the person's own
    tip: str | None  # what the label tells the agent
    images: tuple[Image, ...]
    quote: str  # the marked text, word for word; empty for a note
    place: Place | None  # on `revision`; None for a note
    position: int  # where it begins in that revision's whole text, for the order; 0 for a note
    lines: tuple[int, int] | None  # of the source
    occurrence: tuple[int, int]  # this is the n-th of m places that read the same; (1, 1) for the only one
    status: AnnotationStatus
    removed: bool
    version: int  # grows with each change of what it says, where it stands or how far it has come
    created_at: int
    changed_at: int
    made_by: str
    sent_on: int | None = None  # the revision whose answer took it along last
    kept_from: int | None = None  # where it was live before a person kept it for the revision it is live on
    author: str | None = None  # the name of another person whose mark it is; None for the person's own
    chosen: bool = True  # whether it can go with an answer: another's mark only once the person has chosen it

    @property
    def sent(self) -> bool:
        """Whether an answer has taken it along, and it was not kept for a later one."""
        return self.sent_on == self.live_on

    @property
    def said(self) -> Words:
        """What it says."""
        return Words(self.kind, self.words, self.text, self.label, self.tip, self.images)

    @property
    def ground(self) -> Ground:
        """What it stands on in its own revision."""
        return Ground(self.place, self.quote, self.position, self.lines, self.occurrence)

    @property
    def carried(self) -> bool:
        """Whether later revisions take it over."""
        return not self.removed and self.status is not AnnotationStatus.ADDRESSED

    def goes_with(self, revision: int) -> bool:
        """Whether an answer about this revision can take it along."""
        return self.carried and self.live_on == revision and not self.sent and self.chosen

    def say(self, said: Words, *, at: int) -> "Annotation":
        """Other words. Raises `AlreadyDecided` once an answer has taken it along."""
        self.check_present()
        if self.author is not None:
            raise Forbidden("These are another person's words.", hint="Write a mark of your own beside it.")
        if self.sent:
            raise AlreadyDecided("This mark is part of an answer that was given.", hint=IN_ANSWER)
        if (said.kind is AnnotationKind.NOTE) != (self.kind is AnnotationKind.NOTE):
            raise BadInput("A note on the whole stays one, and so does a mark on a place.", hint="Make a new mark.")
        said.check()
        return self.now(at, **vars(said))

    def stand_on(self, ground: Ground, *, at: int) -> "Annotation":
        """Another place in the revision it was made on. Raises `AlreadyDecided` once an answer has taken it along."""
        self.check_present()
        if self.sent_on is not None:
            raise AlreadyDecided("This mark is part of an answer that was given.", hint=IN_ANSWER)
        return self.now(at, **vars(ground))

    def keep(self, revision: int, *, at: int) -> "Annotation":
        """It goes with the answer about this later revision."""
        self.check_present()
        kept_from = self.kept_from if self.live_on == revision else self.live_on
        return self.now(at, live_on=revision, kept_from=kept_from, status=AnnotationStatus.OPEN)

    def unkeep(self, *, at: int) -> "Annotation":
        """It belongs to its earlier round again. Raises `AlreadyDecided` once an answer has taken it along."""
        self.check_present()
        if self.sent:
            raise AlreadyDecided("This mark is part of an answer that was given.", hint=IN_ANSWER)
        if self.kept_from is None:
            raise Conflict("This mark was not kept from an earlier round.", hint="Remove it, or set it to addressed.")
        return self.now(at, live_on=self.kept_from, kept_from=None, status=AnnotationStatus.OPEN)

    def remove(self, *, at: int) -> "Annotation":
        """Take it back. Raises `AlreadyDecided` once an answer has taken it along."""
        if self.sent:
            raise AlreadyDecided("This mark is part of an answer that was given.", hint=IN_ANSWER)
        return self if self.removed else self.now(at, removed=True)

    def restore(self, *, at: int) -> "Annotation":
        """Undo its removal."""
        return self.now(at, removed=False) if self.removed else self

    def set_to(self, status: AnnotationStatus, *, at: int) -> "Annotation":
        """How far it has come."""
        self.check_present()
        return self if self.status is status else self.now(at, status=status)

    def send(self) -> "Annotation":
        """The answer about the revision it is live on takes it along."""
        return replace(self, sent_on=self.live_on)

    def fulfil(self) -> "Annotation":
        """The agent has done what it asked: nobody needs to say so, and later revisions do not take it over."""
        return replace(self, status=AnnotationStatus.ADDRESSED)

    def move_on(self, revision: int) -> "Annotation":
        """An unsent one goes with the answer about a newer revision."""
        return self if self.sent or self.live_on >= revision else replace(self, live_on=revision, kept_from=None)

    def choose(self, chosen: bool, *, at: int) -> "Annotation":
        """Whether another's mark can go with the next answer. Raises `AlreadyDecided` once one has taken it along."""
        self.check_present()
        if self.author is None:
            raise BadInput("This mark is your own: it goes with your answer.", hint="Remove it if it should not.")
        if self.sent:
            raise AlreadyDecided("This mark is part of an answer that was given.", hint=IN_ANSWER)
        return self if self.chosen is chosen else self.now(at, chosen=chosen)

    def say_anew(self, said: Words, ground: Ground, *, at: int) -> "Annotation":
        """What its author says now; the person chooses anew whether it goes along."""
        return self.now(at, **vars(said), **vars(ground), chosen=False)

    def now(self, at: int, **changes: object) -> "Annotation":
        """Its next version."""
        return replace(self, version=self.version + 1, changed_at=at, **changes)  # type: ignore[arg-type]  # own fields

    def check_present(self) -> None:
        """Raise `Conflict` for one that was taken back."""
        if self.removed:
            raise Conflict("This mark was removed.", hint="Restore it first.")


@dataclass(frozen=True)
class Placement:
    """Where a mark stands in a revision later than its own.

    One that is done as asked has the place of the asked words; a deletion has a hint, the word beside which it stood.

    One that is there without a place stands on the whole: a note, or a mark that was kept though its words are gone.
    """

    annotation_id: str
    revision: int
    fate: Fate
    place: Place | None  # None when it is gone
    quote: str  # what the place reads now; empty when it is gone
    position: int
    lines: tuple[int, int] | None
    occurrence: tuple[int, int]
    hint: Place | None  # a doubtful candidate for a mark that is gone
    hint_quote: str


@dataclass(frozen=True)
class Standing:
    """A mark as it stands on one revision: its own, where it has no placement, or a later one."""

    annotation: Annotation
    revision: int
    placement: Placement | None

    @property
    def ground(self) -> Ground:
        """What it stands on there; a mark whose words are gone stands on nothing."""
        it = self.placement
        if it is None:
            return self.annotation.ground
        return Ground(it.place, it.quote, it.position, it.lines, it.occurrence)

    @property
    def homeless(self) -> bool:
        """Whether the words that it was put on stand here no more."""
        return self.annotation.kind is not AnnotationKind.NOTE and self.ground.place is None

    @property
    def fate(self) -> Fate | None:
        """What has become of it; None on its own revision.

        Of one that was done as asked and was opened again it is what has become of its place.
        """
        it = self.placement
        if it is None or it.fate is not Fate.DONE or self.annotation.status is AnnotationStatus.ADDRESSED:
            return None if it is None else it.fate
        if it.place is None:
            return Fate.GONE
        return Fate.THERE if it.quote == self.annotation.quote else Fate.CHANGED

    @property
    def quote(self) -> str:
        """The marked words: those it stands on here, or those it was put on if they are changed or gone."""
        changed = self.fate in (Fate.CHANGED, Fate.DONE)
        return self.annotation.quote if self.homeless or changed else self.ground.quote


def on_the_whole(annotation_id: str, revision: int) -> Placement:
    """Where a note stands in a later revision, or a mark that is kept as a note."""
    return Placement(annotation_id, revision, Fate.THERE, None, "", 0, None, (1, 1), None, "")


def on_ground(annotation_id: str, revision: int, ground: Ground) -> Placement:
    """Where a person has put a mark anew."""
    return Placement(
        annotation_id, revision, Fate.THERE, ground.place, ground.quote, ground.position, ground.lines,
        ground.occurrence, None, "",
    )  # fmt: skip


def check_kept(standing: Standing | None, *, as_note: bool) -> None:
    """Raise what stands against keeping a mark as it stands on the newest revision."""
    if standing is None or standing.placement is None:
        raise Stale("This mark does not stand on an earlier revision any more.", hint="Load the marks again.")
    if not as_note and standing.homeless and standing.fate is not Fate.THERE:
        raise BadPlace("The words of this mark are gone.", hint="Give it a new place, or keep it as a note.")
