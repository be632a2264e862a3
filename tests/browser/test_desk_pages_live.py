"""Pages on the desk while others write the file: what is typed stays, what breaks is said, what lies is harmless."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Desk
from tests.browser.office import Office
from tests.browser.overlay.clock import nothing_ends_by_itself
from tests.browser.reviewed import PIXEL, Reviewed, addressed, base, element, words
from tests.browser.test_axe import objections
from tests.browser.test_phone import SMALL, THUMB_PX

PHONE = (390, 844)
CONFLICT = '{"version": 1,\n<<<<<<< HEAD\n"annotations": []\n=======\n"annotations": [1]\n>>>>>>> theirs\n}'
LIES = "\u202eyluf\u2066 the \u200bend"


@pytest.fixture
def site(office: Office) -> Iterator[Reviewed]:
    site = Reviewed(office)
    site.holds(words("one", "the first words"), words("two", "the second words"))
    site.comes()
    yield site
    site.goes()


def test_a_hand_in_the_file_is_seen_and_takes_no_words(site: Reviewed, desk: Desk) -> None:
    pages = site.on(desk)
    pages.does("two", "Reply")
    box = pages.row("two").get_by_role("textbox")
    box.press_sequentially("Half a sen")
    site.holds(
        words("new", "put in by hand"),
        addressed(words("one", "the first words"), "Done."),
        words("two", "the second words"),
    )
    expect(pages.row("new")).to_be_visible()
    expect(pages.row("one").get_by_role("button", name="Accept", exact=True)).to_be_visible()
    expect(desk.inbox.locator(f'.item[data-item="{site.id}"]')).to_contain_text("1 addressed · 2 open")
    expect(box).to_be_focused()
    desk.page.keyboard.type("tence.")
    expect(box).to_have_value("Half a sentence.")
    desk.reloads()
    expect(pages.row("two").get_by_role("textbox")).to_have_value("Half a sentence.")


def test_a_note_that_is_changed_while_it_is_written(site: Reviewed, desk: Desk) -> None:
    pages = site.on(desk)
    pages.does("one", "Edit")
    pages.row("one").get_by_role("textbox").fill("Mine")
    site.holds(
        words("one", "the first words", note="Theirs", updatedAt="2026-03-02T11:00:00.000Z"),
        words("two", "the second words"),
    )
    expect(pages.row("one").locator("form")).to_contain_text("Changed meanwhile; it reads now: “Theirs”")
    expect(pages.row("one").get_by_role("textbox")).to_have_value("Mine")
    pages.row("one").get_by_role("button", name="Throw away").click()
    expect(pages.row("one").locator(".said")).to_have_text("Theirs")


def test_words_about_what_is_gone_are_kept(site: Reviewed, desk: Desk) -> None:
    pages = site.on(desk)
    pages.does("one", "Reply")
    pages.row("one").get_by_role("textbox").fill("Still worth something")
    site.holds(words("two", "the second words"))
    left = pages.region.get_by_role("group", name="Words that have lost their place")
    expect(left).to_contain_text("Still worth something")
    expect(left).to_contain_text("the first words")
    left.get_by_role("button", name="Throw away").click()
    expect(left).to_have_count(0)


def test_what_is_refused_keeps_its_words(site: Reviewed, desk: Desk) -> None:
    pages = site.on(desk)
    pages.does("one", "Reply")
    pages.row("one").get_by_role("textbox").fill("Into a broken file")
    site.file.write_text(CONFLICT)
    expect(pages.region.get_by_role("alert")).to_contain_text("cannot be read")
    desk.presses("Control+Enter")
    expect(pages.row("one").get_by_role("alert")).to_contain_text("Not sent")
    expect(pages.row("one").get_by_role("textbox")).to_have_value("Into a broken file")
    site.holds(words("one", "the first words"))
    expect(pages.region.get_by_text("The file of this site cannot be read")).to_have_count(0)
    desk.presses("Control+Enter")
    expect(pages.row("one").get_by_role("list", name="Replies")).to_contain_text("Into a broken file")


def test_a_broken_file_is_set_aside_when_the_person_says_so(site: Reviewed, desk: Desk) -> None:
    pages = site.on(desk)
    site.file.write_text(CONFLICT)
    banner = pages.region.get_by_role("alert")
    expect(banner).to_contain_text("inline-review.json")
    expect(desk.inbox.locator(f'.item[data-item="{site.id}"]')).to_contain_text("its file cannot be read")
    expect(pages.row("one")).to_be_visible()
    pages.region.get_by_role("button", name="Set aside and start anew").click()
    expect(pages.region.get_by_role("button", name="Back", exact=True)).to_be_focused()
    desk.presses("Escape")
    assert site.file.read_text() == CONFLICT
    desk.presses("Enter")
    pages.region.get_by_role("button", name="Set it aside").click()
    pages.said("The file is kept as")
    expect(pages.region).to_contain_text("Nothing is marked on these pages.")
    kept = [path for path in site.folder.iterdir() if ".corrupt-" in path.name and path.read_text() == CONFLICT]
    assert kept
    for path in kept:
        path.unlink()


def test_a_bad_entry_hides_no_other(site: Reviewed, desk: Desk) -> None:
    site.holds(words("one", "the first words"), None, {"id": 7}, words("two", "the second words"))
    pages = site.on(desk)
    expect(pages.rows).to_have_count(2)
    problems = pages.region.locator("details")
    problems.get_by_text("2 entries of the file cannot be read").click()
    expect(problems).to_contain_text("Annotation 2:")


def test_hostile_entries_do_nothing(office: Office, site: Reviewed, desk: Desk) -> None:
    """The page's policy, dialogs, errors and foreign requests are judged at the end of every test of an office."""
    script = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    site.holds(
        words("script", script, note=script, pageTitle=script, replies=[{"message": script, "createdAt": "x"}]),
        words("bidi", LIES, note=LIES, pageUrl="/bidi"),
        words("js", "one", pageUrl="javascript:alert(3)"),
        words("host", "two", pageUrl="//evil.example/x"),
        words("slash", "three", pageUrl="/\\evil.example/x"),
        words("whole", "four", pageUrl="http://evil.example/"),
        element("picture", script, picture="http://evil.example/x.png", pageUrl="/p"),
        element("svg", "div", picture="data:image/svg+xml,<svg onload='alert(4)'/>", pageUrl="/p"),
        element("odd", "div", source={"file": 3}, also=[None, {"description": script}], pageUrl="/p"),
        notes=[base("note", note=script, pageUrl="/bidi")],
    )
    pages = site.on(desk)
    expect(pages.row("script").locator(".said").first).to_have_text(script)
    expect(pages.row("bidi").locator(".said")).to_have_text("⟨U+202E⟩yluf⟨U+2066⟩ the ⟨U+200B⟩end")
    expect(pages.region.get_by_role("img")).to_have_count(0)
    links = pages.region.locator(".of-page a").evaluate_all("all => all.map(one => one.href)")
    assert sorted(links) == [f"http://127.0.0.1:4321/{path}" for path in ("", "bidi", "p")]
    assert desk.page.locator("#desk script").count() == 0


@pytest.mark.parametrize("address", ["http://192.0.2.7:4321", "https://evil.example"])
def test_a_site_elsewhere_is_not_linked(site: Reviewed, desk: Desk, address: str) -> None:
    site.comes(address)
    pages = site.on(desk)
    expect(pages.row("one")).to_be_visible()
    expect(pages.region.get_by_role("link")).to_have_count(0)


# A browser under load runs the key of a person before the timers of the page.
CLICK_AND_KEY = """async (item) => {
    item.click();
    await Promise.resolve();
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "]", bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 50));
}"""


def test_by_keyboard_alone(site: Reviewed, desk: Desk) -> None:
    site.holds(
        words("one", "the first words"), addressed(words("two", "the second words")), words("three", "the third")
    )
    expect(desk.inbox.locator(f'.item[data-item="{site.id}"]')).to_contain_text("1 addressed")
    desk.presses("j", "Enter")
    pages = site.on(desk)
    desk.presses("]")
    expect(pages.row("one")).to_be_focused()
    desk.presses("a")
    pages.said("Only what is addressed can be accepted")
    desk.presses("c")
    desk.page.keyboard.type("A reply")
    desk.presses("Control+Enter")
    expect(pages.row("one").get_by_role("list", name="Replies")).to_contain_text("A reply")
    expect(pages.row("one")).to_be_focused()
    desk.presses("]")
    expect(pages.row("two")).to_be_focused()
    desk.presses("a")
    expect(pages.row("two")).to_contain_text("Accepted")
    desk.presses("Control+z")
    pages.said("Taken back")
    expect(pages.row("two")).to_be_focused()
    desk.presses("r", "Escape")
    expect(pages.row("two").get_by_role("textbox")).to_have_count(0)
    expect(pages.row("two")).to_be_focused()
    desk.presses("]", "Delete")
    expect(pages.row("three")).to_contain_text("Deleted")
    expect(pages.row("three")).to_have_count(0, timeout=15_000)
    expect(pages.row("two")).to_be_focused()
    desk.presses("g")
    desk.page.keyboard.type("On the whole")
    desk.presses("Control+Enter")
    expect(pages.region.get_by_role("group", name="Note on the page")).to_contain_text("On the whole")


def test_a_key_that_follows_a_click_closely_keeps_its_focus(site: Reviewed, desk: Desk) -> None:
    site.holds(words("one", "the first words"))
    pages = site.on(desk)
    expect(pages.row("one")).to_be_visible()
    desk.inbox.locator(f'.item[data-item="{site.id}"]').evaluate(CLICK_AND_KEY)
    expect(pages.row("one")).to_be_focused()


def test_from_the_command_list(site: Reviewed, desk: Desk) -> None:
    expect(desk.inbox.locator(f'.item[data-item="{site.id}"]')).to_be_visible()
    desk.presses("Control+k")
    expect(desk.page.get_by_role("combobox")).to_be_focused()
    desk.page.keyboard.type("fen")
    desk.presses("Enter")
    expect(desk.page.get_by_role("region", name=f"Pages: {site.name}")).to_be_visible()
    desk.presses("Control+k")
    expect(desk.page.get_by_role("combobox")).to_be_focused()
    desk.page.keyboard.type("page reviews")
    expect(desk.page.get_by_role("option", name="Page reviews")).to_be_visible()


def test_on_a_phone(office: Office, site: Reviewed) -> None:
    site.holds(
        addressed(words("one", "w" * 300, source={"file": "src/" + "long/" * 40 + "x.astro", "line": 1}), "Done."),
        element("two", "div.hero", picture=PIXEL, note="x" * 400),
        words("three", "words", pageUrl="/" + "deep/" * 40),
        None,
    )
    phone = office.desk(office.profile(size=PHONE, touch=True))
    expect(phone.inbox.locator(f'.item[data-item="{site.id}"]')).to_contain_text("1 addressed")
    pages = site.on(phone)
    expect(pages.row("one").get_by_role("button", name="Accept", exact=True)).to_be_visible()
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert phone.page.evaluate("document.querySelector('.scroll').scrollWidth") <= PHONE[0]
    assert phone.page.evaluate(SMALL, THUMB_PX) == []
    pages.row("three").get_by_role("button", name="Reply").tap()
    pages.row("three").get_by_role("textbox").fill("By thumb")
    assert phone.page.evaluate(SMALL, THUMB_PX) == []
    pages.row("three").locator("form").get_by_role("button", name="Reply").tap()
    expect(pages.row("three").get_by_role("list", name="Replies")).to_contain_text("By thumb")
    phone.page.get_by_role("button", name="Back to the inbox").tap()
    expect(phone.inbox.locator(f'.item[data-item="{site.id}"]')).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (900, 900), PHONE], ids=["wide", "narrow", "phone"])
def test_axe_has_no_objections(office: Office, site: Reviewed, dark: bool, size: tuple[int, int]) -> None:
    site.holds(
        words("one", "the first words", source={"file": "a.astro", "line": 3}),
        element("two", "img.hero", picture=PIXEL, status="in_progress", inProgressAt="2026-03-02T10:00:00.000Z"),
        addressed(words("three", "the third", replacedText="the new third"), "Done."),
        words("four", "elsewhere", pageUrl="/b", pageTitle=""),
        None,
        notes=[base("note", pageUrl="/b")],
    )
    desk = office.desk(office.profile(size=size, dark=dark, touch=size == PHONE))
    pages = site.on(desk)
    assert objections(desk) == [], "at rest"
    for name, deed in (("one", "Edit"), ("three", "Reopen"), ("two", "Reply")):
        pages.does(name, deed)
    assert objections(desk) == [], "three forms"
    nothing_ends_by_itself(desk.page)
    pages.does("four", "Delete")
    assert objections(desk) == [], "on its way out"
    pages.row("four").get_by_role("button", name="Undo").click()
    site.file.write_text(CONFLICT)
    expect(pages.region.get_by_role("alert").first).to_be_visible()
    pages.region.get_by_role("button", name="Set aside").click()
    assert objections(desk) == [], "broken"
    pages.region.get_by_role("button", name="All sites").click()
    expect(desk.page.get_by_role("heading", name="Pages under review")).to_be_visible()
    assert objections(desk) == [], "all sites"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_with_the_systems_own_colours(site: Reviewed, desk: Desk, theme: str) -> None:
    desk.page.emulate_media(forced_colors="active", color_scheme="dark" if theme == "dark" else "light")
    pages = site.on(desk)
    desk.presses("]")
    drawn = "(one, pseudo) => getComputedStyle(one, pseudo)"
    mark = pages.row("one").locator("mark")
    assert mark.evaluate("one => getComputedStyle(one).textDecorationLine") == "underline"
    assert mark.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    beside = pages.row("one").locator(".beside").evaluate(f"one => ({drawn})(one, '::before').backgroundColor")
    paper = pages.region.evaluate("one => getComputedStyle(one).backgroundColor")
    assert beside not in (paper, "rgba(0, 0, 0, 0)")
