"""What FastAPI hands to the routes: the hub, its desk, and the person who is signed in."""

from typing import Annotated

from fastapi import Depends, Request

from countermark.actions.desk import Desk
from countermark.http_api.context import Hub
from countermark.model.actors import Actor, person


def hub_of(request: Request) -> Hub:
    """The hub that this app belongs to."""
    hub: Hub = request.app.state.hub
    return hub


def desk_of(request: Request) -> Desk:
    """The desk of this hub."""
    return hub_of(request).desk


def person_of(request: Request) -> Actor:
    """The person whose browser sent this; the guard has checked the token."""
    return person(request.state.signed_in.id)


def any_person_of(request: Request) -> Actor:
    """The same, or who sits at the terminal: their socket lets nobody else in."""
    signed_in = getattr(request.state, "signed_in", None)
    return person("terminal" if signed_in is None else signed_in.id)


TheHub = Annotated[Hub, Depends(hub_of)]
TheDesk = Annotated[Desk, Depends(desk_of)]
ThePerson = Annotated[Actor, Depends(person_of)]
AnyPerson = Annotated[Actor, Depends(any_person_of)]
