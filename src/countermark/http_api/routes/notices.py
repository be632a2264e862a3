"""What is told outside of the desk: its settings, a test of them, and whether anybody looks at a desk."""

from fastapi import APIRouter, Response

from countermark.actions.notices import Notices, last_outcomes
from countermark.http_api.dependencies import TheDesk, TheHub, ThePerson
from countermark.http_api.guards.api_errors import error_responses
from countermark.http_api.shapes import notice_wire as wire
from countermark.http_api.shapes.times import iso
from countermark.model.actors import Actor, person
from countermark.model.errors import BadInput
from countermark.model.items import ItemKind
from countermark.model.journal import Entry
from countermark.model.notice_happenings import NoticeSent
from countermark.model.notices import Sending, Unsent

router = APIRouter(prefix="/api", tags=["notices"])
person_router = APIRouter(prefix="/api", tags=["person"])
AT_A_TERMINAL = person("terminal")  # whose socket lets in this user's programs only


@router.post("/looking", status_code=204)
async def look(desk: TheDesk, told: wire.Looking) -> Response:
    """A person looks at this page of the desk; what is not said again within two minutes is over."""
    desk.onlookers.look(told.page, looking=told.looking)
    return Response(status_code=204)


@router.get("/notices")
async def read_notices(hub: TheHub) -> wire.NoticeState:
    """What is told elsewhere, and what became of the last message to each service."""
    return await state_of(hub.notices)


@router.post("/notices/test", responses=error_responses(429))
async def send_test(hub: TheHub, by: ThePerson) -> wire.NoticeState:
    """Send a test to every service, once; it answers when each has taken it or failed."""
    await send_to_all(hub.notices, by=by)
    return await state_of(hub.notices)


@person_router.post("/notices/test", responses=error_responses(429))
async def send_test_from_terminal(hub: TheHub) -> wire.NoticeState:
    """The same for a person at a terminal."""
    await send_to_all(hub.notices, by=AT_A_TERMINAL)
    return await state_of(hub.notices)


async def send_to_all(notices: Notices, *, by: Actor) -> None:
    """Send a test, if there is anybody to send it to."""
    if not notices.settings.urls:
        raise BadInput("No service is set up.", hint="Set urls under [notify] in settings.toml, then restart the hub.")
    await notices.test(by=by)


async def state_of(notices: Notices) -> wire.NoticeState:
    """The settings without the addresses of services, and the last outcomes."""
    settings = notices.settings
    last = await last_outcomes(notices.desk, settings)
    return wire.NoticeState(
        services=[
            wire.NoticeService(service=name, last=None if entry is None else outcome(entry))
            for name, entry in zip(settings.services, last, strict=True)
        ],
        installed=notices.outside.is_installed(), kinds=[kind for kind in ItemKind if kind in settings.kinds],
        after=settings.after, agents=dict(settings.agents), quiet=str(settings.quiet) if settings.quiet else None,
        name_workspace=settings.name_workspace,
    )  # fmt: skip


def outcome(entry: Entry) -> wire.NoticeOutcome:
    """What an entry says of a service."""
    status = entry.body.get("status")
    sent = entry.kind == NoticeSent.kind
    failure = None if sent else Unsent(str(entry.body["why"]))
    sending = Sending(failure, status if isinstance(status, int) else None)
    return wire.NoticeOutcome(
        sent=sent, at=iso(entry.at), why=sending.words, attempts=int(str(entry.body["attempts"]))
    )  # fmt: skip
