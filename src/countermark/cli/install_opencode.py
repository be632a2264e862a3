"""Puts our plugin where OpenCode loads it, and takes it away again."""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from countermark.agents.opencode.plugin_file import installed_in, plugin_text
from countermark.cli import agent_settings, install_mcp
from countermark.cli.failure import DONE, Failure
from countermark.doorbell import hub_address
from countermark.workspace.git import is_repository

FILE = Path("plugins", "countermark.js")  # both versions of OpenCode load it from here
OLDER = Path("plugin", "countermark.js")  # where version 1 alone looks too
# The file names only paths of this machine; that of a project is shared with everybody who works on it.
PRIVATE, SHARED = 0o600, 0o644


def install(chosen: argparse.Namespace) -> int:
    """Shows the difference and writes it; a second run finds nothing to do."""
    if chosen.plans_only:
        raise Failure("plans of OpenCode cannot be had alone", "Leave out --plans-only; nothing was written.")
    path = plugin_file(project=chosen.project)
    before = own_text(path)
    after = plugin_text(agent_settings.hook_program(), home=hub_address.home())
    if after == before:
        print(f"Nothing to do: {path} is our plugin already.")
        return DONE
    install_mcp.show_difference(path, before, after)
    if chosen.dry_run:
        return DONE
    agent_settings.write_text(path, after, was=before, mode=SHARED if chosen.project else PRIVATE)
    print(f"\nWritten: {path}")
    print("A new OpenCode asks the desk before each tool, and has the tool submit_plan. It does nothing without a hub.")
    print("`countermark doctor` tries the way. OpenCode started with --pure loads no plugin and asks nobody.")
    if chosen.project:
        print("The hook's path is one of this machine: whoever shares this file needs Countermark in the same place.")
    return DONE


def uninstall(chosen: argparse.Namespace) -> int:
    """Takes our file away; nothing else was written."""
    path = plugin_file(project=chosen.project)
    before = own_text(path)
    if before is None:
        print(f"Nothing to do: there is no plugin of ours at {path}.")
        return DONE
    install_mcp.show_difference(path, before, None)
    if not chosen.dry_run:
        agent_settings.write_text(path, None, was=before, mode=PRIVATE)
        print(f"\nTaken away: {path}")
    return DONE


def own_text(path: Path) -> str | None:
    """The text of our plugin, None where there is no file. Raises `Failure` for somebody else's."""
    text = agent_settings.read_text(path)
    if text is not None and installed_in(text) is None:
        raise Failure(f"{path} is no plugin of ours", "Move it away, then try again; nothing was changed.")
    return text


def plugin_file(*, project: bool) -> Path:
    """Where our plugin lies, for the person or for the project around the current folder."""
    return (agent_settings.project_folder() / ".opencode" if project else own_folder()) / FILE


def own_folder() -> Path:
    """The person's own folder of OpenCode's settings."""
    chosen = os.environ.get("OPENCODE_CONFIG_DIR")
    return Path(chosen).expanduser().absolute() if chosen else usual_folder()


def usual_folder() -> Path:
    """Where OpenCode's settings of a person lie unless they are told to lie elsewhere."""
    shared = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    return (shared if shared.is_absolute() else Path.home() / ".config") / "opencode"


def all_folders() -> list[Path]:
    """Every folder of settings that OpenCode reads here: the persons', then those of the project."""
    inside = (each / ".opencode" for each in project_folders())
    return list(dict.fromkeys((usual_folder(), Path.home() / ".opencode", *inside, own_folder())))


def all_settings() -> Iterator[Path]:
    """Every file of settings that OpenCode reads here, the one that counts most last."""
    given = os.environ.get("OPENCODE_CONFIG")
    yield usual_folder() / "config.json"
    yield from ([Path(given).expanduser().absolute()] if given else [])
    for folder in (*project_folders(), *all_folders()):
        yield from (folder / "opencode.json", folder / "opencode.jsonc")


def project_folders() -> list[Path]:
    """The folders whose settings OpenCode reads: from the repository's, or from the root, to the current one."""
    here, project = Path.cwd(), agent_settings.project_folder()
    in_repository = is_repository(project)
    folders = [each for each in (here, *here.parents) if not in_repository or each.is_relative_to(project)]
    return folders[::-1]
