"""What an attached server says of the requests that it has made: which are gone, and which answers have arrived."""

import hashlib
from collections.abc import Sequence

from countermark.actions import asking
from countermark.actions.agent_servers import waiting_at
from countermark.actions.desk import Change, Desk
from countermark.actions.idempotency import stored_key
from countermark.model.actors import Actor
from countermark.model.asked import Ending
from countermark.model.gate_happenings import DeliveryFailed
from countermark.model.items import ItemVersion
from countermark.model.reviews import Stage


def request_key(server: str, request: str) -> str:
    """The idempotency key of a request: a hub that comes back after a crash finds the item that it was."""
    return hashlib.sha256(f"{server}\n{request}".encode("utf-8", "surrogatepass")).hexdigest()[:40]


async def find_version(desk: Desk, key: str, *, by: Actor) -> ItemVersion | None:
    """Which item a request is, if it was asked before."""
    record = await desk.read(lambda reader: reader.idempotency_record(stored_key(by, key)))
    return None if record is None else record.version


async def open_requests(desk: Desk, server: str) -> Sequence[asking.AnyAsked]:
    """What the server has asked and nobody has answered."""
    return await desk.read(lambda reader: waiting_at(reader, server))


async def end_request(desk: Desk, version: ItemVersion, ending: Ending, *, by: Actor) -> None:
    """The server asks no longer; nothing happens where the item has ended already."""

    def work(change: Change) -> None:
        item = asking.found_asked(change.read, version)
        if item.is_open:
            asking.withdraw(change, item, ending)

    await desk.change(by, work)


async def note_delivered(desk: Desk, version: ItemVersion, *, by: Actor) -> None:
    """The server has taken the answer. What a rule has decided is told without a word about its way, as to a hook."""

    def work(change: Change) -> None:
        item = asking.found_asked(change.read, version)
        if item.is_answered and (item.agent_present or item.delivery_failed):
            asking.acknowledge(change, version, Stage.RECEIVED)

    await desk.change(by, work)


async def note_undelivered(desk: Desk, version: ItemVersion, *, by: Actor) -> None:
    """The server did not take the answer: it is kept, and sent again if the server still asks when it is back."""

    def work(change: Change) -> None:
        item = asking.found_asked(change.read, version)
        if item.awaited and not item.is_open and not item.delivery_failed:
            failed = item.leave().fail_delivery()
            change.save(failed, DeliveryFailed(failed))

    await desk.change(by, work)
