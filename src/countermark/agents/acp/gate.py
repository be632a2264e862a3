"""The gate of a session: what its agent may do through the desk, decided by rules, by what was granted, by a person.

Each way in which an agent acts through us comes here first. Nothing here says yes by itself, and only an agent's
choice that allows once is ever sent for a yes.
"""

import asyncio
import json
import logging
import posixpath
import re
from collections.abc import Mapping, Sequence

from countermark.actions import permissions
from countermark.actions.cards import arguments_of, replaced
from countermark.agents.acp.calls import AskedCall, asked_call, offered_options, title_of, told_call, told_of
from countermark.agents.acp.context import ActRefused, SessionContext, act_of
from countermark.agents.acp.plans import plan_in, reviewed
from countermark.agents.acp.programs import check_names, line_of, only_looks
from countermark.agents.acp.waiting import ask_permission
from countermark.agents.acp.words import next_words, told_until
from countermark.agents.decision_words import NO_LONGER_ASKED, NOBODY, refusal
from countermark.agents.fields import Fields, Malformed, arguments_field, name_field, text_field, word_field
from countermark.model.annotation_records import canonical
from countermark.model.asked import Asker, CallPoint, Decider, DeciderKind, Ending
from countermark.model.conversations import MalformedCall
from countermark.model.errors import CountermarkError
from countermark.model.offered import OfferedOption, once_of, rejection_of
from countermark.model.permissions import Outcome, Permission, PermissionAsk, permission_answer
from countermark.model.reviews import Reason, Revision, Verdict
from countermark.model.sessions.events import CallJudged, Noticed
from countermark.model.sessions.orders import Cancel
from countermark.model.sessions.parts import CallPart, CallStatus, Judgement, NoticePart, PromptPart
from countermark.model.sessions.state import SessionState
from countermark.model.tool_calls import Decision, ToolCall, ToolKind
from countermark.store.base import ReviewQuery
from countermark.workspace.files import text_in
from countermark.workspace.real_paths import RealPaths

logger = logging.getLogger(__name__)

Result = Mapping[str, object]  # of a request, as the protocol has it
CANCELLED: Result = {"outcome": {"outcome": "cancelled"}}
MALFORMED = "This request could not be understood, so nobody was asked: {why}."
CANNOT_ASK = "Nobody could be asked: {why}"
MOST_WRITTEN_BYTES = 8 * 1024 * 1024  # that a person can be shown as a difference
MOST_LOOKED_AT = 200  # items of a conversation that are looked through for words to the agent
# Ends of a request by which its agent has stopped to wait: it is told that its request is cancelled, nothing else.
BY_CANCEL = frozenset({Ending.TURN_ENDED, Ending.CONVERSATION_ENDED, Ending.AGENT_GONE, Ending.SERVER_RESTARTED})


async def answer_permission(context: SessionContext, params: object) -> Result:
    """The result of `session/request_permission`: one of the agent's own choices, or that its turn was cancelled.

    Raises `ActRefused` where there is no choice that says no: its words are then the error of the request. Once the
    answer is written, `note_told` says so.
    """
    offered = tuple[OfferedOption, ...]()
    try:
        if not isinstance(params, dict):
            raise Malformed("params is no object")
        offered = offered_options(params)
        before = await told_before(context, params)
        told = told_call(params, before)
        part = told.id if before is None else before.id  # as the ledger names it
        asker = asker_of(context, call_id=told.id)
        can_answer = once_of(offered) is not None and rejection_of(offered) is not None
        plan = await plan_in(context, told, asker) if can_answer else None
        if plan is not None:
            context.memory.asked.add(part)
            return plan_result(offered, (await reviewed(context, plan, call=part)).latest)
        asked = asked_call(told, agent=context.agent, folder=context.folder)
        return await permitted(context, asked, offered, asker, part=part)
    except Malformed as error:
        await refuse_malformed(context, params, str(error))
        return rejected(offered, MALFORMED.format(why=error))
    except CountermarkError as error:  # too many wait, or nothing can be stored
        logger.error("session %s: %s", context.session, error)
        return rejected(offered, CANNOT_ASK.format(why=error))


async def told_before(context: SessionContext, params: Fields) -> CallPart | None:
    """What the agent has told of the call before it asked."""
    call = params.get("toolCall")
    call_id = call.get("toolCallId") if isinstance(call, dict) else None
    return newest_call(await context.state(), call_id) if isinstance(call_id, str) else None


def newest_call(state: SessionState, call_id: str) -> CallPart | None:
    """The call of this turn that an id of the agent means: there are models that number their calls anew."""
    named = re.compile(rf"{re.escape(call_id)}(~\d+)?")
    for part in reversed(state.ledger):
        if isinstance(part, PromptPart):
            return None  # what was told in an earlier turn says nothing about this one
        if isinstance(part, CallPart) and named.fullmatch(part.id):
            return part
    return None


def asker_of(context: SessionContext, *, call_id: str | None) -> Asker:
    """Who asks: an agent that does it only if it is allowed here."""
    return Asker(
        agent=context.agent, workspace=context.folder, conversation=context.conversation, point=CallPoint.ALONE,
        call_id=call_id,
    )  # fmt: skip


async def permitted(
    context: SessionContext, asked: AskedCall, offered: tuple[OfferedOption, ...], asker: Asker, *, part: str
) -> Result:
    """What an ordinary permission comes to; `part` is the call in the ledger."""
    memory, call = context.memory, asked.call
    memory.asked.add(part)
    for perhaps in asked.perhaps:
        if await is_denied(context, perhaps):
            call = perhaps
            break
    ask = PermissionAsk(
        asker=asker, call=call, reason=asked.reason, offered=offered, allowed_by=await allowed_before(context),
        title=title_of(asked.told) if call.kind is ToolKind.OTHER else None,
    )  # fmt: skip
    acts = await asyncio.to_thread(acts_in, call, context.folder)  # before: links may be changed while a card is open
    ended = await ask_permission(context, ask, call=part)
    if ended.outcome is Outcome.ALLOWED:
        for act in acts:
            memory.allow(act, at=context.desk.now())
    await tell_denial(context, ended)
    return permission_result(context, ended)


async def allowed_before(context: SessionContext) -> Decider | None:
    """What a person has allowed for everything in this session, while it holds."""
    until = (await context.state()).auto_allow_until
    return Decider(DeciderKind.SESSION, context.session) if until is not None and until > context.desk.now() else None


async def is_denied(context: SessionContext, call: ToolCall) -> bool:
    """Whether the rules deny a call."""
    ruling = await context.desk.rulebooks.ruling(context.desk, call, workspace=context.folder)
    return ruling.judgement.decision is Decision.DENY


def permission_result(context: SessionContext, ended: Permission) -> Result:
    """The agent's own choice that stands for what was decided."""
    match ended.outcome:
        case Outcome.ALLOWED | Outcome.DENIED:
            made = ended.decision
            assert made is not None, "it is decided"
            if made.stops_turn:
                context.wish(Cancel())
            if made.option is not None:
                return selected(made.option)
            raise ActRefused(refusal(permission_answer(ended)))
        case Outcome.EXPIRED:
            return rejected(ended.offered, NOBODY)
        case Outcome.WITHDRAWN | None:
            return CANCELLED if ended.ending in BY_CANCEL else rejected(ended.offered, NO_LONGER_ASKED)


def plan_result(offered: Sequence[OfferedOption], latest: Revision) -> Result:
    """The same for a plan: what a person says to it goes with the next prompt."""
    match latest.verdict:
        case Verdict.APPROVED:
            option = once_of(offered)
            assert option is not None, "else it would have been an ordinary permission"
            return selected(option.id)
        case Verdict.CHANGES_REQUESTED | Verdict.EXPIRED:
            return rejected(offered, NOBODY)
        case Verdict.WITHDRAWN | None:
            return CANCELLED if latest.reason is Reason.TURN_ENDED else rejected(offered, NO_LONGER_ASKED)


def selected(option: str) -> Result:
    """One of the agent's own choices."""
    return {"outcome": {"outcome": "selected", "optionId": option}}


def rejected(offered: Sequence[OfferedOption], words: str) -> Result:
    """The agent's own no. Raises `ActRefused` where it has none: an error is no yes, and *cancelled* would be a lie."""
    option = rejection_of(offered)
    if option is None:
        raise ActRefused(words)
    return selected(option.id)


async def refuse_malformed(context: SessionContext, params: object, why: str) -> None:
    """What cannot be understood is refused with an entry, and no card is shown."""
    call = params.get("toolCall") if isinstance(params, dict) else None
    title = call.get("title") if isinstance(call, dict) else None
    tool = title if isinstance(title, str) and title else "session/request_permission"
    malformed = MalformedCall(asker=asker_of(context, call_id=None), tool=tool, why=why)
    await permissions.refuse_call(context.desk, malformed, by=context.by)
    await notice(context, "A request of the agent was refused", MALFORMED.format(why=why))


async def notice(context: SessionContext, title: str, description: str) -> None:
    """The desk says something in the ledger of the session."""
    desk = context.desk
    part = NoticePart(desk.new_id("no"), desk.now(), "warning", title, description, by_desk=True)
    await context.record(Noticed(part))


async def tell_denial(context: SessionContext, ended: Permission) -> None:
    """What a rule has denied was never a card: the ledger says it."""
    decider = ended.decider
    if ended.outcome is Outcome.DENIED and decider is not None and decider.kind is not DeciderKind.PERSON:
        words = None if ended.decision is None else ended.decision.words
        await notice(context, f"Your rules deny: {ended.title}", words or "")


def acts_in(call: ToolCall, folder: str) -> list[str]:
    """What the agent may ask for once more, in other words, when it does what was allowed; it looks at the disk."""
    if call.command is not None:
        return [act_of("run", call.command, call.cwd)]
    if call.kind is not ToolKind.EDIT:
        return [act_of("read", led_to(posixpath.join(folder, path))) for path in call.paths]
    if len(call.paths) != 1 or call.deletes:
        return []
    path = led_to(posixpath.join(folder, call.paths[0]))
    text = text_after(path, arguments_of(call))
    return [] if text is None else [act_of("write", path, text)]


def led_to(path: str) -> str:
    """The file that a path names now, links followed: the same words may name another one a moment later."""
    return RealPaths().real(path) or path


def text_after(path: str, arguments: Mapping[str, object]) -> str | None:
    """The whole file as the card has shown it; None where it could not."""
    content = arguments.get("content")
    if isinstance(content, str):
        return content
    try:
        before = text_in(path)
    except OSError:
        return None
    return None if before is None else replaced(before, arguments)


async def may_write(context: SessionContext, path: str, content: str) -> None:
    """Raise `ActRefused` unless the agent may write this text to this file; the words are for the agent."""
    if len(content.encode("utf-8", "surrogatepass")) > MOST_WRITTEN_BYTES:
        raise ActRefused(
            f"More than {MOST_WRITTEN_BYTES} bytes cannot be shown to the person who would have to allow it."
        )
    call = await file_call(context, "fs/write_text_file", ToolKind.EDIT, {"path": path, "content": content})
    await may_do(context, call, act_of("write", await asyncio.to_thread(led_to, path), content))


async def may_read(context: SessionContext, path: str) -> None:
    """Raise `ActRefused` unless the agent may read this file."""
    call = await file_call(context, "fs/read_text_file", ToolKind.READ, {"path": path})
    await may_do(context, call, act_of("read", await asyncio.to_thread(led_to, path)))


async def may_run(
    context: SessionContext, command: str, args: Sequence[str], env: Mapping[str, str], cwd: str | None
) -> None:
    """Raise `ActRefused` unless the agent may start this program; what it is given beside its words is judged, too."""
    folder = posixpath.normpath(posixpath.join(context.folder, cwd or ""))
    looks = {name: value for name, value in env.items() if only_looks(name, value)}
    line = line_of(command, args, {name: value for name, value in env.items() if name not in looks}, folder)
    given = {"command": line, **({"env": looks} if looks else {})}
    try:
        check_names(env)
        word_field(given, "command")
        written = arguments_field({"params": given}, "params")[1]
    except Malformed as error:
        raise await malformed_act(context, "terminal/create", error) from None
    call = ToolCall(ToolKind.BASH, "terminal/create", folder, written, command=line)
    await may_do(context, call, act_of("run", line, folder))


async def file_call(context: SessionContext, name: str, kind: ToolKind, given: Mapping[str, str]) -> ToolCall:
    """A file that the agent wants to read or write through the desk. Raises `ActRefused` for what is no such thing."""
    try:
        path = name_field(given, "path")
        if not path.startswith("/"):
            raise Malformed("path is no absolute path")
        size = len(text_field(given, "content").encode()) if "content" in given else None
    except Malformed as error:
        raise await malformed_act(context, name, error) from None
    return ToolCall(kind, name, context.folder, canonical(given), paths=(path,), size=size)


async def malformed_act(context: SessionContext, tool: str, error: Malformed) -> ActRefused:
    """The refusal of what cannot be understood, with its entry."""
    malformed = MalformedCall(asker=asker_of(context, call_id=None), tool=tool, why=str(error))
    await permissions.refuse_call(context.desk, malformed, by=context.by)
    return ActRefused(MALFORMED.format(why=error))


async def may_do(context: SessionContext, call: ToolCall, act: str) -> None:
    """Ask about something that the agent does through the desk, unless just that was allowed a moment ago."""
    running = running_call(await context.state(), call)
    if running is not None:
        context.memory.asked.add(running)
    if context.memory.take(act, at=context.desk.now()) and not await is_denied(context, call):
        return
    asker = asker_of(context, call_id=running)
    asked = PermissionAsk(asker=asker, call=call, allowed_by=await allowed_before(context))
    try:
        ended = await ask_permission(context, asked, call=running)
    except CountermarkError as error:
        logger.error("session %s: %s", context.session, error)
        raise ActRefused(CANNOT_ASK.format(why=error)) from None
    await tell_denial(context, ended)
    if ended.outcome is not Outcome.ALLOWED:
        raise ActRefused(refused_words(context, ended))


def refused_words(context: SessionContext, ended: Permission) -> str:
    """Why not, for the model."""
    if ended.outcome is Outcome.EXPIRED:
        return NOBODY
    if ended.outcome is not Outcome.DENIED:
        return NO_LONGER_ASKED
    if ended.decision is not None and ended.decision.stops_turn:
        context.wish(Cancel())
    return refusal(permission_answer(ended))


def running_call(state: SessionState, call: ToolCall) -> str | None:
    """The call of the ledger that does this: the newest one under way that names the same file or command."""
    for part in reversed(state.ledger):
        if isinstance(part, CallPart) and part.status in (CallStatus.PENDING, CallStatus.RUNNING):
            named = {each.path for each in part.locations}
            wanted = call.command if call.command is not None else call.paths[0]
            if wanted in named or (
                part.raw_input is not None and json.dumps(wanted, ensure_ascii=False) in part.raw_input
            ):
                return part.id
    return None


async def judged(context: SessionContext, part: CallPart) -> CallJudged | None:
    """What the rules say of a call that was done without asking; None for one that was asked about, or not done."""
    if part.replayed or part.status is not CallStatus.COMPLETED or part.id in context.memory.asked:
        return None
    try:
        call = asked_call(told_of(part), agent=context.agent, folder=context.folder).call
    except Malformed:
        return None
    if call.kind is ToolKind.OTHER:
        return None
    judgement = (await context.desk.rulebooks.ruling(context.desk, call, workspace=context.folder)).judgement
    match judgement.decision:
        case Decision.DENY:
            return CallJudged(
                part.id, Judgement("deny", f"Your rules deny this; it was done without asking. {judgement.why}.")
            )
        case Decision.ASK:
            said = "No rule allows this" if judgement.is_silent else "Your rules ask about this"
            return CallJudged(part.id, Judgement("ask", f"{said}; it was done without asking."))
        case Decision.ALLOW:
            return CallJudged(part.id, Judgement("allow", "Your rules allow this."))


async def words_for_next_prompt(context: SessionContext) -> str:
    """What the protocol had no field for, since the turn that was last told of such things; empty where nothing is."""
    name = (context.agent, context.conversation)
    since = told_until(await context.state())
    asked, plans = await context.desk.read(
        lambda reader: (
            reader.newest_permissions_of(*name, limit=MOST_LOOKED_AT),
            reader.reviews(ReviewQuery("decided", limit=MOST_LOOKED_AT, conversation=name)),
        )
    )
    return next_words(asked, plans, since=since)
