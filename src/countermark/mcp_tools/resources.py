"""What can be read of a site, and subscribed to: annotations, notes on pages, the export."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

from countermark.actions.desk import Desk
from countermark.actions.pages import annotations as pages
from countermark.mcp_tools.answers import annotation_fields, as_json, writable
from countermark.model.errors import NotFound
from countermark.model.pages.annotations import STATUSES, PageStore, iso
from countermark.model.pages.export import export

SCHEME = "countermark"
ANNOTATIONS = f"{SCHEME}://annotations"
NOTES = f"{SCHEME}://page-notes"
EXPORT = f"{SCHEME}://export"
JSON, MARKDOWN = "application/json", "text/markdown"
LONGEST_URI = 4096

RESOURCES = (
    (ANNOTATIONS, "annotations", "All annotations of the site's pages, as JSON.", JSON),
    (NOTES, "page-notes", "All notes on whole pages, as JSON.", JSON),
    (EXPORT, "export", "All annotations and page notes, as Markdown.", MARKDOWN),
)
TEMPLATES = (
    (f"{ANNOTATIONS}{{?pageUrl,status}}", "annotations-of-page", "The annotations of one page or status.", JSON),
    (f"{ANNOTATIONS}/{{id}}", "annotation", "One annotation with full detail.", JSON),
    (f"{NOTES}{{?pageUrl}}", "page-notes-of-page", "The notes on one page.", JSON),
    (f"{EXPORT}{{?status}}", "export-by-status", "The export of what has one status.", MARKDOWN),
)


@dataclass(frozen=True)
class Wanted:
    """What an address stands for."""

    what: str
    entry: str | None
    page_url: str | None
    status: str | None

    @property
    def media_type(self) -> str:
        """What its text is."""
        return MARKDOWN if self.what == "export" else JSON


def parse_uri(uri: str) -> Wanted:
    """What an address stands for. Raises `NotFound`."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        raise no_such(uri) from None
    asked = parse_qs(parts.query)
    status, page_url = one(asked, "status"), one(asked, "pageUrl")
    entry = unquote(parts.path.removeprefix("/")) or None
    known = {"annotations", "page-notes", "export"}
    if parts.scheme != SCHEME or parts.netloc not in known or len(uri) > LONGEST_URI:
        raise no_such(uri)
    if (entry and parts.netloc != "annotations") or (status is not None and status not in STATUSES):
        raise no_such(uri)
    return Wanted(parts.netloc, entry, page_url, status)


def one(asked: Mapping[str, list[str]], name: str) -> str | None:
    """A part of the query; the first one, if there are more."""
    return asked[name][0] if name in asked else None


def no_such(uri: str) -> NotFound:
    """The error for an address that nothing stands behind."""
    return NotFound(f"There is no resource {uri[:200]!r}.", hint="resources/list and resources/templates/list tell.")


async def read_resource(desk: Desk, site_id: str, uri: str) -> str:
    """What a resource holds now. Raises `NotFound`, `PageFileBroken` or `PageFileFailed`."""
    what = parse_uri(uri)
    store = await pages.read_site(desk, site_id)
    return writable(resource_text(store, what, now=iso(desk.now())))


def resource_text(store: PageStore, what: Wanted, *, now: str) -> str:
    """A resource as text."""
    if what.what == "export":
        return export(store, now=now, statuses=[each for each in STATUSES if what.status in (None, each)])
    if what.entry is not None:
        return as_json(annotation_fields(store.annotation(what.entry)))
    if what.what == "page-notes":
        return as_json([each.shown for each in store.notes if what.page_url in (None, each.page_url)])
    return as_json(
        [
            annotation_fields(each)
            for each in store.annotations
            if what.page_url in (None, each.page_url) and what.status in (None, each.status)
        ]
    )
