"""Annotations of web pages and notes on whole pages, as the page file keeps them: seed 002, sections 3 and 4.

An entry is what stands in the file, key for key; what cannot be read keeps its place and is named as a problem.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Literal, TypeVar, get_args

from countermark.model.errors import NoSuchPageEntry
from countermark.model.pages import checks
from countermark.model.pages import raw as pages_raw
from countermark.model.pages.raw import (
    SELECTOR_WORDS,
    Fields,
    completed,
    fault,
    fault_of_annotation,
    fields,
    list_in,
    word,
)
from countermark.model.pages.sound import sound

PageStatus = Literal["open", "in_progress", "addressed"]
Role = Literal["agent", "reviewer"]
Where = Literal["annotations", "pageNotes"]

STATUSES: tuple[PageStatus, ...] = get_args(PageStatus)
VERSION = 1
DIGEST = 12  # hex digits of the file's digest in a fingerprint


@dataclass(frozen=True)
class Reply:
    """What an agent or a reviewer answered."""

    message: str
    created_at: str
    role: Role


@dataclass(frozen=True)
class PageEntry:
    """What annotations and notes have in common; times are ISO 8601, as in the file."""

    raw: Fields

    @property
    def id(self) -> str:
        """Its id: unique in its list."""
        return word(self.raw, "id")

    @property
    def page_url(self) -> str:
        """The path of the page it stands on. Anybody may have written it: never go there without a check."""
        return word(self.raw, "pageUrl")

    @property
    def page_title(self) -> str:
        """What the page was called."""
        return word(self.raw, "pageTitle")

    @property
    def note(self) -> str:
        """What is said; may be empty."""
        return word(self.raw, "note")

    @property
    def created_at(self) -> str:
        """When it was made."""
        return word(self.raw, "createdAt")

    @property
    def updated_at(self) -> str:
        """When it was changed last; nothing where the file says what is no time."""
        return pages_raw.moment(self.raw, "updatedAt")


@dataclass(frozen=True)
class PageAnnotation(PageEntry):
    """A note on selected text or on an element of a page."""

    @property
    def type(self) -> Literal["text", "element"]:
        """Older files do not say it: those are about text."""
        return "element" if self.raw.get("type") == "element" else "text"

    @property
    def status(self) -> PageStatus:
        """How far it has come, whatever the file's age."""
        return status_of(self.raw)

    @property
    def selected_text(self) -> str:
        """The words it stands on; empty for an element."""
        return word(self.raw, "selectedText")

    @property
    def replaced_text(self) -> str | None:
        """The words that an agent says stand there now."""
        return word(self.raw, "replacedText") or None

    @property
    def range(self) -> Fields:
        """Where its words stand; parts may be missing."""
        return fields(self.raw, "range")

    @property
    def selector(self) -> Fields:
        """Where its element is; parts may be missing."""
        return fields(self.raw, "elementSelector")

    @property
    def replies(self) -> tuple[Reply, ...]:
        """What was answered, oldest first."""
        return tuple(
            Reply(word(each, "message"), word(each, "createdAt"), role_in(each))
            for each in list_in(self.raw, "replies")
            if isinstance(each, dict)
        )

    @property
    def shown(self) -> dict[str, object]:
        """It as browsers and agents get it: the file's own keys but unsound ones, and those that older files lack."""
        raw = sound(self.raw)
        lacking: dict[str, object] = {"type": self.type, "pageTitle": "", "createdAt": "", "updatedAt": ""}
        if self.type == "text":
            lacking |= {"selectedText": "", "range": {}}
        else:
            parts = {**dict.fromkeys(SELECTOR_WORDS, ""), "attributes": {}}
            lacking["elementSelector"] = {**parts, **fields(raw, "elementSelector")}
        return completed(raw, lacking) | {name: lacking[name] for name in ("elementSelector",) if name in lacking}


@dataclass(frozen=True)
class PageNote(PageEntry):
    """A note on a whole page."""

    @property
    def shown(self) -> dict[str, object]:
        """It as browsers and agents get it."""
        return completed(self.raw, {"pageTitle": "", "createdAt": "", "updatedAt": ""})


@dataclass(frozen=True)
class BadEntry:
    """What stands in a list and is no entry; it stays where it is, as it is."""

    raw: object
    why: str


@dataclass(frozen=True)
class PageProblem:
    """An entry that nobody gets to see until somebody repairs it, or not whole."""

    where: Where
    index: int
    why: str


AnyEntry = TypeVar("AnyEntry", bound=PageEntry)
Slot = TypeVar("Slot", bound=PageEntry | BadEntry)


@dataclass(frozen=True)
class PageStore:
    """A whole page file. What is not made by reading one has the digest of the one it was made from."""

    annotation_slots: tuple[PageAnnotation | BadEntry, ...] = ()
    note_slots: tuple[PageNote | BadEntry, ...] = ()
    root: Fields = field(default_factory=lambda: {"version": VERSION, "annotations": [], "pageNotes": []})
    sha256: str = ""  # of the file's bytes; empty where there is no file

    @cached_property
    def annotations(self) -> tuple[PageAnnotation, ...]:
        """All annotations, in the order of the file."""
        return tuple(each for each in self.annotation_slots if not isinstance(each, BadEntry))

    @cached_property
    def notes(self) -> tuple[PageNote, ...]:
        """All notes on pages, in the order of the file."""
        return tuple(each for each in self.note_slots if not isinstance(each, BadEntry))

    @cached_property
    def problems(self) -> tuple[PageProblem, ...]:
        """What stands in the file and cannot be shown."""
        return (*problems("annotations", self.annotation_slots), *problems("pageNotes", self.note_slots))

    def annotation(self, entry_id: str) -> PageAnnotation:
        """An annotation. Raises `NoSuchPageEntry`."""
        return the_one(self.annotations, entry_id, "annotation")

    def page_note(self, entry_id: str) -> PageNote:
        """A note on a page. Raises `NoSuchPageEntry`."""
        return the_one(self.notes, entry_id, "page note")

    def with_annotation(self, annotation: PageAnnotation) -> "PageStore":
        """With a new annotation at the end, or one in its newest form at its place."""
        return replace(self, annotation_slots=put(self.annotation_slots, annotation, annotation.id))

    def with_note(self, note: PageNote) -> "PageStore":
        """With a new note at the end, or one in its newest form at its place."""
        return replace(self, note_slots=put(self.note_slots, note, note.id))

    def without_annotation(self, entry_id: str) -> "PageStore":
        """Without an annotation. Raises `NoSuchPageEntry`."""
        return replace(
            self, annotation_slots=without(self.annotation_slots, self.annotation(entry_id), annotation_slots)
        )

    def without_note(self, entry_id: str) -> "PageStore":
        """Without a note on a page. Raises `NoSuchPageEntry`."""
        return replace(self, note_slots=without(self.note_slots, self.page_note(entry_id), note_slots))

    @property
    def whole(self) -> dict[str, object]:
        """All of it, as it goes into the file."""
        return {
            **self.root,
            "annotations": [each.raw for each in self.annotation_slots],
            "pageNotes": [each.raw for each in self.note_slots],
        }


class NoPageStore(ValueError):
    """What was read is JSON, but no page file; the message says why."""


def store_from(whole: object, *, sha256: str) -> PageStore:
    """The store that a file holds. Raises `NoPageStore`; bad entries are kept as such."""
    if not isinstance(whole, dict):
        raise NoPageStore("it holds no JSON object")
    version = whole.get("version")
    if isinstance(version, bool) or version != VERSION:
        # A word is not repeated: it may be anything, where the file is none of ours.
        said = f"says version {version!r}"[:60] if isinstance(version, int | float) else "has no version"
        raise NoPageStore(f"it {said}, and only version 1 is known")
    for name in ("annotations", "pageNotes"):
        if not isinstance(whole.get(name), list):
            raise NoPageStore(f"its {name!r} is {'no list' if name in whole else 'missing'}")
    root = {**whole, "annotations": [], "pageNotes": []}  # the keys keep their order
    return PageStore(annotation_slots(whole["annotations"]), note_slots(whole["pageNotes"]), root, sha256)


def annotation_slots(found: Iterable[object]) -> tuple[PageAnnotation | BadEntry, ...]:
    """Annotations, and what stands between them."""
    seen: set[str] = set()
    return tuple(
        PageAnnotation(each) if isinstance(each, dict) and not why else BadEntry(each, why)
        for each, why in ((each, fault(each, seen) or fault_of_annotation(each)) for each in found)
    )


def note_slots(found: Iterable[object]) -> tuple[PageNote | BadEntry, ...]:
    """Notes on pages, and what stands between them."""
    seen: set[str] = set()
    return tuple(
        PageNote(each) if isinstance(each, dict) and not why else BadEntry(each, why)
        for each, why in ((each, fault(each, seen)) for each in found)
    )


def problems(where: Where, slots: Iterable[PageEntry | BadEntry]) -> Iterable[PageProblem]:
    """What is wrong with entries of a list, each with its place."""
    whys = enumerate(each.why if isinstance(each, BadEntry) else pages_raw.fault_of_times(each.raw) for each in slots)
    return (PageProblem(where, index, why) for index, why in whys if why)


def the_one(entries: Iterable[AnyEntry], entry_id: str, what: str) -> AnyEntry:
    """The entry with an id."""
    for each in entries:
        if each.raw["id"] == entry_id:  # a property would cost more than the rest, two thousand times
            return each
    raise NoSuchPageEntry(f"There is no {what} with the id {entry_id[:100]!r}.")


def put(slots: tuple[Slot, ...], entry: Slot, entry_id: str) -> tuple[Slot, ...]:
    """The slots with an entry in the place of its older form, or at the end."""
    places = (at for at, each in enumerate(slots) if isinstance(each, PageEntry) and each.raw["id"] == entry_id)
    at = next(places, len(slots))
    return (*slots[:at], entry, *slots[at + 1 :])


def without(
    slots: Iterable[Slot], gone: PageEntry, judged: Callable[[Iterable[object]], tuple[Slot, ...]]
) -> tuple[Slot, ...]:
    """The slots without an entry; another of its id, which was bad because of it, is one from now on."""
    kept = tuple(each for each in slots if each is not gone)
    return judged(each.raw for each in kept) if any(isinstance(each, BadEntry) for each in kept) else kept


def fingerprint(store: PageStore) -> str:
    """What tells one state of the file from any other, for those who ask often."""
    if not (store.annotation_slots or store.note_slots):
        return "0:"
    entries: tuple[PageEntry, ...] = (*store.annotations, *store.notes)
    return f"{len(entries)}:{latest_change(entries)}:{store.sha256[:DIGEST]}"


def latest_change(entries: Iterable[PageEntry]) -> str:
    """The latest `updated_at`; empty if no entry has one."""
    # The words are compared first and the latest one alone is checked: two thousand checks take 2 ms of each write.
    words = sorted((word(each.raw, "updatedAt") for each in entries), reverse=True)
    return next((each for each in words if pages_raw.is_moment(each)), "")


def status_of(raw: Fields) -> PageStatus:
    """How far an annotation has come (seed 3.2.5); a status that nobody knows counts as open."""
    said = raw.get("status")
    if said == "in_progress":
        return "in_progress"
    if said in ("addressed", "resolved") or (not said and raw.get("resolvedAt")):
        return "addressed"
    return "open"


def iso(at: int) -> str:
    """Milliseconds since 1970 as the file writes times."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_annotation(wish: object, *, id: str, now: str) -> PageAnnotation:  # noqa: A002  # the file calls it so
    """What POST makes of a body. Raises `PageWishRefused`."""
    given = checks.json_object(wish, "the body")
    kind = given.get("type", "text")
    if kind not in ("text", "element"):
        checks.refuse('type must be "text" or "element"')
    page = checks.page(given)
    if kind == "text":
        words = checks.text(given.get("selectedText"), "selectedText", most=checks.MOST_WORDS)
        about: dict[str, object] = {"selectedText": words, "range": checks.text_range(given.get("range"))}
    else:
        about = {"elementSelector": checks.element(given.get("elementSelector"))}
    more = dict(checks.extras(given, checks.OF_TEXT if kind == "text" else checks.OF_ELEMENT))
    return PageAnnotation({"id": id, "type": kind, **page, **about, **more, "createdAt": now, "updatedAt": now})


def changed_annotation(annotation: PageAnnotation, patch: object, *, now: str) -> PageAnnotation:
    """What PATCH makes of an annotation. Raises `PageWishRefused`; what may not be changed is passed over."""
    given = checks.json_object(patch, "the body")
    changes: dict[str, object] = {}
    if "note" in given:
        changes["note"] = checks.text(given["note"], "note", most=checks.MOST_WORDS)
    place = place_fields(given)
    if annotation.type == "text":
        changes |= place
    if "status" in given:
        changes |= status_fields(given["status"], now)
    if "reply" in given:
        answer = reply(checks.reply_message(given["reply"]), "reviewer", now)
        changes["replies"] = [*list_in(annotation.raw, "replies"), answer]
    cleared = {name for name, value in changes.items() if value is None}
    raw = {**annotation.raw, **changes, "updatedAt": now}
    return PageAnnotation({name: value for name, value in raw.items() if name not in cleared})


def place_fields(given: Fields) -> dict[str, object]:
    """Where an annotation on text stands now, and what it reads; checked for one on an element too."""
    changes: dict[str, object] = {}
    if "replacedText" in given:
        changes["replacedText"] = checks.replaced_text(given["replacedText"])
    if "range" in given:
        changes["range"] = checks.text_range(given["range"])
    if given.get("anchor") is not None:
        changes["anchor"] = checks.anchor(given["anchor"])
    return changes


def status_fields(status: object, now: str) -> dict[str, object]:
    """A status with the times that go with it; None takes one away."""
    if status not in STATUSES:
        checks.refuse(f"status must be one of: {', '.join(STATUSES)}")
    return {
        "status": status,
        "inProgressAt": now if status == "in_progress" else None,
        "addressedAt": now if status == "addressed" else None,
    }


def with_reply(annotation: PageAnnotation, message: str, *, role: Role, now: str) -> PageAnnotation:
    """An annotation with one more answer. Raises `PageWishRefused` for an empty one."""
    answers = [*list_in(annotation.raw, "replies"), reply(checks.message(message), role, now)]
    return PageAnnotation({**annotation.raw, "replies": answers, "updatedAt": now})


def reply(message: str, role: Role, now: str) -> dict[str, object]:
    """An answer as the file has it."""
    return {"message": message, "createdAt": now, "role": role}


def new_note(wish: object, *, id: str, now: str) -> PageNote:  # noqa: A002  # the file calls it so
    """What POST makes of a body. Raises `PageWishRefused`."""
    return PageNote(
        {"id": id, **checks.page(checks.json_object(wish, "the body")), "createdAt": now, "updatedAt": now},
    )


def changed_note(note: PageNote, patch: object, *, now: str) -> PageNote:
    """What PATCH makes of a note on a page: other words, and nothing else. Raises `PageWishRefused`."""
    given = checks.json_object(patch, "the body")
    said = checks.text(given.get("note", note.note), "note", most=checks.MOST_WORDS)
    return PageNote({**note.raw, "note": said, "updatedAt": now})


def role_in(raw: Fields) -> Role:
    """Who gave an answer; older files do not say."""
    return "reviewer" if raw.get("role") == "reviewer" else "agent"
