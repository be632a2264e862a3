"""Attached servers: where an agent runs as a server of its own, to which the hub holds a line."""

import hashlib
import ipaddress
import re
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from countermark.model.errors import BadInput, TooLarge
from countermark.model.happening import Happening

LONGEST_ADDRESS = 300
LONGEST_FOLDER = 4096
LONGEST_USER = 200
MOST_SERVERS = 50
MOST_FOLDERS = 50
USER = "opencode"  # whom OpenCode takes where nobody is named


@dataclass(frozen=True)
class AgentServer:
    """One attached server. Its password stands in a file of its own, never here."""

    id: str
    agent: str  # by the name in the catalog
    address: str  # scheme, host and port
    folders: tuple[str, ...]  # absolute paths of the projects whose conversations are asked about
    user: str | None  # who signs in there; None: it wants no password
    attached_at: int  # milliseconds since 1970

    def attach(self, folders: tuple[str, ...], *, user: str | None) -> "AgentServer":
        """The same server, attached once more: folders are added. Raises `TooLarge`."""
        together = tuple(dict.fromkeys((*self.folders, *folders)))
        check_folders(together)
        return replace(self, folders=together, user=user or self.user)


def server_id(agent: str, address: str) -> str:
    """The id of a server: one address is one server."""
    return hashlib.sha256(f"{agent}\n{address}".encode()).hexdigest()[:20]


def checked_address(given: str) -> str:
    """Scheme, host and port of an address. Raises `BadInput` unless it is on this machine, or encrypted."""
    hint = "Give it as http://127.0.0.1:4096; without a host of this machine it has to be https."
    if len(given) > LONGEST_ADDRESS or not given.isascii() or not given.isprintable():
        raise BadInput("This is no address of a server.", hint=hint)
    try:
        parts = urlsplit(given)
        port = parts.port
    except ValueError:
        raise BadInput("This is no address of a server.", hint=hint) from None
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not is_host(host) or parts.username is not None:
        raise BadInput("This is no address of a server.", hint=hint)
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise BadInput("The address has more than scheme, host and port.", hint=hint)
    if parts.scheme == "http" and not is_loopback(host):
        raise BadInput("A server on another machine is reached by https alone.", hint=hint)
    name = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{name}" + ("" if port is None else f":{port}")


def is_host(host: str) -> bool:
    """Whether this can be a host's name or number."""
    return bool(re.fullmatch(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f:.]+", host)) and ".." not in host


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, whoever resolves it."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_folders(folders: tuple[str, ...]) -> None:
    """Raise `BadInput` or `TooLarge` for what are no absolute paths of a few folders."""
    if len(folders) > MOST_FOLDERS:
        raise TooLarge(f"A server has {MOST_FOLDERS} folders at most.", hint="Detach it, then attach fewer.")
    for folder in folders:
        if not folder.startswith("/") or "\0" in folder or len(folder) > LONGEST_FOLDER:
            raise BadInput("A folder is no absolute path.", hint="Give the whole path of the project.")
    if not folders:
        raise BadInput("There is no folder.", hint="Give the whole path of the project.")


def check_user(user: str | None) -> None:
    """Raise `BadInput` for a name that the header cannot carry."""
    if user is not None and (not user.isprintable() or ":" in user or not 0 < len(user) <= LONGEST_USER):
        raise BadInput("This is no name to sign in with.", hint="Leave out colons and control characters.")


@dataclass(frozen=True)
class AboutServer(Happening):
    """Something that happened to an attached server."""

    server: str
    address: str


@dataclass(frozen=True)
class AgentServerAttached(AboutServer):
    """A person has attached a server, or more folders of it."""

    kind = "agent_server_attached"
    agent: str
    folders: str  # as JSON


class AgentServerDetached(AboutServer):
    """A person has detached a server."""

    kind = "agent_server_detached"


@dataclass(frozen=True)
class AgentServerConnected(AboutServer):
    """The hub follows its events, and has seen what waits there."""

    kind = "agent_server_connected"
    version: str


@dataclass(frozen=True)
class AgentServerLost(AboutServer):
    """Its events have stopped."""

    kind = "agent_server_lost"
    why: str


@dataclass(frozen=True)
class AgentServerMisunderstood(AboutServer):
    """It has told something of a shape that nobody knows: recorded once, and not answered."""

    kind = "agent_server_misunderstood"
    type: str
    why: str


@dataclass(frozen=True)
class SavedGrantTakenBack(AboutServer):
    """A person wants what the agent itself has saved as allowed to be asked about again."""

    kind = "saved_grant_taken_back"
    grant: str  # the server's own id of it
    title: str


SERVER_HAPPENINGS: tuple[type[Happening], ...] = (
    AgentServerAttached, AgentServerDetached, AgentServerConnected, AgentServerLost, AgentServerMisunderstood,
    SavedGrantTakenBack,
)  # fmt: skip
