"""Pages under review on the desk: everything that can be said to an annotation, and what the file then holds."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Desk
from tests.browser.office import Office
from tests.browser.reviewed import PIXEL, Reviewed, addressed, base, element, words
from tests.real_agents.person import eventually

SOURCE = {"file": "src/pages/index.astro", "line": 24, "component": "Hero"}


@pytest.fixture
def site(office: Office) -> Iterator[Reviewed]:
    """A site with an annotation of every kind."""
    site = Reviewed(office)
    site.holds(
        words("open", "ships the same day", source=SOURCE),
        element("busy", "img.hero", status="in_progress", inProgressAt="2026-03-02T10:03:00.000Z", picture=PIXEL),
        addressed(words("done", "germinate quick", replacedText="germinate quickly"), "Mended, also in the footer."),
        words("basket", "incl. tax", pageUrl="/basket", pageTitle="Your basket"),
        notes=[base("whole", note="Basket, not cart.", pageUrl="/basket", pageTitle="Your basket")],
    )
    site.comes()
    yield site
    site.goes()


def gone(site: Reviewed, name: str) -> None:
    """Wait until the file no longer holds it."""
    eventually(
        lambda: {"gone": name} if site.entry(name) is None else None, seconds=15, what="it to go", instead=site.read
    )


def stored(site: Reviewed, name: str, **fields: object) -> None:
    """Wait until the file holds it so."""

    def look() -> dict[str, object] | None:
        found = site.entry(name)
        return found if found and all(found.get(field) == value for field, value in fields.items()) else None

    eventually(look, seconds=10, what=f"{name} with {fields}", instead=site.read)


def test_what_is_shown(site: Reviewed, desk: Desk) -> None:
    item = desk.inbox.locator(f'.item[data-item="{site.id}"]')
    expect(item).to_contain_text("1 addressed · 1 in progress · 2 open")
    pages = site.on(desk)
    expect(pages.region.locator(".title h2")).to_have_text(["Fen and field", "Your basket"])
    expect(pages.row("open").locator(".quote")).to_contain_text("Every order ships the same day1, wrapped in paper.")
    expect(pages.row("open").locator(".source")).to_have_text("src/pages/index.astro:24Hero")
    expect(pages.row("busy")).to_contain_text("In progress")
    expect(pages.row("busy").get_by_role("img")).to_have_attribute("src", PIXEL)
    expect(pages.row("busy").locator(".preview")).to_have_text('<img class="hero">')
    expect(pages.row("done").locator("del")).to_have_text("germinate quick")
    expect(pages.row("done").locator("ins")).to_have_text("germinate quickly")
    expect(pages.row("done").get_by_role("list", name="Replies")).to_contain_text("AgentMended, also in the footer.")
    expect(pages.region.get_by_role("group", name="Note on the page")).to_contain_text("Basket, not cart.")
    link = pages.region.get_by_role("link", name="/basket")
    expect(link).to_have_attribute("href", "http://127.0.0.1:4321/basket")
    expect(link).to_have_attribute("target", "_blank")
    expect(link).to_have_attribute("rel", re.compile("noopener"))


def test_by_status_and_by_page(site: Reviewed, desk: Desk) -> None:
    pages = site.on(desk)
    expect(pages.rows).to_have_count(4)
    pages.filter("Addressed").click()
    expect(pages.rows).to_have_count(1)
    expect(pages.row("done").locator(".number")).to_have_text("3")
    pages.filter("In progress").click()
    expect(pages.row("busy")).to_be_visible()
    expect(pages.row("done")).to_be_hidden()
    pages.filter("Open").click()
    expect(pages.rows).to_have_count(2)
    pages.region.get_by_role("navigation", name="Pages").get_by_role("button", name="/basket").click()
    expect(pages.rows).to_have_count(1)
    expect(pages.row("basket")).to_be_visible()
    pages.filter("All").click()
    pages.region.get_by_role("navigation", name="Pages").get_by_role("button", name="All pages").click()
    expect(pages.rows).to_have_count(4)


def test_accepting_and_taking_it_back(site: Reviewed, desk: Desk) -> None:
    pages = site.on(desk)
    pages.does("done", "Accept")
    expect(pages.row("done")).to_contain_text("Accepted")
    expect(pages.row("done").get_by_role("button", name="Undo")).to_be_focused()
    assert site.entry("done") is not None
    pages.row("done").get_by_role("button", name="Undo").click()
    expect(pages.row("done").get_by_role("button", name="Accept", exact=True)).to_be_visible()
    pages.does("done", "Accept")
    gone(site, "done")
    expect(pages.row("done")).to_have_count(0)
    assert site.entry("open") is not None


def test_accepted_means_accepted_also_when_the_tab_goes(site: Reviewed, desk: Desk) -> None:
    pages = site.on(desk)
    pages.does("done", "Accept")
    expect(pages.row("done")).to_contain_text("Accepted")
    desk.page.close()
    gone(site, "done")


def test_what_changed_since_is_not_taken_away(site: Reviewed, desk: Desk) -> None:
    """A person accepts what they saw: an agent's word that comes in between keeps it on the desk."""
    pages = site.on(desk)
    pages.does("done", "Accept")
    store = site.read()
    store["annotations"][2] |= {"note": "Otherwise", "updatedAt": "2026-03-02T11:00:00.000Z"}
    site.holds(*store["annotations"], notes=store["pageNotes"])
    expect(pages.row("done").get_by_role("button", name="Accept", exact=True)).to_be_visible()
    pages.said("changed meanwhile")
    assert site.entry("done") is not None


def test_reopening_with_words_and_without(site: Reviewed, desk: Desk) -> None:
    pages = site.on(desk)
    pages.does("done", "Reopen")
    desk.page.keyboard.type("The title still says quick.")
    desk.presses("Control+Enter")
    stored(site, "done", status="open")
    entry = site.entry("done")
    assert entry is not None
    assert entry["replies"][1] | {"createdAt": ""} == {
        "message": "The title still says quick.", "createdAt": "", "role": "reviewer",
    }  # fmt: skip
    assert "addressedAt" not in entry
    expect(pages.row("done").get_by_role("list", name="Replies")).to_contain_text("YouThe title still says quick.")
    pages.does("busy", "Reopen")
    pages.row("busy").locator("form").get_by_role("button", name="Reopen").click()
    stored(site, "busy", status="open")
    assert "replies" not in (site.entry("busy") or {})


def test_replying_and_editing(site: Reviewed, desk: Desk) -> None:
    pages = site.on(desk)
    pages.does("open", "Reply")
    pages.row("open").get_by_role("textbox", name="Your reply").fill("Or leave the promise out.")
    pages.row("open").locator("form").get_by_role("button", name="Reply").click()
    expect(pages.row("open").get_by_role("list", name="Replies")).to_contain_text("Or leave the promise out.")
    pages.does("open", "Edit")
    box = pages.row("open").get_by_role("textbox", name="Your note")
    expect(box).to_have_value("Note open")
    box.fill("Only before two o'clock.")
    desk.presses("Control+Enter")
    stored(site, "open", note="Only before two o'clock.")
    expect(pages.row("open").locator(".said").first).to_have_text("Only before two o'clock.")


def test_deleting_what_is_open(site: Reviewed, desk: Desk) -> None:
    pages = site.on(desk)
    expect(pages.row("done").get_by_role("button", name="Delete")).to_have_count(0)
    expect(pages.row("busy").get_by_role("button", name="Delete")).to_have_count(0)
    pages.does("open", "Delete")
    gone(site, "open")
    expect(pages.rows).to_have_count(3)


def test_notes_on_a_page(site: Reviewed, desk: Desk) -> None:
    pages = site.on(desk)
    home = pages.region.get_by_role("region", name="Fen and field")
    home.get_by_role("heading").hover()
    home.get_by_role("button", name="Note on this page").click()
    desk.page.keyboard.type("Too much green.")
    desk.presses("Control+Enter")
    note = home.get_by_role("group", name="Note on the page")
    expect(note).to_contain_text("Too much green.")
    made = next(one for one in site.read()["pageNotes"] if one["note"] == "Too much green.")
    assert (made["pageUrl"], made["pageTitle"]) == ("/", "Fen and field")
    note.hover()
    note.get_by_role("button", name="Edit").click()
    note.get_by_role("textbox").fill("Too much moss.")
    desk.presses("Control+Enter")
    stored(site, made["id"], note="Too much moss.")
    note.hover()
    note.get_by_role("button", name="Delete").click()
    gone(site, made["id"])
    expect(home.get_by_role("group", name="Note on the page")).to_have_count(0)


def test_empty_words_add_nothing(site: Reviewed, desk: Desk) -> None:
    pages = site.on(desk)
    pages.does("open", "Reply")
    desk.page.keyboard.type("   ")
    desk.presses("Control+Enter")
    expect(pages.row("open").get_by_role("textbox")).to_have_count(0)
    assert "replies" not in (site.entry("open") or {})


def test_as_markdown(site: Reviewed, desk: Desk) -> None:
    desk.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site.office.address)
    pages = site.on(desk)
    pages.region.get_by_role("button", name="Copy as Markdown").click()
    pages.said("Copied as Markdown")
    whole = desk.page.evaluate("navigator.clipboard.readText()")
    assert "ships the same day" in whole
    assert "germinate quick" in whole
    pages.filter("Addressed").click()
    pages.region.get_by_role("button", name="Copy as Markdown").click()
    pages.said("what is addressed")
    some = desk.page.evaluate("navigator.clipboard.readText()")
    assert "ships the same day" not in some
    assert "germinate quick" in some


def test_forgetting_a_site(site: Reviewed, desk: Desk) -> None:
    before = site.file.read_bytes()
    pages = site.on(desk)
    pages.region.get_by_role("button", name="Forget this site").click()
    pages.region.get_by_role("button", name="Forget it").click()
    expect(desk.page.get_by_role("heading", name="No pages are reviewed.")).to_be_visible()
    expect(desk.page.get_by_text("countermark pages http://localhost:5173")).to_be_visible()
    expect(desk.inbox.locator(".item")).to_have_count(0)
    assert site.file.read_bytes() == before
    site.comes()


def test_a_site_without_annotations_teaches(office: Office, desk: Desk) -> None:
    site = Reviewed(office, "blank-site")
    site.comes()
    pages = site.on(desk)
    expect(pages.region).to_contain_text("Nothing is marked on these pages.")
    expect(pages.region.get_by_role("link", name="Open 127.0.0.1:4321")).to_have_attribute(
        "href", "http://127.0.0.1:4321/"
    )
    site.holds(words("first", "some words"))
    expect(pages.row("first")).to_be_visible()
    site.goes()


def test_the_journal_tells_of_it(site: Reviewed, desk: Desk) -> None:
    pages = site.on(desk)
    pages.does("done", "Accept")
    gone(site, "done")
    desk.inbox.get_by_role("button", name="Journal").click()
    line = desk.page.get_by_role("row").filter(has_text="Accepted").first
    expect(line).to_contain_text("germinate quick, /")
    expect(line).to_contain_text("You")
    line.get_by_role("button").click()
    desk.page.get_by_role("button", name="Open its pages").click()
    expect(pages.region.get_by_role("heading", level=1, name=site.name)).to_be_visible()
