"""The commands that put our hook into an agent's settings and take it out again."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace

from countermark.agents import claude_code_settings as claude
from countermark.agents.json_text import NotJson
from countermark.cli import agent_settings, install_mcp, other_hooks
from countermark.cli.failure import DONE
from countermark.cli.hub_commands import read_settings
from countermark.doorbell import hub_address
from countermark.doorbell.terminal import visible_text

# Settings hold keys at times; those of a project are shared with everybody who works on it.
PRIVATE, SHARED = 0o600, 0o644


def install(chosen: argparse.Namespace) -> int:
    """Shows the difference and writes it; a second run finds nothing to do."""
    if chosen.agent == "mcp":
        return install_mcp.install(chosen)
    home = hub_address.home()
    path = agent_settings.claude_settings(project=chosen.project)
    before = agent_settings.read_text(path)
    record = agent_settings.read_record(home, path)
    wait = read_settings(home).wait_seconds("claude-code")
    hooks = claude.wanted(agent_settings.hook_program(), wait_seconds=wait, plans_only=chosen.plans_only)
    try:
        after, kept = claude.install(before, hooks, record=record)
    except (NotJson, claude.NotSettings) as error:
        raise install_mcp.by_hand(path, error, _to_paste(hooks)) from error
    kept = replace(kept, plans_only=chosen.plans_only)
    if after == before:
        print(f"Nothing to do: {path} has our hooks already.")
        _tell_of_others()
        return DONE
    install_mcp.show_difference(path, before, after)
    if chosen.dry_run:
        _tell_of_others()
        return DONE
    agent_settings.write_record(home, path, kept)
    agent_settings.write_text(path, after, was=before, mode=SHARED if chosen.project else PRIVATE)
    print(f"\nWritten: {path}")
    print(f"{_what_comes(plans_only=chosen.plans_only)} `countermark doctor` tries the way.")
    if os.environ.get("COUNTERMARK_HOME"):
        print(f"COUNTERMARK_HOME is set here: start Claude Code with {home} in it too, or it asks elsewhere.")
    if chosen.project:
        print("The hook's path is one of this machine: whoever shares this file needs Countermark in the same place.")
    _tell_of_others()
    return DONE


def _what_comes(*, plans_only: bool) -> str:
    if plans_only:
        return "The next plan of a new Claude Code conversation opens on the desk."
    return "Plans, permissions and questions of new Claude Code conversations go through the desk."


def _tell_of_others() -> None:
    """Two programs that ask about the same plan are no failure of ours, but nobody should find out by it."""
    others = list(other_hooks.find())
    for other in others:
        print(f"\nNote: {visible_text(other.says, lines=False)}.")
    if any(other.reviews_plans for other in others):
        print(f"  {other_hooks.MEND}")


def uninstall(chosen: argparse.Namespace) -> int:
    """Takes our hooks out: every other byte is as it was before."""
    if chosen.agent == "mcp":
        return install_mcp.uninstall(chosen)
    home = hub_address.home()
    path = agent_settings.claude_settings(project=chosen.project)
    before = agent_settings.read_text(path)
    record = agent_settings.read_record(home, path)
    try:
        after = None if before is None else claude.uninstall(before, record)
    except (NotJson, claude.NotSettings) as error:
        do = "Nothing was written. Take the hooks that start `countermark-hook` out by hand, if there are any."
        raise install_mcp.by_hand(path, error, do) from error
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


def _to_paste(hooks: Sequence[claude.Hook]) -> str:
    """What to write by hand where we cannot, and where it belongs."""
    goes = 'Paste this; where the file has "hooks" or one of the lists in it already, what is in ours goes into those:'
    return f"Nothing was written. {goes}\n{claude.install(None, hooks)[0].rstrip()}"
