"""Plugins of Claude Code that could overrule our hooks: what Claude's own validator says of each that is installed."""

import json
import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from countermark.agents.hook_hosts import CLAUDE_CODE
from countermark.cli import agent_settings
from countermark.cli.finding import Finding, run_program

PLUGINS = "Claude plugins"
PATIENCE = 10.0  # for one plugin
PATIENCE_ALTOGETHER = 30.0
# What a plugin can hook to change the verdict about a tool, or to keep another plugin out.
GATES = ("tool.call", "tool.check", "tool.judge", "plugin.register", "classic.")
MEND = (
    "No hook of ours can prevent that. Read what it does; `claude plugin disable NAME` switches one off, and one in a "
    "folder of skills goes with its folder."
)


@dataclass(frozen=True)
class FoundPlugin:
    """A plugin that Claude Code loads, and the folder it runs from."""

    name: str
    folder: Path


def look_at_plugins(program: str | None) -> Iterator[Finding]:
    """Each plugin with a gate, by name; one finding if there is none, or if that cannot be told."""
    if program is None:
        says = "there is no `claude` on the PATH, so nobody can tell whether a plugin of it overrules our hooks"
        yield Finding(PLUGINS, good=True, says=says)
        return
    until = time.monotonic() + PATIENCE_ALTOGETHER
    plugins = {plugin.folder.resolve(): plugin for plugin in (*_in_skills(), *_listed(program))}
    gates, unknown = [], []
    for plugin in plugins.values():
        found = _gates_of(program, plugin.folder) if time.monotonic() < until else None
        if found is None:
            unknown.append(plugin.name)
        elif found:
            gates.append(f"{plugin.name} in {plugin.folder} ({', '.join(found)})")
    for gate in gates:
        says = f"{gate} can overrule every hook, rule and denial of Claude Code, ours too"
        yield Finding(PLUGINS, good=False, says=says, mend=MEND)
    if unknown:
        says = f"`claude plugin validate` told nothing of {', '.join(unknown)}"
        yield Finding(PLUGINS, good=False, says=says, mend=f"Look there for a gate: {', '.join(GATES)}*")
    if not gates and not unknown:
        yield Finding(PLUGINS, good=True, says=f"none of {len(plugins)} can overrule our hooks")


def _listed(program: str) -> Iterator[FoundPlugin]:
    """Those that are installed and switched on; a marketplace in a folder runs from there, not from the copy."""
    done = run_program([program, "plugin", "list", "--json"], patience=PATIENCE)
    for entry in _objects(_parsed(done.stdout if done else b"")):
        folder = entry.get("readFromFolder") or entry.get("installPath")
        if entry.get("enabled") is True and isinstance(folder, str):
            yield FoundPlugin(str(entry.get("id")), Path(folder))


def _in_skills() -> Iterator[FoundPlugin]:
    """Those that lie among the skills: Claude Code loads them without an install."""
    for settings in (agent_settings.settings_file(CLAUDE_CODE, project=project) for project in (False, True)):
        for manifest in sorted((settings.parent / "skills").glob("*/.claude-plugin")):
            yield FoundPlugin(manifest.parent.name, manifest.parent)


def _gates_of(program: str, folder: Path) -> list[str] | None:
    """What the plugin hooks that decides; None where the validator says nothing that can be read."""
    done = run_program([program, "plugin", "validate", "--json", os.fspath(folder)], patience=PATIENCE)
    told = _parsed(done.stdout if done else b"")
    if not isinstance(told, dict) or not isinstance(told.get("contents"), list):
        return None
    hooks = [gate for content in _objects(told["contents"]) for gate in _objects(content.get("gatingHooks"))]
    patterns = {str(hook.get("pattern")) for hook in hooks}
    return sorted(pattern for pattern in patterns if pattern.startswith(GATES))


def _parsed(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _objects(value: Any) -> list[Mapping[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
