"""Our plugin as a file for one machine: what an install writes, and what a file that was written says of itself."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from countermark import __version__
from countermark.agents.opencode.calls import TOUCHES_NOTHING

PLUGIN_ID = "countermark"
PLUGIN = Path(__file__).with_name("plugin.js")
LINE = re.compile(r"^const INSTALLED = (\{.*\});$", re.MULTILINE)


@dataclass(frozen=True)
class InstalledPlugin:
    """What a plugin's file says of itself."""

    version: str
    hook: str  # the absolute path of `countermark-hook`
    home: str | None  # the data folder; None: whatever the environment says


def plugin_text(hook: str, *, home: str | None) -> str:
    """The file for this machine."""
    line = {"version": __version__, "hook": hook, "home": home, "touchesNothing": sorted(TOUCHES_NOTHING)}
    text = PLUGIN.read_text(encoding="utf-8")
    return LINE.sub(lambda _: f"const INSTALLED = {json.dumps(line)};", text, count=1)


def installed_in(text: str) -> InstalledPlugin | None:
    """What a file says; None for one that is not ours."""
    line = LINE.search(text)
    try:
        told = json.loads(line[1]) if line is not None else None
        return InstalledPlugin(told["version"], told["hook"], told["home"]) if told is not None else None
    except (ValueError, KeyError, TypeError):
        return None
