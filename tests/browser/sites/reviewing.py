"""An annotation's whole way on a real site: made, kept over a reload, found again, addressed through MCP, accepted."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self, cast

from playwright.sync_api import Page, expect

from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site as OverlaySite
from tests.real_agents.person import eventually

WORDS = "honest lamps"
LEAD = "#lead"
OPEN = (
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
)  # fmt: skip


class Tab(Reviewed):
    """A tab on a site of any kind, known by its address."""

    def __init__(self, page: Page, address: str) -> None:
        self.address = address
        super().__init__(page, cast("OverlaySite", self))  # it asks a site for nothing but its address

    @property
    def mark(self) -> Any:
        """Where the annotation is shown, in whatever way it is painted; empty ghosts tell their place only."""
        return self.page.locator("[data-air-id]").first

    def annotates(self, note: str) -> Self:
        """Selects words with the mouse and writes a note."""
        self.selects(LEAD, WORDS).writes(note)
        return self.shows_mark()

    def shows_mark(self) -> Self:
        expect(self.mark).to_be_attached()
        expect(self.el("badge")).to_have_text("1")
        return self

    def mark_is_over(self, words: str, *, of: str = LEAD) -> None:
        """Judge that the mark lies where these words of an element stand now."""

        def found() -> Any:
            return self.page.evaluate(OVER, [of, words]) or None

        eventually(found, seconds=15, what=f"a mark over {words!r} of {of}", instead=lambda: self.page.inner_text(of))


OVER = """([selector, words]) => {
  const mark = document.querySelector("[data-air-id]"), element = document.querySelector(selector);
  const walker = document.createTreeWalker(element ?? document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  const at = texts.map((node) => node.data).join("").indexOf(words);
  if (!mark || at < 0) return false;
  const range = document.createRange();
  let before = 0, begun = false;
  for (const node of texts) {
    if (!begun && at < before + node.data.length) (range.setStart(node, at - before), (begun = true));
    if (begun && at + words.length <= before + node.data.length) {
      range.setEnd(node, at + words.length - before);
      break;
    }
    before += node.data.length;
  }
  const near = (one, other) => Math.abs(one - other) < 4;
  const there = range.getBoundingClientRect(), here = mark.getBoundingClientRect();
  return near(there.left, here.left) && near(there.top, here.top) && near(there.right, here.right);
}"""


def calls(tool: str, *, storage: Path, environment: dict[str, str], **arguments: object) -> str:
    """One call of a tool, as an agent's client makes it over stdio; the text of its answer."""
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    command = [sys.executable, "-m", "countermark", "mcp", "--storage", str(storage)]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as agent:
        assert agent.stdin is not None
        assert agent.stdout is not None
        answer = {}
        for message in (*OPEN, call):
            agent.stdin.write(f"{json.dumps(message)}\n")
            agent.stdin.flush()
            if "id" in message:
                answer = next(one for one in map(json.loads, agent.stdout) if one.get("id") == message["id"])
        agent.stdin.close()
    assert "result" in answer, answer
    result = answer["result"]
    assert not result.get("isError"), result
    return "".join(part["text"] for part in result["content"])


def must_go_the_whole_way(tab: Tab, *, edit: Callable[[], None], storage: Path, environment: dict[str, str]) -> None:
    """`edit` changes the words before the annotated ones in the site's source, and sees to it that they show."""
    tab.opens().annotates("Say which.")
    [kept] = json.loads(storage.read_text())["annotations"]
    assert (kept["note"], kept["selectedText"], kept["pageUrl"]) == ("Say which.", WORDS, "/")
    tab.page.reload()
    tab.shows_mark().mark_is_over(WORDS)
    edit()
    # A dev server under load takes the old words away long before it has made the new ones.
    expect(tab.page.locator(LEAD)).to_contain_text("plain rope", timeout=30_000)
    tab.shows_mark().mark_is_over(WORDS)
    said = {"storage": storage, "environment": environment}
    calls("set_in_progress", id=kept["id"], **said)  # type: ignore[arg-type]
    calls("address_annotation", id=kept["id"], **said)  # type: ignore[arg-type]
    calls("add_agent_reply", id=kept["id"], message="Brass ones.", **said)  # type: ignore[arg-type]
    tab.opens_panel()
    expect(tab.el("panel")).to_contain_text("Addressed")
    expect(tab.el("panel")).to_contain_text("Brass ones.")
    tab.el("annotation-accept").click()
    expect(tab.page.locator("[data-air-id]")).to_have_count(0)
    expect(tab.el("badge")).to_be_hidden()
    assert json.loads(storage.read_text())["annotations"] == []
