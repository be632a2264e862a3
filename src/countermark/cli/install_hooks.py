"""Puts our hooks into the settings of an agent that has hooks, and takes them out again."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace

from countermark.agents.hook_hosts import CLAUDE_CODE, HookHost
from countermark.agents.hook_settings import Hook, NotSettings
from countermark.agents.json_text import NotJson
from countermark.cli import agent_settings, install_mcp, other_hooks
from countermark.cli.failure import DONE, Failure
from countermark.cli.hub_commands import read_settings
from countermark.doorbell import hub_address
from countermark.doorbell.terminal import visible_text

# Settings hold keys at times; those of a project are shared with everybody who works on it.
PRIVATE, SHARED = 0o600, 0o644


def install(host: HookHost, chosen: argparse.Namespace) -> int:
    """Shows the difference and writes it; a second run finds nothing to do."""
    if chosen.plans_only and host.hooks.plans is None:
        raise Failure(f"plans of {host.title} cannot be had alone", "Leave out --plans-only; nothing was written.")
    home = hub_address.home()
    path = agent_settings.settings_file(host, project=chosen.project)
    before = agent_settings.read_text(path)
    record = agent_settings.read_record(home, path)
    wait = read_settings(home).longest_wait(host.agent)
    hooks = host.hooks.wanted(agent_settings.hook_program(), wait_seconds=wait, plans_only=chosen.plans_only)
    try:
        after, kept = host.hooks.install(before, hooks, record=record)
    except (NotJson, NotSettings) as error:
        raise install_mcp.by_hand(path, error, _to_paste(host, hooks)) from error
    kept = replace(kept, plans_only=chosen.plans_only)
    if after == before:
        print(f"Nothing to do: {path} has our hooks already.")
        _tell_of_others(host)
        return DONE
    install_mcp.show_difference(path, before, after)
    if chosen.dry_run:
        _tell_of_others(host)
        return DONE
    agent_settings.write_record(home, path, kept)
    agent_settings.write_text(path, after, was=before, mode=SHARED if chosen.project else PRIVATE)
    print(f"\nWritten: {path}")
    _tell_what_comes(host, chosen)
    _tell_of_others(host)
    return DONE


def _tell_what_comes(host: HookHost, chosen: argparse.Namespace) -> None:
    if chosen.plans_only:
        comes = f"The next plan of a new {host.title} conversation opens on the desk."
    else:
        comes = f"{host.comes} of new {host.title} conversations go through the desk."
    print(f"{comes} `countermark doctor` tries the way.")
    for line in (host.first, host.limits):
        if line:
            print(line)
    if os.environ.get("COUNTERMARK_HOME"):
        home = hub_address.home()
        print(f"COUNTERMARK_HOME is set here: start {host.title} with {home} in it too, or it asks elsewhere.")
    if chosen.project:
        print("The hook's path is one of this machine: whoever shares this file needs Countermark in the same place.")
        if host.trusts_folders:
            print(f"{host.title} reads this file only where you have told it that you trust the folder.")


def _tell_of_others(host: HookHost) -> None:
    """Two programs that ask about the same plan are no failure of ours, but nobody should find out by it."""
    others = list(other_hooks.find()) if host is CLAUDE_CODE else []
    for other in others:
        print(f"\nNote: {visible_text(other.says, lines=False)}.")
    if any(other.reviews_plans for other in others):
        print(f"  {other_hooks.MEND}")


def uninstall(host: HookHost, chosen: argparse.Namespace) -> int:
    """Takes our hooks out: every other byte is as it was before."""
    home = hub_address.home()
    path = agent_settings.settings_file(host, project=chosen.project)
    before = agent_settings.read_text(path)
    record = agent_settings.read_record(home, path)
    try:
        after = None if before is None else host.hooks.uninstall(before, record)
    except (NotJson, NotSettings) as error:
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


def _to_paste(host: HookHost, hooks: Sequence[Hook]) -> str:
    """What to write by hand where we cannot, and where it belongs."""
    goes = 'Paste this; where the file has "hooks" or one of the lists in it already, what is in ours goes into those:'
    return f"Nothing was written. {goes}\n{host.hooks.install(None, hooks)[0].rstrip()}"
