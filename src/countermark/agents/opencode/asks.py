"""What a request of OpenCode asks at the desk: the same call in the same words as its plugin tells it before."""

from countermark.agents.fields import Malformed, arguments_field, folder_field, name_field
from countermark.agents.opencode.calls import tool_call
from countermark.agents.opencode.heard import MalformedRequest, PermissionRequest, QuestionRequest, Request, ToolUse
from countermark.model.asked import Asker, CallPoint
from countermark.model.conversations import MalformedCall
from countermark.model.permissions import PermissionAsk
from countermark.model.questions import QuestionAsk, QuestionSource
from countermark.model.tool_calls import ToolCall, ToolKind

AGENT = "opencode"
# Asked about a call but not for leave to make it: whether it goes on with the same call again and again.
NOT_THE_CALL = frozenset({"doom_loop"})


def asker_of(request: Request, *, server: str, root: str) -> Asker:
    """Who asks: a conversation whose own dialog is open beside the desk, in OpenCode's terminal if there is one.

    `root` is the session that a person has begun; the one that asks is a part of it, or the same.
    """
    return Asker(
        agent=AGENT, workspace=request.folder, conversation=root, point=CallPoint.DIALOG,
        call_id=request.call, sub_agent=part_of(request.session, root), agent_server=server,
    )  # fmt: skip


def part_of(session: str, root: str) -> str | None:
    """The session of a sub-agent, as the plugin names it; None for the one that a person has begun."""
    return None if session == root else session


def session_of(asker: Asker) -> str:
    """OpenCode's own session that has asked."""
    return asker.sub_agent or asker.conversation or ""


def permission_asked(
    request: PermissionRequest, use: ToolUse | None, *, server: str, root: str | None = None
) -> PermissionAsk:
    """A permission that a call needs; `root` where a sub-agent's session asks. Raises `Malformed`."""
    asker = asker_of(request, server=server, root=root or request.session)
    if use is None or request.permission in NOT_THE_CALL:
        return PermissionAsk(asker=asker, call=call_alone(request))
    call = tool_call(use.tool, use.arguments, request.folder)
    said = use.arguments.get("description") if isinstance(use.arguments, dict) and call.command is not None else None
    reason = said if isinstance(said, str) and said.strip() else None
    return PermissionAsk(asker=asker, call=call, reason=reason)


def call_alone(request: PermissionRequest) -> ToolCall:
    """What the request itself says, where no call of a tool stands behind it: only a person decides about it."""
    told = {"patterns": list(request.patterns), "metadata": dict(request.metadata)}
    _, written = arguments_field({"request": told}, "request")
    name = name_field({"permission": request.permission}, "permission")
    return ToolCall(ToolKind.OTHER, name, folder_field({"directory": request.folder}, "directory"), written)


def question_asked(request: QuestionRequest, *, server: str, root: str | None = None) -> QuestionAsk:
    """Questions of one call; `root` where a sub-agent's session asks. Raises `Malformed`."""
    if len({prompt.text for prompt in request.prompts}) < len(request.prompts):
        raise Malformed("questions has the same question twice")
    return QuestionAsk(
        asker=asker_of(request, server=server, root=root or request.session), source=QuestionSource.AGENT,
        prompts=request.prompts, arguments=request.arguments,
    )  # fmt: skip


def malformed_call(malformed: MalformedRequest, *, server: str, root: str | None = None) -> MalformedCall:
    """What is recorded of a request that cannot be understood; `root` where a sub-agent's session has made it."""
    session = malformed.session
    asker = Asker(
        agent=AGENT, workspace=malformed.folder, conversation=root or session, point=CallPoint.DIALOG,
        sub_agent=None if session is None or root is None else part_of(session, root), agent_server=server,
    )  # fmt: skip
    return MalformedCall(asker=asker, tool=malformed.tool, why=malformed.why)
