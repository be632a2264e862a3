"""How much a request body may hold and how long it may take, enforced while it streams in and before it is parsed."""

import asyncio
import re
from array import array
from itertools import accumulate

from starlette.types import Message, Receive, Scope

from countermark.http_api.guards.refusals import BadBody, BadRequest, BodyTooLarge, TooDeep, TooManyParts, TooSlow

KB = 1024
MB = 1024 * KB

BODY_SECONDS = 30.0
DEEPEST = 64  # arrays and objects inside one another
MOST_PARTS = 100_000  # a parser holds the whole hub while it makes an object of each

DEFAULT_BYTES = 64 * KB
SIGN_IN_BYTES = 4 * KB  # the one body that is read for somebody unknown
WORDS_BYTES = 512 * KB  # 50 KB of notes, each character escaped in the worst way, and the ids of 5,000 marks
MARK_BYTES = 2 * MB  # 50 KB of comment, 50 KB of new words and 200 KB of marked ones, escaped
IMAGE_BYTES = 7 * MB  # 5 MB in base 64, and a name
PROMPT_BYTES = 6 * MB  # 1 MB of words, each character escaped in the worst way
SHARE_BYTES = 16 * MB  # a link of 8 MB, or 4 MB of a file's text, escaped
HOOK_BYTES = 8 * MB  # 1 MB of plan text after decoding, escaped; the action checks the decoded length

WORDS_PATH = re.compile(r"/api/reviews/[^/]+/(?:verdict|feedback-preview)")
MARK_PATH = re.compile(r"/api/reviews/[^/]+/(?:draft|annotations/[^/]+)")
IMAGES = "/api/images"
SHARED = "/api/shares/open"
CHOICE = "/api/shares/choose"  # with the ids of 5,000 marks
PROMPT_PATH = re.compile(r"/api/sessions/(?:attachments|[^/]+/(?:prompts(?:/[^/]+)?|marks/[^/]+))")
PAGES_PATH = re.compile(r"/api/pages/sites/.+")
HOOK_PATH = re.compile(r"/api/hooks/[^/]+")

_OPEN_AND_CLOSE = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_BLOCK = 64 * KB


def browser_limit(path: str) -> int:
    """Raw bytes that a browser route takes."""
    if path == "/api/sign-in":
        return SIGN_IN_BYTES
    if path == IMAGES:
        return IMAGE_BYTES
    if path == SHARED:
        return SHARE_BYTES
    if MARK_PATH.fullmatch(path):
        return MARK_BYTES
    if PROMPT_PATH.fullmatch(path):
        return PROMPT_BYTES
    wordy = WORDS_PATH.fullmatch(path) or PAGES_PATH.fullmatch(path) or path == CHOICE
    return WORDS_BYTES if wordy else DEFAULT_BYTES


def agent_limit(path: str) -> int:
    """Raw bytes that a route on the agents' socket takes."""
    return HOOK_BYTES if HOOK_PATH.fullmatch(path) else DEFAULT_BYTES


def person_limit(path: str) -> int:
    """Raw bytes that a route on the person's socket takes."""
    return SHARE_BYTES if path == SHARED else DEFAULT_BYTES


def announced_body(headers: list[tuple[bytes, bytes]]) -> int | None:
    """Bytes that the headers announce; None when a body comes in chunks, 0 when there is none."""
    lengths = [value for name, value in headers if name == b"content-length"]
    if any(name == b"transfer-encoding" for name, _ in headers):
        if lengths:
            raise BadRequest("The length of the body is announced in two ways.")
        return None
    if not lengths:
        return 0
    if len(lengths) > 1 or not lengths[0].isdigit() or len(lengths[0]) > 18:
        raise BadRequest("The Content-Length is not one number.")
    return int(lengths[0])


async def read_body(scope: Scope, receive: Receive, *, limit: int, seconds: float = BODY_SECONDS) -> Receive | None:
    """Read the whole body within its limits and return a `receive` that hands it on; None if the client left."""
    announced = announced_body(scope["headers"])
    if announced == 0:
        return receive
    if announced is not None and announced > limit:
        raise too_large(limit)
    try:
        async with asyncio.timeout(seconds):
            body = await body_within(receive, limit=limit)
    except TimeoutError:
        raise TooSlow(f"The body took longer than {seconds:.0f} seconds.") from None
    if body is None:
        return None
    check_json(body)
    return handing_on(body, receive)


def too_large(limit: int) -> BodyTooLarge:
    """The refusal that names the limit."""
    return BodyTooLarge(hint=f"Send at most {limit // KB} KB.")


async def body_within(receive: Receive, *, limit: int, drained: int = 0) -> bytes | None:
    """The body, or None if the client left. Raises `BodyTooLarge`, for up to `drained` bytes only at the body's end."""
    body = bytearray()
    length = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        length += len(message.get("body", b""))
        if length <= limit:
            body += message.get("body", b"")
        elif length > drained or not message.get("more_body", False):
            raise too_large(limit)
        if not message.get("more_body", False):
            return bytes(body)


def handing_on(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the body once and then what really comes: the end of the connection."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return messages.pop() if messages else await receive()

    return next_message


def check_json(body: bytes) -> None:
    """Refuse what no JSON parser should be given: bytes that are not UTF-8 text, nesting that is too deep."""
    # A zero byte is never JSON; without it a parser cannot take the body for UTF-16, which is counted differently.
    if b"\0" in body or not _is_text(body):
        raise BadBody
    if depth(body) > DEEPEST:
        raise TooDeep


def _is_text(body: bytes) -> bool:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def depth(body: bytes) -> int:
    """How deep the brackets outside of strings go, in linear time; more than the limit ends the count early.

    Raises `TooManyParts` for more strings, arrays and objects than anything honest has.
    """
    unescaped = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    if unescaped.count(b'"') > MOST_PARTS:
        raise TooManyParts
    brackets = b"".join(unescaped.split(b'"')[::2]).translate(_OPEN_AND_CLOSE, _NO_BRACKETS)
    level = deepest = 0
    for start in range(0, min(len(brackets), MOST_PARTS), _BLOCK):
        levels = list(accumulate(array("b", brackets[start : start + _BLOCK]), initial=level))
        level, deepest = levels[-1], max(deepest, *levels)
        if deepest > DEEPEST:
            return deepest
    if len(brackets) > MOST_PARTS:
        raise TooManyParts
    return deepest
