"""A write that was made though its answer was 503: whoever presses Save again makes no second one."""

import json
import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import Site
from tests.real_agents.person import eventually

GONE = {"error": "The countermark hub cannot be reached.", "code": "no_hub", "hint": "Try again."}


def made_but_unheard(route: Route) -> None:
    """The hub does what it is asked for; the page hears that it is gone."""
    unheard(route, "POST", 201)


def patched_but_unheard(route: Route) -> None:
    unheard(route, "PATCH", 200)


def made_without_an_answer(route: Route) -> None:
    """The hub does what it is asked for; the page waits for as long as it stands."""
    if route.request.method == "POST":
        route.fetch()
    else:
        route.continue_()


def unheard(route: Route, method: str, status: int) -> None:
    if route.request.method != method:
        route.continue_()
        return
    assert route.fetch().status == status
    route.fulfill(status=503, content_type="application/json", body=json.dumps(GONE))


@pytest.mark.parametrize("reloads", [False, True])
@pytest.mark.parametrize("words", ["Bigger", "Bigger and bolder"])
def test_saved_again_it_is_one_note(reviewed: Reviewed, site: Site, words: str, reloads: bool) -> None:
    reviewed.forgives("Failed to load resource", "Failed to save annotation")
    reviewed.opens()
    reviewed.page.route("**/__inline-review/api/annotations", made_but_unheard)
    reviewed.alt_clicks("#title").el("popup-textarea").fill("Bigger")
    reviewed.el("popup-save").click()
    expect(reviewed.el("toast")).to_contain_text("Failed to save annotation")
    reviewed.page.unroute_all()
    if reloads:
        reviewed.page.reload()
    reviewed.popup_is("visible")
    reviewed.writes(words)
    assert [each["note"] for each in site.annotations()] == [words]
    reviewed.alt_clicks("#title").writes("A second one")
    assert [each["note"] for each in site.annotations()] == [words, "A second one"]


def loses(reviewed: Reviewed, message: str) -> None:
    reviewed.forgives("Failed to load resource", message)
    reviewed.opens()
    reviewed.page.route("**/__inline-review/api/**", made_but_unheard)


def notes(site: Site) -> list[str]:
    return [each["note"] for each in site.stored()["pageNotes"]]


def types_note(reviewed: Reviewed, words: str) -> None:
    reviewed.el("page-note-textarea").fill(words)
    reviewed.el("page-note-save").click()


def test_the_note_after_one_that_was_cancelled_is_another_one(reviewed: Reviewed, site: Site) -> None:
    loses(reviewed, "Failed to save note")
    reviewed.opens_panel().el("page-note-add").click()
    types_note(reviewed, "A")
    expect(reviewed.el("toast")).to_contain_text("Failed to save note")
    reviewed.page.unroute_all()
    reviewed.el("fab").click()
    reviewed.opens_panel()
    expect(reviewed.el("page-note-item")).to_have_text(re.compile("^A"))
    reviewed.el("page-note-cancel").click()
    reviewed.el("page-note-add").click()
    types_note(reviewed, "B")
    expect(reviewed.el("page-note-item")).to_have_count(2)
    assert notes(site) == ["A", "B"]


@pytest.mark.parametrize("reloads", [False, True])
def test_a_note_that_is_saved_again_is_one(reviewed: Reviewed, site: Site, reloads: bool) -> None:
    loses(reviewed, "Failed to save note")
    reviewed.opens_panel().el("page-note-add").click()
    types_note(reviewed, "A")
    expect(reviewed.el("toast")).to_contain_text("Failed to save note")
    reviewed.page.unroute_all()
    if reloads:
        reviewed.page.reload()
    types_note(reviewed, "A and B")
    expect(reviewed.el("page-note-textarea")).to_have_count(0)
    assert notes(site) == ["A and B"]


def test_an_element_has_a_second_annotation_after_a_lost_answer(reviewed: Reviewed, site: Site) -> None:
    loses(reviewed, "Failed to save annotation")
    reviewed.alt_clicks("#title").el("popup-textarea").fill("Bigger")
    reviewed.el("popup-save").click()
    expect(reviewed.el("toast")).to_contain_text("Failed to save annotation")
    reviewed.page.unroute_all()
    reviewed.el("popup-cancel").click()
    reviewed.alt_clicks("#title").writes("Red, too")
    assert [each["note"] for each in site.annotations()] == ["Bigger", "Red, too"]


def test_a_page_that_goes_away_before_the_answer_sends_the_same_one(reviewed: Reviewed, site: Site) -> None:
    reviewed.forgives("Failed to save annotation", "Failed to load resource")
    reviewed.opens()
    reviewed.page.route("**/__inline-review/api/annotations", made_without_an_answer)
    reviewed.alt_clicks("#title").el("popup-textarea").fill("Bigger")
    reviewed.el("popup-save").click()
    eventually(site.annotations, seconds=10, what="the annotation", instead=site.stored)
    reviewed.page.reload()
    reviewed.popup_is("visible")
    reviewed.page.unroute_all()  # not before: a browser that no longer intercepts sends what it held back
    reviewed.writes("Bigger and bolder")
    assert [each["note"] for each in site.annotations()] == ["Bigger and bolder"]


def reopens(reviewed: Reviewed, words: str) -> None:
    """Without hearing that it is done."""
    reviewed.forgives("Failed to load resource", "Failed to update status")
    reviewed.page.route("**/__inline-review/api/annotations/*", patched_but_unheard)
    reviewed.opens().opens_panel().el("annotation-reopen").click()
    reviewed.el("reopen-textarea").fill(words)
    reviewed.el("reopen-submit").click()
    expect(reviewed.el("toast")).to_contain_text("Failed to update status")
    reviewed.page.unroute_all()


def test_a_reply_is_said_once(reviewed: Reviewed, site: Site) -> None:
    site.addresses(site.has_element("#title", "Bigger")["id"])
    reopens(reviewed, "Not yet")
    reviewed.el("reopen-submit").click()
    expect(reviewed.el("reopen-form")).to_have_count(0)
    (found,) = site.annotations()
    assert ([each["message"] for each in found["replies"]], found["status"]) == (["Not yet"], "open")


def test_what_is_addressed_anew_is_opened_anew(reviewed: Reviewed, site: Site) -> None:
    mark = site.has_element("#title", "Bigger")["id"]
    site.addresses(mark)
    reopens(reviewed, "")
    reviewed.page.reload()
    site.addresses(mark)
    reviewed.el("annotation-reopen").click()
    reviewed.el("reopen-submit").click()
    expect(reviewed.el("reopen-form")).to_have_count(0)
    assert [each["status"] for each in site.annotations()] == ["open"]
