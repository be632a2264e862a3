"""The conversations that an agent knows: it is started for the question alone, and ended again.

A program of its own tells what the agent has kept, and no live session is held up, or has lines in its traffic that
nobody has asked for there.
"""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from countermark.agents.acp.beginning import said
from countermark.agents.acp.checking import AgentCheck, Visit, visit
from countermark.agents.acp.messages import AUTH_REQUIRED, check_can, list_sessions
from countermark.agents.acp.translate.reading import objects_in, text_in, word_in
from countermark.agents.launch import LoginPath
from countermark.agents.launch_brands import LaunchBrand
from countermark.model.errors import AgentCannot, AgentFailed, AgentRefused, AgentSilent

MOST_CONVERSATIONS = 2000
MOST_PAGES = 100
LONGEST_ID = 1000  # as for a session that goes on with one
LONGEST_TITLE = 300
LIST_SECONDS = 60.0  # for all pages
TYPE_ID = "Type the id of the conversation instead."


@dataclass(frozen=True)
class KnownConversation:
    """A conversation as its agent tells of it."""

    id: str  # the agent's own
    folder: str | None
    title: str | None
    updated_at: int | None  # milliseconds since 1970


@dataclass(frozen=True)
class KnownConversations:
    """What an agent has told, the newest first; `whole` where that is all that it has."""

    check: AgentCheck
    conversations: tuple[KnownConversation, ...]
    whole: bool


async def list_conversations(
    brand: LaunchBrand,
    command: tuple[str, ...],
    folder: str,
    home: Path,
    *,
    version: str,
    login: LoginPath,
    seconds: float = LIST_SECONDS,
) -> KnownConversations:
    """Start an agent in a folder and ask for its conversations there; `seconds` are for its answers to that.

    Raises `AgentFailed`: also where it does not list them, wants a sign-in first, or does not come to an end.
    """
    async with visit(brand, command or brand.command_line, folder, home, version=version, login=login) as it:
        try:
            check_can(it.check.facts.lists, "list its conversations")
        except AgentCannot as error:
            raise AgentCannot(str(error), hint=TYPE_ID) from None
        told = ToldConversations()
        try:
            async with asyncio.timeout(seconds):
                await hear_pages(it, folder, told)
        except TimeoutError:
            if not told.conversations:
                raise AgentSilent(
                    f"The agent has not listed its conversations within {seconds:.0f} s.", hint=TYPE_ID
                ) from None
        except AgentRefused as error:
            raise refusal(error) from None
        return KnownConversations(it.check, newest_first(told), told.whole)


class ToldConversations:
    """What has been told so far, each once."""

    def __init__(self) -> None:
        self.conversations: dict[str, KnownConversation] = {}
        self.whole = False


async def hear_pages(it: Visit, folder: str, told: ToldConversations) -> None:
    """Ask for page after page, until the last one, or until there are enough."""
    cursor: str | None = None
    cursors = set[str]()
    for _ in range(MOST_PAGES):
        call = list_sessions(folder=folder, cursor=cursor, facts=it.check.facts)
        page = await it.connection.ask(*call)
        fields = page if isinstance(page, dict) else {}
        for each in conversations_in(fields):
            if len(told.conversations) == MOST_CONVERSATIONS and each.id not in told.conversations:
                return
            told.conversations.setdefault(each.id, each)
        cursor = text_in(fields, "nextCursor")
        if not cursor:
            told.whole = len(objects_in(fields, "sessions")) == listed_in(fields)
            return
        if cursor in cursors:  # it would tell the same for ever
            return
        cursors.add(cursor)


def listed_in(page: Mapping[str, Any]) -> int:
    """How many objects a page has, also those that are not read."""
    listed = page.get("sessions")
    return sum(isinstance(each, dict) for each in listed) if isinstance(listed, list) else 0


def conversations_in(page: Mapping[str, Any]) -> Iterator[KnownConversation]:
    """Those of a page that can be gone on with; the rest is left out."""
    for each in objects_in(page, "sessions"):
        name = text_in(each, "sessionId")
        if not name or len(name) > LONGEST_ID:
            continue
        title = word_in(each, "title")
        yield KnownConversation(
            name, word_in(each, "cwd"), None if title is None else title.strip()[:LONGEST_TITLE],
            moment_in(text_in(each, "updatedAt")),
        )  # fmt: skip


def moment_in(text: str | None) -> int | None:
    """A moment of ISO 8601 in milliseconds since 1970; None for what is none. Without a zone it counts as UTC."""
    try:
        moment = datetime.fromisoformat(text or "")
        zoned = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
        return max(0, round(zoned.timestamp() * 1000))
    except (ValueError, OverflowError):
        return None


def newest_first(told: ToldConversations) -> tuple[KnownConversation, ...]:
    """By when they were changed last; those without a time in the agent's order behind the others."""
    return tuple(sorted(told.conversations.values(), key=lambda each: -(each.updated_at or -1)))


def refusal(error: AgentRefused) -> AgentFailed:
    """Why an agent does not list them, with what to do."""
    if error.number == AUTH_REQUIRED:
        return AgentFailed(
            f"The agent wants you to sign in first: {said(error)}.",
            hint="Open a new session with it, which shows the ways to sign in; then look again.",
        )
    return AgentFailed(f"The agent does not list its conversations: {said(error)}.", hint=TYPE_ID)
