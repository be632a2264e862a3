"""Checks the bytes of a request's head before the HTTP parser, which is more lenient, reads them."""

import re

from countermark.http_api.guards.refusals import (
    BadHost,
    BadRequest,
    CodingUnknown,
    HeadTooLarge,
    TargetTooLong,
    VersionUnknown,
    WireRefusal,
)

LONGEST_LINE = 8 * 1024  # the request line
LARGEST_HEAD = 32 * 1024  # request line and headers together
MOST_HEADERS = 100

END = b"\r\n\r\n"
TOKEN = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
REQUEST_LINE = re.compile(TOKEN + rb" [\x21-\x7e]+ HTTP/([0-9]\.[0-9])")
HEADER_LINE = re.compile(rb"(" + TOKEN + rb"):([^\x00-\x08\x0a-\x1f\x7f]*)")
NOT_TEXT = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|(?<!\r)\n|\r[^\n]")
LENGTH = re.compile(rb"[0-9]{1,18}")
NAMED_ONCE = (b"content-length", b"transfer-encoding")


def fault_in(received: bytes) -> WireRefusal | None:
    """What is wrong with the head at the start of `received`, complete or not; None if nothing (so far)."""
    end = received.find(END)
    head = received if end < 0 else received[:end]
    try:
        _check_size(head, complete=end >= 0)
        if NOT_TEXT.search(head):
            raise BadRequest("The head holds a control character or a bare line end.")
        if end >= 0:
            _check_lines(head.split(b"\r\n"))
    except WireRefusal as fault:
        return fault
    return None


def _check_size(head: bytes, *, complete: bool) -> None:
    line_end = head.find(b"\r\n")
    if (line_end if line_end >= 0 else len(head)) > LONGEST_LINE:
        raise TargetTooLong
    if len(head) > LARGEST_HEAD or head.count(b"\r\n") > MOST_HEADERS:
        raise HeadTooLarge
    if not complete and head[:1].isspace():
        raise BadRequest("The request starts with white space.")


def _check_lines(lines: list[bytes]) -> None:
    request_line = REQUEST_LINE.fullmatch(lines[0])
    if request_line is None:
        raise BadRequest("The request line is not METHOD TARGET HTTP/1.1.")
    version = request_line[1]
    if version not in {b"1.1", b"1.0"}:
        raise VersionUnknown
    headers = [_header(line) for line in lines[1:]]
    _check_framing(headers, version=version)
    if sum(name == b"host" for name, _ in headers) != 1:
        raise BadHost


def _header(line: bytes) -> tuple[bytes, bytes]:
    match = HEADER_LINE.fullmatch(line)
    if match is None:  # a continuation line (obs-fold) ends here too
        raise BadRequest("A header line is not NAME: VALUE.")
    return match[1].lower(), match[2].strip(b" \t")


def _check_framing(headers: list[tuple[bytes, bytes]], *, version: bytes) -> None:
    """Refuse a head in which two programs could find different ends of the body (RFC 9112 6.3): request smuggling."""
    framing = [(name, value) for name, value in headers if name in NAMED_ONCE]
    if len(framing) > 1:
        raise BadRequest("The length of the body is announced more than once.")
    for name, value in framing:
        if name == b"content-length" and not LENGTH.fullmatch(value):
            raise BadRequest("The Content-Length is not one number.")
        if name == b"transfer-encoding" and value.lower() != b"chunked":
            raise CodingUnknown
        if name == b"transfer-encoding" and version == b"1.0":
            raise BadRequest("HTTP/1.0 has no chunks.")


def body_length(head: bytes) -> int | None:
    """The length of the body after a head without faults; None for a chunked one."""
    for name, value in (_header(line) for line in head.split(b"\r\n")[1:]):
        if name == b"content-length":
            return int(value)
        if name == b"transfer-encoding":
            return None
    return 0
