"""Real agents with a scripted model, working off a page's notes through MCP while a person looks at the page."""

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Page, expect

from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site
from tests.real_agents.having import real
from tests.real_agents.headless_claude import HeadlessClaude
from tests.real_agents.opencode import OpenCode, configuration
from tests.real_agents.person import countermark, eventually
from tests.real_agents.pinned import CLAUDE_CODE, OPENCODE
from tests.scripted_model.script import Scenarios, ToolCall, Turn
from tests.scripted_model.server import ScriptedModel

PROMPT = "SCENARIO:notes work off the notes of the page"
OLD, NEW = "get up early", "rise at four"
REPLY = "They rise at four now, which is early."
PROMISED_MS = 2000
# The model thinks so long: a person who watches sees each step by itself.
THINKS = 2.5
PURPLE, BLUE = "rgba(139, 92, 246, 0.2)", "rgba(59, 130, 246, 0.2)"

# Writes down when the mark first had each colour and the panel each reply, by the page's own clock.
WATCH = """
window.seen = {};
const look = () => {
  const marks = [...document.querySelectorAll("mark[data-air-id]")];
  const shown = marks.map((mark) => getComputedStyle(mark).backgroundColor);
  const { shadowRoot } = document.querySelector("#astro-inline-review-host") ?? {};
  const replies = [...(shadowRoot?.querySelectorAll("[data-air-el=agent-reply]") ?? [])];
  shown.push(...replies.map(({ lastChild }) => lastChild.textContent));
  for (const what of shown) window.seen[what] ??= Date.now();
  requestAnimationFrame(look);
};
look();
"""


class Agent(Protocol):
    """One of the agents: how its tools are called and how it is set to work."""

    prefix: str

    def edits(self, file: Path, old: str, new: str) -> tuple[Turn, ...]: ...
    def works(self, site: Site, model: ScriptedModel) -> AbstractContextManager[Any]: ...
    def finished(self, running: Any) -> None: ...


class ClaudeCode:
    prefix = "mcp__countermark__"

    def __init__(self, program: Path) -> None:
        self._program = program

    def edits(self, file: Path, old: str, new: str) -> tuple[Turn, ...]:
        change = {"file_path": str(file), "old_string": old, "new_string": new}
        return Turn("I read it.", ToolCall("Read", {"file_path": str(file)})), Turn("I edit.", ToolCall("Edit", change))

    def works(self, site: Site, model: ScriptedModel) -> HeadlessClaude:
        countermark(site.workplace, "install", "mcp", "--for", "claude", "--project")
        allowed = ("--permission-mode", "acceptEdits", "--allowedTools", "mcp__countermark", "Edit", "Read")
        claude = HeadlessClaude(
            self._program,
            site.workplace,
            model_url=model.url,
            arguments=("--mcp-config", ".mcp.json", *allowed),
        )
        claude.prompt(PROMPT)
        return claude

    def finished(self, running: HeadlessClaude) -> None:
        running.finished_turn(seconds=120)


class RealOpenCode:
    prefix = "countermark_"

    def __init__(self, program: Path) -> None:
        self._program = program

    def edits(self, file: Path, old: str, new: str) -> tuple[Turn, ...]:
        change = {"filePath": str(file), "oldString": old, "newString": new}
        return (
            Turn("I read it.", ToolCall("read", {"filePath": str(file)})),
            Turn("I edit.", ToolCall("edit", change)),
        )

    def works(self, site: Site, model: ScriptedModel) -> OpenCode:
        (site.root / "opencode.json").write_text(json.dumps(configuration(model.url), indent=2))
        countermark(site.workplace, "install", "mcp", "--for", "opencode", "--project")
        return OpenCode(self._program, site.workplace, PROMPT)

    def finished(self, running: OpenCode) -> None:
        running.finished()


@pytest.fixture(params=["claude-code", "opencode"])
def agent(request: pytest.FixtureRequest) -> Agent:
    return ClaudeCode(real(CLAUDE_CODE)) if request.param == "claude-code" else RealOpenCode(real(OPENCODE))


def script(agent: Agent, annotation: str, file: Path) -> Scenarios:
    """Reads the notes, says what it works on, edits, says what replaced the words, addresses the note, replies."""

    def asks(words: str, tool: str, arguments: Mapping[str, str], delay: float = 0.0) -> Turn:
        return Turn(words, ToolCall(agent.prefix + tool, arguments), delay)

    return {
        "notes": (
            asks("What is there to do?", "list_annotations", {"pageUrl": "/"}),
            asks("I take it.", "set_in_progress", {"id": annotation}),
            *agent.edits(file, OLD, NEW),
            asks("That stands there now.", "update_annotation_target", {"id": annotation, "replacedText": NEW}),
            asks("It is done.", "address_annotation", {"id": annotation}, THINKS),
            asks("I say so.", "add_agent_reply", {"id": annotation, "message": REPLY}, THINKS),
            Turn("All notes are worked off."),
        )
    }


def test_an_agent_works_off_a_note_and_the_page_shows_each_step(
    agent: Agent, site: Site, reviewed: Reviewed, tmp_path: Path
) -> None:
    reviewed.page.add_init_script(WATCH)
    page = reviewed.opens().selects(".lead", OLD).writes("Say when.").opens_panel().page
    (annotation,) = eventually(
        lambda: site.annotations() or None, seconds=5, what="the annotation", instead=site.stored
    )
    source = site.root / "pages" / "index.html"

    with ScriptedModel({}, log=tmp_path / "model.jsonl") as model:
        model.scenarios.update(script(agent, annotation["id"], source))
        with agent.works(site, model) as running:
            in_progress_seen = seen(page, PURPLE)
            taken = site.annotations()[0]
            assert OLD in str(model.request("notes", step=1)["messages"][-1])

            eventually(lambda: NEW in source.read_text() or None, seconds=60, what="the edit", instead=source.read_text)
            reviewed.opens()
            expect(page.locator("mark")).to_have_text(NEW)

            addressed_seen = seen(page, BLUE)
            addressed = site.annotations()[0]
            replied_seen = seen(page, REPLY)
            agent.finished(running)

    reply = site.annotations()[0]["replies"][0]
    assert in_progress_seen - milliseconds(taken["inProgressAt"], page) < PROMISED_MS
    assert addressed_seen - milliseconds(addressed["addressedAt"], page) < PROMISED_MS
    assert replied_seen - milliseconds(reply["createdAt"], page) < PROMISED_MS
    expect(page.locator("mark")).to_have_text(NEW)
    reviewed.el("annotation-accept").click()
    expect(page.locator("mark")).to_have_count(0)
    assert NEW in page.inner_text(".lead")


def seen(page: Page, what: str) -> float:
    """When the page first showed this, once it has."""
    return float(page.wait_for_function("what => window.seen[what]", arg=what, timeout=90_000).json_value())


def milliseconds(iso: str, page: Any) -> float:
    return float(page.evaluate("iso => Date.parse(iso)", iso))
