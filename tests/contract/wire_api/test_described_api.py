"""The browser's API answers whatever its own description allows, and whatever it forbids, as described."""

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

from countermark.http_api.api import browser_api
from tests.contract.wire_api.conftest import Furnished

DESCRIPTION = browser_api().openapi()
# A stream without an end, and the way out of the session that all the others need: tested by hand.
BY_HAND = {("GET", "/api/feed"), ("POST", "/api/sign-out")}
OPERATIONS = {
    (method.upper(), path): operation
    for path, item in DESCRIPTION["paths"].items()
    for method, operation in item.items()
    if (method.upper(), path) not in BY_HAND
}
load_all_checks()
JUDGES = CHECKS.get_by_names(
    ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"]
)
SCHEMA = schemathesis.openapi.from_dict(DESCRIPTION)


def modes(operation: dict[str, Any]) -> list[GenerationMode]:
    """Wrong things can be sent where more than the name of a review is taken."""
    takes = [each for each in operation.get("parameters", ()) if each["name"] not in ("review_id", "last-event-id")]
    return list(GenerationMode) if takes or "requestBody" in operation else [GenerationMode.POSITIVE]


CASES = [
    pytest.param(*which, mode, id=" ".join((*which, mode.value)))
    for which, operation in sorted(OPERATIONS.items())
    for mode in modes(operation)
]


@pytest.mark.parametrize(("method", "path", "mode"), CASES)
def test_every_answer_is_described(furnished: Furnished, method: str, path: str, mode: GenerationMode) -> None:
    operation = SCHEMA[path][method]
    address = f"http://{furnished.target.host}"

    @settings(max_examples=12, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode), review=st.sampled_from(("", *furnished.reviews)))
    def try_all(case: Any, review: str) -> None:
        if review and "review_id" in case.path_parameters:
            case.path_parameters["review_id"] = review
        response = case.call(
            base_url=address, headers=furnished.target.page_headers, timeout=10, proxies={"http": "", "all": ""}
        )
        case.validate_response(response, checks=JUDGES)
        if response.status_code >= 400:
            assert_our_shape(response.json())

    try_all()


def assert_our_shape(body: Any) -> None:
    """`{"error": {"code", "message", "hint"}}`, each with words in it."""
    assert body.keys() == {"error"}
    for name in ("code", "message", "hint"):
        assert isinstance(body["error"][name], str)
        assert body["error"][name]


def test_the_feed_begins_with_hello_whatever_it_is_asked(furnished: Furnished) -> None:
    page = httpx.Client(
        base_url=f"http://{furnished.target.host}", headers=furnished.target.page_headers, trust_env=False
    )
    with page:
        for since in ("0", "1", str(2**31), str(2**80)):
            for last in ("", "0", "-1", "x", "9" * 5000, "\u0663"):
                headers = [(b"last-event-id", last.encode())]
                with page.stream("GET", "/api/feed", params={"since": since}, headers=headers) as answer:
                    assert answer.status_code == 200
                    assert next(answer.iter_lines()) == "event: hello"
        assert_our_shape(page.get("/api/feed?since=-1").json())
