"""The headers that every answer carries, whoever made it: router, static file, refusal or parser."""

from collections.abc import Iterable
from typing import Literal

Kind = Literal["browser", "agent", "person"]
Content = Literal["page", "image", "drawing", "wasm drawing"]  # of an answer to a browser
HeaderList = list[tuple[bytes, bytes]]

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

# A drawing frame runs a library on what an agent wrote: in an origin of its own (also when it is opened by itself),
# with the script that stands in it, and with nothing that fetches or sends. `frame-src` above keeps it from leading
# elsewhere.
DRAWING_RULES = (
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-scripts",
)
DRAWING_POLICY = "; ".join(DRAWING_RULES)

# Graphviz is WebAssembly, and lays out in a worker that the frame makes of its own script and that is under the
# same policy: no layout can keep the desk waiting, and one that takes too long ends with its frame.
WASM_DRAWING_POLICY = "; ".join(
    (
        *(f"{rule} 'wasm-unsafe-eval'" if rule.startswith("script-src") else rule for rule in DRAWING_RULES),
        "worker-src blob:",
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


def under_policy(policy: bytes) -> HeaderList:
    """The headers for browsers, with another policy than the desk's."""
    return [(name, policy if name == b"content-security-policy" else value) for name, value in FOR_BROWSERS]


FOR_IMAGES = under_policy(NOTHING_AT_ALL)

FOR_CONTENT: dict[Content, HeaderList] = {
    "page": FOR_BROWSERS,
    "image": FOR_IMAGES,
    "drawing": under_policy(DRAWING_POLICY.encode()),
    "wasm drawing": under_policy(WASM_DRAWING_POLICY.encode()),
}

NEVER_KEPT = (b"cache-control", b"no-store")

# The protection's own headers have one writer; a router cannot weaken them, nor open the desk to another origin.
_OURS = frozenset(name for name, _ in FOR_BROWSERS)
_NEVER = (b"access-control-", b"server", b"date", b"x-powered-by")


def protected(
    headers: Iterable[tuple[bytes, bytes]], *, kind: Kind, keep: bool, content: Content = "page"
) -> HeaderList:
    """The headers of an answer with the door's own in place; `keep` is whether the browser may cache it."""
    kept = [
        (name, value)
        for name, value in ((name.lower(), value) for name, value in headers)
        if name not in _OURS and not name.startswith(_NEVER) and (keep or name != b"cache-control")
    ]
    ours = ON_EVERYTHING if kind != "browser" else FOR_CONTENT[content]
    return kept + ours + ([] if keep else [NEVER_KEPT])
