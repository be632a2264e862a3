"""A person opens a session, calls it something else, closes it, or removes it."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from countermark.actions.desk import Change, Desk
from countermark.actions.sessions.writing import SessionChange, change_session
from countermark.model.actors import Actor
from countermark.model.errors import BadInput, Conflict, TooLarge
from countermark.model.sessions.events import AutoAllowed, Closed, Opened, TitleChanged
from countermark.model.sessions.happenings import SessionForgotten
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import LONGEST_TITLE, Connection, Session, SessionSettings
from countermark.workspace.files import is_place

MOST_FOLDERS = 20
MOST_ARGUMENTS = 200
LONGEST_COMMAND = 20_000  # characters
LONGEST_SERVERS = 200_000
LONGEST_NAME = 1000
LONGEST_AUTO_ALLOW = 24 * 60 * 60 * 1000  # milliseconds


@dataclass(frozen=True)
class NewSession:
    """What a session is to be opened with."""

    agent: str  # by its name in the catalog
    folder: str  # absolute path
    title: str = ""
    command: tuple[str, ...] = ()  # empty: as the brand says
    mcp_servers: str = "[]"  # as JSON, the way that the protocol has them
    folders: tuple[str, ...] = ()  # more than the first
    mode: str | None = None
    conversation: str | None = None  # the agent's own, to go on with
    how: Literal["new", "load", "resume", "fork"] = "new"


async def open_session(desk: Desk, wanted: NewSession, *, by: Actor) -> Session:
    """Open a session; its program is started by whoever drives the agent. Raises `BadInput` or `TooLarge`."""
    check(wanted)
    await asyncio.to_thread(check_folders, (wanted.folder, *wanted.folders))

    def work(change: Change) -> tuple[Session, SessionState]:
        name = change.new_id("se")
        empty = Session(
            id=name, agent=wanted.agent, folder=wanted.folder, title=wanted.title, conversation=None,
            connection=Connection.DISCONNECTED, number=0, waiting=0, working=False, opened_at=change.at,
            changed_at=change.at,
        )  # fmt: skip
        its = SessionChange(change, empty, SessionState())
        its.tell(Opened(wanted.agent, wanted.folder, wanted.title), also=[settings_of(name, wanted)])
        return its.session, its.state

    session, state = await desk.change(by, work)
    desk.sessions.hold(session.id, state)
    return session


def settings_of(session: str, wanted: NewSession) -> SessionSettings:
    """What is kept of how a session was opened."""
    return SessionSettings(
        session, wanted.command, wanted.mcp_servers, wanted.folders, wanted.mode, wanted.conversation, wanted.how
    )


def check(wanted: NewSession) -> None:
    """Raise `BadInput` or `TooLarge` for what no session can be opened with."""
    check_title(wanted.title)
    if len(wanted.mode or "") > LONGEST_NAME or len(wanted.conversation or "") > LONGEST_NAME:
        raise TooLarge(
            "The name of the mode, or of the conversation, is too long.", hint="Take one of the agent's list."
        )
    if len(wanted.folders) > MOST_FOLDERS:
        raise TooLarge(f"A session has more than {MOST_FOLDERS} folders.", hint="Open it in the folder above them.")
    check_command(wanted.command, is_needed=False)
    if len(wanted.mcp_servers) > LONGEST_SERVERS or not is_list(wanted.mcp_servers):
        raise BadInput("The MCP servers are no JSON list.", hint='Write them as the protocol has them, or "[]".')
    if (wanted.conversation is None) != (wanted.how == "new"):
        raise BadInput("A new conversation has no id, every other one has.", hint="Choose one of the agent's list.")


def check_command(command: Sequence[str], *, is_needed: bool) -> None:
    """Raise `BadInput` or `TooLarge` for what cannot be started."""
    if len(command) > MOST_ARGUMENTS or sum(map(len, command)) > LONGEST_COMMAND:
        raise TooLarge("The command is too long.", hint="Put it into a script.")
    if any("\0" in each for each in command) or (not command[0] if command else is_needed):
        raise BadInput("The command names no program.", hint="Name the program first, then its arguments.")


def is_list(text: str) -> bool:
    """Whether a text is a list in JSON."""
    try:
        return isinstance(json.loads(text), list)
    except (ValueError, RecursionError):
        return False


def check_title(title: str) -> None:
    """Raise `TooLarge` for one that no list could show."""
    if len(title) > LONGEST_TITLE:
        raise TooLarge(f"The title has more than {LONGEST_TITLE} characters.", hint="Shorten it.")


def check_folders(folders: tuple[str, ...]) -> None:
    """Raise `BadInput` for what is no folder here."""
    for folder in folders:
        if not is_place(folder) or not is_folder(folder):
            raise BadInput(f"There is no folder {folder!r}.", hint="Give the absolute path of a folder that exists.")


def is_folder(path: str) -> bool:
    """Whether an absolute path is a folder that can be looked at."""
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


async def rename_session(desk: Desk, session_id: str, title: str, *, by: Actor) -> None:
    """Call a session something else. Raises `NotFound` or `TooLarge`."""
    check_title(title)

    def work(its: SessionChange) -> None:
        if its.state.title != title:
            its.tell(TitleChanged(title))

    await change_session(desk, session_id, work, by=by)


async def close_session(desk: Desk, session_id: str, *, by: Actor) -> None:
    """Close a session: whoever drives its agent ends the program. Raises `NotFound`."""

    def work(its: SessionChange) -> None:
        if not its.state.closed:
            its.tell(Closed())

    await change_session(desk, session_id, work, by=by)


async def allow_until(desk: Desk, session_id: str, until: int | None, *, by: Actor) -> None:
    """Allow what the agent asks until a moment, in milliseconds since 1970; None ends that.

    Raises `NotFound`, or `BadInput` for one that is not within 24 hours.
    """
    if until is not None and not desk.now() < until <= desk.now() + LONGEST_AUTO_ALLOW:
        raise BadInput("That moment is not within the next 24 hours.", hint="Choose an earlier one.")

    def work(its: SessionChange) -> None:
        if its.state.auto_allow_until != until:
            its.tell(AutoAllowed(until))

    await change_session(desk, session_id, work, by=by)


async def forget_session(desk: Desk, session_id: str, *, by: Actor) -> None:
    """Remove a session, its events and its traffic; the journal keeps its lines. Raises `NotFound` or `Conflict`."""

    def work(its: SessionChange) -> None:
        if its.state.connection in (Connection.STARTING, Connection.INITIALISED):
            raise Conflict("Its agent runs.", hint="Close the session first.")
        its.change.forget_session(its.session.id, SessionForgotten(its.session.id, its.state.number, its.state.agent))

    await change_session(desk, session_id, work, by=by)
    desk.sessions.forget(session_id)
