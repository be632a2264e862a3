"""The page API of seed 002, section 4.2, to the letter, and what the overlay asks beyond it: script and events."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import parse_qs, unquote

import orjson
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from countermark.actions.pages import annotations as pages
from countermark.http_api.context import Hub
from countermark.http_api.guards.pages import PageRequest
from countermark.http_api.guards.refusals import BadBody, BadRequest, TokenRefused
from countermark.http_api.routes.page_door import page_error
from countermark.http_api.routes.page_events import PageEvents
from countermark.http_api.routes.page_script import LATE, OverlayScript
from countermark.model.actors import A_PROGRAM, A_VISITOR, Actor
from countermark.model.errors import PageWishRefused
from countermark.model.ids import KEY
from countermark.model.pages.annotations import STATUSES, PageStatus, PageStore, iso
from countermark.model.pages.export import export

JSON = "application/json"
MARKDOWN = "text/markdown; charset=utf-8"
NO_SUCH_PATH = page_error("Not found", code="not_found", hint="Look at the address again.")


@dataclass(frozen=True)
class PageCall:
    """One request that has passed the guard."""

    hub: Hub
    site: str
    browser: PageRequest
    query: Mapping[str, list[str]]
    body: bytes

    @property
    def by(self) -> Actor:
        """Who is in front of the page, as far as anybody can tell; or whatever shows no sign of a browser."""
        return A_VISITOR if self.browser.of_a_browser else A_PROGRAM

    @property
    def write(self) -> str | None:
        """The name that the page gives its write."""
        given = self.browser.headers.get("x-countermark-write", "")
        return given if KEY.fullmatch(given) else None

    @property
    def page(self) -> str:
        """The page that is asked for; empty for all."""
        return self.query.get("page", [""])[0]

    @property
    def wish(self) -> object:
        """The body as JSON. Raises `BadBody`."""
        try:
            return json.loads(self.body, parse_constant=refuse_constant)
        except (ValueError, RecursionError):
            raise BadBody("Invalid JSON") from None


PageRoute = Callable[[PageCall], Awaitable[Response]]


class PageApi:
    """What stands behind the pages' guard."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._script = OverlayScript()
        self._late = OverlayScript(LATE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = scope["state"]
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        route = self._route(method, [unquote(each) for each in state["below"].decode("latin-1").split("/")[1:]])
        query = query_of(scope["query_string"].decode("latin-1"))
        body = b"" if method == "GET" else await whole_body(receive)
        ask = PageCall(self._hub, state["site"], state["page_request"], query, body)
        answer = Response(NO_SUCH_PATH, status_code=404, media_type=JSON) if route is None else await route(ask)
        if isinstance(answer, PageEvents) and scope["method"] == "HEAD":
            answer = Response(headers={"content-type": answer.headers["content-type"]})
        await answer(scope, receive, send)

    def _route(self, method: str, below: list[str]) -> PageRoute | None:
        match method, below:
            case "GET", ["client.js"]:
                return self._client
            case _, ["api", *rest]:
                return ROUTES.get((method, *rest)) or route_of_entry(method, rest)
            case _:
                return None

    async def _client(self, ask: PageCall) -> Response:
        known = ask.browser.headers.get("if-none-match")
        if "late" in ask.query:
            return self._late.answer(token=None, if_none_match=known)
        return self._script.answer(token=ask.hub.site_token(ask.site), if_none_match=known)


def query_of(told: str) -> Mapping[str, list[str]]:
    """What is asked for. Raises `BadRequest`."""
    try:
        return parse_qs(told, keep_blank_values=True, max_num_fields=20)
    except ValueError:
        raise BadRequest("The query has too many parts.") from None


def route_of_entry(method: str, below: list[str]) -> PageRoute | None:
    """The route for one annotation or note."""
    match method, below:
        case "PATCH", ["annotations", entry]:
            return partial(change_annotation, entry=entry)
        case "DELETE", ["annotations", entry]:
            return partial(remove_annotation, entry=entry)
        case "PATCH", ["page-notes", entry]:
            return partial(change_note, entry=entry)
        case "DELETE", ["page-notes", entry]:
            return partial(remove_note, entry=entry)
        case _:
            return None


async def list_annotations(ask: PageCall) -> Response:
    """The whole store, its annotations filtered by page and its notes never."""
    page = ask.page
    return await list_response(ask, "annotations", lambda store, pieces: store_json(store, pieces, annotations_of=page))


async def list_notes(ask: PageCall) -> Response:
    """The mirror of it."""
    page = ask.page
    return await list_response(ask, "page-notes", lambda store, pieces: store_json(store, pieces, notes_of=page))


async def list_response(ask: PageCall, name: str, make: pages.Render) -> Response:
    """A picture of the store, which is kept until the file changes."""
    return Response(await pages.cached_view(ask.hub.desk, ask.site, f"{name} {ask.page}", make), media_type=JSON)


def store_json(store: PageStore, pieces: pages.Pieces, *, annotations_of: str = "", notes_of: str = "") -> bytes:
    """The store as the seed shapes it; entries that cannot be read are named beside it, if there are any."""
    shown = pieces.of(store, lambda entry: json_of(entry.shown))
    annotations = b",".join(shown[id(it)] for it in store.annotations if annotations_of in ("", it.page_url))
    notes = b",".join(shown[id(it)] for it in store.notes if notes_of in ("", it.page_url))
    problems = json_of([vars(each) for each in store.problems])
    more = b',"problems":%s' % problems if store.problems else b""
    return b'{"version":1,"annotations":[%s],"pageNotes":[%s]%s}' % (annotations, notes, more)


async def add_annotation(ask: PageCall) -> Response:
    """A new annotation."""
    made = await pages.add_annotation(ask.hub.desk, ask.site, ask.wish, by=ask.by, write=ask.write)
    return json_response(made.shown, status=201)


async def change_annotation(ask: PageCall, entry: str) -> Response:
    """An annotation in its newest form."""
    made = await pages.change_annotation(ask.hub.desk, ask.site, entry, ask.wish, by=ask.by, write=ask.write)
    return json_response(made.shown)


async def remove_annotation(ask: PageCall, entry: str) -> Response:
    """It is gone."""
    await pages.remove_annotation(ask.hub.desk, ask.site, entry, by=ask.by, write=ask.write)
    return json_response({"ok": True})


async def add_note(ask: PageCall) -> Response:
    """A new note on a page."""
    made = await pages.add_note(ask.hub.desk, ask.site, ask.wish, by=ask.by, write=ask.write)
    return json_response(made.shown, status=201)


async def change_note(ask: PageCall, entry: str) -> Response:
    """A note in its newest form."""
    made = await pages.change_note(ask.hub.desk, ask.site, entry, ask.wish, by=ask.by, write=ask.write)
    return json_response(made.shown)


async def remove_note(ask: PageCall, entry: str) -> Response:
    """It is gone."""
    await pages.remove_note(ask.hub.desk, ask.site, entry, by=ask.by, write=ask.write)
    return json_response({"ok": True})


async def version(ask: PageCall) -> Response:
    """The fingerprint."""
    return json_response({"fingerprint": await pages.fingerprint(ask.hub.desk, ask.site)})


async def markdown(ask: PageCall) -> Response:
    """The export; `?status=open,in_progress` leaves the others out."""
    wanted = statuses_in(ask.query.get("status", []))
    now = iso(ask.hub.desk.now())

    def make(store: PageStore, _pieces: pages.Pieces) -> bytes:
        return export(store, now=now, statuses=wanted).encode("utf-8", "replace")

    text = await pages.cached_view(ask.hub.desk, ask.site, f"export {now[:16]} {wanted}", make)  # it tells the minute
    return Response(text, headers={"content-type": MARKDOWN})


def statuses_in(given: list[str]) -> list[PageStatus] | None:
    """Statuses that a query names; None for all. Raises `PageWishRefused`."""
    named = {name for each in given for word in each.split(",") if (name := word.strip())}
    if not named.issubset(STATUSES):
        raise PageWishRefused(f"status must be one of: {', '.join(STATUSES)}")
    return [status for status in STATUSES if status in named] or None


async def events(ask: PageCall) -> Response:
    """What happens from now on, or after the event that was seen last."""
    return PageEvents(ask.hub, ask.site, last_event_id=ask.browser.headers.get("last-event-id"))


async def set_aside(ask: PageCall) -> Response:
    """Put a file that cannot be read out of the way: a choice in front of the page or at the desk."""
    if not ask.browser.of_a_browser:
        raise TokenRefused("Only a person can set the file aside.", hint="Use the page or the desk.")
    kept = await pages.set_aside(ask.hub.desk, ask.site, by=ask.by)
    return json_response({"kept_as": str(kept)})


ROUTES: Mapping[tuple[str, ...], PageRoute] = {
    ("GET", "annotations"): list_annotations, ("POST", "annotations"): add_annotation,
    ("GET", "page-notes"): list_notes, ("POST", "page-notes"): add_note,
    ("GET", "version"): version, ("GET", "export"): markdown, ("GET", "events"): events,
    ("POST", "set-aside"): set_aside,
}  # fmt: skip


def json_response(told: Mapping[str, object], *, status: int = 200) -> Response:
    """A small JSON answer."""
    return Response(json_of(told), status_code=status, media_type=JSON)


def json_of(told: object) -> bytes:
    """JSON in UTF-8; what cannot be written so (half a surrogate pair) is escaped, as JavaScript does it."""
    try:
        return orjson.dumps(told)
    except TypeError:
        return json.dumps(told, ensure_ascii=True, separators=(",", ":")).encode()


async def whole_body(receive: Receive) -> bytes:
    """The body, which the door has read already."""
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body", False):
            return bytes(body)


def refuse_constant(name: str) -> Any:
    """JSON has no NaN and no Infinity."""
    raise ValueError(name)
