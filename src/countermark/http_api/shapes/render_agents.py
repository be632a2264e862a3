"""Agents that a session can be started with, as the wire shows them."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Literal

from countermark.agents.acp.checking import AgentCheck
from countermark.agents.acp.listing import KnownConversations
from countermark.agents.asking_words import asking_sentences
from countermark.agents.launch_brands import LaunchBrand
from countermark.agents.launch_catalog import LaunchBrands
from countermark.agents.launch_presence import RuntimeVersions, presence_of
from countermark.http_api.shapes import agent_wire as wire
from countermark.http_api.shapes.names import last_part, without_controls

ABILITIES: Mapping[str, str] = {
    "loads": "goes on with an earlier conversation and tells it again",
    "resumes": "goes on with an earlier conversation",
    "lists": "lists its conversations",
    "forks": "forks a conversation",
    "closes": "closes a conversation",
    "deletes": "deletes a conversation",
    "takes_images": "takes images",
    "takes_audio": "takes sound",
    "takes_files": "takes the content of files",
    "takes_folders": "works in more than one folder",
    "mcp_stdio": "starts MCP servers",
    "mcp_http": "reaches MCP servers by HTTP",
    "mcp_sse": "reaches MCP servers by SSE",
    "steers": "takes words while it works",
    "signs_out": "signs out",
}


def session_agents(known: LaunchBrands, *, login_path: str | None) -> wire.SessionAgents:
    """All of them. What is installed is looked for on the disk, and runtimes are asked for their version."""
    runtimes = RuntimeVersions(login_path)
    brands = sorted(known.brands.values(), key=lambda brand: (brand.title.lower(), brand.name))
    return wire.SessionAgents(
        agents=[session_agent(brand, runtimes) for brand in brands],
        broken=[wire.BrokenAgent(name=without_controls(each.name), why=without_controls(each.why))
                for each in known.broken],
    )  # fmt: skip


def session_agent(brand: LaunchBrand, runtimes: RuntimeVersions) -> wire.SessionAgent:
    """One of them; of variables only the names, since their values may be keys."""
    presence = presence_of(brand, runtimes)
    return wire.SessionAgent(
        name=brand.name, title=without_controls(brand.title),
        command_line=without_controls(shlex.join(brand.command_line)), found=presence.why_not is None,
        why_not_found=presence.why_not, runtime=None if brand.runtime is None else str(brand.runtime),
        runtime_version=presence.runtime_version, version=presence.version, size_mb=brand.size_mb,
        sign_in=brand.sign_in, env_names=[*brand.env, *brand.env_names],
        asks=[without_controls(each) for each in asking_sentences(brand)], own=brand.is_own,
    )  # fmt: skip


def agent_checked(brand: LaunchBrand, check: AgentCheck) -> wire.AgentChecked:
    """What a check has found; the agent's own words with nothing hidden in them."""
    facts = check.facts
    return wire.AgentChecked(
        name=brand.name, title=without_controls(brand.title), command_line=without_controls(shlex.join(check.command)),
        startup_ms=check.startup_ms, protocol=facts.protocol,
        agent_name=shown(facts.name), version=shown(facts.version),
        abilities=[words for ability, words in ABILITIES.items() if getattr(facts, ability)],
        sign_ins=[
            wire.WayToSignIn(
                name=without_controls(each.name), description=shown(each.description), command=shown(each.command)
            )
            for each in facts.auth
        ],
        asks=[without_controls(each) for each in asking_sentences(brand)],
    )  # fmt: skip


def agent_conversations(it: KnownConversations) -> wire.AgentConversations:
    """What an agent knows, with nothing hidden in its words; ids stay to the letter."""
    facts = it.check.facts
    can: Sequence[tuple[Literal["load", "resume", "fork"], bool]] = (
        ("load", facts.loads), ("resume", facts.resumes), ("fork", facts.forks),
    )  # fmt: skip
    return wire.AgentConversations(
        conversations=[
            wire.AgentConversation(
                id=each.id, folder=shown(each.folder), title=shown(each.title), updated_at=each.updated_at,
                folder_name=None if each.folder is None else without_controls(last_part(each.folder)),
            )
            for each in it.conversations
        ],
        whole=it.whole, ways=[way for way, offered in can if offered], startup_ms=it.check.startup_ms,
    )  # fmt: skip


def shown(text: str | None) -> str | None:
    """An agent's words with nothing hidden in them, if there are any."""
    return None if text is None else without_controls(text)
