"""The commands that put our hook into an agent's settings and take it out again."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from countermark.agents import claude_code_settings as claude
from countermark.agents.json_text import NotJson
from countermark.cli import agent_settings, install_mcp
from countermark.cli.failure import DONE, Failure
from countermark.cli.hub_commands import read_settings
from countermark.doorbell import hub_address

# Settings hold keys at times; those of a project are shared with everybody who works on it.
PRIVATE, SHARED = 0o600, 0o644
Edited = TypeVar("Edited")


def install(chosen: argparse.Namespace) -> int:
    """Shows the difference and writes it; a second run finds nothing to do."""
    if chosen.agent == "mcp":
        return install_mcp.install(chosen)
    home = hub_address.home()
    path = agent_settings.claude_settings(project=chosen.project)
    before = agent_settings.read_text(path)
    record = agent_settings.read_record(home, path)
    wait = read_settings(home).wait_seconds("claude-code")
    hooks = claude.wanted(agent_settings.hook_program(), wait_seconds=wait)
    after, kept = _understood(path, lambda: claude.install(before, hooks, record=record))
    if after == before:
        print(f"Nothing to do: {path} has our hooks already.")
        return DONE
    install_mcp.show_difference(path, before, after)
    if chosen.dry_run:
        return DONE
    agent_settings.write_record(home, path, kept)
    agent_settings.write_text(path, after, was=before, mode=SHARED if chosen.project else PRIVATE)
    print(f"\nWritten: {path}")
    print("The next plan of a new Claude Code session opens on the desk. `countermark doctor` tries the way.")
    if os.environ.get("COUNTERMARK_HOME"):
        print(f"COUNTERMARK_HOME is set here: start Claude Code with {home} in it too, or its plans go elsewhere.")
    if chosen.project:
        print("The hook's path is one of this machine: whoever shares this file needs Countermark in the same place.")
    return DONE


def uninstall(chosen: argparse.Namespace) -> int:
    """Takes our hooks out: every other byte is as it was before."""
    if chosen.agent == "mcp":
        return install_mcp.uninstall(chosen)
    home = hub_address.home()
    path = agent_settings.claude_settings(project=chosen.project)
    before = agent_settings.read_text(path)
    record = agent_settings.read_record(home, path)
    after = None if before is None else _understood(path, lambda: claude.uninstall(before, record))
    if after == before:
        print(f"Nothing to do: {path} has no hook of ours.")
        return DONE
    install_mcp.show_difference(path, before, after)
    if chosen.dry_run:
        return DONE
    agent_settings.write_text(path, after, was=before, mode=PRIVATE)
    agent_settings.write_record(home, path, None)
    print(f"\n{'Written' if after is not None else 'Taken away, as it was not there before'}: {path}")
    return DONE


def _understood(path: Path, edit: Callable[[], Edited]) -> Edited:
    try:
        return edit()
    except NotJson as error:
        raise Failure(f"{path} is not JSON: {error}", "Correct it, then try again; nothing was written.") from error
    except claude.NotSettings as error:
        raise Failure(f"{path}: {error}", "Correct it, then try again; nothing was written.") from error
