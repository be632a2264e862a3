"""What the journal says of page files: digests of their entries, what differs between two states, and who did it."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import orjson

from countermark.model.pages.annotations import PageAnnotation, PageNote, PageStore, Where
from countermark.model.pages.journal import (
    PAGE_HAPPENINGS,
    AboutPageAnnotation,
    AboutSite,
    PageAnnotationAdded,
    PageAnnotationRemoved,
    PageEntryChange,
    PageFileChanged,
    PageNoteAdded,
    PageNoteRemoved,
)
from countermark.model.pages.raw import list_in
from countermark.model.pages.sites import KnownEntry

KINDS: Mapping[str, type[AboutSite]] = {kind.kind: kind for kind in PAGE_HAPPENINGS}
ADDITIONS = {PageAnnotationAdded.kind, PageNoteAdded.kind}
REMOVALS = {PageAnnotationRemoved.kind, PageNoteRemoved.kind}
PageEntryValue = PageAnnotation | PageNote
PLAIN_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")

LONGEST_ID = 200
LONGEST_PAGE = 500
LONGEST_NOTE = 2000
LONGEST_QUOTE = 500
LONGEST_REPLY = 1000
MOST_TOLD = 50  # entries that somebody else has changed, told one by one
LONGEST_TOLD = 200


@dataclass(frozen=True)
class FileDifferences:
    """What is not as the journal knows it: names of entries."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many entries."""
        return len(self.added) + len(self.changed) + len(self.removed)


def name_of(where: Where, entry_id: str) -> str:
    """How the store calls an entry: short, whatever a hand has written for an id."""
    kind = "a" if where == "annotations" else "n"
    if PLAIN_ID.fullmatch(entry_id):
        return f"{kind}:{entry_id}"
    return f"{kind}#{hashlib.sha256(entry_id.encode('utf-8', 'surrogatepass')).hexdigest()[:40]}"


def digest_of(entry: PageEntryValue | None) -> str | None:
    """What tells one state of an entry from another."""
    if entry is None:
        return None
    try:
        content = orjson.dumps(entry.raw, option=orjson.OPT_SORT_KEYS)
    except TypeError:  # half a surrogate pair, a number beyond 64 bits
        content = json.dumps(entry.raw, sort_keys=True).encode()
    return hashlib.sha256(content).hexdigest()[:32]


def entries_of(store: PageStore) -> dict[str, PageEntryValue]:
    """All entries by their names."""
    found: dict[str, PageEntryValue] = {name_of("annotations", each.id): each for each in store.annotations}
    return found | {name_of("pageNotes", each.id): each for each in store.notes}


def entry_in(store: PageStore, where: Where, entry_id: str) -> PageEntryValue | None:
    """An entry, if it is there."""
    entries: Sequence[PageEntryValue] = store.annotations if where == "annotations" else store.notes
    return next((each for each in entries if each.raw["id"] == entry_id), None)


def digests(store: PageStore) -> dict[str, str]:
    """The digests of all entries by their names."""
    return {name: digest_of(each) or "" for name, each in entries_of(store).items()}


def differences(known: Mapping[str, str], now: Mapping[str, str]) -> FileDifferences:
    """What has come, changed and gone."""
    return FileDifferences(
        added=tuple(name for name in now if name not in known),
        changed=tuple(name for name, digest in now.items() if known.get(name, digest) != digest),
        removed=tuple(name for name in known if name not in now),
    )


def known_after(site: str, found: FileDifferences, now: Mapping[str, str]) -> list[KnownEntry]:
    """What the store is to remember."""
    fresh = [KnownEntry(site, name, now[name]) for name in (*found.added, *found.changed)]
    return [*fresh, *(KnownEntry(site, name, None) for name in found.removed)]


def file_changed(site: str, store: PageStore, found: FileDifferences, fingerprint: str) -> PageFileChanged:
    """The entry about what somebody else has done to a file."""
    entries = entries_of(store)
    told: list[dict[str, str]] = []
    for how in ("added", "changed", "removed"):
        names = getattr(found, how)[: MOST_TOLD - len(told)]
        told.extend({"how": how, **told_of(name, entries.get(name))} for name in names)
    return PageFileChanged(
        site, added=len(found.added), changed=len(found.changed), removed=len(found.removed),
        entries=json.dumps(told, ensure_ascii=False), fingerprint=cut(fingerprint, LONGEST_ID),
    )  # fmt: skip


def told_of(name: str, entry: PageEntryValue | None) -> dict[str, str]:
    """An entry that somebody else has changed, in short; of a removed one only its name is left."""
    what = "annotation" if name.startswith("a") else "note"
    if entry is None:
        return {"what": what, "id": name[2:]}
    status = {"status": entry.status} if isinstance(entry, PageAnnotation) else {}
    return {
        "what": what, "id": cut(entry.id, LONGEST_ID), "page": cut(entry.page_url, LONGEST_TOLD),
        "note": cut(entry.note, LONGEST_TOLD), **status,
    }  # fmt: skip


def change_of(
    kind: str, site: str, *, before: PageEntryValue | None, after: PageEntryValue | None, fingerprint: str,
    write: str | None, intent: int | None,
) -> PageEntryChange:  # fmt: skip
    """The entry about one annotation or note: as it is now, or as it was when it is removed.

    After a removal there may be another of its id, which a hand or a merge has made.
    """
    told, entry = KINDS[kind], before if kind in REMOVALS else after
    assert entry is not None, "a change is about something"
    base = {
        "site": site, "entry": cut(entry.id, LONGEST_ID), "page": cut(entry.page_url, LONGEST_PAGE),
        "note": cut(entry.note, LONGEST_NOTE), "digest": digest_of(after),
        "fingerprint": cut(fingerprint, LONGEST_ID), "write": write, "intent": intent,
    }  # fmt: skip
    if issubclass(told, AboutPageAnnotation):
        assert isinstance(entry, PageAnnotation), "kinds of annotations are about annotations"
        answered = len(before.replies) if isinstance(before, PageAnnotation) else 0
        base |= of_annotation(entry, replied=len(entry.replies) > answered)
    return cast("PageEntryChange", told(**base))  # type: ignore[arg-type]  # the fields of these classes, by name


def before_reply(entry: PageEntryValue | None) -> PageEntryValue | None:
    """An entry that was just changed, without the reply that the change has brought, if it has brought one."""
    if not isinstance(entry, PageAnnotation) or not entry.replies or entry.replies[-1].created_at != entry.updated_at:
        return entry
    return PageAnnotation({**entry.raw, "replies": list_in(entry.raw, "replies")[:-1]})


def of_annotation(entry: PageAnnotation, *, replied: bool) -> dict[str, str | None]:
    """What an annotation has beside what notes have too."""
    quote = entry.selected_text if entry.type == "text" else str(entry.selector.get("description", ""))
    return {
        "type": entry.type, "status": entry.status, "quote": cut(quote, LONGEST_QUOTE),
        "reply": cut(entry.replies[-1].message, LONGEST_REPLY) if replied else None,
    }  # fmt: skip


def cut(text: str, most: int) -> str:
    """At most so many characters, and none that cannot be written as UTF-8."""
    return (text if len(text) <= most else f"{text[: most - 1]}…").encode("utf-8", "replace").decode()
