"""The headers that every answer carries, whoever made it: router, static file, refusal or parser."""

from collections.abc import Iterable
from typing import Literal

Kind = Literal["browser", "agent", "person"]
HeaderList = list[tuple[bytes, bytes]]

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

NOTHING_OF_THE_MACHINE = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "browsing-topics",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "hid",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "serial",
        "usb",
    )
)

ON_EVERYTHING: HeaderList = [
    (b"x-content-type-options", b"nosniff"),
]

FOR_BROWSERS: HeaderList = [
    *ON_EVERYTHING,
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", NOTHING_OF_THE_MACHINE.encode()),
]

NOTHING_AT_ALL = b"default-src 'none'; frame-ancestors 'none'; sandbox"  # an image opened by itself is no page

FOR_IMAGES: HeaderList = [
    (name, NOTHING_AT_ALL if name == b"content-security-policy" else value) for name, value in FOR_BROWSERS
]

NEVER_KEPT = (b"cache-control", b"no-store")

# The protection's own headers have one writer; a router cannot weaken them, nor open the desk to another origin.
_OURS = frozenset(name for name, _ in FOR_BROWSERS)
_NEVER = (b"access-control-", b"server", b"date", b"x-powered-by")


def protected(headers: Iterable[tuple[bytes, bytes]], *, kind: Kind, keep: bool, image: bool = False) -> HeaderList:
    """The headers of an answer with the door's own in place; `keep` is whether the browser may cache it."""
    kept = [
        (name, value)
        for name, value in ((name.lower(), value) for name, value in headers)
        if name not in _OURS and not name.startswith(_NEVER) and (keep or name != b"cache-control")
    ]
    ours = ON_EVERYTHING if kind != "browser" else FOR_IMAGES if image else FOR_BROWSERS
    return kept + ours + ([] if keep else [NEVER_KEPT])
