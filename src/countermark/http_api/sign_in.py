"""Signing the browser in and out, and what a page needs to start."""

from fastapi import APIRouter, Request, Response

from countermark.actions import settings, sign_ins
from countermark.http_api import annotation_wire, wire
from countermark.http_api.context import Hub, TheDesk, TheHub, ThePerson
from countermark.http_api.guard import SignedIn
from countermark.model.settings import DeskSettings, Label
from countermark.model.sign_ins import SIGN_IN_DAYS, csrf_of

router = APIRouter(prefix="/api", tags=["sign-in"])


@router.post("/sign-in")
async def sign_in(hub: TheHub, given: wire.LaunchCode, response: Response) -> wire.SignedIn:
    """Exchange a one-time launch code for the cookie; it is bound to this port by its name."""
    cookie = await sign_ins.sign_in(hub.desk, hub.codes, given.code)
    response.set_cookie(
        cookie_name(hub), cookie.token, max_age=SIGN_IN_DAYS * 24 * 60 * 60, path="/", httponly=True, samesite="strict"
    )
    return wire.SignedIn(csrf=csrf_of(cookie.token))


@router.post("/sign-out", status_code=204)
async def sign_out(hub: TheHub, request: Request) -> Response:
    """Forget this browser."""
    signed_in: SignedIn = request.state.signed_in
    await sign_ins.sign_out(hub.desk, signed_in.id)
    response = Response(status_code=204)
    response.delete_cookie(cookie_name(hub), path="/", httponly=True, samesite="strict")
    return response


@router.get("/session")
async def session(hub: TheHub, request: Request) -> wire.Session:
    """What a page needs after a reload."""
    signed_in: SignedIn = request.state.signed_in
    known, seq = await hub.desk.read(lambda reader: (reader.desk_settings(), reader.head()))
    return wire.Session(csrf=signed_in.csrf, version=hub.version, seq=seq, settings=on_wire(known))


@router.get("/settings")
async def read_settings(desk: TheDesk) -> wire.Settings:
    """The desk's settings."""
    return on_wire(await desk.read(lambda reader: reader.desk_settings()))


@router.put("/settings")
async def change_settings(desk: TheDesk, by: ThePerson, wanted: wire.SettingsChange) -> wire.Settings:
    """Change the settings that are given."""
    labels = None if wanted.labels is None else tuple(Label(**dict(each)) for each in wanted.labels)
    changed = await settings.change_settings(
        desk, single_keys=wanted.single_keys, theme=wanted.theme, labels=labels, by=by
    )
    return on_wire(changed)


def on_wire(known: DeskSettings) -> wire.Settings:
    """The settings as the wire shows them."""
    labels = [annotation_wire.Label(**vars(each)) for each in known.labels]
    return wire.Settings(single_keys=known.single_keys, theme=known.theme, labels=labels)


def cookie_name(hub: Hub) -> str:
    """The cookie's name; cookies know no ports, so the name does."""
    return f"countermark-{hub.port}"
