"""What the page proxy stands in front of: a dev server by its URL, or a folder."""

import re
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from countermark.doorbell import loopback

NO_SCHEME = re.compile(r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}(?:/.*)?")
USUAL_PORTS = {"http": 80, "https": 443}
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}


class CannotServe(Exception):
    """The proxy cannot do what it was asked for; `do` says what helps."""

    def __init__(self, what: str, do: str = "") -> None:
        super().__init__(what)
        self.do = do


class DevServer(NamedTuple):
    """A server that runs already, or will."""

    scheme: str
    name: str  # without the brackets of an IPv6 address
    port: int

    @property
    def authority(self) -> str:
        """What its Host header says."""
        name = f"[{self.name}]" if ":" in self.name else self.name
        return name if self.port == USUAL_PORTS[self.scheme] else f"{name}:{self.port}"

    @property
    def origin(self) -> str:
        """For example "http://localhost:5173"."""
        return f"{self.scheme}://{self.authority}"

    @property
    def is_loopback(self) -> bool:
        """Whether it runs on this machine, by its name."""
        if _is_address(self.name):
            return loopback.is_loopback_address(str(ip_address(self.name)))
        return self.name == "localhost" or self.name.endswith(".localhost")

    @property
    def names(self) -> tuple[str, ...]:
        """Under which names it may speak of itself."""
        own = f"[{self.name}]" if ":" in self.name else self.name
        return tuple(dict.fromkeys((own, *loopback.NAMES, "0.0.0.0"))) if self.is_loopback else (own,)

    @property
    def doors(self) -> tuple[str, ...]:
        """Where to knock: some dev servers listen on one of the two loopback addresses only."""
        return loopback.ADDRESSES if self.is_loopback and not _is_address(self.name) else (self.name,)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def parse(word: str) -> DevServer | Path:
    """The URL of a dev server or an existing folder; raises CannotServe."""
    if re.match(r"https?://", word, re.IGNORECASE):
        return _server(word)
    folder = Path(word)
    if folder.is_dir():
        return folder.resolve()
    if NO_SCHEME.fullmatch(word):
        return _server(f"http://{word}")
    if folder.exists():
        raise CannotServe(f"{word} is a file", "Name the folder that it is in.")
    raise CannotServe(f"there is no folder {word}", "Name a folder, or a dev server such as http://localhost:5173.")


def _server(url: str) -> DevServer:
    try:
        parts = urlsplit(url)
        name, port, scheme = parts.hostname or "", parts.port, parts.scheme.lower()
        # As a Host header says it: bücher.test is xn--bcher-kva.test.
        name = name if name.isascii() else name.encode("idna").decode("ascii")
    except ValueError as reason:
        raise CannotServe(f"{url} cannot be read: {reason}") from reason
    if not name or port == 0 or parts.username is not None:
        raise CannotServe(f"{url} is no address of a dev server", "It looks like http://localhost:5173.")
    return DevServer(scheme, ANYWHERE.get(name, name), port or USUAL_PORTS[scheme])
