"""Signing the browser in and out, and what a page needs to start."""

from fastapi import APIRouter, Request, Response

from countermark.actions import settings, sign_ins
from countermark.http_api.context import Hub
from countermark.http_api.dependencies import TheDesk, TheHub, ThePerson
from countermark.http_api.guards.doors import SignInIdentity
from countermark.http_api.shapes import annotation_wire, desk_wire
from countermark.model.settings import DeskSettings, Label

router = APIRouter(prefix="/api", tags=["sign-in"])


@router.post("/sign-in")
async def sign_in(hub: TheHub, given: desk_wire.LaunchCode) -> desk_wire.SignInToken:
    """Exchange a one-time launch code for the token; every request for data brings it as `Authorization: Bearer`."""
    credential = await sign_ins.sign_in(hub.desk, hub.codes, given.code, open_command=hub.open_command)
    return desk_wire.SignInToken(token=credential.token)


@router.post("/sign-out", status_code=204)
async def sign_out(hub: TheHub, request: Request) -> Response:
    """Forget this browser."""
    signed_in: SignInIdentity = request.state.signed_in
    await sign_ins.sign_out(hub.desk, signed_in.id)
    return Response(status_code=204)


@router.get("/session")
async def read_start(hub: TheHub, request: Request) -> desk_wire.DeskStart:
    """What this browser is to the desk."""
    known, seq = await hub.desk.read(lambda reader: (reader.desk_settings(), reader.head()))
    return desk_start(hub, request, known, seq=seq)


def desk_start(hub: Hub, request: Request, known: DeskSettings, *, seq: int) -> desk_wire.DeskStart:
    """What a page of the browser that asks needs to start."""
    signed_in: SignInIdentity = request.state.signed_in
    return desk_wire.DeskStart(
        sign_in=signed_in.id,
        open_command=hub.open_command,
        version=hub.version,
        seq=seq,
        settings=settings_shape(known),
    )


@router.get("/settings")
async def read_settings(desk: TheDesk) -> desk_wire.DeskSettings:
    """The desk's settings."""
    return settings_shape(await desk.read(lambda reader: reader.desk_settings()))


@router.put("/settings")
async def change_settings(desk: TheDesk, by: ThePerson, wanted: desk_wire.DeskSettingsChange) -> desk_wire.DeskSettings:
    """Change the settings that are given."""
    labels = None if wanted.labels is None else tuple(Label(**dict(each)) for each in wanted.labels)
    changed = await settings.change_settings(
        desk, single_keys=wanted.single_keys, theme=wanted.theme, labels=labels, by=by
    )
    return settings_shape(changed)


def settings_shape(known: DeskSettings) -> desk_wire.DeskSettings:
    """The settings as the wire shows them."""
    labels = [annotation_wire.Label(**vars(each)) for each in known.labels]
    return desk_wire.DeskSettings(single_keys=known.single_keys, theme=known.theme, labels=labels)
