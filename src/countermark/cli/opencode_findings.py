"""What the doctor finds about OpenCode: our plugin, what switches it off, and whether the way to the hub is open."""

import json
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from countermark.agents.opencode.plugin_file import PLUGIN_ID, InstalledPlugin, installed_in, plugin_text
from countermark.agents.opencode.plugin_payloads import PluginEvent
from countermark.cli import agent_settings
from countermark.cli.failure import Failure
from countermark.cli.finding import PATIENCE, Finding, run_program
from countermark.cli.install_opencode import FILE, OLDER, all_folders, all_settings, own_folder
from countermark.doorbell import hub_address

NAME = "OpenCode's plugin"
INSTALL = "countermark install opencode"
# A text, or a comment, or a comma that nothing follows: OpenCode reads settings with comments.
NOT_JSON = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/|,(?=(?:\s|//[^\n]*|/\*.*?\*/)*[}\]])', re.DOTALL)


@dataclass(frozen=True)
class PluginFile:
    """A file that OpenCode loads our plugin from."""

    path: Path
    text: str
    says: InstalledPlugin

    @property
    def command(self) -> str:
        """The command that mends it."""
        return INSTALL if self.path.is_relative_to(own_folder()) else f"{INSTALL} --project"


def look_at_opencode(home: str) -> Iterator[Finding]:
    """OpenCode itself, our plugin where it is installed, and what keeps it from being loaded."""
    program = shutil.which("opencode")
    if program is not None:
        done = run_program([program, "--version"])
        version = done.stdout.decode(errors="replace").strip() if done else ""
        yield Finding("OpenCode", good=bool(version), says=version or f"{program} does not answer")
    files = list(plugin_files())
    for file in files:
        yield judge_file(file, home)
    if len(files) > 1:
        says = f"it is loaded {len(files)} times: OpenCode 1 asks once, OpenCode 2 does not start with two of one id"
        yield Finding(NAME, good=False, says=says, mend="Take one away: countermark uninstall opencode, or --project.")
    if files:
        yield from switched_off()


def plugin_files() -> Iterator[PluginFile]:
    """Our plugin, wherever OpenCode would load it from here."""
    for path in (folder / name for folder in all_folders() for name in (OLDER, FILE)):
        try:
            text = agent_settings.read_text(path)
        except Failure:
            continue  # nothing of ours is in what is no text
        says = None if text is None else installed_in(text)
        if text is not None and says is not None:
            yield PluginFile(path, text, says)


def judge_file(file: PluginFile, home: str) -> Finding:
    """Whether a file is what this version would write, and starts a program that is there."""
    its_home = file.says.home or hub_address.usual_home()
    if file.text != plugin_text(file.says.hook, home=file.says.home):
        says = f"{file.path} is of version {file.says.version}, or was changed"
    elif not os.access(file.says.hook, os.X_OK):
        says = f"{file.path} starts {file.says.hook}, which is not there"
    elif its_home != home:
        says = f"{file.path} asks the hub of {its_home}; this is {home}"
    else:
        return Finding(NAME, good=True, says=f"{file.path}, version {file.says.version}")
    return Finding(NAME, good=False, says=says, mend=file.command)


def switched_off() -> Iterator[Finding]:
    """What keeps OpenCode from loading it, in any settings that count here."""
    if os.environ.get("OPENCODE_PURE"):
        says = "OPENCODE_PURE is set: OpenCode loads no plugins"
        yield Finding(NAME, good=False, says=says, mend="Unset OPENCODE_PURE.")
    for path in dict.fromkeys(all_settings()):
        try:
            text = agent_settings.read_text(path)
            entry = None if text is None else switching_off(text)
        except Failure as failure:
            yield Finding(NAME, good=False, says=str(failure), mend=failure.do)
        except ValueError as error:
            yield Finding(NAME, good=False, says=f"{path} is not JSON: {error}", mend="Correct the file.")
        else:
            if entry is not None:
                mend = f'Take "{entry}" out of that list.'
                yield Finding(NAME, good=False, says=f'{path} switches it off by "{entry}"', mend=mend)


def switching_off(text: str) -> str | None:
    """The last entry of a list of plugins that switches ours off. Raises `ValueError` for what is not JSON."""
    settings = (
        json.loads(NOT_JSON.sub(lambda found: found[1] or " ", text.removeprefix("\ufeff"))) if text.strip() else {}
    )
    entry = None
    for name in ("plugin", "plugins"):
        listed = settings.get(name) if isinstance(settings, dict) else None
        for each in listed if isinstance(listed, list) else ():
            if isinstance(each, str) and names_ours(each.removeprefix("-")):
                entry = each if each.startswith("-") else None
    return entry


def names_ours(pattern: str) -> bool:
    """Whether an entry means our plugin: its id, or a pattern for all."""
    return pattern in (PLUGIN_ID, "*", f"{PLUGIN_ID}.*")


def send_canary() -> Iterator[Finding]:
    """A step of a conversation that changes nothing goes the way of the plugin's questions."""
    for hook in dict.fromkeys(file.says.hook for file in plugin_files()):
        told = {
            "event": PluginEvent.STARTED,
            "sessionID": f"canary-{secrets.token_hex(8)}",
            "directory": str(Path.home()),
        }
        done = run_program([hook, "opencode"], json.dumps(told).encode("ascii"))
        if done is not None and done.returncode == 0 and not done.stderr.strip():
            says = "an event comes through, from the hook to the translator and back"
            yield Finding("canary of OpenCode", good=True, says=says)
            continue
        words = done.stderr.decode(errors="replace").strip() if done else f"no answer within {PATIENCE:.0f} s"
        says = words or f"{hook} ended with {done.returncode if done else 0}"
        yield Finding("canary of OpenCode", good=False, says=says, mend=f"{INSTALL}, or mend what is wrong above.")
