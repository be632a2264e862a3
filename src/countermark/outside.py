"""The one way in which something leaves the machine: notices about what waits, to services that a person has set."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from countermark.doorbell import hub_address
from countermark.http_api.context import Hub
from countermark.model.notice_settings import NotifySettings

if TYPE_CHECKING:
    from countermark.actions.notices import Notices

LOOK_ROUND = 1.0


def notices_of(hub: Hub, settings: NotifySettings) -> "Notices":
    """What tells elsewhere that something waits."""
    from countermark.actions.notices import Notices, Outside  # most hubs tell nobody
    from countermark.agents.catalog import brand
    from countermark.machine import notice_sending

    if settings.urls:
        with suppress(OSError):  # the folder is private, too
            Path(hub_address.settings_file(str(hub.desk.home))).chmod(0o600)  # with the keys of services
    means = Outside(
        send=notice_sending.send_notice, minute_of_day=notice_sending.minute_of_day, link=hub.item_url,
        agent_name=lambda agent: brand(agent).name, is_installed=notice_sending.is_installed,
    )  # fmt: skip
    return Notices(hub.desk, settings, means)


async def tell(hub: Hub, settings: NotifySettings) -> None:
    """Send what is due, then wait until something may be due again."""
    if not settings.urls:
        await asyncio.Event().wait()  # nothing leaves the machine; this ends with the other steps of the hub
    since = hub.desk.feed.head
    if not await hub.notices.step():
        await hub.desk.feed.grown(since)
    await asyncio.sleep(LOOK_ROUND)
