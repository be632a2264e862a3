"""What an answer to a permission brings with it: the rules that *always* writes, and the others that it settles."""

import asyncio
import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from countermark.actions.desk import Desk
from countermark.actions.grants import cover_for
from countermark.model.offered import once_of
from countermark.model.permissions import Permission, Scope

if TYPE_CHECKING:  # what reads commands is loaded by the first of them: no hub starts with it
    from countermark.rules.proposal import Proposal
    from countermark.rules.rulebook import Rule


async def proposal_for(desk: Desk, asked: Permission, *, until: str | None) -> "Proposal":
    """The rules that *always* would write. Raises `BadInput` for a day on which no rule can end."""
    from countermark.actions.rulebooks import end_of  # with all that reads commands

    at = desk.now()
    end, outlook = end_of(until, at=at), await desk.rulebooks.outlook(desk, asked.workspace)
    return await asyncio.to_thread(desk.rulebooks.proposal, asked.call, outlook, until=end, at=at)


def rules_digest(rules: "Sequence[Rule]") -> str:
    """The SHA-256 of what rules allow, whatever the moment at which they end."""
    what = [[rule.id, rule.tools, rule.command, rule.path, rule.host, rule.server, rule.name] for rule in rules]
    return hashlib.sha256(repr(what).encode("utf-8", "surrogatepass")).hexdigest()


async def settled_by(desk: Desk, asked: Permission, scope: Scope, *, until: str | None = None) -> Sequence[Permission]:
    """The other open permissions that this answer settles, too."""
    others = [each for each in await desk.read(lambda reader: reader.open_permissions()) if each.id != asked.id]
    match scope:
        case Scope.ONCE:
            return []
        case Scope.CONVERSATION:
            covers = cover_for(asked.call, asked.offered)
            return [
                each
                for each in others
                if covers is not None and is_same_talk(each, asked) and cover_for(each.call, each.offered) == covers
            ]
        case Scope.ALWAYS:
            sayable = [each for each in others if not each.offered or once_of(each.offered) is not None]
            return await allowed_by(desk, await proposal_for(desk, asked, until=until), sayable)


async def allowed_by(desk: Desk, proposal: "Proposal", others: Sequence[Permission]) -> Sequence[Permission]:
    """Those that the rules of a proposal would allow."""
    if not proposal.rules:
        return []
    at, allowed = desk.now(), list[Permission]()
    for other in others:
        outlook = await desk.rulebooks.outlook(desk, other.workspace)
        if await asyncio.to_thread(desk.rulebooks.would_allow, proposal, other.call, outlook, at=at):
            allowed.append(other)
    return allowed


def is_same_talk(one: Permission, other: Permission) -> bool:
    """Whether both come from one conversation."""
    return one.conversation is not None and (one.agent, one.conversation) == (other.agent, other.conversation)
