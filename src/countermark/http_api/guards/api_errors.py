"""How a FastAPI app answers every error in the one shape, its own errors and those of the framework."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from countermark.http_api.guards import refusals
from countermark.http_api.guards.errors import (
    JSON_TYPE,
    UNFORESEEN,
    error_body,
    internal_body,
    refusal_body,
    status_of,
)
from countermark.http_api.shapes.wire import Problem
from countermark.model import errors

MOST_FIELDS = 5  # how many of a body's faults are named
LONGEST_NAME = 80  # a field name may come from the sender: never echo a long one
LONGEST_MESSAGE = 200


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """How a router declares the errors that it may answer with."""
    return {status: {"model": Problem, "description": HTTPStatus(status).phrase} for status in statuses}


def install_error_map(app: FastAPI) -> None:
    """Make the app answer every error in the one shape."""
    app.add_exception_handler(errors.CountermarkError, _answer_ours)
    app.add_exception_handler(RequestValidationError, _answer_invalid)
    app.add_exception_handler(HTTPException, _answer_http)
    # Starlette sends this and raises on; the guard around the app logs it, once (edge.py).
    app.add_exception_handler(Exception, _answer_unforeseen)


def _respond(status: int, body: bytes, *, headers: Mapping[str, str] | None = None) -> Response:
    return Response(body, status_code=status, headers=dict(headers or {}), media_type=JSON_TYPE)


async def _answer_ours(request: Request, error: Exception) -> Response:  # noqa: ARG001  Starlette passes both
    assert isinstance(error, errors.CountermarkError)
    return _respond(status_of(error), refusal_body(error))


async def _answer_unforeseen(request: Request, error: Exception) -> Response:  # noqa: ARG001
    return _respond(UNFORESEEN, internal_body())


async def _answer_http(request: Request, error: Exception) -> Response:  # noqa: ARG001
    assert isinstance(error, HTTPException)
    known = {404: refusals.NoSuchPath, 405: refusals.MethodRefused, 400: refusals.BadBody}.get(error.status_code)
    if known is not None:
        return _respond(error.status_code, refusal_body(known()), headers=error.headers)
    phrase = HTTPStatus(error.status_code).phrase
    code = re.sub(r"\W+", "_", phrase.lower())
    body = error_body(code, str(error.detail)[:LONGEST_MESSAGE], hint=errors.BadInput.hint)
    return _respond(error.status_code, body, headers=error.headers)


async def _answer_invalid(request: Request, error: Exception) -> Response:  # noqa: ARG001
    assert isinstance(error, RequestValidationError)
    faults = list(error.errors())
    if any(fault.get("type") == "json_invalid" for fault in faults):
        return _respond(400, refusal_body(refusals.BadBody()))
    fields = [{"field": _field(fault), "problem": _problem(fault)} for fault in faults[:MOST_FIELDS]]
    named = ", ".join(fault["field"] for fault in fields)
    body = error_body(
        errors.BadInput.code,
        f"This is missing or wrong: {named}.",
        hint=f"{fields[0]['field']}: {fields[0]['problem']}." if fields else errors.BadInput.hint,
        extra={"fields": fields},
    )
    return _respond(422, body)


def _field(fault: Mapping[str, object]) -> str:
    """The faulty field as a person writes it: `body.verdict`."""
    place = fault.get("loc", ())
    parts = [str(part) for part in place] if isinstance(place, list | tuple) else [str(place)]
    return ".".join(parts)[:LONGEST_NAME]


def _problem(fault: Mapping[str, object]) -> str:
    return str(fault.get("msg", "not valid"))[:LONGEST_MESSAGE].rstrip(".")
