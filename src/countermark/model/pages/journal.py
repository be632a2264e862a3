"""What the journal records of page reviews: sites, changes of their files, and who made them.

A change of a page file takes three steps (decision record 0012): `PageChangeIntended`, the file, and the entry that
says what happened. `site` names the site; `entry` is an id in its file; `fingerprint` is the file's afterwards.
"""

from dataclasses import dataclass

from countermark.model.happening import Happening


@dataclass(frozen=True)
class AboutSite(Happening):
    """Something that happened to a site whose pages are reviewed."""

    site: str


@dataclass(frozen=True)
class PageSiteAdded(AboutSite):
    """A dev server brought a new site."""

    kind = "page_site_added"
    root: str
    storage: str
    address: str | None


@dataclass(frozen=True)
class PageSiteReturned(AboutSite):
    """A dev server brought a known site again."""

    kind = "page_site_returned"
    address: str | None


class PageSiteForgotten(AboutSite):
    """A person took a site off the desk; its file stays."""

    kind = "page_site_forgotten"


@dataclass(frozen=True)
class PageChangeIntended(AboutSite):
    """A page file is about to be changed; digests say how its entry was and will be."""

    kind = "page_change_intended"
    entry: str
    intends: str  # the kind of the entry that will confirm it
    before: str | None
    after: str | None


@dataclass(frozen=True)
class PageChangeDropped(AboutSite):
    """An intended change did not come about."""

    kind = "page_change_dropped"
    entry: str
    intent: int  # the entry with the intent
    why: str


@dataclass(frozen=True)
class PageEntryChange(AboutSite):
    """Something that happened to one entry of a page file, as it is afterwards, long words cut."""

    texts = frozenset({"note", "quote", "reply"})
    entry: str
    page: str
    note: str
    digest: str | None
    fingerprint: str
    write: str | None  # the name that the page gave its write
    intent: int | None


@dataclass(frozen=True)
class AboutPageAnnotation(PageEntryChange):
    """Something that happened to an annotation on a page."""

    type: str
    status: str
    quote: str
    reply: str | None


class PageAnnotationAdded(AboutPageAnnotation):
    """Somebody annotated a page."""

    kind = "page_annotation_added"


class PageAnnotationChanged(AboutPageAnnotation):
    """An annotation on a page was changed, or its status was."""

    kind = "page_annotation_changed"


class PageAnnotationReplied(AboutPageAnnotation):
    """Somebody replied to an annotation on a page."""

    kind = "page_annotation_replied"


class PageAnnotationRemoved(AboutPageAnnotation):
    """An annotation on a page was removed, or accepted; this is how it was."""

    kind = "page_annotation_removed"


class PageNoteAdded(PageEntryChange):
    """Somebody noted something on a whole page."""

    kind = "page_note_added"


class PageNoteChanged(PageEntryChange):
    """A note on a whole page was changed."""

    kind = "page_note_changed"


class PageNoteRemoved(PageEntryChange):
    """A note on a whole page was removed; this is how it was."""

    kind = "page_note_removed"


@dataclass(frozen=True)
class PageFileChanged(AboutSite):
    """Somebody else changed a page file: a hand, git, another program."""

    kind = "page_file_changed"
    added: int
    changed: int
    removed: int
    entries: str  # the first of them, as JSON
    fingerprint: str


@dataclass(frozen=True)
class PageFileFoundBroken(AboutSite):
    """A page file cannot be read; nothing writes to it until a person has looked."""

    kind = "page_file_broken"
    why: str


@dataclass(frozen=True)
class PageFileSetAside(AboutSite):
    """A person set a page file aside and began anew."""

    kind = "page_file_set_aside"
    kept_as: str
    fingerprint: str


PAGE_HAPPENINGS: tuple[type[AboutSite], ...] = (
    PageSiteAdded, PageSiteReturned, PageSiteForgotten, PageChangeIntended, PageChangeDropped,
    PageAnnotationAdded, PageAnnotationChanged, PageAnnotationReplied, PageAnnotationRemoved,
    PageNoteAdded, PageNoteChanged, PageNoteRemoved, PageFileChanged, PageFileFoundBroken, PageFileSetAside,
)  # fmt: skip
