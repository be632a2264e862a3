"""The settings show what the hub tells elsewhere, without a key, and try it out; looking keeps it silent."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from playwright.sync_api import Browser, Locator, expect

from countermark.cli.hub_commands import ask_hub
from tests.browser.conftest import furnished
from tests.browser.desk import Desk
from tests.browser.notified import noticed_desk, observed
from tests.browser.office import Office
from tests.browser.test_axe import objections
from tests.contract.notices.sinks import KEY, Sink, http_sink

# Half a day from now: no test runs in a quiet hour.
FAR = (datetime.now().astimezone() + timedelta(hours=12)).strftime("%H")
QUIET = f"{FAR}:00-{FAR}:01"


def settings_of(sink: Sink) -> str:
    """One service that takes what is sent, and one where nobody listens."""
    return f"""[notify]
urls = ["{sink.json_url}", "json://127.0.0.1:9/{KEY}"]
after = 1
quiet = "{QUIET}"
kinds = ["permission", "question"]
"""


@contextmanager
def told_office(browser: Browser, home: Path) -> Iterator[tuple[Office, Sink]]:
    with http_sink() as sink, furnished(browser, home, settings_of(sink)) as office, office:
        yield office, sink


def opened(desk: Desk) -> Locator:
    """The part of the settings that is about other services."""
    desk.inbox.get_by_role("button", name="Settings").click()
    return desk.dialog("Settings").get_by_role("region", name="Notifications elsewhere")


def test_without_services_it_says_that_nothing_leaves(office: Office) -> None:
    part = opened(office.desk())
    expect(part).to_contain_text("Nothing leaves this machine.")
    expect(part.get_by_role("button")).to_have_count(0)


def test_it_shows_services_without_their_keys_and_sends_a_test(browser: Browser, home: Path) -> None:
    with told_office(browser, home) as (office, sink):
        desk = office.desk()
        part = opened(desk)
        expect(part.get_by_role("listitem")).to_have_count(2)
        expect(part).to_contain_text("permissions, questions")
        expect(part).to_contain_text(QUIET.replace("-", " to "))
        expect(part.get_by_role("listitem").first).to_contain_text("nothing sent yet")
        part.get_by_role("button", name="Send a test").press("Enter")
        expect(part.get_by_role("listitem").first).to_contain_text("sent")
        expect(part.get_by_role("listitem").last).to_contain_text("not sent", timeout=30_000)
        expect(part.get_by_role("listitem").last).to_contain_text("it could not be reached")
        assert sink.told == [f"This is a test: Countermark can reach you here.\n{office.address}/"]
        assert KEY not in desk.page.content()
        assert objections(desk) == []


def is_looked_at(office: Office) -> bool:
    status = ask_hub(str(office.workplace.desk_folder), "GET", "/api/status")
    return status["looked_at"] is True


def test_the_hub_knows_whether_a_desk_is_looked_at(own_office: Office) -> None:
    desk = noticed_desk(own_office)
    desk.hides(hidden=False)
    settled(desk)
    assert not is_looked_at(own_office), "a desk that has opened by itself on a screen before which nobody sits"
    with desk.page.expect_response("**/api/looking"):
        desk.page.mouse.move(200, 200)
    assert is_looked_at(own_office)
    with desk.page.expect_response("**/api/looking"):
        desk.hides()
    assert not is_looked_at(own_office), "open, and hidden"
    with desk.page.expect_response("**/api/looking"):
        desk.hides(hidden=False)
    assert is_looked_at(own_office)


def test_a_desk_that_was_loaded_behind_others_and_comes_up_is_not_looked_at(own_office: Office) -> None:
    profile = observed(own_office)
    profile.add_init_script("window.hides = true;")
    desk = noticed_desk(own_office, profile)
    desk.hides(hidden=False)
    settled(desk)
    assert not is_looked_at(own_office)
    with desk.page.expect_response("**/api/looking"):
        desk.hides()
    with desk.page.expect_response("**/api/looking"):
        desk.hides(hidden=False)
    assert is_looked_at(own_office), "the person has come back"


def settled(desk: Desk) -> None:
    """What the page was about to send has arrived: another request of its own is answered after it."""
    desk.page.evaluate("() => fetch('/').then((answer) => answer.text())")
