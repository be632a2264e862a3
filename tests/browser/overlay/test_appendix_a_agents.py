"""Seed 002, Appendix A: what an agent does through MCP, as a person who looks at the page sees it."""

from playwright.sync_api import expect

from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site
from tests.browser.sites.reviewing import calls

SOON_MS = 2_000
PURPLE, BLUE = "rgba(139, 92, 246, 0.2)", "rgba(59, 130, 246, 0.2)"


def test_agent_calls_address_annotation(reviewed: Reviewed, site: Site) -> None:
    text = site.has_text("baked every morning", "Say when", before="bread that is ")["id"]
    environment = dict(site.workplace.environment())

    def agent(tool: str, **more: str) -> None:
        calls(tool, storage=site.file, environment=environment, id=text, **more)

    reviewed.opens().opens_panel()
    expect(reviewed.marks).to_have_text("baked every morning")
    agent("set_in_progress")
    expect(reviewed.marks).to_have_css("background-color", PURPLE, timeout=SOON_MS)
    agent("address_annotation")
    expect(reviewed.marks).to_have_css("background-color", BLUE, timeout=SOON_MS)
    expect(reviewed.el("status-badge")).to_contain_text("🔧 Addressed", timeout=SOON_MS)
    expect(reviewed.el("annotation-accept")).to_be_visible()
    agent("add_agent_reply", message="At five, it says now.")
    expect(reviewed.el("agent-reply")).to_contain_text("At five, it says now.", timeout=SOON_MS)
    [stored] = site.annotations()
    assert stored["status"] == "addressed"
    assert stored["addressedAt"]
    assert "inProgressAt" not in stored
