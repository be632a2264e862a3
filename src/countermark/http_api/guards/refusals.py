"""What the wire refuses before any router sees it: the part of the error tree that speaks about HTTP.

CountermarkError
└── WireRefusal
    ├── BadRequest            the request cannot be understood (400)
    │   ├── BadHost           no Host header, several, or one that is not host:port (400)
    │   ├── BadPath           a path that could be read in two ways (400)
    │   ├── BadBody           not UTF-8 JSON (400)
    │   ├── TooDeep           JSON nested deeper than the limit (400)
    │   └── TooManyParts      JSON of more strings, arrays and objects than the limit (400)
    ├── HostRefused           a well-formed Host that is not this desk (403)
    ├── WrongAuthority        the target names another authority than the Host header (421)
    ├── OriginRefused         a change that does not come from the desk's own page (403)
    ├── TokenRefused          a reviewed page's request without the site's token (403)
    ├── KeyRefused            an MCP client without the key (401)
    ├── UpgradeRefused        there is no WebSocket here (403)
    ├── NoSuchPath            this door has no such route (404)
    │   └── UnknownSite       a site that no way in has brought, or that was forgotten (404)
    ├── MethodRefused         a method that nothing here answers (405)
    ├── TooSlow               head or body took longer than the limit (408)
    ├── BodyTooLarge          more bytes than the route takes (413)
    ├── TargetTooLong         a request line over the limit (414)
    ├── ContentTypeRefused    a change that is not application/json (415)
    ├── HeadTooLarge          headers over the limit (431)
    ├── CodingUnknown         a Transfer-Encoding other than chunked (501)
    ├── TooManyConnections    every connection is busy (503)
    └── VersionUnknown        neither HTTP/1.1 nor HTTP/1.0 (505)
"""

from countermark.model.errors import CountermarkError

OPEN_THE_DESK = "Use the desk's own page, opened with `countermark open`."


class WireRefusal(CountermarkError):
    """The request was refused at the wire."""

    code = "refused"
    hint = OPEN_THE_DESK


class BadRequest(WireRefusal):
    """The request cannot be understood."""

    code = "bad_request"
    hint = "Send one well-formed HTTP/1.1 request."


class BadHost(BadRequest):
    """The request needs exactly one Host header of the form host:port."""

    code = "bad_host"
    hint = OPEN_THE_DESK


class BadPath(BadRequest):
    """The path can be read in more than one way."""

    code = "bad_path"
    hint = "Write the path plainly: no empty or dot segments, no backslash, no encoded slash, dot or control character."


class BadBody(BadRequest):
    """The body is not JSON in UTF-8."""

    code = "bad_json"
    hint = "Send one JSON value, encoded as UTF-8."


class TooDeep(BadRequest):
    """The JSON is nested too deeply."""

    code = "too_deep"
    hint = "Nest at most 64 arrays and objects."


class TooManyParts(BadRequest):
    """The JSON has too many parts."""

    code = "too_many_parts"
    hint = "Send at most 100,000 strings, arrays and objects."


class HostRefused(WireRefusal):
    """This desk does not answer under that host name."""

    code = "host_refused"


class WrongAuthority(WireRefusal):
    """The request target names another place than the Host header."""

    code = "wrong_authority"


class OriginRefused(WireRefusal):
    """Changes are taken only from the desk's own page."""

    code = "origin_refused"


class TokenRefused(WireRefusal):
    """The request does not carry the site's token."""

    code = "token_refused"
    hint = "Reload the page."


class KeyRefused(WireRefusal):
    """MCP clients need the key."""

    code = "key_refused"
    hint = "Send `Authorization: Bearer <key>`, with the key in the file mcp.key of the data folder."


class UpgradeRefused(WireRefusal):
    """There is no WebSocket here."""

    code = "upgrade_refused"
    hint = "Follow GET /api/feed, a stream of server-sent events."


class NoSuchPath(WireRefusal):
    """This door has no such address."""

    code = "not_found"
    hint = "The reference lists the addresses of each door."


class UnknownSite(NoSuchPath):
    """The hub does not know this site."""

    code = "unknown_site"
    hint = "Restart the dev server, or load the page again."


class MethodRefused(WireRefusal):
    """Nothing here answers that method."""

    code = "method_not_allowed"
    hint = "Use one of the methods in the Allow header."


class TooSlow(WireRefusal):
    """The request took too long to arrive."""

    code = "too_slow"
    hint = "Send it again, in one go."


class BodyTooLarge(WireRefusal):
    """The body is larger than this address takes."""

    code = "too_large"
    hint = "Send less."


class TargetTooLong(WireRefusal):
    """The request line is too long."""

    code = "target_too_long"
    hint = "Put long content into the body of a POST."


class ContentTypeRefused(WireRefusal):
    """A change must be sent as application/json."""

    code = "unsupported_media_type"
    hint = "Send the header `Content-Type: application/json`."


class HeadTooLarge(WireRefusal):
    """The request's headers are too large or too many."""

    code = "headers_too_large"
    hint = "Send fewer or shorter headers."


class CodingUnknown(WireRefusal):
    """Only Transfer-Encoding: chunked is understood."""

    code = "coding_unknown"
    hint = "Send a Content-Length."


class TooManyConnections(WireRefusal):
    """Too many connections are open."""

    code = "busy"
    hint = "Close some of the desk's tabs, then try again."


class VersionUnknown(WireRefusal):
    """Only HTTP/1.1 and HTTP/1.0 are spoken here."""

    code = "version_unknown"
    hint = "Send the request as HTTP/1.1."
