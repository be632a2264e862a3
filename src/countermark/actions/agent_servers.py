"""Attached servers: a person attaches one, detaches one, and takes back what it has saved as allowed."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from countermark.actions import asking
from countermark.actions.desk import Change, Desk
from countermark.actions.server_states import ServerState
from countermark.model.actors import Actor
from countermark.model.agent_servers import (
    MOST_SERVERS,
    AgentServer,
    AgentServerAttached,
    AgentServerDetached,
    SavedGrantTakenBack,
    check_folders,
    check_user,
    checked_address,
    server_id,
)
from countermark.model.asked import Ending
from countermark.model.errors import BadInput, NotFound, StoreFailed, TooLarge
from countermark.store.base import Reader
from countermark.workspace.files import beginning_of, put_private

PASSWORDS = "server-passwords"  # the folder in the data folder; one file for each server
LONGEST_PASSWORD = 4096  # bytes


@dataclass(frozen=True)
class ServerNow:
    """An attached server, how the line to it is, and how many of its requests wait."""

    server: AgentServer
    state: ServerState
    waiting: int


async def attach(
    desk: Desk, address: str, folders: Sequence[str], *, agent: str, user: str | None, password: str | None, by: Actor
) -> AgentServer:
    """Follow a server from now on. Attaching it again adds folders, and replaces the password if there is one.

    Raises `BadInput`, `TooLarge` or `StoreFailed`.
    """
    checked, its_folders = checked_address(address), tuple(folders)
    check_folders(its_folders)
    check_user(user)
    name = server_id(agent, checked)
    if password is not None:
        await asyncio.to_thread(keep_password, desk.home, name, password)

    def work(change: Change) -> AgentServer:
        known = {each.id: each for each in change.read.agent_servers()}
        if name not in known and len(known) >= MOST_SERVERS:
            raise TooLarge(f"{MOST_SERVERS} servers are attached already.", hint="Detach one first.")
        fresh = AgentServer(name, agent, checked, its_folders, user, change.at)
        server = known[name].attach(its_folders, user=user) if name in known else fresh
        change.save(server, AgentServerAttached(name, checked, agent, json.dumps(server.folders)))
        return server

    server = await desk.change(by, work)
    desk.servers.renew(server.id)
    return server


async def detach(desk: Desk, server: str, *, by: Actor) -> AgentServer:
    """Follow a server no longer; what it has asked is left to its own terminal. Raises `NotFound`."""

    def work(change: Change) -> AgentServer:
        known = found(change.read, server)
        for item in waiting_at(change.read, server):
            asking.withdraw(change, item, Ending.AGENT_GONE)
        change.forget_agent_server(server, AgentServerDetached(server, known.address))
        return known

    known = await desk.change(by, work)
    await asyncio.to_thread(forget_password, desk.home, server)
    desk.servers.forget(server)
    return known


async def servers_now(desk: Desk) -> Sequence[ServerNow]:
    """All attached servers as they are, the oldest first."""

    def look(reader: Reader) -> Sequence[tuple[AgentServer, int]]:
        return [(each, len(waiting_at(reader, each.id))) for each in reader.agent_servers()]

    return [ServerNow(server, desk.servers.of(server.id), waiting) for server, waiting in await desk.read(look)]


async def take_back_saved(desk: Desk, server: str, grant: str, *, by: Actor) -> None:
    """Whoever holds the line to the server tells it. Raises `NotFound` for what it has not listed."""
    saved = {each.id: each for each in desk.servers.of(server).saved}
    if grant not in saved:
        raise NotFound("The server has saved no such thing.", hint="Look at the list again.")
    told = saved[grant]

    def work(change: Change) -> None:
        known = found(change.read, server)
        change.save(None, SavedGrantTakenBack(server, known.address, grant, told.title))

    await desk.change(by, work)


def found(reader: Reader, server: str) -> AgentServer:
    """An attached server by its id. Raises `NotFound`."""
    known = {each.id: each for each in reader.agent_servers()}
    if server not in known:
        raise NotFound("No such server is attached.", hint="`countermark opencode list` names them.")
    return known[server]


def waiting_at(reader: Reader, server: str) -> Sequence[asking.AnyAsked]:
    """What a server has asked and nobody has answered."""
    asked: list[asking.AnyAsked] = [*reader.open_permissions(), *reader.open_questions()]
    return [each for each in asked if each.asker.agent_server == server]


def keep_password(home: Path, server: str, password: str) -> None:
    """Write it into a file that only this user reads. Raises `BadInput`, or `StoreFailed` for a full disk."""
    content = password.encode("utf-8", "surrogatepass")
    if not content or len(content) > LONGEST_PASSWORD or any(sign in password for sign in "\0\r\n"):
        raise BadInput("This is no password of one line.", hint="Send it without a line break.")
    try:
        put_private(home / PASSWORDS / server, content)
    except OSError as error:
        raise StoreFailed(f"The password cannot be kept: {error.strerror}") from None


def password_of(home: Path, server: str) -> str | None:
    """The password of a server; None where there is none. Raises OSError."""
    try:
        return beginning_of(str(home / PASSWORDS / server), most=LONGEST_PASSWORD).decode("utf-8", "surrogatepass")
    except FileNotFoundError:
        return None


def forget_password(home: Path, server: str) -> None:
    """Remove the file with the password."""
    with suppress(FileNotFoundError):
        (home / PASSWORDS / server).unlink()
