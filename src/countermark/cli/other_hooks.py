"""Hooks of other programs that Claude Code asks about plans beside ours, and what a person is told of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from countermark.agents.hook_hosts import CLAUDE_CODE
from countermark.agents.hook_settings import Hook, NotSettings, is_for_all
from countermark.agents.json_text import NotJson
from countermark.cli import agent_settings
from countermark.cli.failure import Failure

MEND = "Keep one of the two: take that hook out of its file, or run `countermark uninstall claude-code`."


@dataclass(frozen=True)
class OtherHook:
    """A hook for plans that is not ours, and the file it stands in."""

    path: Path
    hook: Hook

    @property
    def reviews_plans(self) -> bool:
        """One that is called at every request may only ring a bell; one that names plans is there to answer them."""
        return not is_for_all(self.hook.matcher)

    @property
    def says(self) -> str:
        """What it is and what follows from it."""
        entry = f"`{self.hook.command}` in {self.path}"
        if self.reviews_plans:
            return f"{entry} is asked about each plan too: you are asked twice, and the first answer counts"
        return f"{entry} is called at each request, plans too: if it answers before you do, its answer counts"


def find() -> Iterator[OtherHook]:
    """Those in the settings of the person and of the project; a file that cannot be read is told of elsewhere."""
    for path in agent_settings.all_settings(CLAUDE_CODE):
        try:
            text = agent_settings.read_text(path) or ""
            hooks = CLAUDE_CODE.hooks.others(text) if text.strip() else ()
        except (Failure, NotJson, NotSettings):
            continue
        yield from (OtherHook(path, hook) for hook in hooks)
