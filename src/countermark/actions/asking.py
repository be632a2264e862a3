"""What permissions and questions share: coming back for an answer, leaving, running out of time, being seen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from countermark.actions.desk import Change, Desk, must
from countermark.model.actors import Actor
from countermark.model.asked import POLLING, AskedItem, Asker, Decider, DeciderKind, Ending
from countermark.model.conversations import ConversationEvent, ConversationStep
from countermark.model.errors import Busy, Conflict
from countermark.model.gate_happenings import (
    AnswerJoined,
    ConversationEnded,
    CountdownStopped,
    DeliveryFailed,
    GrantEnded,
    PermissionExpired,
    PermissionSeen,
    PermissionWithdrawn,
    QuestionExpired,
    QuestionSeen,
    QuestionWithdrawn,
)
from countermark.model.happenings import AgentLeft, AgentReturned, AnswerDelivered, AnswerReceived
from countermark.model.idempotency import IdempotencyRecord, Purpose
from countermark.model.items import ItemKind, ItemVersion
from countermark.model.permissions import Permission
from countermark.model.questions import Question
from countermark.model.reviews import Stage
from countermark.store.base import Reader

MOST_OPEN_PER_AGENT = 2_000  # permissions, and as many questions; more are refused until some have ended
MOST_OPEN_PER_CLIENT = 50  # permissions, and as many questions, of one conversation of an agent that polls
JOIN_MS = 60_000
TIMEOUT = Decider(DeciderKind.TIMEOUT, "clock")
AnyAsked = Permission | Question


@dataclass(frozen=True)
class AskedReceipt:
    """What asking has led to: an item; `entry` is the number of the one that says so, if it was asked just now."""

    item: AnyAsked
    entry: int | None = None


def found_asked(reader: Reader, version: ItemVersion) -> AnyAsked:
    """The permission or the question of a version. Raises `NotFound`."""
    if version.kind is ItemKind.QUESTION:
        return must(reader.question(version.id))
    return must(reader.permission(version.id))


def asked_again(change: Change, record: IdempotencyRecord, sha256: str, asker: Asker) -> AskedReceipt:
    """The same key once more: the agent's side lost the line and came back. Raises `Conflict` for another ask."""
    asked = record.version.kind in (ItemKind.PERMISSION, ItemKind.QUESTION)
    item = found_asked(change.read, record.version) if asked else None
    same = item is not None and (item.sha256, item.conversation) == (sha256, asker.conversation)
    if item is None or record.purpose is not Purpose.ANSWER or not same:
        raise Conflict("This idempotency key was used for something else.", hint="Make a new key for each request.")
    return AskedReceipt(welcome_back(change, item))


def welcome_back(change: Change, item: AnyAsked) -> AnyAsked:
    """The agent waits again; said only if the desk had it as gone and there is something to wait for.

    Raises `Forgotten`.
    """
    item.check_remembered()  # half an answer is none: it may have been allowed with other arguments
    if item.agent_present or not item.awaited:
        return item
    back = item.welcome_back()
    change.save(back, AgentReturned(back))
    return back


def is_too_old(item: AskedItem, *, at: int) -> bool:
    """Whether an answer is from an earlier call: the dialog of a call opens right after the answer before its use."""
    return item.ended_at is None or at - item.ended_at > JOIN_MS


def join(change: Change, item: AnyAsked) -> AskedReceipt:
    """A later point of the same call takes the answer of the earlier one, once."""
    joined = item.join()
    change.save(joined, AnswerJoined(joined))
    return AskedReceipt(joined)


def check_client(asker: Asker, waiting: Sequence[AskedItem]) -> None:
    """Raise `Busy` for one of many clients that asks more than a person can have before their eyes."""
    if asker.agent in POLLING and len(waiting) >= MOST_OPEN_PER_CLIENT:
        raise Busy(f"{MOST_OPEN_PER_CLIENT} of your own wait already.", hint="Wait for their answers with get_answer.")


def times(asker: Asker, *, wait_seconds: int, at: int) -> tuple[int, int | None]:
    """When it expires, and until when the agent's side can wait; milliseconds since 1970."""
    waits_until = None if asker.waits_seconds is None else at + asker.waits_seconds * 1000
    expires_at = at + wait_seconds * 1000
    return (expires_at if waits_until is None else min(expires_at, waits_until)), waits_until


def expire(change: Change, version: ItemVersion) -> None:
    """Expire it unless it was answered in the meantime, or a person has stopped its countdown."""
    item = found_asked(change.read, version)
    if not item.is_open or item.expires_at is None:
        return
    match item:
        case Permission():
            lapsed = item.expire(decider=TIMEOUT, at=change.at).redact()
            change.save(lapsed, PermissionExpired(lapsed))
        case Question():
            unanswered = item.expire(decider=TIMEOUT, at=change.at).redact()
            change.save(unanswered, QuestionExpired(unanswered))
        case _:
            assert_never(item)


def withdraw(change: Change, item: AnyAsked, ending: Ending) -> None:
    """The agent no longer asks."""
    decider = Decider(DeciderKind.AGENT, item.agent)
    match item:
        case Permission():
            taken = item.withdraw(ending, decider=decider, at=change.at).redact()
            change.save(taken, PermissionWithdrawn(taken, ending))
        case Question():
            dropped = item.withdraw(ending, decider=decider, at=change.at).redact()
            change.save(dropped, QuestionWithdrawn(dropped, ending))
        case _:
            assert_never(item)


def leave(change: Change, version: ItemVersion, *, said_goodbye: bool) -> None:
    """The agent's side is gone: what is open ends, an answer that it has not taken is kept for its return."""
    item = found_asked(change.read, version)
    if item.is_open and not may_return(item, said_goodbye=said_goodbye):
        withdraw(change, item, Ending.AGENT_GONE)
    elif item.is_open and item.agent_present:
        away = item.leave()
        change.save(away, AgentLeft(away, said_goodbye))
    elif item.awaited and item.agent_present:
        failed = item.leave().fail_delivery()
        change.save(failed, DeliveryFailed(failed))


def may_return(item: AnyAsked, *, said_goodbye: bool) -> bool:
    """Whether it stays open while nobody waits for it.

    An agent that polls may come back. What it asks to know stays, and so does what it asks to do, unless it has taken
    that back: nobody is there who would do it, and a person who allows it would believe that it is done. Whether an
    attached server asks no longer is known when it can be reached again.
    """
    if item.asker.agent_server is not None:
        return True
    return item.is_polled and not (said_goodbye and isinstance(item, Permission))


def acknowledge(change: Change, version: ItemVersion, stage: Stage) -> AnyAsked:
    """The agent's side has the answer: what was secret in its arguments is not kept any longer."""
    item = found_asked(change.read, version)
    acknowledged = item.acknowledge(stage, at=change.at)
    if acknowledged == item:
        return item
    kept = acknowledged.redact()
    change.save(kept, (AnswerReceived if stage is Stage.RECEIVED else AnswerDelivered)(kept))
    return kept


async def see(desk: Desk, version: ItemVersion, *, by: Actor) -> None:
    """A person has it before their eyes; the first time counts."""
    if (await desk.read(lambda reader: found_asked(reader, version))).seen_at is not None:
        return

    def work(change: Change) -> None:
        item = found_asked(change.read, version).see(at=change.at)
        change.save(item, PermissionSeen(item) if isinstance(item, Permission) else QuestionSeen(item))

    await desk.change(by, work)


async def stop_countdown(desk: Desk, version: ItemVersion, *, by: Actor) -> AnyAsked:
    """It waits as long as the agent's side can. Raises `NotFound` or `AlreadyDecided`."""

    def work(change: Change) -> AnyAsked:
        item = found_asked(change.read, version)
        item.check_open()
        if item.countdown_stopped:
            return item
        stopped = item.stop_countdown()
        change.save(stopped, CountdownStopped(stopped))
        return stopped

    return await desk.change(by, work)


async def take_event(desk: Desk, event: ConversationEvent, *, by: Actor) -> None:
    """What a step of a conversation proves about what waits in it; most prove nothing, and nothing is written."""
    is_end = event.step is ConversationStep.ENDED
    if not is_end and not await desk.read(lambda reader: list(waiting_in(reader, event.agent, event.conversation))):
        return

    def work(change: Change) -> None:
        for item in list(waiting_in(change.read, event.agent, event.conversation)):
            ending = ending_by(event, item)
            if ending is not None:
                withdraw(change, item, ending)
        if is_end:
            end_conversation(change, event)

    await desk.change(by, work)


def waiting_in(reader: Reader, agent: str, conversation: str) -> Iterator[AnyAsked]:
    """What waits in a conversation."""
    yield from reader.open_permissions_of(agent, conversation)
    yield from reader.open_questions_of(agent, conversation)


def ending_by(event: ConversationEvent, item: AskedItem) -> Ending | None:
    """How an item ends by an event of its conversation: by one of the part that had asked, and no other."""
    it = item.asker
    match event.step:
        case ConversationStep.ENDED:
            return Ending.CONVERSATION_ENDED
        case ConversationStep.CALL_ENDED:
            # Without an id it is about all calls before. Claude's terminal ends no hook when a person says yes there.
            same = event.call_id in (None, it.call_id) and event.sub_agent == it.sub_agent
            return Ending.ANSWERED_IN_TERMINAL if same else None
        case ConversationStep.TURN_ENDED:
            return Ending.TURN_ENDED if event.sub_agent == it.sub_agent or not item.agent_present else None
        case ConversationStep.PROMPTED:
            return None if item.agent_present else Ending.TURN_ENDED
        case ConversationStep.STARTED | ConversationStep.NOTIFIED:
            return None


def end_conversation(change: Change, event: ConversationEvent) -> None:
    """What was granted for it is over, too."""
    grants = change.read.grants_of(event.agent, event.conversation)
    for grant in grants:
        over = grant.end(at=change.at)
        change.save(over, GrantEnded(over))
    change.save(None, ConversationEnded(event.agent, event.workspace, event.conversation))
