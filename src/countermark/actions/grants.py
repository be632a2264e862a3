"""Grants: what a person has allowed for the rest of a conversation, what it covers, and how it is taken back."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from countermark.actions.desk import Change, Desk, must
from countermark.model.actors import Actor
from countermark.model.errors import BadInput, Conflict
from countermark.model.gate_happenings import GrantEnded, GrantGiven
from countermark.model.offered import OfferedOption, OfferKind, once_of
from countermark.model.permissions import Grant, Permission, PermissionAsk
from countermark.model.redaction import redacted
from countermark.model.tool_calls import ToolCall, ToolKind
from countermark.store.base import Reader


@dataclass(frozen=True)
class Cover:
    """What an allow for a conversation covers: two calls with the same digest are covered by the same grant."""

    sha256: str
    words: str  # with what it is about, for the list of grants
    scope: str  # for the card, where that stands already


def cover_of(call: ToolCall) -> Cover:
    """Of a file or a host all calls of the kind; of everything else the very same call."""
    match call.kind:
        case ToolKind.READ | ToolKind.EDIT if call.paths and not call.deletes:
            what = "Reading" if call.kind is ToolKind.READ else "Changing"
            scope = f"{what} {'this file' if len(call.paths) == 1 else 'these files'}"
            return cover([call.kind, *sorted(call.paths)], f"{what} {', '.join(call.paths)}", scope)
        case ToolKind.FETCH if (host := host_of(call.url)) is not None:
            return cover([call.kind, host], f"Fetching from {host}", f"Fetching from {host}")
        case ToolKind.BASH:
            return cover([call.kind, call.digest], f"{call.command} in {call.cwd}", "The same command in this folder")
        case _:
            same = f"{call.name} with the same arguments"
            return cover([call.kind, call.digest], same, same)


def cover_in_session(call: ToolCall, option: OfferedOption) -> Cover:
    """Where an agent offers choices of its own: the same kind of tool, with the same choice."""
    parts = ["session", call.kind, option.id]
    match call.kind:
        case ToolKind.BASH:
            return cover(parts, "Every command", "Every command")
        case ToolKind.READ:
            return cover(parts, "Reading any file", "Reading any file")
        case ToolKind.EDIT:
            return cover([*parts, str(call.deletes)], *two(f"{'Deleting' if call.deletes else 'Changing'} any file"))
        case ToolKind.FETCH:
            return cover(parts, "Fetching any address", "Fetching any address")
        case ToolKind.MCP:
            return cover([*parts, call.server or "", call.tool or ""], *two(f"The tool {call.tool} of {call.server}"))
        case ToolKind.OTHER:
            return cover([*parts, call.name], *two(f"Every use of {call.name}"))


def two(words: str) -> tuple[str, str]:
    """The same words for the list of grants and for the card."""
    return words, words


def cover_for(call: ToolCall, offered: Sequence[OfferedOption], *, chosen: str | None = None) -> Cover | None:
    """What an allow for the conversation would cover; None where the agent cannot be told that it is allowed."""
    if not offered:
        return cover_of(call)
    option = once_of(offered) if chosen is None else next((each for each in offered if each.id == chosen), None)
    return None if option is None else cover_in_session(call, option)


def cover(parts: Sequence[str], words: str, scope: str) -> Cover:
    """The digest of what is the same in all calls that it covers."""
    return Cover(hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest(), words, scope)


def host_of(url: str | None) -> str | None:
    """Scheme, host and port of an address that is plainly one; anything odd is only the very same call."""
    try:
        parts = urlsplit(url or "")
        plain = parts.scheme in ("http", "https") and parts.username is None and parts.hostname is not None
        return f"{parts.scheme}://{parts.hostname}:{parts.port or ''}" if plain else None
    except ValueError:
        return None


@dataclass(frozen=True)
class Granted:
    """A grant that covers a call, and the agent's own choice that it was given with."""

    grant: Grant
    option: str | None = None


def grant_for(reader: Reader, asked: PermissionAsk) -> Granted | None:
    """The grant of this conversation that covers the call."""
    it = asked.asker
    if it.conversation is None:
        return None
    held = {each.covers: each for each in reader.grants_of(it.agent, it.conversation) if each.workspace == it.workspace}
    if not asked.offered:
        grant = held.get(cover_of(asked.call).sha256)
        return None if grant is None else Granted(grant)
    for option in asked.offered:
        if option.kind == OfferKind.ALLOW_ONCE:
            grant = held.get(cover_in_session(asked.call, option).sha256)
            if grant is not None:
                return Granted(grant, option.id)
    return None


def give(change: Change, permission: Permission) -> Grant:
    """Allow from now on what the answer covers. Raises `BadInput` where the agent names no conversation."""
    if permission.conversation is None:
        raise BadInput("This agent names no conversation.", hint="Allow it once.")
    chosen = None if permission.decision is None else permission.decision.option
    covers = cover_for(permission.call, permission.offered, chosen=chosen)
    if covers is None:
        raise BadInput("This agent cannot be told that it is allowed.", hint="Take its own words for it.")
    grant = Grant(
        change.new_id("gr"), permission.agent, permission.workspace, permission.conversation, covers.sha256,
        redacted(covers.words), permission.id, change.at, change.by.id,
    )  # fmt: skip
    change.save(grant, GrantGiven(grant))
    return grant


async def take_back(desk: Desk, grant_id: str, *, by: Actor) -> Grant:
    """From now on a person is asked again. Raises `NotFound` or `Conflict`."""

    def work(change: Change) -> Grant:
        grant = must(change.read.grant(grant_id))
        if grant.ended_at is not None:
            raise Conflict("This is no longer allowed.", hint="There is nothing to take back.")
        ended = grant.end(at=change.at)
        change.save(ended, GrantEnded(ended))
        return ended

    return await desk.change(by, work)
