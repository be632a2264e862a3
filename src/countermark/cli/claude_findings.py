"""What the doctor finds of Claude Code: its settings, other programs at the same hooks, and who could overrule them."""

import shutil
from collections.abc import Iterator

from countermark.agents.hook_hosts import CLAUDE_CODE
from countermark.cli import other_hooks, plugin_gates
from countermark.cli.finding import Finding, run_program
from countermark.cli.hook_findings import has_hooks, look_at_installed, other_hosts, read_all


def look_at_claude(home: str) -> Iterator[Finding]:
    """Claude Code itself, its settings, other programs at the same hooks, and plugins that overrule hooks."""
    program = shutil.which(CLAUDE_CODE.program)
    if program is not None:
        done = run_program([program, "--version"])
        told = done.stdout.decode(errors="replace").strip() if done else ""
        yield Finding(CLAUDE_CODE.title, good=bool(told), says=told or f"{program} does not answer")
    files, broken = read_all(CLAUDE_CODE)
    if program is None and not broken and not any(file.hooks for file in files) and any(map(has_hooks, other_hosts())):
        yield Finding(CLAUDE_CODE.title, good=True, says="it is not here, and not asked to come here")
        return
    yield from broken
    yield from look_at_installed(home, CLAUDE_CODE, files, complete=not broken)
    for other in other_hooks.find():
        yield Finding("other hooks", good=not other.reviews_plans, says=other.says, mend=other_hooks.MEND)
    yield from plugin_gates.look_at_plugins(program)
