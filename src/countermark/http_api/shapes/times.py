"""Times as the wire has them."""

from datetime import UTC, datetime


def iso(at: int) -> str:
    """Milliseconds since 1970 as ISO 8601 in UTC with milliseconds."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def iso_or_none(at: int | None) -> str | None:
    """The same for a time that may be missing."""
    return None if at is None else iso(at)
