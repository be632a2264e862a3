"""Pictures of marks on the desk: fetched with the token, shown from this page's own memory, given back when unseen."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.marking import Hand, ends_with_an_answer, picture, ready
from tests.browser.office import Office
from tests.browser.watch import Watch
from tests.real_agents.person import eventually

PLAN = "# Ship the labels\n\nPrint the labels twice.\n"
# With a fragment of its own: Chromium may still remember a picture whose address was given back.
IS_ALIVE = """src => Object.assign(new Image(), { src: `${src}#${performance.now()}` }).decode()
    .then(() => true, () => false)"""
IS_GONE = f"async src => !(await ({IS_ALIVE})(src)) || null"


def is_drawn(image: Locator) -> None:
    """Judge that the picture is there, as soon as it has come."""
    expect(image).not_to_have_js_property("naturalWidth", 0)


def marked(hand: Hand) -> None:
    """A comment with a picture, kept by the hub."""
    hand.drags("the labels twice")
    hand.desk.presses("c")
    hand.desk.page.keyboard.type("Why twice?")
    chooser = hand.composer.locator("input[type=file]")
    chooser.set_input_files({"name": "label.png", "mimeType": "image/png", "buffer": picture()})
    expect(hand.composer.get_by_role("link", name="label.png")).to_be_visible()
    hand.keeps()
    hand.desk.reloads()
    hand.desk.chooses("Ship the labels")


def test_a_picture_is_shown_opened_and_given_back(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    # The page's policy holds for the opened picture too, and Chromium's own viewer wants to style it.
    monkeypatch.setattr(office, "judge", list[Watch])
    desk = office.desk()
    with office.asks(PLAN) as hook:
        hand = ready(office, desk, "Ship the labels")
        marked(hand)
        link = hand.note("Mark 1").get_by_role("link", name="label.png")
        is_drawn(link.locator("img"))
        address = link.get_attribute("href") or ""
        assert address.startswith(f"blob:{office.address}/")
        assert desk.page.evaluate(IS_ALIVE, address) is True
        with desk.page.context.expect_page() as opening:
            link.click()
        is_drawn(opening.value.locator("img"))
        opening.value.close()
        ends_with_an_answer(hook, hand)
        hand.plan.tool("Close").click()
        expect(link).to_have_count(0)
        # Chromium's own process is told that an address was given back, and asked for it, on two ways.
        gone = "that the picture is given back"
        eventually(lambda: desk.page.evaluate(IS_GONE, address), seconds=5, what=gone, instead=lambda: "it is there")
