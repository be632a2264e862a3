"""What a person attaches reaches the agent to the letter, or the person is told why it does not."""

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, expect

from tests.browser.files import Folder
from tests.browser.marking import COPY, picture
from tests.browser.obedient import Json, ObedientSession
from tests.browser.office import Office
from tests.browser.talk import LONG_MS, Talk
from tests.browser.test_axe import objections, themes

RED, BLUE = picture(), picture(b"\0\0\xff")
MOST = 20  # things that go with one prompt
# What the browser has given to the page: it writes pictures of the clipboard anew.
NOTE_PASTES = """() => document.addEventListener('paste', async event => {
  const bytes = new Uint8Array(await event.clipboardData.files[0].arrayBuffer());
  window.pasted = btoa(String.fromCharCode(...bytes));
}, { capture: true })"""


@pytest.fixture
def session(office: Office) -> Iterator[ObedientSession]:
    """Its agent takes pictures and texts."""
    opened = ObedientSession(office, "images", "embedded")
    yield opened
    opened.closes()


@pytest.fixture
def talk(office: Office, session: ObedientSession) -> Talk:
    profile = office.profile()
    profile.grant_permissions(["clipboard-read", "clipboard-write"])
    return session.shown(office.desk(profile))


@pytest.fixture
def folder(talk: Talk, tmp_path: Path) -> Folder:
    return Folder(talk.desk, tmp_path)


def bar(talk: Talk) -> Locator:
    return talk.region.get_by_role("group", name="Your words")


def text_file(name: str, content: bytes) -> FilePayload:
    return FilePayload(name=name, mimeType="text/plain", buffer=content)


def picks(talk: Talk, *files: FilePayload) -> None:
    """By the dialog of the browser."""
    with talk.page.expect_file_chooser() as chooser:
        talk.button("Attach files").click()
    chooser.value.set_files(list(files))


def sent(talk: Talk, session: ObedientSession, words: str = "say done") -> list[Json]:
    """Send, and give what the agent got beside the words."""
    before = len(session.prompts())
    talk.says(words)
    talk.answers("done")
    [blocks] = session.prompts()[before:]
    assert blocks[0] == {"type": "text", "text": words}
    return list(blocks[1:])


def image_block(content: bytes) -> Json:
    return {"type": "image", "mimeType": "image/png", "data": base64.b64encode(content).decode()}


def text_block(name: str, text: str) -> Json:
    resource = {"uri": f"attachment:///{name}", "mimeType": "text/plain", "text": text}
    return {"type": "resource", "resource": resource}


def test_a_picture_that_is_pasted_reaches_the_agent_byte_by_byte(talk: Talk, session: ObedientSession) -> None:
    talk.page.evaluate(COPY, base64.b64encode(RED).decode())
    talk.page.evaluate(NOTE_PASTES)
    talk.words.focus()
    talk.page.keyboard.press("Control+v")
    expect(talk.chips).to_have_count(1)
    expect(talk.words).to_have_value("")
    given = base64.b64decode(talk.page.evaluate("window.pasted"))
    assert given.startswith(b"\x89PNG")
    assert sent(talk, session) == [image_block(given)]
    expect(talk.chips).to_have_count(0)


def test_a_short_text_is_pasted_into_the_words_and_a_long_one_goes_along(talk: Talk, session: ObedientSession) -> None:
    short, long = "say done", "<b>Ä line\t</b>\n" * 400
    talk.page.evaluate("words => navigator.clipboard.writeText(words)", short)
    talk.words.focus()
    talk.page.keyboard.press("Control+v")
    expect(talk.words).to_have_value(short)
    expect(talk.chips).to_have_count(0)
    talk.page.evaluate("words => navigator.clipboard.writeText(words)", long)
    talk.page.keyboard.press("Control+v")
    expect(talk.chips).to_contain_text("pasted text.txt")
    expect(talk.words).to_have_value(short)
    assert sent(talk, session) == [text_block("pasted%20text.txt", long)]


def test_files_that_are_let_go_over_the_bar_go_along_in_their_order(
    talk: Talk, session: ObedientSession, folder: Folder
) -> None:
    folder.drops(bar(talk), b_txt=b"Zwei\n", a_png=BLUE, c_md=b"# Three\n")
    expect(talk.chips).to_have_count(3)
    blocks = sent(talk, session)
    assert [block["type"] for block in blocks] == ["resource", "image", "resource"]
    assert blocks[0]["resource"]["text"] == "Zwei\n"
    assert blocks[1] == image_block(BLUE)
    assert blocks[2]["resource"]["text"] == "# Three\n"


def test_a_file_that_is_let_go_over_the_conversation_goes_along_too(
    talk: Talk, session: ObedientSession, folder: Folder
) -> None:
    folder.drops(talk.region.locator(".session-scroll"), notes_txt=b"let go above")
    expect(talk.chips).to_contain_text("notes.txt")
    assert sent(talk, session) == [text_block("notes.txt", "let go above")]


def test_a_folder_is_refused_in_words_and_what_came_with_it_goes_along(
    talk: Talk, session: ObedientSession, folder: Folder
) -> None:
    (folder.path / "sources").mkdir()
    (folder.path / "sources" / "one.txt").write_text("inside")
    (folder.path / "two.txt").write_text("beside")
    folder.lets_go(bar(talk), folder.path / "sources", folder.path / "two.txt")
    expect(bar(talk)).to_contain_text("“sources” is a folder")
    expect(talk.chips).to_have_count(1)
    assert sent(talk, session) == [text_block("two.txt", "beside")]


def test_what_is_too_large_is_refused_in_words(talk: Talk, session: ObedientSession, folder: Folder) -> None:
    for name in ("film.png", "log.txt"):
        with (folder.path / name).open("wb") as file:
            file.truncate(60_000_000)
    folder.lets_go(bar(talk), folder.path / "film.png", folder.path / "log.txt")
    expect(bar(talk)).to_contain_text("“film.png” is larger than 5 MB")
    expect(bar(talk)).to_contain_text("“log.txt” is larger than 1 MB: save it in the workspace, and name it with @")
    expect(talk.chips).to_have_count(0)
    assert sent(talk, session) == []


def test_of_thirty_files_as_many_go_along_as_one_prompt_takes(
    talk: Talk, session: ObedientSession, folder: Folder
) -> None:
    paths = [folder.path / f"{number:02}.txt" for number in range(30)]
    for path in paths:
        path.write_text(f"text {path.stem}")
    folder.lets_go(bar(talk), *paths)
    expect(talk.chips).to_have_count(MOST)
    expect(bar(talk)).to_contain_text(f"Not more than {MOST} things go with one prompt: 10 were left out")
    blocks = sent(talk, session)
    assert [block["resource"]["text"] for block in blocks] == [f"text {number:02}" for number in range(MOST)]


def test_two_files_with_the_same_content_both_go_along(talk: Talk, session: ObedientSession) -> None:
    picks(talk, text_file("one.txt", b"same"), text_file("two.txt", b"same"))
    expect(talk.chips).to_have_count(2)
    assert sent(talk, session) == [text_block("one.txt", "same"), text_block("two.txt", "same")]


def test_a_text_in_another_encoding_is_not_sent_mangled(talk: Talk, session: ObedientSession) -> None:
    picks(talk, text_file("old.txt", "Größe\n".encode("latin-1")), text_file("empty.txt", b""))
    expect(bar(talk)).to_contain_text("“old.txt” is no text in UTF-8")
    expect(talk.chips).to_have_count(1)
    assert sent(talk, session) == [text_block("empty.txt", "")]


def test_what_is_taken_away_before_sending_does_not_go_along(talk: Talk, session: ObedientSession) -> None:
    picks(talk, text_file("one.txt", b"1"), FilePayload(name="dot.png", mimeType="image/png", buffer=RED))
    expect(talk.chips).to_have_count(2)
    away = talk.button("Take one.txt away")
    away.focus()
    talk.page.keyboard.press("Enter")
    expect(talk.chips).to_have_count(1)
    expect(talk.words).to_be_focused()
    assert sent(talk, session) == [image_block(RED)]


def test_the_attachments_of_words_that_wait_can_be_changed(talk: Talk, session: ObedientSession) -> None:
    talk.says("wait")
    expect(talk.standing).to_contain_text("working", timeout=LONG_MS)
    picks(talk, text_file("one.txt", b"1"), text_file("two.txt", b"2"))
    expect(talk.chips).to_have_count(2)
    talk.says("say done")
    expect(talk.queue).to_contain_text("2 attachments")
    talk.queue.get_by_role("button", name="Change it").click()
    expect(talk.chips).to_have_count(2)
    talk.button("Take one.txt away").click()
    picks(talk, FilePayload(name="dot.png", mimeType="image/png", buffer=RED))
    expect(talk.chips).to_have_count(2)
    talk.button("Keep").click()
    expect(talk.chips).to_have_count(0)
    talk.button("Stop").click()
    talk.answers("done")
    assert session.prompts()[-1] == [{"type": "text", "text": "say done"}, text_block("two.txt", "2"), image_block(RED)]


def test_words_that_were_taken_while_they_were_changed_are_not_lost(talk: Talk, session: ObedientSession) -> None:
    talk.says("wait")
    expect(talk.standing).to_contain_text("working", timeout=LONG_MS)
    talk.says("say first")
    talk.queue.get_by_role("button", name="Change it").click()
    talk.words.fill("say done")
    talk.button("Stop").click()
    expect(talk.queue).to_have_count(0)
    talk.answers("first")
    expect(bar(talk)).to_contain_text(
        "The words that you were changing wait no longer: what stands here goes as new words."
    )
    talk.says("say done")
    talk.answers("done")
    assert [blocks[0]["text"] for blocks in session.prompts()] == ["wait", "say first", "say done"]


def test_an_agent_that_takes_no_pictures_gets_a_link_and_the_person_is_told(office: Office) -> None:
    session = ObedientSession(office)
    try:
        talk = session.shown(office.desk())
        picks(talk, FilePayload(name="dot.png", mimeType="image/png", buffer=RED))
        told = "Gemini CLI takes no pictures: it gets a link to each, and may open it as a file."
        expect(bar(talk).get_by_text(told)).to_be_visible()
        [block] = sent(talk, session)
        assert (block["type"], block["name"]) == ("resource_link", "dot.png")
        assert Path(block["uri"].removeprefix("file://")).read_bytes() == RED
        expect(talk.lines("prompt").locator(".session-chips")).to_contain_text("dot.png")
    finally:
        session.closes()


@themes
def test_nothing_to_object_to(office: Office, dark: bool) -> None:
    session = ObedientSession(office)
    try:
        talk = session.shown(office.desk(office.profile(dark=dark)))
        good, bad = FilePayload(name="dot.png", mimeType="image/png", buffer=RED), text_file("data.bin", b"a\0b")
        picks(talk, good, bad)
        expect(bar(talk)).to_contain_text("neither a picture nor a text")
        expect(talk.chips).to_have_count(1)
        assert objections(talk.desk) == []
    finally:
        session.closes()
