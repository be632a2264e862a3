"""Agents that a session can be started with, as the wire shows them."""

import shlex

from countermark.agents.asking_words import asking_sentences
from countermark.agents.launch_brands import LaunchBrand
from countermark.agents.launch_catalog import LaunchBrands
from countermark.agents.launch_presence import RuntimeVersions, presence_of
from countermark.http_api.shapes import agent_wire as wire
from countermark.http_api.shapes.names import without_controls


def session_agents(known: LaunchBrands) -> wire.SessionAgents:
    """All of them. What is installed is looked for on the disk, and runtimes are asked for their version."""
    runtimes = RuntimeVersions()
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
