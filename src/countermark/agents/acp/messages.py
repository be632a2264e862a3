"""Every message that the desk writes to an agent: its method and its parameters, in the version that was agreed on.

What an agent has not advertised is not asked of it: those functions take its facts and raise `AgentCannot`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from countermark.agents.acp.translate.versions import SECOND
from countermark.model.errors import AgentCannot, BadInput
from countermark.model.sessions.offers import AgentFacts, AuthKind, AuthMethod

AUTH_REQUIRED = -32000  # an agent's error: a person has to sign in there first
NOT_FOUND = -32002  # an error of ours: what an agent wants to read is not there
TAKEN_BACK = -32800  # the answer to a request that was taken back
ContentBlock = Mapping[str, Any]


class Call(NamedTuple):
    """A method and its parameters: `connection.ask(*call)`."""

    method: str
    params: Mapping[str, Any]


def initialize(version: str, *, terminals: bool, protocol: int) -> Call:
    """The first request; nothing is offered that the desk does not do. `version` is our own."""
    about = {"name": "countermark", "title": "Countermark", "version": version}
    if protocol == SECOND:
        offered: ContentBlock = {"auth": {"terminal": {}}, "elicitation": {"form": {}, "url": {}}}
        return Call("initialize", {"protocolVersion": protocol, "info": about, "capabilities": offered})
    capabilities = {
        "fs": {"readTextFile": True, "writeTextFile": True},
        "terminal": terminals,
        "auth": {"terminal": True},
        "elicitation": {"form": {}, "url": {}},
        "session": {"configOptions": {"boolean": {}}, "notices": {}, "compaction": {}},
    }
    return Call("initialize", {"protocolVersion": protocol, "clientCapabilities": capabilities, "clientInfo": about})


def new_session(folder: str, *, folders: Sequence[str], servers: Sequence[ContentBlock], facts: AgentFacts) -> Call:
    """Begin a conversation in a folder. Raises `BadInput` or `AgentCannot`."""
    return Call("session/new", workplace(folder, folders, servers, facts))


def load_session(
    name: str, folder: str, *, folders: Sequence[str], servers: Sequence[ContentBlock], facts: AgentFacts
) -> Call:
    """Go on with a conversation; the agent tells all of it again before it answers. Raises as `new_session`."""
    check_can(facts.loads, "load a conversation")
    if facts.protocol == SECOND:
        place = workplace(folder, folders, servers, facts)
        return Call("session/resume", {"sessionId": name, **place, "replayFrom": {"type": "start"}})
    return Call("session/load", {"sessionId": name, **workplace(folder, folders, servers, facts)})


def resume_session(
    name: str, folder: str, *, folders: Sequence[str], servers: Sequence[ContentBlock], facts: AgentFacts
) -> Call:
    """Go on with a conversation, without hearing it again. Raises as `new_session`."""
    check_can(facts.resumes, "resume a conversation")
    return Call("session/resume", {"sessionId": name, **workplace(folder, folders, servers, facts)})


def fork_session(
    name: str, folder: str, *, folders: Sequence[str], servers: Sequence[ContentBlock], facts: AgentFacts
) -> Call:
    """Begin a new conversation with all that was said in one. Raises as `new_session`."""
    check_can(facts.forks, "fork a conversation")
    return Call("session/fork", {"sessionId": name, **workplace(folder, folders, servers, facts)})


def workplace(
    folder: str, folders: Sequence[str], servers: Sequence[ContentBlock], facts: AgentFacts
) -> Mapping[str, object]:
    """Where an agent is to work, and with which MCP servers: those that it cannot reach are left out."""
    for each in (folder, *folders):
        if not each.startswith("/"):
            raise BadInput(f"The folder {each!r} has no absolute path.", hint="Name it from the root on.")
    reached = {"stdio": facts.mcp_stdio, "http": facts.mcp_http, "sse": facts.mcp_sse}
    kept = [each for each in servers if reached.get(str(each.get("type", "stdio")), True)]
    if facts.protocol == SECOND:
        kept = [{"type": "stdio", **each} for each in kept]
    if not folders:
        return {"cwd": folder, "mcpServers": kept}
    check_can(facts.takes_folders, "work in more than one folder")
    return {"cwd": folder, "mcpServers": kept, "additionalDirectories": list(folders)}


def list_sessions(*, folder: str | None, cursor: str | None, facts: AgentFacts) -> Call:
    """The conversations that an agent knows: of a folder, or all; `cursor` as its last answer had it."""
    check_can(facts.lists, "list its conversations")
    given = {"cwd": folder, "cursor": cursor}
    return Call("session/list", {name: value for name, value in given.items() if value is not None})


def close_session(name: str, *, facts: AgentFacts) -> Call:
    """Let an agent forget a conversation until it is loaded again. Raises `AgentCannot`."""
    check_can(facts.closes, "close a conversation")
    return Call("session/close", {"sessionId": name})


def delete_session(name: str, *, facts: AgentFacts) -> Call:
    """Let an agent delete its record of a conversation. Raises `AgentCannot`."""
    check_can(facts.deletes, "delete a conversation")
    return Call("session/delete", {"sessionId": name})


def prompt(name: str, blocks: Sequence[ContentBlock], *, facts: AgentFacts) -> Call:
    """A person's words; of their blocks only text and links are taken by every agent. Raises `AgentCannot`."""
    taken = {"image": facts.takes_images, "audio": facts.takes_audio, "resource": facts.takes_files}
    for block in blocks:
        check_can(taken.get(block["type"], True), f"take {block['type']} in a prompt")
    return Call("session/prompt", {"sessionId": name, "prompt": list(blocks)})


def cancel(name: str) -> Call:
    """A notification: stop the turn; it ends with the answer to its own request."""
    return Call("session/cancel", {"sessionId": name})


def set_mode(name: str, mode: str) -> Call:
    """One of the modes that the conversation began with."""
    return Call("session/set_mode", {"sessionId": name, "modeId": mode})


def set_option(name: str, option: str, value: str | bool, *, protocol: int) -> Call:
    """A value of a config option; a boolean one is marked as such, and in version 2 every other one, too."""
    given: dict[str, object] = {"type": "boolean"} if isinstance(value, bool) else {}
    if not given and protocol == SECOND:
        given = {"type": "id"}
    given["value"] = value
    return Call("session/set_config_option", {"sessionId": name, "configId": option, **given})


def set_model(name: str, model: str) -> Call:
    """For agents that offer `models` still: the method was taken out of the protocol in June 2026."""
    return Call("session/set_model", {"sessionId": name, "modelId": model})


def authenticate(method: AuthMethod, *, protocol: int) -> Call:
    """Sign in by the agent itself. Raises `AgentCannot` for a way that needs a terminal."""
    check_can(method.kind is AuthKind.AGENT, f"sign in by {method.name} without a terminal")
    return Call("auth/login" if protocol == SECOND else "authenticate", {"methodId": method.id})


def logout(*, facts: AgentFacts) -> Call:
    """Sign out. Raises `AgentCannot`."""
    check_can(facts.signs_out, "sign out")
    return Call("auth/logout" if facts.protocol == SECOND else "logout", {})


def check_can(advertised: bool, what: str) -> None:  # the capability, as the agent has said
    """Raise `AgentCannot` for what an agent has not advertised."""
    if not advertised:
        raise AgentCannot(f"This agent does not say that it can {what}.")
