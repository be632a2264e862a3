"""The journal in the browser: two weeks of work as sentences, filters, plots, and the record of one request."""

import asyncio
import json
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import furnished
from tests.browser.desk import Desk
from tests.browser.earlier_days import PROJECT, write_earlier_days
from tests.browser.office import Office
from tests.browser.test_axe import objections


@pytest.fixture(scope="module")
def lived_in(browser: Browser) -> Iterator[Office]:
    """An office with two weeks behind it; the tests change nothing there."""
    folder = Path(tempfile.mkdtemp(prefix="cm-j-"))
    # Playwright's loop stands in this thread.
    writing = threading.Thread(target=lambda: asyncio.run(write_earlier_days(folder)))
    writing.start()
    writing.join()
    with furnished(browser, folder) as office, office:
        yield office


@pytest.fixture
def journal(lived_in: Office) -> Locator:
    desk = lived_in.desk()
    return opened(desk)


def opened(desk: Desk) -> Locator:
    desk.inbox.get_by_role("button", name="Journal").click()
    journal = desk.page.get_by_role("region", name="Journal")
    expect(journal.get_by_role("heading", name="What was decided")).to_be_visible()
    expect(lines(journal).first).to_be_visible()
    return journal


def lines(journal: Locator) -> Locator:
    """The sentences, without the heads of the tables."""
    return journal.get_by_role("row").filter(has=journal.page.locator(".what button"))


def chooses(journal: Locator, menu: str, *choices: str) -> None:
    journal.get_by_role("button", name=f"{menu}:").click()
    for choice in choices:
        journal.page.get_by_role("group", name=menu).get_by_label(choice).check()
    journal.page.keyboard.press("Escape")


def test_each_line_is_a_sentence_with_who_decided(journal: Locator) -> None:
    by_rule = lines(journal).filter(has_text="cat ~/.ssh/config").first
    expect(by_rule).to_contain_text("Denied")
    expect(by_rule).to_contain_text("Rule: secrets")
    by_person = lines(journal).filter(has_text="npm install zod").first
    expect(by_person).to_contain_text("Allowed once")
    expect(by_person.locator(".who")).to_have_class("who person")
    expired = lines(journal).filter(has_text="scp build.tgz").first
    expect(expired.locator(".who")).to_have_text("Nobody")
    expect(lines(journal).filter(has_text="Keep the old endpoint?").first).to_contain_text("“Until March.”")


def test_the_head_says_how_much_there_is_and_that_the_chain_holds(journal: Locator) -> None:
    expect(journal.locator(".head")).to_contain_text("entries since")
    expect(journal.locator(".head")).to_contain_text("chain unbroken")


def test_words_and_menus_filter_and_are_taken_back(journal: Locator) -> None:
    journal.get_by_role("searchbox", name="Search the journal").fill("zod")
    expect(lines(journal).filter(has_not_text="npm install zod")).to_have_count(0)
    expect(lines(journal).first).to_contain_text("npm install zod")
    journal.get_by_role("searchbox").fill("no such thing")
    expect(journal.get_by_text("Nothing like that.")).to_be_visible()
    journal.get_by_role("button", name="Show all").click()
    expect(lines(journal).first).to_be_visible()
    chooses(journal, "Kinds", "Questions")
    expect(lines(journal).filter(has_not_text="Answered")).to_have_count(0)
    expect(journal.get_by_role("button", name="Kinds: questions")).to_be_visible()
    chooses(journal, "Kinds", "Everything that happened")
    expect(journal.get_by_role("heading", name="What happened")).to_be_visible()
    expect(lines(journal).filter(has_text="Answer received").first).to_be_visible()


def test_the_figures_of_the_plots_and_of_the_lines_agree(journal: Locator) -> None:
    bar = journal.locator(".bars").get_by_role("button", name="deny: secrets")
    bar.click()
    expect(bar).to_have_attribute("aria-pressed", "true")
    expect(lines(journal).filter(has_not_text="cat ~/.ssh/config")).to_have_count(0)
    count = int(bar.locator("b").inner_text())
    expect(lines(journal)).to_have_count(count)
    bar.click()
    expect(lines(journal).filter(has_text="npm install zod").first).to_be_visible()
    you = int(journal.locator(".bars .person b").inner_text())
    answered = sum(int(cell) for cell in journal.locator(".plots table tbody td:nth-child(2)").all_inner_texts())
    expect(journal.get_by_text(f"14 days, {answered} answers")).to_be_visible()
    assert you == answered > 0


def test_a_line_unfolds_its_way_and_leads_to_everything_about_it(journal: Locator) -> None:
    line = lines(journal).filter(has_text="rm -rf build").first
    sentence = line.get_by_role("button")
    sentence.press("Enter")
    expect(sentence).to_have_attribute("aria-expanded", "true")
    detail = journal.locator("tr.detail")
    expect(detail).to_contain_text("shown")
    expect(detail).to_contain_text("received")
    detail.get_by_role("button", name="Everything about it").click()
    expect(journal.get_by_role("heading", level=1, name="rm -rf build")).to_be_visible()
    why = journal.get_by_role("region", name="Why")
    expect(why).to_contain_text("The rules asked for a person, in the mode ask: No rule allows it.")
    why.locator("summary").press("Enter")
    expect(why.get_by_role("listitem").first).to_contain_text("built-in")
    steps = journal.locator("tr.open .what")
    expect(steps).to_have_text([
        "Asked to do rm -rf build", "Looked at rm -rf build", "Denied rm -rf build “Use make clean.”",
        "Answer received rm -rf build",
    ])  # fmt: skip
    expect(journal.get_by_text(f"Permission of Claude Code, {Path(PROJECT).name}.")).to_be_visible()
    journal.get_by_role("button", name="← All entries").click()
    expect(journal.get_by_role("heading", name="What was decided")).to_be_visible()


@pytest.mark.parametrize(("choice", "beginning"), [("JSON lines", '{"'), ("CSV", "seq,at,kind")])
def test_it_leaves_as_a_file(journal: Locator, choice: str, beginning: str) -> None:
    chooses(journal, "Kinds", "Everything that happened")
    expect(journal.get_by_role("heading", name="What happened")).to_be_visible()
    journal.get_by_role("button", name="Export the journal: Export").click()
    with journal.page.expect_download() as download:
        journal.page.get_by_role("button", name=choice).click()
    text = Path(download.value.path()).read_text()
    assert text.startswith(beginning)
    assert "npm install zod" in text
    if choice == "JSON lines":
        *entries, last = [json.loads(each) for each in text.splitlines()]
        assert "checkpoint" in last
        assert all(set(each) == {"entry", "hash", "salt", "texts"} for each in entries)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(lived_in: Office, dark: bool) -> None:
    desk = lived_in.desk(lived_in.profile(dark=dark))
    journal = opened(desk)
    lines(journal).first.get_by_role("button").click()
    expect(journal.get_by_role("button", name="Everything about it")).to_be_visible()
    assert objections(desk) == [], "a line unfolded"
    journal.get_by_role("button", name="Who decided:").click()
    assert objections(desk) == [], "a menu"
    desk.page.keyboard.press("Escape")
    journal.get_by_role("button", name="Everything about it").click()
    expect(journal.get_by_role("button", name="← All entries")).to_be_visible()
    assert objections(desk) == [], "the record"


def test_escape_closes_a_menu_and_leaves_the_journal_open(journal: Locator) -> None:
    word = journal.get_by_role("button", name="Kinds:")
    word.press("Enter")
    expect(journal.page.get_by_role("group", name="Kinds")).to_be_visible()
    journal.page.keyboard.press("Escape")
    expect(journal.page.get_by_role("group", name="Kinds")).to_be_hidden()
    expect(word).to_be_focused()
    expect(journal).to_be_visible()
