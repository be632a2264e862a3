"""Permissions: an agent asks to do one thing; a rule, a grant or a person decides, and the journal says who did."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from countermark.actions import asking
from countermark.actions.asking import AskedReceipt
from countermark.actions.desk import Change, Desk, must
from countermark.actions.grants import give, grant_for
from countermark.actions.idempotency import stored_key
from countermark.actions.joining import joined
from countermark.actions.reviews import one_line
from countermark.actions.settled import proposal_for, rules_digest, settled_by
from countermark.model import gate_happenings
from countermark.model.actors import A_HAND, Actor, ActorKind
from countermark.model.annotation_records import canonical
from countermark.model.asked import BESIDE_DIALOGS, Decider, DeciderKind
from countermark.model.conversations import CallDenied, MalformedCall
from countermark.model.errors import BadInput, Busy, CountermarkError, Stale
from countermark.model.gate_happenings import (
    CallDeniedByAgent,
    CallLeft,
    CallRefused,
    PermissionAsked,
)
from countermark.model.gate_settings import AskAt, GateSettings
from countermark.model.idempotency import IdempotencyRecord
from countermark.model.items import check_answerable
from countermark.model.offered import once_of, rejection_of
from countermark.model.permissions import Grant, Outcome, Permission, PermissionAsk, PermissionDecision, Scope
from countermark.model.redaction import redacted
from countermark.model.tool_calls import Decision, ToolCall, ToolKind

if TYPE_CHECKING:  # what reads commands is loaded by the first of them: no hub starts with it
    from countermark.actions.rulebooks import AddedRules, Ruling

LONGEST_REASON = 20_000
LONGEST_TOOL = 200  # characters of the name in a request that cannot be understood
ALLOW_ONCE = PermissionDecision(outcome=Outcome.ALLOWED)


@dataclass(frozen=True)
class LeftToAgent:
    """No rule decided, and the agent asks its person itself where it has to."""

    asks: bool  # a rule says that a person is to be asked, whatever the agent's own rules say
    why: str


async def ask_permission(
    desk: Desk, asked: PermissionAsk, *, key: str, gate: GateSettings, by: Actor, key_scope: str | None = None
) -> AskedReceipt | LeftToAgent:
    """Rules first, then grants, then a person. The same key is the same permission. Raises `Busy` or `Conflict`.

    `key_scope` is where a key counts that one of many clients has chosen, as for `open_review`.
    """
    ruling = await desk.rulebooks.ruling(desk, asked.call, workspace=asked.asker.workspace)
    name = stored_key(by, key, conversation=key_scope)
    this_call = (asked.asker.agent, asked.asker.conversation, asked.call.digest)
    left_at = desk.left_calls.since(*this_call)

    def work(change: Change) -> AskedReceipt | LeftToAgent:
        record = change.read.idempotency_record(name)
        if record is not None:
            return asking.asked_again(change, record, asked.call.digest, asked.asker)
        keep_rules(change, ruling)
        receipt = joined(change, asked, ruling, left_at=left_at) or decided_at_once(change, asked, ruling, gate)
        if receipt is None and is_left(asked, ruling, gate):
            return left(change, asked, ruling)
        placed = receipt or opened(change, asked, ruling, gate)
        change.keep_idempotency_record(IdempotencyRecord(name, placed.item.version))
        return placed

    receipt = await desk.change(by, work)
    if isinstance(receipt, LeftToAgent):
        desk.left_calls.note(*this_call, at=desk.now())
    return receipt


def keep_rules(change: Change, ruling: "Ruling") -> None:
    """The texts of the rules that were asked, so that a decision can be explained when they have changed."""
    for file in ruling.files:
        if change.read.text(file.sha256) is None:
            change.keep_text(file.sha256, file.text)
            change.save(None, gate_happenings.RulesChanged(file.source, file.sha256, file.rules), by=A_HAND)
    for failure in ruling.failures:
        if change.read.text(failure.sha256) is None:
            change.keep_text(failure.sha256, failure.why)
            change.save(None, gate_happenings.RulesRefused(failure.source, failure.sha256, failure.why), by=A_HAND)


def decided_at_once(change: Change, asked: PermissionAsk, ruling: "Ruling", gate: GateSettings) -> AskedReceipt | None:
    """What a rule, a grant or the mode says; None where a person has to answer."""
    said = decision_of(asked, ruling)
    granted = grant_for(change.read, asked) if said is Decision.ASK else None
    if granted is not None:
        decider, allow = Decider(DeciderKind.GRANT, granted.grant.id), replace(ALLOW_ONCE, option=granted.option)
        return decide_now(change, asked, ruling, allow, decider, gate, used=granted.grant.use())
    if said is Decision.ASK and asked.allowed_by is not None and can_be_allowed(asked):
        return decide_now(change, asked, ruling, ALLOW_ONCE, asked.allowed_by, gate)
    if said is Decision.ASK and not ruling.asks_nobody:
        return None
    decision = ALLOW_ONCE if said is Decision.ALLOW else denial(ruling.denial)
    return decide_now(change, asked, ruling, decision, ruling.decider, gate)


def decision_of(asked: PermissionAsk, ruling: "Ruling") -> Decision:
    """What the rules say; none of them allows where the agent understands no yes for this once."""
    said = ruling.judgement.decision
    return Decision.ASK if said is Decision.ALLOW and not can_be_allowed(asked) else said


def can_be_allowed(asked: PermissionAsk) -> bool:
    """Whether there is a yes for this once that the agent understands."""
    return not asked.offered or once_of(asked.offered) is not None


def decide_now(
    change: Change, asked: PermissionAsk, ruling: "Ruling", decision: PermissionDecision, decider: Decider,
    gate: GateSettings, *, used: Grant | None = None,
) -> AskedReceipt:  # fmt: skip
    """Two entries in one transaction: asked, and decided by a rule; nobody is shown a card."""
    asked_now = new_permission(change, asked, ruling, gate)
    change.save(None, asked_entry(asked_now))  # the value is saved once, as it is decided
    decided = asked_now.decide(decision, decider=decider, at=change.at)
    # The agent's side takes it from the same line that it has asked on; nothing secret is needed any longer.
    kept = replace(decided, agent_present=False).redact()
    happening = gate_happenings.decided(kept, decider, edited=None)
    change.save_all([kept] if used is None else [kept, used], happening, by=actor_of(decider))
    return AskedReceipt(kept)


def actor_of(decider: Decider) -> Actor:
    """Who the journal names beside a decision that no person made."""
    return Actor(ActorKind.RULE if decider.kind is DeciderKind.RULE else ActorKind.POLICY, decider.id)


def is_left(asked: PermissionAsk, ruling: "Ruling", gate: GateSettings) -> bool:
    """Whether the agent's own dialog comes later, if it comes; where a rule says *ask*, it must come."""
    if not ruling.judgement.is_silent and not asked.asks_when_told:
        return False
    return asked.asker.point in BESIDE_DIALOGS and gate.ask_at is AskAt.BOTH


def left(change: Change, asked: PermissionAsk, ruling: "Ruling") -> LeftToAgent:
    """The agent's own rules go on; where a rule says *ask*, the agent is told to ask its person."""
    it, call = asked.asker, asked.call
    asks = not ruling.judgement.is_silent
    if not asks:
        title = redacted(title_of_call(call))
        change.save(None, CallLeft(title, it.agent, it.workspace, it.conversation, call.name, it.call_id, call.digest))
    return LeftToAgent(asks, ruling.judgement.why)


def opened(change: Change, asked: PermissionAsk, ruling: "Ruling", gate: GateSettings) -> AskedReceipt:
    """A person is asked."""
    if change.read.has_open_permissions(asked.asker.agent, at_least=asking.MOST_OPEN_PER_AGENT):
        raise Busy(f"{asking.MOST_OPEN_PER_AGENT} permissions of this agent wait already.")
    it = asked.asker
    asking.check_client(it, change.read.open_permissions_of(it.agent, it.conversation))
    permission = new_permission(change, asked, ruling, gate)
    entry = change.save(permission, asked_entry(permission))
    return AskedReceipt(permission, entry.seq)


def new_permission(change: Change, asked: PermissionAsk, ruling: "Ruling", gate: GateSettings) -> Permission:
    """An undecided permission that expires when the person's time is over."""
    it = asked.asker
    wait = gate.wait_seconds(it.agent, asked.call.name)
    expires_at, waits_until = asking.times(it, wait_seconds=wait, at=change.at)
    reason = None if asked.reason is None else asked.reason[:LONGEST_REASON]
    title = one_line(asked.title or "") or title_of_call(asked.call)
    # Time that runs out is told to an agent as its own no; where it has none, the request waits on.
    waits_on = bool(asked.offered) and rejection_of(asked.offered) is None
    return Permission(
        id=change.new_id("pm"), asker=it, title=title, sha256=asked.call.digest,
        opened_at=change.at, expires_at=None if waits_on else expires_at, waits_until=waits_until,
        countdown_stopped=waits_on, call=asked.call, reason=reason,
        takes_edits=asked.takes_edits, explanation=ruling.explanation, offered=asked.offered,
    )  # fmt: skip


def asked_entry(permission: Permission) -> PermissionAsked:
    """The entry about asking: without known secrets, with the digest of all."""
    it, call = permission.asker, permission.call
    reason = None if permission.reason is None else redacted(permission.reason)
    return PermissionAsked(
        permission, redacted(permission.title), it.agent, it.workspace, it.conversation, call.kind, call.name,
        redacted(call.arguments), reason, it.point, it.call_id, it.sub_agent,
    )  # fmt: skip


def title_of_call(call: ToolCall) -> str:
    """One line for lists."""
    match call.kind:
        case ToolKind.BASH:
            return one_line(call.command or "") or "An empty command"
        case ToolKind.READ:
            return one_line(f"Read {named_files(call) or call.cwd}")
        case ToolKind.EDIT:
            deletes = call.deletes and len(call.paths) == 1  # of several nobody has said which one goes
            return one_line(f"{'Delete' if deletes else 'Edit'} {named_files(call)}")
        case ToolKind.FETCH:
            return one_line(f"Fetch {call.url or ''}")
        case ToolKind.MCP:
            return one_line(f"{call.server}: {call.tool}")
        case ToolKind.OTHER:
            return one_line(call.name)


def named_files(call: ToolCall) -> str:
    """The files of a call, below its folder where they are there."""
    return " ".join(path.removeprefix(f"{call.cwd}/") for path in call.paths)


@dataclass(frozen=True)
class GivenAnswer:
    """What a person decides about one permission, and what they have been shown."""

    decision: PermissionDecision
    shown_sha256: str | None
    edited_command: str | None = None
    until: str | None = None  # with always: the day on which its rules end
    rules_sha256: str | None = None  # with always: of the rules that were shown
    settles: Sequence[str] = ()  # the ids of others that were listed as settled by it


async def answer_permission(desk: Desk, permission_id: str, given: GivenAnswer, *, by: Actor) -> Permission:
    """A person's answer, durable when this returns.

    Raises `NotFound`, `Forbidden`, `DigestMissing`, `Stale`, `AlreadyDecided`, `BadInput` or `TooLarge`.
    """
    asked = must(await desk.read(lambda reader: reader.permission(permission_id)))
    check_answerable(asked, by)
    asked.check_open()
    asked.check_shown(given.shown_sha256)
    decision = await prepared(desk, asked, given)
    others = await settled_by(desk, asked, decision.scope, until=given.until) if given.settles else []
    if not set(given.settles) <= {each.id for each in others}:
        raise Stale("What else this answer settles has changed.", hint="Look at the list again.")
    added = await add_rules(desk, asked, given) if decision.scope is Scope.ALWAYS else None

    def work(change: Change) -> Permission:
        decider = Decider(DeciderKind.PERSON, by.id)
        answered = settle(change, permission_id, decision, decider)
        covering = decider
        if decision.scope is Scope.CONVERSATION:
            grant = give(change, answered)
            covering = Decider(DeciderKind.GRANT, grant.id)
        if added is not None:
            covering = Decider(DeciderKind.RULE, added.first_id, added.sha256, added.line)
            change.keep_text(added.sha256, added.whole)
            change.save(None, gate_happenings.RulesAdded(added.toml, permission_id))
        for other in given.settles:
            if must(change.read.permission(other)).is_open:
                settle(change, other, ALLOW_ONCE, covering)
        return answered

    try:
        return await desk.change(by, work)
    except CountermarkError:
        if added is not None:  # somebody else was first, or nothing could be stored: no answer, no rules
            await asyncio.to_thread(desk.rulebooks.take_away, added)
        raise


def settle(change: Change, permission_id: str, decision: PermissionDecision, decider: Decider) -> Permission:
    """One decision with its entry. Raises `AlreadyDecided` and what a decision can be refused for."""
    decided = must(change.read.permission(permission_id)).decide(decision, decider=decider, at=change.at)
    edited = None if decision.edited is None else redacted(decision.edited)
    happening = gate_happenings.decided(decided, decider, edited=edited)
    change.save(decided, happening, by=None if decider.kind is DeciderKind.PERSON else actor_of(decider))
    return decided


async def prepared(desk: Desk, asked: Permission, given: GivenAnswer) -> PermissionDecision:
    """The decision with other arguments, if the person has changed the command: no rule may deny what they wrote."""
    if given.edited_command is None:
        given.decision.check()
        return given.decision
    if asked.call.command is None or not given.edited_command.strip():
        raise BadInput("There is no command to change.", hint="Answer without another command.")
    arguments = canonical({**json.loads(asked.call.arguments), "command": given.edited_command})
    call = replace(asked.call, command=given.edited_command, arguments=arguments)
    ruling = await desk.rulebooks.ruling(desk, call, workspace=asked.workspace)
    if ruling.judgement.decision is Decision.DENY:
        raise BadInput(f"A rule denies the changed command: {ruling.judgement.why}", hint="Change it again, or deny.")
    decision = replace(given.decision, edited=arguments)
    decision.check()
    return decision


def denial(words: str | None) -> PermissionDecision:
    """No, with words for the agent."""
    return PermissionDecision(outcome=Outcome.DENIED, words=words)


async def add_rules(desk: Desk, asked: Permission, given: GivenAnswer) -> "AddedRules":
    """Write the rules that the person was shown. Raises `Stale` where others would be written now, or `BadInput`."""
    proposal = await proposal_for(desk, asked, until=given.until)
    if not proposal.rules:
        raise BadInput(f"{proposal.why_not}.", hint="Allow it once, or for this conversation.")
    if given.rules_sha256 != rules_digest(proposal.rules):
        raise Stale("The rules that would be written have changed.", hint="Look at them again.")
    return await asyncio.to_thread(desk.rulebooks.add, proposal)


@dataclass(frozen=True)
class BulkResult:
    """What became of each of several; those that could not be answered, and why."""

    answered: Sequence[Permission]
    refused: dict[str, str]


async def answer_all(desk: Desk, shown: Sequence[tuple[str, str]], *, outcome: Outcome, by: Actor) -> BulkResult:
    """The same answer to several (id, digest of what was shown), each for this once; one transaction."""

    def work(change: Change) -> BulkResult:
        answered, refused = list[Permission](), dict[str, str]()
        for permission_id, sha256 in shown:
            try:
                asked = must(change.read.permission(permission_id))
                check_answerable(asked, by)
                asked.check_open()
                asked.check_shown(sha256)
                decision = PermissionDecision(outcome=outcome)
                answered.append(settle(change, permission_id, decision, Decider(DeciderKind.PERSON, by.id)))
            except CountermarkError as error:  # said before anything of this one is saved
                refused[permission_id] = str(error)
        return BulkResult(answered, refused)

    return await desk.change(by, work)


async def refuse_call(desk: Desk, malformed: MalformedCall, *, by: Actor) -> None:
    """A request that cannot be understood is refused at once; the journal says so, and no card is shown."""
    it = malformed.asker
    await desk.change(
        by,
        lambda change: change.save(
            None,
            CallRefused(
                it.agent,
                it.workspace,
                it.conversation,
                redacted(malformed.tool[:LONGEST_TOOL]),
                redacted(malformed.why),
            ),
        ),
    )


async def note_denial(desk: Desk, denied: CallDenied, *, by: Actor) -> None:
    """The agent itself has refused a call."""
    it, call = denied.asker, denied.call
    happening = CallDeniedByAgent(
        redacted(title_of_call(call)), it.agent, it.workspace, it.conversation, call.name, redacted(denied.why)
    )
    await desk.change(by, lambda change: change.save(None, happening))
