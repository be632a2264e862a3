"""Every kind of mark is made by mouse and by keys, wherever words stand, and the agent is told of each."""

import base64
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.desk import Desk
from tests.browser.marking import COPY, PAPER, Hand, ends_with_an_answer, flat, picture, ready
from tests.browser.office import Office
from tests.journeys.hook_process import HookProcess
from tests.real_agents.person import Json

QUICK = {"label": "Needs a test", "tip": "Say which test would fail without it."}


@pytest.fixture
def asked(office: Office) -> Iterator[tuple[HookProcess, Json]]:
    """A plan that waits, and a quick label of the person's own."""
    office.attendant.sets(labels=[QUICK])
    with office.asks(PAPER) as hook:
        yield hook, office.attendant.sees_plan()
    office.attendant.sets(labels=[])


@pytest.fixture
def hand(asked: tuple[HookProcess, Json], office: Office, desk: Desk) -> Hand:
    return ready(office, desk)


def test_each_kind_by_mouse(asked: tuple[HookProcess, Json], hand: Hand) -> None:
    hook, review = asked
    hand.drags("A second press")
    hand.takes("Delete")
    hand.drags("Stop the queue")
    hand.says("Who stops it?")
    hand.drags("oldest first")
    hand.takes("Replace")
    hand.field("New words").fill("newest first")
    hand.field("Why, if it needs saying").fill("The clerk waits.")
    hand.composer.get_by_role("button", name="Keep").click()
    expect(hand.composer).to_have_count(0)
    hand.drags("a sensor")
    hand.says("and a lamp", tool="Insert")
    hand.drags("queue.lock()")
    hand.takes("Looks good")
    hand.drags("the clerk is thanked")
    hand.takes("Needs a test")
    found = hand.hub_has(
        review,
        ("deletion", "A second press"),
        ("comment", "Stop the queue"),
        ("replacement", "oldest first"),
        ("insertion", "a sensor"),
        ("comment", "queue.lock()"),
        ("comment", "the clerk is thanked"),
    )
    assert [mark["text"] for mark in found] == ["", "", "newest first", "and a lamp", "", ""]
    assert [mark["words"] for mark in found] == ["", "Who stops it?", "The clerk waits.", "", "", ""]
    assert [mark["label"] for mark in found[4:]] == ["Looks good", QUICK["label"]]
    drawn = hand.standing()
    assert [(mark["number"], mark["words"]) for mark in drawn] == [
        (str(number), mark["quote"]) for number, mark in enumerate(found, start=1)
    ]
    assert [mark["added"] for mark in drawn] == [mark["text"] for mark in found]
    told = ends_with_an_answer(hook, hand)
    for words in ("A second press", "Who stops it?", "newest first", "and a lamp", "queue.lock()", QUICK["tip"]):
        assert words in told


def test_words_for_one_place_stand_in_their_order(asked: tuple[HookProcess, Json], hand: Hand) -> None:
    """Those that were there first come first, and none of them is struck out with the words beside it."""
    for words in ("at both ends", "and a lamp"):
        hand.drags("a sensor")
        hand.says(words, tool="Insert")
    hand.drags("a sensor")
    hand.takes("Delete")
    hand.draws(("insertion", "a sensor"), ("insertion", "a sensor"), ("deletion", "a sensor"))
    cell = hand.plan.text.locator("td", has_text="a sensor")
    expect(cell).to_have_text("a sensor3at both ends1and a lamp2")
    expect(cell.locator("del ins, del sup")).to_have_count(0)


def test_each_kind_by_keys_alone(asked: tuple[HookProcess, Json], hand: Hand) -> None:
    hook, review = asked
    keys = hand.desk.page.keyboard
    hand.walks_to("The printer")
    hand.desk.presses("ArrowRight", "ArrowRight", "Shift+ArrowRight", "d")
    hand.walks_to("Stop the queue")
    hand.desk.presses("c")
    keys.type("Who stops it?")
    hand.keeps()
    hand.walks_to("Print what waits")
    hand.desk.presses("ArrowLeft", "Shift+ArrowLeft", "s")
    keys.type("newest first")
    hand.desk.presses("Tab")
    keys.type("The clerk waits.")
    hand.keeps()
    hand.walks_to("a sensor")
    hand.desk.presses("i")
    keys.type("and a lamp")
    hand.keeps()
    hand.walks_to("queue.lock()")
    hand.desk.presses("l")
    hand.walks_to("The jam is told")
    hand.desk.presses("Alt+Digit1")
    hand.desk.presses("g")
    keys.type("Good as a whole.")
    hand.keeps()
    found = hand.hub_has(
        review,
        ("note", ""),
        ("deletion", "printer prints"),
        ("comment", "Stop the queue before the tray opens."),
        ("replacement", "oldest first"),
        ("insertion", "a sensor"),
        ("comment", "def press(label): queue.lock() return tray.take(label)"),
        ("comment", "The jam is told in the journal, and the clerk is thanked."),
    )
    assert found[0]["words"] == "Good as a whole."
    assert (found[3]["text"], found[3]["words"]) == ("newest first", "The clerk waits.")
    assert [mark["label"] for mark in found[5:]] == ["Looks good", QUICK["label"]]
    told = ends_with_an_answer(hook, hand)
    for words in ("printer prints", "newest first", "and a lamp", "Good as a whole.", QUICK["tip"]):
        assert words in told


FIRST_PARAGRAPH = "The printer prints the label LBL-7 twice when the tray jams. A second press must change nothing."
PLACES = {  # from which words to which, and in how many blocks they stand
    "over inline markup": ("printer", "LBL-7", "printer prints the label LBL-7", 1),
    "paragraph, heading and list": ("change nothing", "Stop the", "change nothing. Steps Stop the", 3),
    "a list and the list in it": ("oldest first", "The clerk", "oldest first. The clerk", 2),
    "two cells of two rows": ("a sensor", "queue", "a sensor queue", 2),
    "two lines of code": ("queue.lock()", "return tray", "queue.lock() return tray", 1),
    "table and code": ("a lock", "def press", "a lock def press", 2),
    "over another mark": ("second press", "", "second press", 1),
    "within another mark": ("the label", "", "the label", 1),
}


def test_wherever_the_mouse_goes(asked: tuple[HookProcess, Json], hand: Hand) -> None:
    """All in one plan, over one another where they meet."""
    _, review = asked
    hand.drags("A second press must")
    hand.takes("Delete")
    for start, end, _, _ in PLACES.values():
        hand.drags(start, end)
        hand.takes("Looks good")
    drawn = hand.standing()
    assert len(drawn) == len(PLACES) + 1
    blocks = {flat(mark["words"]): len(mark["blocks"]) for mark in drawn}
    assert {quote: count for _, _, quote, count in PLACES.values()}.items() <= blocks.items()
    found = hand.hub_has(review, *[(mark["look"], flat(mark["words"])) for mark in drawn])
    assert [mark["position"] for mark in found] == sorted(mark["position"] for mark in found)
    hand.desk.reloads().shows(hand.title)
    hand.stands_as(drawn)


def test_wherever_the_keys_go(asked: tuple[HookProcess, Json], hand: Hand) -> None:
    _, review = asked
    hand.walks_to("The printer")
    hand.desk.presses("Shift+ArrowDown", "Shift+ArrowDown", "d")
    hand.walks_to("Print what waits")
    hand.desk.presses("Shift+ArrowDown", "Shift+ArrowUp", "Shift+ArrowUp", "l")
    hand.walks_to("a lock")
    hand.desk.presses("Shift+ArrowDown", "l")
    hand.walks_to("The printer")
    hand.desk.presses("Control+ArrowLeft", "l")
    drawn = hand.standing()
    assert [flat(mark["words"]) for mark in drawn] == [
        f"{FIRST_PARAGRAPH} Steps Stop the queue before the tray opens.",
        "A second press must change nothing.",
        "Stop the queue before the tray opens. Print what waits, oldest first.",
        "a lock def press(label): queue.lock() return tray.take(label)",
    ]
    hand.hub_has(review, *[(mark["look"], flat(mark["words"])) for mark in drawn])


def test_a_picture_is_pasted(asked: tuple[HookProcess, Json], office: Office) -> None:
    hook, review = asked
    profile = office.profile()
    profile.grant_permissions(["clipboard-read", "clipboard-write"])
    hand = ready(office, office.desk(profile))
    hand.plan.scroll.focus()
    hand.desk.presses("g")
    hand.desk.page.keyboard.type("It looks like this.")
    hand.desk.page.evaluate(COPY, base64.b64encode(picture()).decode())
    hand.desk.presses("Control+v")
    shown = hand.composer.get_by_role("link", name="image.png")
    expect(shown).to_be_visible()
    hand.keeps()
    (note,) = hand.hub_has(review, ("note", ""))
    assert [image["media_type"] for image in note["images"]] == ["image/png"]
    hand.desk.reloads()
    image = hand.note("Note on the whole").locator("img")
    expect(image).to_be_visible()
    expect(image).to_have_js_property("naturalWidth", 1)
    assert "image.png" in ends_with_an_answer(hook, hand)


def test_a_file_that_is_no_picture_is_refused(asked: tuple[HookProcess, Json], hand: Hand) -> None:
    hand.plan.scroll.focus()
    hand.desk.presses("g")
    chooser = hand.composer.locator("input[type=file]")
    chooser.set_input_files({"name": "page.html", "mimeType": "text/html", "buffer": b"<script>1</script>"})
    expect(hand.composer.get_by_role("alert")).to_contain_text("“page.html” is no PNG, JPEG, GIF or WebP picture")
    chooser.set_input_files({"name": "lie.png", "mimeType": "image/png", "buffer": b"<svg onload=1>"})
    expect(hand.composer.get_by_role("alert")).to_be_visible()
    chooser.set_input_files({"name": "true.png", "mimeType": "image/png", "buffer": picture()})
    expect(hand.composer.get_by_role("link", name="true.png")).to_be_visible()
    expect(hand.composer.get_by_role("alert")).to_have_count(0)
    hand.composer.get_by_role("button", name="Take true.png away").click()
    expect(hand.composer.get_by_role("link")).to_have_count(0)
    assert asked[0].waits
