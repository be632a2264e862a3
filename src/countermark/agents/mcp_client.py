"""Any MCP client: it asks by tools (`submit_plan`), so no payload of a hook is ever its."""

from countermark.agents.base import HookReply, Nothing
from countermark.model.errors import BadInput
from countermark.model.reviews import MCP, Revision

NAME = MCP


def read(payload: bytes) -> Nothing:  # noqa: ARG001  every translator is asked the same
    """Refuses: a client that speaks MCP has no hook. Raises `BadInput`."""
    raise BadInput("An MCP client has no hook.", hint="Submit the plan with the tool submit_plan.")


def reply(payload: bytes, revision: Revision) -> HookReply:  # noqa: ARG001
    """There is nothing to print where there is no hook."""
    return HookReply()


def dismissed(payload: bytes) -> HookReply:  # noqa: ARG001
    """There is nothing to print where there is no hook."""
    return HookReply()
