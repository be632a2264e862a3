"""What the routers get from the hub, handed along in the app's state."""

import asyncio
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from countermark.actions.desk import Desk
from countermark.actions.sign_ins import LaunchCodes
from countermark.model.actors import Actor, person


@dataclass
class Hub:
    """The running hub as the doors see it; `port` is known once the listeners are open."""

    desk: Desk
    codes: LaunchCodes
    wait_seconds: Callable[[str], int]  # how long an agent's question waits, by the agent's name
    hosts: frozenset[str]  # more names this desk answers to
    _: KW_ONLY
    version: str
    pid: int
    started_at: int
    port: int = 0
    desks: int = 0  # pages that follow the feed
    desk_came: asyncio.Event = field(default_factory=asyncio.Event)  # at least one page has followed it
    lost_desks_until: float = float("-inf")  # desks of the last hub may still be on their way back
    window_at: float = float("-inf")  # when a browser was last asked for (`time.monotonic`)
    held_bytes: int = 0  # of the payloads of agents that wait
    closing: asyncio.Event = field(default_factory=asyncio.Event)  # the doors are being shut
    stop: asyncio.Event = field(default_factory=asyncio.Event)  # the hub is to end
    dismissed: bool = False  # a person ends it: who waits is not to ring again


def hub_of(request: Request) -> Hub:
    """The hub that this app belongs to."""
    hub: Hub = request.app.state.hub
    return hub


def desk_of(request: Request) -> Desk:
    """The desk of this hub."""
    return hub_of(request).desk


def person_of(request: Request) -> Actor:
    """The person whose browser sent this; the guard has checked the cookie."""
    return person(request.state.signed_in.id)


TheHub = Annotated[Hub, Depends(hub_of)]
TheDesk = Annotated[Desk, Depends(desk_of)]
ThePerson = Annotated[Actor, Depends(person_of)]
