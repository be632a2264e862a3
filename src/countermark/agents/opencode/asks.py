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


def asker_of(request: Request, *, server: str) -> Asker:
    """Who asks: a conversation whose own dialog is open beside the desk, in OpenCode's terminal if there is one."""
    return Asker(
        agent=AGENT, workspace=request.folder, conversation=request.session, point=CallPoint.DIALOG,
        call_id=request.call, agent_server=server,
    )  # fmt: skip


def permission_asked(request: PermissionRequest, use: ToolUse | None, *, server: str) -> PermissionAsk:
    """A permission that a call needs. Raises `Malformed`."""
    if use is None or request.permission in NOT_THE_CALL:
        return PermissionAsk(asker=asker_of(request, server=server), call=call_alone(request))
    call = tool_call(use.tool, use.arguments, request.folder)
    said = use.arguments.get("description") if isinstance(use.arguments, dict) and call.command is not None else None
    reason = said if isinstance(said, str) and said.strip() else None
    return PermissionAsk(asker=asker_of(request, server=server), call=call, reason=reason)


def call_alone(request: PermissionRequest) -> ToolCall:
    """What the request itself says, where no call of a tool stands behind it: only a person decides about it."""
    told = {"patterns": list(request.patterns), "metadata": dict(request.metadata)}
    _, written = arguments_field({"request": told}, "request")
    name = name_field({"permission": request.permission}, "permission")
    return ToolCall(ToolKind.OTHER, name, folder_field({"directory": request.folder}, "directory"), written)


def question_asked(request: QuestionRequest, *, server: str) -> QuestionAsk:
    """Questions of one call. Raises `Malformed`."""
    if len({prompt.text for prompt in request.prompts}) < len(request.prompts):
        raise Malformed("questions has the same question twice")
    return QuestionAsk(
        asker=asker_of(request, server=server), source=QuestionSource.AGENT, prompts=request.prompts,
        arguments=request.arguments,
    )  # fmt: skip


def malformed_call(malformed: MalformedRequest, *, server: str) -> MalformedCall:
    """What is recorded of a request that cannot be understood."""
    asker = Asker(
        agent=AGENT, workspace=malformed.folder, conversation=malformed.session, point=CallPoint.DIALOG,
        agent_server=server,
    )  # fmt: skip
    return MalformedCall(asker=asker, tool=malformed.tool, why=malformed.why)
