"""The one table from errors to HTTP statuses, and the one shape in which every door answers an error."""

import json
from collections.abc import Mapping

from countermark.http_api.guards import refusals
from countermark.model import errors

STATUS: Mapping[type[errors.CountermarkError], int] = {
    errors.BadInput: 422,
    errors.TooLarge: 413,
    errors.NotFound: 404,
    errors.Conflict: 409,
    errors.NotSignedIn: 401,
    errors.Forbidden: 403,
    errors.Busy: 429,
    errors.WorkFailed: 422,
    errors.AgentFailed: 502,
    errors.CommandMissing: 422,
    errors.FolderMissing: 422,
    errors.AgentCannot: 409,
    errors.StoreFailed: 503,
    errors.PageWishRefused: 400,
    errors.PageFileBroken: 500,
    errors.PageFileFailed: 500,
    refusals.BadRequest: 400,
    refusals.HostRefused: 403,
    refusals.WrongAuthority: 421,
    refusals.OriginRefused: 403,
    refusals.TokenRefused: 403,
    refusals.KeyRefused: 401,
    refusals.UpgradeRefused: 403,
    refusals.NoSuchPath: 404,
    refusals.MethodRefused: 405,
    refusals.TooSlow: 408,
    refusals.BodyTooLarge: 413,
    refusals.TargetTooLong: 414,
    refusals.ContentTypeRefused: 415,
    refusals.HeadTooLarge: 431,
    refusals.CodingUnknown: 501,
    refusals.TooManyConnections: 503,
    refusals.VersionUnknown: 505,
}

UNFORESEEN = 500
JSON_TYPE = "application/json"


def status_of(error: errors.CountermarkError) -> int:
    """The HTTP status of an error: that of the nearest class in the table."""
    return next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), UNFORESEEN)


def error_body(code: str, message: str, *, hint: str, extra: Mapping[str, object] | None = None) -> bytes:
    """`{"error": {"code", "message", "hint", …}}` as bytes; an extra can never replace one of the three."""
    error = {**(extra or {}), "code": code, "message": message, "hint": hint}
    return json.dumps({"error": error}, ensure_ascii=False).encode("utf-8", "replace")


def refusal_body(error: errors.CountermarkError) -> bytes:
    """The error as the wire shows it; an error may carry more in an attribute `extra`."""
    extra = getattr(error, "extra", None)
    return error_body(error.code, str(error), hint=error.hint, extra=extra)


def internal_body() -> bytes:
    """What is said about an error nobody foresaw: nothing of its details."""
    return error_body(
        "internal",
        "Something went wrong inside the hub.",
        hint="Try again; the hub's log says more, and `countermark doctor` looks for causes.",
    )
