"""What sessions look like that were left behind: every kind of line, every state, and nothing that axe objects to."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from countermark.model.sessions import events
from countermark.model.sessions.events import SessionEvent
from countermark.model.sessions.offers import AgentFacts, AuthKind, AuthMethod
from tests.browser.conftest import furnished
from tests.browser.desk import Desk
from tests.browser.office import WIDE, Office
from tests.browser.talk import Talk
from tests.browser.talks import begun, exchange, prompt_at, written
from tests.browser.test_axe import PHONE, objections, themes

HOUR = 3_600_000
FULL, EMPTY, FAILED, SIGN_IN = range(4)


@pytest.fixture(scope="module")
def left(browser: Browser) -> Iterator[tuple[Office, list[str]]]:
    """A hub that finds sessions, as one that was killed has left them."""
    folder, project = (Path(tempfile.mkdtemp(prefix=prefix)) for prefix in ("cm-d-", "cm-p-"))
    now = time.time_ns() // 10**6
    before = [*exchange(now - HOUR), events.PromptAnswered(prompt_at(now - HOUR), "end_turn")]
    full = [*begun(), events.TitleChanged("Idempotent webhooks"), *before, *exchange(now - HOUR // 2, "Now the jobs.")]
    failed: list[SessionEvent] = [
        events.Starting("codex-acp"),
        events.Disconnected("The command codex-acp was not found.", failed=True, hint="Install it, then try again."),
    ]
    ways = (
        AuthMethod("key", "With a key"),
        AuthMethod("login", "In a terminal", None, AuthKind.TERMINAL, "teller login"),
    )
    asks = events.SignInNeeded("It wants you to sign in")
    signs_in: list[SessionEvent] = [events.Starting("teller"), events.Initialised(AgentFacts(1, auth=ways), 5), asks]
    names = written(folder, project, full, begun(), failed, signs_in)
    with furnished(browser, folder) as office:
        yield office, names
    for each in (folder, project):
        shutil.rmtree(each, ignore_errors=True)


def shown(office: Office, session: str, *, dark: bool = False, size: tuple[int, int] = WIDE) -> Talk:
    """A session in a tab of its own, once it is there."""
    talk = Talk(office.desk(office.profile(dark=dark, size=size)), session)
    talk.line.click()
    expect(talk.words).to_be_visible()
    return talk


@themes
@pytest.mark.parametrize("size", [WIDE, (800, 900), PHONE], ids=["wide", "narrow", "phone"])
def test_nothing_to_object_to(left: tuple[Office, list[str]], dark: bool, size: tuple[int, int]) -> None:
    office, names = left
    with office:
        for session in names:
            talk = shown(office, session, dark=dark, size=size)
            assert objections(talk.desk) == [], session
            talk.button("More about this session").click()
            assert objections(talk.desk) == [], "the menu"


@themes
def test_nothing_to_object_to_where_one_writes(left: tuple[Office, list[str]], dark: bool) -> None:
    office, names = left
    with office:
        talk = shown(office, names[EMPTY], dark=dark)
        talk.words.press_sequentially("/")
        expect(talk.suggestions).to_have_count(2)
        assert objections(talk.desk) == [], "the commands"
        talk.words.press("Escape")
        talk.says("Wait for it")
        expect(talk.queue).to_have_count(1)
        assert objections(talk.desk) == [], "the queue"
        talk.queue.get_by_role("button", name="Take it back").click()
        talk.button("More about this session").click()
        talk.button("Traffic and messages of the program").click()
        expect(talk.region.get_by_role("region", name="Traffic").get_by_role("listitem").first).to_be_visible()
        assert objections(talk.desk) == [], "the traffic"
        talk.button("More about this session").click()
        talk.button("Rename …").click()
        assert objections(talk.desk) == [], "the name"


@themes
def test_nothing_to_object_to_in_lists(left: tuple[Office, list[str]], dark: bool) -> None:
    office, _ = left
    with office:
        desk = office.desk(office.profile(dark=dark))
        desk.presses("S")
        expect(desk.page.get_by_role("list", name="Found sessions").get_by_role("listitem")).to_have_count(4)
        assert objections(desk) == [], "the list"
        desk.presses("N")
        expect(desk.dialog("New session").get_by_role("radio").first).to_be_visible()
        assert objections(desk) == [], "the dialog"


def test_what_was_not_answered_is_sent_again_by_the_person_alone(left: tuple[Office, list[str]]) -> None:
    office, names = left
    with office:
        talk = shown(office, names[FULL])
        expect(talk.standing).to_have_text("Claude Code, disconnected")
        expect(talk.lines("prompt").last).to_contain_text("Not answered")
        expect(talk.queue).to_have_count(0)
        talk.button("Send again").click()
        expect(talk.queue).to_have_count(1)
        expect(talk.queue).to_contain_text("once more")
        talk.queue.get_by_role("button", name="Take it back").click()
        expect(talk.queue).to_have_count(0)


def test_what_was_done_without_asking_says_what_the_rules_say(left: tuple[Office, list[str]]) -> None:
    office, names = left
    with office:
        talk = shown(office, names[FULL])
        expect(talk.ledger.get_by_text("it was done without asking. rm -r.").first).to_be_visible()


def test_a_start_that_failed_says_what_to_do(left: tuple[Office, list[str]]) -> None:
    office, names = left
    with office:
        strip = shown(office, names[FAILED]).region.locator(".session-strip")
        expect(strip).to_contain_text("could not be started: The command codex-acp was not found.")
        expect(strip).to_contain_text("Install it, then try again.")


def test_who_comes_back_is_told_what_happened(left: tuple[Office, list[str]]) -> None:
    office, names = left
    with office:
        profile = office.profile()
        desk = Desk(profile.new_page(), office.address).opens()
        # As a browser that has seen the beginning alone.
        desk.page.evaluate(
            "seen => localStorage.setItem('countermark.sessions_seen', seen)", f'{{"{names[FULL]}": 12}}'
        )
        desk.reloads()
        talk = Talk(desk, names[FULL])
        expect(desk.item("New: Idempotent webhooks")).to_be_visible()
        talk.line.click()
        receipt = talk.region.get_by_role("region", name="Since you were away")
        expect(receipt).to_contain_text("1 file changed")
        receipt.get_by_role("button", name="Seen").click()
        expect(receipt).to_have_count(0)
