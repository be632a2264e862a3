"""No picture is lost: pasted or dropped, slow or failed, it goes with its comment or the person is told."""

import base64
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.files import Folder, Line
from tests.browser.marking import COPY, PAPER, TITLE, Hand, ends_with_an_answer, picture, ready
from tests.browser.office import Office
from tests.journeys.hook_process import HookProcess
from tests.real_agents.person import Json

COMMENT = ("comment", "Stop the queue")
BLUE = picture(b"\0\0\xff")
LARGEST = 5 * 1024 * 1024
# Whether the browser would ask before it leaves the page.
WOULD_ASK = "() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))"
# Cells of a table as an office program copies them: words, their markup, and how they look.
COPY_CELLS = """async data => {
  const bytes = Uint8Array.from(atob(data), one => one.charCodeAt(0));
  await navigator.clipboard.write([new ClipboardItem({
    'text/plain': new Blob(['seven'], { type: 'text/plain' }),
    'text/html': new Blob(['<td>seven</td>'], { type: 'text/html' }),
    'image/png': new Blob([bytes], { type: 'image/png' }),
  })]);
}"""


@pytest.fixture
def asked(office: Office) -> Iterator[tuple[HookProcess, Json]]:
    with office.asks(PAPER) as hook:
        yield hook, office.attendant.sees_plan()


@pytest.fixture
def hand(asked: tuple[HookProcess, Json], office: Office) -> Hand:
    profile = office.profile()
    profile.grant_permissions(["clipboard-read", "clipboard-write"])
    return ready(office, office.desk(profile))


@pytest.fixture
def folder(hand: Hand, tmp_path: Path) -> Folder:
    return Folder(hand.desk, tmp_path)


@pytest.fixture
def line(hand: Hand) -> Line:
    return Line(hand.desk)


def comments(hand: Hand, words: str = "Who stops it?") -> Locator:
    """Open a comment and type; the field with the words."""
    hand.drags("Stop the queue")
    hand.takes("Comment")
    said = hand.field("Your comment")
    expect(said).to_be_focused()
    hand.desk.page.keyboard.type(words)
    return said


def coming(hand: Hand, name: str) -> Locator:
    """A picture that is not there yet."""
    return hand.composer.get_by_role("list", name="Not there yet").get_by_role("listitem").filter(has_text=name)


def there(hand: Hand, name: str) -> Locator:
    return hand.composer.get_by_role("link", name=name)


def names(mark: Json) -> list[str]:
    return [image["name"] for image in mark["images"]]


def hub_has_none(hand: Hand, review: Json) -> None:
    assert hand.office.attendant.sees_marks(review, revision=1) == {}


def judge_told(told: str, name: str, content: bytes) -> None:
    """The agent is told of a picture, and can open it where it is told."""
    found = re.search(rf"\[{re.escape(name)}\] `([^`]+)`", told)
    assert found, told
    assert Path(found[1]).read_bytes() == content


def judge_sent(hook: HookProcess, hand: Hand, review: Json) -> None:
    """An approval took the comment along, with its picture."""
    assert hook.ends().decision["behavior"] == "allow"
    marks = hand.office.attendant.sees_marks(review, revision=1).values()
    (mark,) = [one for one in marks if one["kind"] == "comment"]
    assert (names(mark), mark["sent"]) == (["red.png"], True)


def test_one_is_pasted_and_one_is_dropped(asked: tuple[HookProcess, Json], hand: Hand, folder: Folder) -> None:
    hook, review = asked
    said = comments(hand)
    hand.desk.page.evaluate(COPY, base64.b64encode(picture()).decode())
    hand.desk.presses("Control+v")
    expect(there(hand, "image.png")).to_be_visible()
    folder.drops(said, blue_png=BLUE)
    expect(there(hand, "blue.png")).to_be_visible()
    expect(said).to_have_value("Who stops it?")
    hand.keeps()
    (mark,) = hand.hub_has(review, COMMENT)
    assert names(mark) == ["image.png", "blue.png"]
    hand.desk.reloads().shows(TITLE)
    shown = hand.note("Mark 1").locator("img")
    expect(shown).to_have_count(2)
    for one in (shown.first, shown.last):
        expect(one).to_have_js_property("naturalWidth", 1)
    told = ends_with_an_answer(hook, hand)
    judge_told(told, "blue.png", BLUE)
    assert "[image.png]" in told


def test_two_are_dropped_at_once(asked: tuple[HookProcess, Json], hand: Hand, folder: Folder) -> None:
    """Over the form, not only over its words; a comment may be nothing but pictures."""
    hook, review = asked
    comments(hand, "")
    folder.drops(hand.composer.locator(".about"), red_png=picture(), blue_png=BLUE)
    expect(hand.composer.get_by_role("link")).to_have_count(2)
    hand.keeps()
    (mark,) = hand.hub_has(review, COMMENT)
    assert sorted(names(mark)) == ["blue.png", "red.png"]
    told = ends_with_an_answer(hook, hand)
    judge_told(told, "red.png", picture())
    judge_told(told, "blue.png", BLUE)


def test_keeping_waits_for_the_picture(asked: tuple[HookProcess, Json], hand: Hand, folder: Folder, line: Line) -> None:
    hook, review = asked
    line.slow()
    said = comments(hand)
    folder.drops(said, red_png=picture())
    expect(coming(hand, "red.png")).to_contain_text("on its way")
    hand.desk.presses("Control+Enter")
    expect(hand.composer).to_contain_text("Kept when the picture is there")
    hand.said("Kept when the picture is there")
    expect(said).to_have_value("Who stops it?")
    hand.desk.page.set_viewport_size({"width": 900, "height": 800})
    expect(hand.plan.region.locator(".mark-strip form.composer")).to_contain_text("Kept when the picture is there")
    hub_has_none(hand, review)
    line.goes()
    expect(hand.composer).to_have_count(0)
    (mark,) = hand.hub_has(review, COMMENT)
    assert (names(mark), mark["words"]) == (["red.png"], "Who stops it?")
    hand.desk.reloads().shows(TITLE)
    expect(hand.note("Mark 1").locator("img")).to_have_js_property("naturalWidth", 1)
    judge_told(ends_with_an_answer(hook, hand), "red.png", picture())


def test_taken_away_it_is_waited_for_no_longer(
    asked: tuple[HookProcess, Json], hand: Hand, folder: Folder, line: Line
) -> None:
    line.slow()
    folder.drops(comments(hand), red_png=picture())
    hand.composer.get_by_role("button", name=re.compile("^Keep")).click()
    expect(hand.composer).to_contain_text("Kept when the picture is there")
    assert hand.desk.page.evaluate(WOULD_ASK)
    hand.composer.get_by_role("button", name="Take red.png away").click()
    expect(hand.composer).to_have_count(0)
    assert not hand.desk.page.evaluate(WOULD_ASK)
    line.goes()
    (mark,) = hand.hub_has(asked[1], COMMENT)
    assert names(mark) == []


def test_who_writes_on_is_not_interrupted(
    asked: tuple[HookProcess, Json], hand: Hand, folder: Folder, line: Line
) -> None:
    """Also: what is typed while a picture arrives does not push it out."""
    line.slow()
    said = comments(hand)
    folder.drops(said, red_png=picture())
    hand.desk.presses("Control+Enter")
    expect(hand.composer).to_contain_text("Kept when the picture is there")
    hand.desk.page.keyboard.type(" And")
    expect(hand.composer).to_contain_text("Sending the picture")
    line.goes()
    hand.desk.page.keyboard.type(" when?")
    expect(there(hand, "red.png")).to_be_visible()
    expect(said).to_have_value("Who stops it? And when?")
    hub_has_none(hand, asked[1])
    hand.keeps()
    (mark,) = hand.hub_has(asked[1], COMMENT)
    assert (names(mark), mark["words"]) == (["red.png"], "Who stops it? And when?")


def test_a_failed_one_is_tried_again(asked: tuple[HookProcess, Json], hand: Hand, folder: Folder, line: Line) -> None:
    line.cut()
    said = comments(hand)
    folder.drops(said, red_png=picture())
    failed = coming(hand, "red.png")
    expect(failed.get_by_role("alert")).to_have_text("Not sent: The hub does not answer")
    said.focus()
    hand.desk.presses("Control+Enter")
    expect(hand.composer).to_contain_text("Not kept yet: a picture is missing")
    hub_has_none(hand, asked[1])
    again = failed.get_by_role("button", name="Try to send red.png again")
    again.click()
    expect(failed.get_by_role("alert")).to_be_visible()
    expect(said).to_be_focused()
    line.mended()
    again.click()
    expect(hand.composer).to_have_count(0)
    (mark,) = hand.hub_has(asked[1], COMMENT)
    assert names(mark) == ["red.png"]


def test_what_is_no_picture_gets_a_clear_word(
    asked: tuple[HookProcess, Json], hand: Hand, folder: Folder, line: Line
) -> None:
    said = comments(hand)
    alert = hand.composer.get_by_role("alert")
    folder.drops(said, notes_txt=b"words", true_png=picture())
    expect(alert).to_have_text("“notes.txt” is no PNG, JPEG, GIF or WebP picture")
    expect(there(hand, "true.png")).to_be_visible()
    folder.drops(said, lie_png=b"<svg onload=1>")
    expect(alert).to_contain_text("“lie.png”: This is no PNG, JPEG, GIF or WebP image")
    line.slow()
    folder.drops(said, huge_png=BLUE + bytes(LARGEST))
    expect(alert).to_have_text("“huge.png” is larger than 5 MB")
    folder.drops(said, empty_png=b"")
    expect(alert).to_have_text("“empty.png” is empty")
    assert line.waiting == []  # none of the two was sent at all
    line.mended()
    said.focus()
    hand.keeps()
    (mark,) = hand.hub_has(asked[1], COMMENT)
    assert names(mark) == ["true.png"]
    hand.note("Mark 1").get_by_role("button", name="Edit").click()
    expect(hand.composer).to_be_visible()
    expect(alert).to_have_count(0)


def test_words_that_bring_their_own_picture_are_words(asked: tuple[HookProcess, Json], hand: Hand) -> None:
    said = comments(hand, "The cell is ")
    hand.desk.page.evaluate(COPY_CELLS, base64.b64encode(picture()).decode())
    hand.desk.presses("Control+v")
    expect(said).to_have_value("The cell is seven")
    hand.keeps()
    (mark,) = hand.hub_has(asked[1], COMMENT)
    assert names(mark) == []


def test_a_left_comment_gets_its_picture(
    asked: tuple[HookProcess, Json], hand: Hand, folder: Folder, line: Line
) -> None:
    """Without a word in it: the picture on its way is what there is to lose."""
    line.slow()
    folder.drops(comments(hand, ""), red_png=picture())
    expect(coming(hand, "red.png")).to_be_visible()
    hand.desk.presses("Escape")
    left = hand.plan.region.locator(".note.unfinished")
    expect(left).to_contain_text("on its way")
    line.goes()
    expect(left.get_by_role("link", name="red.png")).to_be_visible()
    hand.desk.reloads().shows(TITLE)
    left.hover()
    left.get_by_role("button", name="Write on").click()
    expect(there(hand, "red.png")).to_be_visible()
    hand.keeps()
    (mark,) = hand.hub_has(asked[1], COMMENT)
    assert names(mark) == ["red.png"]


def keep_and(hand: Hand) -> Locator:
    """ "Keep and send", "Keep and approve"."""
    return hand.plan.bar.get_by_role("button", name=re.compile("^Keep and"))


def asks_by_key(hand: Hand) -> None:
    hand.plan.scroll.focus()
    hand.desk.presses("Control+Enter")


def asks_by_click(hand: Hand) -> None:
    hand.plan.button("Approve").click()


def asks_in_preview(hand: Hand) -> None:
    hand.plan.scroll.focus()
    hand.desk.presses("p")
    dialog = hand.desk.dialog("What Claude Code will get")
    expect(dialog.get_by_role("button", name=re.compile("^Request changes"))).to_be_enabled()
    hand.desk.presses("Control+Enter")


@pytest.mark.parametrize("asks", [asks_by_key, asks_by_click, asks_in_preview])
def test_the_answer_waits_for_the_picture(
    asked: tuple[HookProcess, Json], hand: Hand, folder: Folder, line: Line, asks: Callable[[Hand], None]
) -> None:
    """Of a comment without a word, beside a mark that could go at once."""
    hook, review = asked
    hand.drags("A second press")
    hand.takes("Delete")
    hand.hub_has(review, ("deletion", "A second press"))
    line.slow()
    folder.drops(comments(hand, ""), red_png=picture())
    expect(coming(hand, "red.png")).to_be_visible()
    asks(hand)
    hand.plan.says("^A comment is still open$")
    keep_and(hand).click()
    hand.plan.says("^Keeping the comment …$")
    expect(hand.plan.bar).to_contain_text("The answer goes when the hub has the picture")
    expect(coming(hand, "red.png")).to_be_visible()
    assert hook.waits
    line.goes()
    expect(hand.composer).to_have_count(0)
    if asks is asks_by_click:
        judge_sent(hook, hand, review)
    else:
        judge_told(hook.ends().decision["message"], "red.png", picture())


def test_no_answer_leaves_without_a_picture_that_failed(
    asked: tuple[HookProcess, Json], hand: Hand, folder: Folder, line: Line
) -> None:
    hook, review = asked
    line.slow()
    folder.drops(comments(hand), red_png=picture())
    expect(coming(hand, "red.png")).to_be_visible()
    asks_by_key(hand)
    hand.plan.says("^A comment is still open$")
    keep_and(hand).click()
    hand.plan.says("^Keeping the comment …$")
    line.breaks()
    expect(coming(hand, "red.png").get_by_role("alert")).to_be_visible()
    hand.said("Not sent: a picture did not get to the hub")
    expect(hand.field("Your comment")).to_have_value("Who stops it?")
    asks_by_key(hand)
    hand.plan.says("^A comment is still open$")
    expect(hand.plan.bar).to_contain_text("“red.png” was not sent: try again, or take it away")
    expect(hand.plan.button("Approve without it")).to_be_enabled()
    expect(keep_and(hand)).to_be_disabled()
    hand.desk.presses("Enter")
    hand.plan.says("^A comment is still open$")
    hub_has_none(hand, review)
    assert hook.waits
    line.mended()
    coming(hand, "red.png").get_by_role("button", name="Try to send red.png again").click()
    expect(there(hand, "red.png")).to_be_visible()
    keep_and(hand).click()
    judge_sent(hook, hand, review)


def test_an_answer_that_waits_is_held_back_by_writing_on(
    asked: tuple[HookProcess, Json], hand: Hand, folder: Folder, line: Line
) -> None:
    hook, review = asked
    line.slow()
    said = comments(hand)
    folder.drops(said, red_png=picture())
    asks_by_key(hand)
    hand.plan.says("^A comment is still open$")
    keep_and(hand).click()
    hand.plan.says("^Keeping the comment …$")
    said.press_sequentially("!")
    hand.plan.says("waits$")
    line.goes()
    expect(there(hand, "red.png")).to_be_visible()
    hub_has_none(hand, review)
    assert hook.waits


def test_a_drop_beside_a_comment_keeps_the_desk(
    asked: tuple[HookProcess, Json], hand: Hand, folder: Folder, line: Line
) -> None:
    """Left to itself, Chromium would open the file."""
    said = comments(hand)
    line.slow()
    page = hand.desk.page
    for target in (hand.plan.text, hand.desk.inbox, hand.plan.bar):
        folder.drops(target, red_png=picture(), notes_txt=b"words")
    folder.drops(said, red_png=picture())
    expect(coming(hand, "red.png")).to_have_count(1)
    assert len(line.waiting) == 1
    assert [tab.url for tab in page.context.pages] == [page.url]
    assert page.url.startswith(hand.office.address)
    expect(said).to_have_value("Who stops it?")
    line.goes()
    expect(there(hand, "red.png")).to_be_visible()
    assert asked[0].waits
