"""Every command that the README and the guide to sessions name is run by a test: here, or where the table says."""

import re
import shlex
import sys

import pytest

from tests.house.layout import ROOT, TESTS
from tests.real_agents.person import Hub, countermark
from tests.real_agents.workplace import Workplace

PAGES = ("README.md", "docs/guides/sessions.md", "docs/guides/desktop.md", "docs/guides/exporting.md")
COMMAND = re.compile(r"(?:^ {4}|`)countermark ([a-z][^`#\n]*)", re.MULTILINE)
AGENT = TESTS / "contract" / "acp" / "misbehaving_agent.py"
# Of a command that needs a screen, a real agent or a person, the test that runs it, and words of it that stand there.
ELSEWHERE = {
    "demo pages": ("browser/test_demo_pages.py", "pages"),
    "desktop": ("journeys/test_desktop.py", '"desktop"'),
    "desktop --with gtk": ("journeys/test_desktop.py", '"--with"'),
    "doctor": ("journeys/test_install_agents.py", '"doctor"'),
    "export ID": ("journeys/test_exporting.py", "exports(workplace, item)"),
    "export ID --form html --output FILE": ("journeys/test_exporting.py", '"--form", "html", "--output"'),
    "export --all --output FOLDER": ("journeys/test_exporting.py", '"--all", "--output", str(folder)'),
    "export --all --since 2026-11-01 --until 2026-12-01": ("journeys/test_exporting.py", '"--since", "2026-11-01"'),
    "export --all --workspace . --verdict approved": ("journeys/test_exporting.py", '"--workspace", "."'),
    "journal": ("journeys/test_exporting.py", '"journal"'),
    "journal export": ("contract/actions/test_forgetting.py", "journal"),
    "install claude-code": ("journeys/test_install_agents.py", '"install"'),
    "uninstall claude-code": ("journeys/test_install_agents.py", '"uninstall"'),
    "install mcp": ("contract/mcp/test_install.py", '"mcp"'),
    "install mcp --for claude": ("contract/mcp/test_install.py", '"--for"'),
    "open": ("journeys/test_windows.py", '"open"'),
    "pages http://localhost:5173": ("browser/sites/test_node_proxied.py", '"pages"'),
    "review FILE": ("journeys/test_command_line.py", '"review"'),
    "review NOTES.md": ("journeys/test_command_line.py", '"review"'),
    "rules explain ID": ("journeys/test_permissions.py", '"explain"'),
    "serve": ("real_agents/person.py", '"serve"'),
    "serve --port 0": ("real_agents/person.py", '"serve"'),
}
# These run here, against one hub, in this order; NAME and the programs are put in.
HERE = (
    "status", "open --print", "agents list", "agents add mine --env API_KEY_FILE=/run/key -- /opt/mine/agent --acp",
    "agents check mine", "agents check NAME", "agents check opencode", "agents remove mine", "rules check 'git push'",
    "journal verify", "stop",
)  # fmt: skip
PUT_IN = {"/opt/mine/agent --acp": f"{sys.executable} {AGENT} nothing", "NAME": "mine", "check opencode": "check mine"}


def named() -> set[str]:
    """The commands of the pages, without the name of the program."""
    return {found.strip() for page in PAGES for found in COMMAND.findall((ROOT / page).read_text(encoding="utf-8"))}


def test_every_command_has_its_test() -> None:
    assert named() == {*HERE, *ELSEWHERE}


@pytest.mark.parametrize("command", sorted(ELSEWHERE))
def test_the_test_of_a_command_is_there(command: str) -> None:
    path, words = ELSEWHERE[command]
    assert words in (TESTS / path).read_text(encoding="utf-8")


def written_out(command: str) -> list[str]:
    """The command as somebody types it, with what stands for their own names and programs."""
    for name, value in PUT_IN.items():
        command = command.replace(name, value)
    return shlex.split(command)


def test_the_commands_do_what_they_are_named_for(workplace: Workplace) -> None:
    with Hub(workplace) as hub:
        assert hub.ready()
        told = {command: countermark(workplace, *written_out(command)) for command in HERE}
    assert "OpenCode" in told["agents list"]
    assert (
        "yours" in told["agents list"]
        or "mine" in told["agents add mine --env API_KEY_FILE=/run/key -- /opt/mine/agent --acp"]
    )
    assert "protocol" in told["agents check mine"]
    assert "http://127.0.0.1" in told["open --print"]
