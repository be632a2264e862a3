"""One call may ask several times, before its use and with the agent's dialogs: later ones get the first answer."""

from dataclasses import replace
from typing import TYPE_CHECKING

from countermark.actions import asking
from countermark.actions.asking import AskedReceipt
from countermark.actions.desk import Change
from countermark.model.asked import CallPoint, DeciderKind
from countermark.model.permissions import Outcome, Permission, PermissionAsk
from countermark.model.tool_calls import Decision, ToolCall

if TYPE_CHECKING:  # what reads commands is loaded by the first of them: no hub starts with it
    from countermark.actions.rulebooks import Ruling

MOST_AT_ONCE = 20  # calls of one conversation whose dialogs were answered and that are not made yet
MOST_OF_ONE_ID = 100  # permissions that are looked through for one id of a call
SAME_CALL_MS = 10_000  # between the two points of a call that names no id: the agent opens its dialog at once


def joined(change: Change, asked: PermissionAsk, ruling: "Ruling", *, left_at: int) -> AskedReceipt | None:
    """The answer of the point of this call that came before, or the wait for it, if this is a later one.

    It never belongs to an answer from before `left_at`, when the same words were last left to the agent.
    """
    it = asked.asker
    if it.point is CallPoint.AFTER_DIALOG:
        return joined_after_dialog(change, asked, ruling)
    if it.point is not CallPoint.DIALOG or it.conversation is None:
        return None
    earlier = change.read.permission_of_call(it.agent, it.conversation, call_id=it.call_id, sha256=asked.call.digest)
    if it.agent_server is not None and it.call_id is not None:
        # A server asks for each permission that one call needs: its own name for the call says that it is one.
        same = same_named(change, asked, call_id=it.call_id)
        if same is not None and same.is_open:
            return AskedReceipt(same)
        if same is not None and change.at - (same.ended_at or 0) > SAME_CALL_MS:
            same = None  # a model that numbers its calls anew has come to the same id and the same words again
        earlier = same or (None if earlier is None or earlier.asker.call_id is not None else earlier)
    if earlier is None or not earlier.is_answered or not is_same_call(earlier, asked.call):
        return None
    if earlier.opened_at <= left_at:
        return None
    return asking.join(change, earlier) if still_holds(earlier, asked, ruling, at=change.at) else None


def joined_after_dialog(change: Change, asked: PermissionAsk, ruling: "Ruling") -> AskedReceipt | None:
    """The answer of the dialog that was open before a call that is about to be made: each counts for one call."""
    it = asked.asker
    if it.conversation is None:
        return None
    for earlier in change.read.newest_permissions_of(it.agent, it.conversation, limit=MOST_AT_ONCE):
        in_dialog = earlier.asker.point is CallPoint.DIALOG and earlier.asker.sub_agent == it.sub_agent
        if not in_dialog or earlier.joined or not earlier.is_answered or not is_same_call(earlier, asked.call):
            continue
        return asking.join(change, earlier) if still_holds(earlier, asked, ruling, at=change.at) else None
    return None


def same_named(change: Change, asked: PermissionAsk, *, call_id: str) -> Permission | None:
    """The newest of this part of the agent with this id of the call that is about the same, joined before or not.

    There are models that number their calls anew in each answer: an id alone says nothing.
    """
    it = asked.asker
    assert it.conversation is not None
    named = change.read.permissions_with(it.agent, it.conversation, call_id=call_id, limit=MOST_OF_ONE_ID)
    return next(
        (each for each in named if each.asker.sub_agent == it.sub_agent and is_same_call(each, asked.call)), None
    )


def still_holds(earlier: Permission, asked: PermissionAsk, ruling: "Ruling", *, at: int) -> bool:
    """Whether the earlier answer may be given once more: an allow of then says nothing about rules of now."""
    it, verdict = asked.asker, ruling.judgement.decision
    by_digest = it.call_id is None or earlier.asker.call_id is None  # only the arguments say that it is one call
    if by_digest and at - (earlier.ended_at or 0) > SAME_CALL_MS:
        return False
    if earlier.outcome is not Outcome.ALLOWED:
        return True
    by_person = earlier.decider is not None and earlier.decider.kind is DeciderKind.PERSON
    return verdict is not Decision.DENY if by_person else verdict is Decision.ALLOW


def is_same_call(earlier: Permission, call: ToolCall) -> bool:
    """Whether a call is what was answered, as it was asked or with the changes; an agent's id alone proves nothing."""
    if earlier.forgotten_at is not None:
        return False  # with what changes it was allowed is no longer known
    edited = None if earlier.decision is None else earlier.decision.edited
    return call.digest in (earlier.sha256, None if edited is None else replace(earlier.call, arguments=edited).digest)
