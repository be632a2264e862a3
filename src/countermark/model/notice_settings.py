"""What a person sets about being told elsewhere: to which services, of what, after how long, and when not."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from countermark.model.items import ItemKind

NOTICE_AFTER_SECONDS = 30
MOST_SERVICES = 16
QUIET = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])-([01][0-9]|2[0-3]):([0-5][0-9])")
SERVICE = re.compile(r"([a-z][a-z0-9+.-]*)://.+", re.IGNORECASE | re.DOTALL)
# Only of these the part before the path is a machine; others have a key or a topic there.
WITH_HOST = frozenset({"json", "jsons", "xml", "xmls", "form", "forms", "mailto", "mailtos", "gotify", "gotifys"})
WITH_HOST_BEFORE_TOPIC = frozenset({"ntfy", "ntfys"})
HOST = re.compile(r"[A-Za-z0-9.:-]{1,253}")


@dataclass(frozen=True)
class QuietHours:
    """From one time of the wall clock to another, in minutes since midnight; over midnight where `ends` is earlier."""

    begins: int
    ends: int

    def holds(self, minute: int) -> bool:
        """Whether a time of the wall clock is in it; what clocks do at the end of summer changes nothing."""
        if self.begins < self.ends:
            return self.begins <= minute < self.ends
        return minute >= self.begins or minute < self.ends

    def __str__(self) -> str:
        begins, ends = (f"{minute // 60:02}:{minute % 60:02}" for minute in (self.begins, self.ends))
        return f"{begins}-{ends}"


def quiet_hours(text: str) -> QuietHours | None:
    """Quiet hours such as "22:00-07:00"; None for another text, or for hours that are no hours."""
    match = QUIET.fullmatch(text)
    if match is None:
        return None
    first, second, third, fourth = (int(digits) for digits in match.groups())
    begins, ends = first * 60 + second, third * 60 + fourth
    return None if begins == ends else QuietHours(begins, ends)


@dataclass(frozen=True)
class NotifySettings:
    """The table `[notify]` of the settings: off as long as there are no `urls`."""

    urls: tuple[str, ...] = field(default=(), repr=False)  # with the keys of services
    kinds: frozenset[ItemKind] = frozenset(ItemKind)
    after: int = NOTICE_AFTER_SECONDS  # seconds without an answer
    quiet: QuietHours | None = None
    agents: Mapping[str, int | None] = field(default_factory=dict)  # other seconds by agent; None: never
    name_workspace: bool = False

    @property
    def services(self) -> tuple[str, ...]:
        """What may be told of each service."""
        return tuple(service_name(url) for url in self.urls)

    def after_ms(self, agent: str) -> int | None:
        """How long something of this agent waits before it is told elsewhere; None: it never is."""
        seconds = self.agents.get(agent, self.after)
        return None if seconds is None else seconds * 1000


def is_service(url: str) -> bool:
    """Whether it looks like the address of a service."""
    return SERVICE.fullmatch(url) is not None


def service_name(url: str) -> str:
    """Scheme and host; the scheme alone where a key may stand in the place of the host. Never a key, a name, a path."""
    match = SERVICE.fullmatch(url)
    scheme = match[1].lower() if match else "?"
    host = host_in(url, scheme)
    return f"{scheme}://{host}" if host else scheme


def host_in(url: str, scheme: str) -> str:
    """The host and the port, if it is certain that they are those; else nothing."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    is_before_topic = scheme in WITH_HOST_BEFORE_TOPIC and parts.path.strip("/") != "" and "mode=" not in parts.query
    if not (scheme in WITH_HOST or is_before_topic) or not HOST.fullmatch(host):
        return ""
    return f"{host}:{port}" if port else host
