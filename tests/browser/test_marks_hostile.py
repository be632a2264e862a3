"""Nothing that a person or an agent writes into a mark runs: it is text, wherever the desk shows it."""

import re

from playwright.sync_api import expect

from tests.browser.desk import Desk
from tests.browser.marking import Hand, ends_with_an_answer, picture, ready
from tests.browser.office import Office

EVIL = "<img src=x onerror=\"window.ran='%s'\"><script>window.ran=1</script>"
PLAN = f"""# Harmless

Write `{EVIL % "plan"}` into the page, and more.

| a | b |
|---|---|
| `{EVIL % "cell"}` | x |
"""
LABEL = '<b onclick="ran=1">L</b>'
# Elements that only markup taken for markup would have made.
MADE = "img:not(.pictures img), main script, .note b, .mark-tools b, .mark-list b, .document b"


def judge(office: Office, desk: Desk) -> None:
    assert desk.page.evaluate("window.ran") is None
    expect(desk.page.locator(MADE)).to_have_count(0)
    assert [words for words in office.watch_over(desk.page.context).console if words.startswith("error")] == []


def writes_all(hand: Hand) -> None:
    """Words, new words, label, name of a picture, note: each tries."""
    hand.drags("and more")
    hand.takes("Replace")
    hand.field("New words").fill(EVIL % "new words")
    hand.field("Why, if it needs saying").fill(EVIL % "why")
    name = "<img src=x onerror=ran=1>.png"
    chooser = hand.composer.locator("input[type=file]")
    chooser.set_input_files({"name": name, "mimeType": "image/png", "buffer": picture()})
    expect(hand.composer.get_by_role("link", name=name)).to_be_visible()
    hand.keeps()
    hand.drags("<img", "script>")
    hand.says(EVIL % "words")
    hand.drags("into the page")
    hand.tools.get_by_role("button", name=LABEL).click()
    hand.desk.presses("g")
    hand.desk.page.keyboard.type(EVIL % "note")
    hand.keeps()


def test_it_all_stays_text(office: Office) -> None:
    office.attendant.sets(labels=[{"label": LABEL, "tip": EVIL % "tip"}])
    desk = office.desk()
    with office.asks(PLAN) as hook:
        hand = ready(office, desk, "Harmless")
        writes_all(hand)
        judge(office, desk)
        expect(hand.note("Mark 1")).to_contain_text(EVIL % "words")
        expect(hand.note("Mark 2")).to_contain_text(LABEL)
        expect(hand.note("Mark 3")).to_contain_text(EVIL % "why")
        expect(hand.note("Mark 3").get_by_role("link")).to_have_attribute(
            "href", re.compile(f"^blob:{office.address}/")
        )
        expect(hand.note("Note on the whole")).to_contain_text(EVIL % "note")
        expect(hand.plan.text.locator("ins.pen")).to_have_text(EVIL % "new words")
        hand.plan.scroll.focus()
        desk.presses("m")
        expect(hand.plan.region.get_by_role("region", name="Marks")).to_contain_text(EVIL % "words")
        judge(office, desk)
        desk.presses("Escape")
        desk.reloads().shows("Harmless")
        expect(hand.note("Mark 1")).to_contain_text(EVIL % "words")
        hand.plan.scroll.focus()
        desk.presses("p")
        expect(desk.dialog("What Claude Code will get")).to_contain_text(EVIL % "words")
        judge(office, desk)
        desk.presses("Escape")
        told = ends_with_an_answer(hook, hand)
        judge(office, desk)
        for which in ("words", "why", "new words", "note", "tip"):
            assert which in told
    office.attendant.sets(labels=[])
