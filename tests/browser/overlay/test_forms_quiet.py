"""A tab that nobody looks at asks the hub for nothing, also where it must ask because there is no stream of changes."""

from tests.browser.overlay.clock import stands_still
from tests.browser.overlay.page import Reviewed
from tests.browser.overlay.site import API
from tests.browser.overlay.test_pages_that_change import IS_SHOWN

ROUND_TRIP = "fetch('/second').then(answer => answer.text())"


def test_a_hidden_tab_does_not_poll(reviewed: Reviewed) -> None:
    page, asked = reviewed.page, list[str]()
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]) if API in request.url else None)
    reviewed.forgives("Failed to load resource")
    page.route("**/api/events", lambda route: route.abort())
    stands_still(page)
    with page.expect_response(lambda answer: answer.url.endswith("/version") and "events" in asked):
        reviewed.opens()
    page.evaluate(ROUND_TRIP)
    page.evaluate(IS_SHOWN, False)
    asked.clear()
    page.clock.run_for(10_000)
    page.evaluate(ROUND_TRIP)
    assert asked == []
    with page.expect_response("**/api/version"):
        page.evaluate(IS_SHOWN, True)
    page.evaluate(ROUND_TRIP)
    assert asked == ["version"]
