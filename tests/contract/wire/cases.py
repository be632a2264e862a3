"""The table of what is sent to the browser's door, and what comes back: one row, one connection."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.contract.wire.small_desk import Target


@dataclass(frozen=True)
class Case:
    """A request written as what differs from the desk's own page; `raw` replaces all of it.

    In every text `{port}`, `{host}`, `{token}` stand for the target's own. A header given as None is
    left out. `code` is the error's code; None where the answer is no error.
    """

    name: str
    status: int
    code: str | None = None
    method: str = "GET"
    path: str = "/api/session"
    headers: Mapping[str, str | None] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    body: str | None = None
    raw: str | None = None

    def octets(self, target: Target) -> bytes:
        """The bytes to send."""
        words = {"port": str(target.port), "host": target.host, "token": target.token}

        def filled(text: str) -> str:
            for name, value in words.items():
                text = text.replace("{" + name + "}", value)
            return text

        if self.raw is not None:
            return filled(self.raw).encode("latin-1")
        headers = {**target.page_headers, "Host": target.host}
        for name, value in self.headers.items():
            headers.pop(name, None)
            if value is not None:
                headers[name] = filled(value)
        lines = [f"{self.method} {filled(self.path)} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        lines += [filled(line) for line in self.lines]
        body = b"" if self.body is None else self.body.encode()
        if self.body is not None:
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def change(name: str, status: int, code: str | None = None, *lines: str, **headers: str | None) -> Case:
    """A change to the settings, with other headers; underscores stand for dashes."""
    dashed = {key.replace("_", "-"): value for key, value in headers.items()}
    return Case(
        name, status, code, method="PUT", path="/api/settings", headers=dashed, lines=lines, body='{"theme":"dark"}'
    )


def hosted(name: str, host: str | None, status: int, code: str | None, *, path: str = "/api/session") -> Case:
    """A GET under another Host."""
    return Case(name, status, code, path=path, headers={"Host": host})


HOSTS = [
    hosted("own host", "{host}", 200, None),
    hosted("localhost", "localhost:{port}", 200, None),
    hosted("ipv6 loopback", "[::1]:{port}", 200, None),
    hosted("a foreign name", "evil.example:{port}", 403, "host_refused"),
    hosted("a foreign name for the page", "evil.example:{port}", 403, "host_refused", path="/"),
    hosted("a foreign name for the feed", "evil.example:{port}", 403, "host_refused", path="/api/feed"),
    hosted("a foreign name for a 404", "evil.example:{port}", 403, "host_refused", path="/no.such"),
    hosted("no port", "127.0.0.1", 403, "host_refused"),
    hosted("an empty port", "127.0.0.1:", 403, "host_refused"),
    hosted("another port", "127.0.0.1:1", 403, "host_refused"),
    hosted("a port with a zero before it", "127.0.0.1:0{port}", 400, "bad_host"),
    hosted("a port that is no number", "127.0.0.1:http", 400, "bad_host"),
    hosted("two ports", "127.0.0.1:{port}:{port}", 400, "bad_host"),
    hosted("user information", "x@127.0.0.1:{port}", 400, "bad_host"),
    hosted("user information with a password", "127.0.0.1:{port}@evil.example", 400, "bad_host"),
    hosted("a trailing dot", "localhost.:{port}", 403, "host_refused"),
    hosted("a short IPv4 form", "127.1:{port}", 403, "host_refused"),
    hosted("a decimal IPv4 form", "2130706433:{port}", 403, "host_refused"),
    hosted("a hexadecimal IPv4 form", "0x7f.0.0.1:{port}", 403, "host_refused"),
    hosted("an octal IPv4 form", "0177.0.0.1:{port}", 403, "host_refused"),
    hosted("any address", "0.0.0.0:{port}", 403, "host_refused"),
    hosted("an IPv4 address in IPv6", "[::ffff:127.0.0.1]:{port}", 403, "host_refused"),
    hosted("IPv6 loopback written long", "[0:0:0:0:0:0:0:1]:{port}", 403, "host_refused"),
    hosted("IPv6 without brackets", "::1:{port}", 400, "bad_host"),
    hosted("an open bracket", "[::1:{port}", 400, "bad_host"),
    hosted("capital letters", "LOCALHOST:{port}", 403, "host_refused"),
    hosted("a percent-encoded name", "%6c%6fcalhost:{port}", 403, "host_refused"),
    hosted("a name as a suffix", "127.0.0.1.evil.example:{port}", 403, "host_refused"),
    hosted("two hosts in one header", "{host}, evil.example", 400, "bad_host"),
    hosted("a path in it", "{host}/x", 400, "bad_host"),
    hosted("an empty host", "", 400, "bad_host"),
    hosted("a host beyond ASCII", "l\xf6calhost:{port}", 400, "bad_host"),
    hosted("no host", None, 400, "bad_host"),
    Case("two equal hosts", 400, "bad_host", lines=("Host: {host}",)),
    Case("two different hosts", 400, "bad_host", lines=("Host: evil.example",)),
    Case("HTTP/1.0 without a host", 400, "bad_host", raw="GET / HTTP/1.0\r\n\r\n"),
    Case("HTTP/1.0 with a host", 401, "sign_in_needed", raw="GET /api/session HTTP/1.0\r\nHost: {host}\r\n\r\n"),
    Case("a forwarded host counts for nothing", 200, lines=("X-Forwarded-Host: evil.example", "Forwarded: host=x")),
]

TARGETS = [
    Case("absolute form", 200, path="http://{host}/api/session"),
    Case("absolute form of another place", 421, "wrong_authority", path="http://evil.example/api/session"),
    Case("absolute form with user information", 421, "wrong_authority", path="http://x@{host}/api/session"),
    Case("absolute form of another scheme", 400, "bad_request", path="ftp://{host}/api/session"),
    Case("absolute form under a foreign host", 403, "host_refused", path="http://{host}/", headers={"Host": "evil:1"}),
    Case("absolute form without a path", 400, "bad_request", path="{host}"),
    Case("a scheme-relative target", 400, "bad_path", path="//evil.example/api/session"),
    Case("an empty segment", 400, "bad_path", path="/api//session"),
    Case("a parent segment", 400, "bad_path", path="/assets/../api/session"),
    Case("an encoded parent segment", 400, "bad_path", path="/assets/%2e%2e/api/session"),
    Case("an encoded slash", 400, "bad_path", path="/api%2fsession"),
    Case("an encoded backslash", 400, "bad_path", path="/api%5csession"),
    Case("a backslash", 400, "bad_path", path="/api\\session"),
    Case("an encoded zero byte", 400, "bad_path", path="/api/session%00"),
    Case("an encoded line end", 400, "bad_path", path="/api/session%0d%0aX:1"),
    Case("a double encoding", 400, "bad_path", path="/%252e%252e/x"),
    Case("a half encoding", 400, "bad_path", path="/api/%4"),
    Case("an overlong encoding", 400, "bad_path", path="/%c0%ae%c0%ae/x"),
    Case(
        "an encoded letter is the letter", 401, "sign_in_needed", path="/%61pi/session", headers={"Authorization": None}
    ),
    Case("a fragment", 400, "bad_path", path="/api/session#x"),
    Case("a star", 400, "bad_request", path="*"),
    Case("a long target", 414, "target_too_long", path="/" + "x" * 9000),
    Case("a question longer than the line", 414, "target_too_long", path="/?" + "x" * 9000),
]

METHODS = [
    Case("OPTIONS", 405, "method_not_allowed", method="OPTIONS"),
    Case("OPTIONS on a star", 405, "method_not_allowed", method="OPTIONS", path="*"),
    Case("OPTIONS under a foreign host", 403, "host_refused", method="OPTIONS", headers={"Host": "evil.example:1"}),
    Case(
        "a preflight gets no permission",
        405,
        "method_not_allowed",
        method="OPTIONS",
        headers={"Origin": "http://evil.example"},
        lines=("Access-Control-Request-Method: PUT", "Access-Control-Request-Private-Network: true"),
    ),
    Case("TRACE", 405, "method_not_allowed", method="TRACE"),
    Case("CONNECT", 405, "method_not_allowed", method="CONNECT", path="{host}"),
    Case("an unknown method", 405, "method_not_allowed", method="BREW"),
    Case("a method in small letters", 405, "method_not_allowed", method="get"),
    Case("a method overridden by a header", 200, lines=("X-HTTP-Method-Override: DELETE",)),
    Case("GET with a body", 400, "bad_request", body="{}"),
    Case("GET with a chunked body", 400, "bad_request", lines=("Transfer-Encoding: chunked",)),
    Case("HEAD with a body", 400, None, method="HEAD", body="{}"),
    Case("a WebSocket", 403, "upgrade_refused", lines=(
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAA==",
    )),
    Case("a WebSocket on the page", 403, "upgrade_refused", path="/", lines=(
        "Upgrade: WebSocket", "Connection: upgrade",
    )),
    Case("a WebSocket under a foreign host", 403, "host_refused", headers={"Host": "evil.example"}, lines=(
        "Upgrade: websocket", "Connection: Upgrade",
    )),
    Case("a foreign origin's WebSocket", 403, "upgrade_refused", headers={"Origin": "http://evil.example"}, lines=(
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: x",
    )),
    Case("another upgrade is ignored", 200, lines=("Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings")),
]  # fmt: skip

COOKIE_JAR = [f"c{n}=" + "y" * 4080 for n in range(180)]

GET = "GET / HTTP/1.1\r\nHost: {host}\r\n"

PARSING = [
    Case("no HTTP at all", 400, "bad_request", raw="hello\r\n\r\n"),
    Case("the start of TLS", 400, "bad_request", raw="\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),
    Case("an empty line first", 400, "bad_request", raw="\r\nGET / HTTP/1.1\r\nHost: {host}\r\n\r\n"),
    Case("HTTP/0.9", 400, "bad_request", raw="GET /\r\n\r\n"),
    Case("HTTP/2.0 by name", 505, "version_unknown", raw="GET / HTTP/2.0\r\nHost: {host}\r\n\r\n"),
    Case("the HTTP/2 preface", 505, "version_unknown", raw="PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    Case("two spaces in the request line", 400, "bad_request", raw="GET  / HTTP/1.1\r\nHost: {host}\r\n\r\n"),
    Case("bare line ends", 400, "bad_request", raw="GET / HTTP/1.1\nHost: {host}\n\n"),
    Case("one bare line end", 400, "bad_request", raw="GET / HTTP/1.1\r\nX: 1\nHost: {host}\r\n\r\n"),
    Case("a bare carriage return", 400, "bad_request", raw="GET / HTTP/1.1\r\nX: 1\rY: 2\r\nHost: {host}\r\n\r\n"),
    Case("a folded header", 400, "bad_request", raw="GET / HTTP/1.1\r\nHost: {host}\r\nX: 1\r\n 2\r\n\r\n"),
    Case("a fold before any header", 400, "bad_request", raw="GET / HTTP/1.1\r\n X: 1\r\nHost: {host}\r\n\r\n"),
    Case("a space before the colon", 400, "bad_request", raw="GET / HTTP/1.1\r\nHost : {host}\r\n\r\n"),
    Case("a header without a name", 400, "bad_request", raw="GET / HTTP/1.1\r\n: x\r\nHost: {host}\r\n\r\n"),
    Case("a header without a colon", 400, "bad_request", raw="GET / HTTP/1.1\r\nHost: {host}\r\nnonsense\r\n\r\n"),
    Case("a zero byte in a header", 400, "bad_request", raw="GET / HTTP/1.1\r\nHost: {host}\r\nX: a\0b\r\n\r\n"),
    Case("a zero byte in the target", 400, "bad_request", raw="GET /\0 HTTP/1.1\r\nHost: {host}\r\n\r\n"),
    Case("a control character", 400, "bad_request", raw="GET / HTTP/1.1\r\nHost: {host}\r\nX: a\x7fb\r\n\r\n"),
    Case("a target beyond ASCII", 400, "bad_request", raw="GET /\xe9 HTTP/1.1\r\nHost: {host}\r\n\r\n"),
    Case("a flood of headers", 431, "headers_too_large", lines=tuple(f"X-{n}: y" for n in range(200))),
    Case("one giant header", 431, "headers_too_large", lines=("X: " + "y" * 40_000,)),
    Case("a giant header without end", 431, "headers_too_large", raw="GET / HTTP/1.1\r\nX: " + "y" * 40_000),
    Case("a giant request line without end", 414, "target_too_long", raw="GET /" + "y" * 9000),
    Case("a giant cookie", 200, headers={"Cookie": "a=" + "b" * 40_000}),
    Case("all the cookies that a browser keeps for a host", 200, lines=("Cookie: " + "; ".join(COOKIE_JAR),)),
    Case("a flood of cookie lines", 431, "headers_too_large", lines=tuple(f"Cookie: {c}" for c in COOKIE_JAR)),
    Case("cookies for ever", 431, "headers_too_large", headers={"Cookie": "a=" + "b" * 1_100_000}),
    Case("cookies for ever, without an end", 431, "headers_too_large",
         raw="GET / HTTP/1.1\r\nCookie: " + "y" * 1_100_000),
    Case("a header after the cookies counts", 401, "sign_in_needed", headers={"Authorization": None}, lines=(
        "Cookie: " + COOKIE_JAR[0], "Authorization: Bearer " + "w" * 43)),
    Case("a giant header beside the cookies", 431, "headers_too_large", lines=("Cookie: a=b", "X: " + "y" * 40_000)),
    Case("a control character in a cookie", 400, "bad_request", raw=GET + "Cookie: a\0b\r\n\r\n"),
    Case("a bare line end in a cookie", 400, "bad_request", raw=GET + "Cookie: a\nX: 1\r\n\r\n"),
    Case("a bare carriage return after a cookie", 400, "bad_request",
         raw=GET + "Cookie: a\r\r\n\r\n"),
    Case("a folded cookie", 400, "bad_request", raw=GET + "Cookie: a\r\n b\r\n\r\n"),
    Case("a space before a cookie's colon", 400, "bad_request",
         raw=GET + "Cookie : a\r\n\r\n"),
    Case("a request line that looks like a cookie", 400, "bad_request",
         raw="Cookie: /x HTTP/1.1\r\nHost: {host}\r\n\r\n"),
]  # fmt: skip

PUT = "PUT /api/settings HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nOrigin: http://{host}\r\n"
SIGNED = "Authorization: Bearer {token}\r\n"
CHUNKED = PUT + SIGNED + "Transfer-Encoding: chunked\r\n"
DRAFT = PUT.replace("/api/settings", "/api/reviews/rv_none/draft") + SIGNED

MARK = "an_" + "0" * 26
IMAGE = PUT.replace("PUT /api/settings", "POST /api/images") + SIGNED
PICTURE = "/api/images/" + "0" * 64

FRAMING = [
    Case("length and chunks", 400, "bad_request", raw=CHUNKED + "Content-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
    Case("chunks and length", 400, "bad_request", raw=PUT + SIGNED
         + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/session HTTP/1.1\r\n\r\n"),
    Case("two lengths", 400, "bad_request", raw=PUT + SIGNED + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"),
    Case("two equal lengths", 400, "bad_request", raw=PUT + SIGNED
         + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}"),
    Case("a list of lengths", 400, "bad_request", raw=PUT + SIGNED + "Content-Length: 2, 2\r\n\r\n{}"),
    Case("a signed length", 400, "bad_request", raw=PUT + SIGNED + "Content-Length: +2\r\n\r\n{}"),
    Case("a negative length", 400, "bad_request", raw=PUT + SIGNED + "Content-Length: -1\r\n\r\n{}"),
    Case("a hexadecimal length", 400, "bad_request", raw=PUT + SIGNED + "Content-Length: 0x2\r\n\r\n{}"),
    Case("an endless length", 400, "bad_request", raw=PUT + SIGNED + "Content-Length: " + "9" * 30 + "\r\n\r\n{}"),
    Case("another coding", 501, "coding_unknown", raw=PUT + SIGNED + "Transfer-Encoding: gzip\r\n\r\n"),
    Case("a coding and chunks", 501, "coding_unknown", raw=PUT + SIGNED + "Transfer-Encoding: gzip, chunked\r\n\r\n"),
    Case("chunks in disguise", 501, "coding_unknown", raw=PUT + SIGNED + "Transfer-Encoding: xchunked\r\n\r\n"),
    Case("two codings", 400, "bad_request", raw=CHUNKED + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    Case("chunks in HTTP/1.0", 400, "bad_request", raw=CHUNKED.replace("1.1", "1.0") + "\r\n2\r\n{}\r\n0\r\n\r\n"),
    Case("a chunk size that is no number", 400, "bad_request", raw=CHUNKED + "\r\nxyz\r\n{}\r\n0\r\n\r\n"),
    Case("a chunk longer than it says", 400, "bad_request", raw=CHUNKED + "\r\n1\r\n{}\r\n0\r\n\r\n"),
    Case("an endless chunk size", 400, "bad_request", raw=CHUNKED + "\r\n" + "f" * 30 + "\r\n{}\r\n0\r\n\r\n"),
    Case("a negative chunk size", 400, "bad_request", raw=CHUNKED + "\r\n-1\r\n{}\r\n0\r\n\r\n"),
    Case("a body that looks like a cookie", 400, "bad_json",
         raw=DRAFT + "Content-Length: 29\r\n\r\n[\r\nCookie: ]\r\n\r\n" + "x" * 13),
    Case("honest chunks", 200, raw=CHUNKED + '\r\n8\r\n{"theme"\r\n8\r\n:"dark"}\r\n0\r\n\r\n'),
    Case("chunks with an extension", 200, raw=CHUNKED + '\r\n10;x=y\r\n{"theme":"dark"}\r\n0\r\nTrailer: x\r\n\r\n'),
]  # fmt: skip

ORIGINS = [
    change("the page's own change", 200),
    change("a change from localhost", 200, Host="localhost:{port}", Origin="http://localhost:{port}"),
    change("no origin", 403, "origin_refused", Origin=None),
    change("the null origin", 403, "origin_refused", Origin="null"),
    change("an empty origin", 403, "origin_refused", Origin=""),
    change("a foreign origin", 403, "origin_refused", Origin="http://evil.example"),
    change("the origin in https", 403, "origin_refused", Origin="https://{host}"),
    change("the origin on another port", 403, "origin_refused", Origin="http://127.0.0.1:1"),
    change("the origin without its port", 403, "origin_refused", Origin="http://127.0.0.1"),
    change("another name of this host", 403, "origin_refused", Origin="http://localhost:{port}"),
    change("the origin with a slash", 403, "origin_refused", Origin="http://{host}/"),
    change("the origin as a prefix", 403, "origin_refused", Origin="http://{host}.evil.example"),
    change("the origin in capitals", 403, "origin_refused", Origin="HTTP://{host}"),
    change("an extension's origin", 403, "origin_refused", Origin="chrome-extension://abcdef"),
    change("two origins", 403, "origin_refused", "Origin: http://evil.example"),
    change("two origins in one header", 403, "origin_refused", Origin="http://{host} http://evil.example"),
    change("sent by another site", 403, "origin_refused", Sec_Fetch_Site="cross-site"),
    change("sent by the same site on another port", 403, "origin_refused", Sec_Fetch_Site="same-site"),
    change("sent by two sites", 403, "origin_refused", "Sec-Fetch-Site: cross-site", Sec_Fetch_Site="same-origin"),
    change("sent by the page", 200, Sec_Fetch_Site="same-origin"),
    change("sent by the person", 200, Sec_Fetch_Site="none"),
    Case("read by another site", 403, "origin_refused", headers={"Sec-Fetch-Site": "cross-site"}),
    Case("read by another port", 403, "origin_refused", headers={"Sec-Fetch-Site": "same-site"}),
    Case("the feed read by another site", 403, "origin_refused", path="/api/feed",
         headers={"Sec-Fetch-Site": "cross-site"}),
]  # fmt: skip

CHANGES = [
    change("a form's type", 415, "unsupported_media_type", Content_Type="application/x-www-form-urlencoded"),
    change("plain text", 415, "unsupported_media_type", Content_Type="text/plain"),
    change("no type", 415, "unsupported_media_type", Content_Type=None),
    change("a type that begins alike", 415, "unsupported_media_type", Content_Type="application/json-patch+json"),
    change("two types in one", 415, "unsupported_media_type", Content_Type="text/plain, application/json"),
    change("two types", 415, "unsupported_media_type", "Content-Type: text/plain"),
    change("another character set", 415, "unsupported_media_type", Content_Type="application/json; charset=utf-16"),
    change("a parameter with it", 415, "unsupported_media_type", Content_Type="application/json; x=text/plain"),
    change("UTF-8 by name", 200, Content_Type="application/json; charset=utf-8"),
    change("UTF-8 by name in capitals", 200, Content_Type="application/json;charset=UTF-8"),
    change("a packed body", 415, "unsupported_media_type", Content_Encoding="gzip"),
    change("no token", 401, "sign_in_needed", Authorization=None),
    change("an empty token", 401, "sign_in_needed", Authorization="Bearer "),
    change("a wrong token", 401, "sign_in_needed", Authorization="Bearer " + "x" * 43),
    change("a token beyond ASCII", 401, "sign_in_needed", Authorization="Bearer " + "\xff" * 43),
    change("the token and more", 401, "sign_in_needed", Authorization="Bearer {token}x"),
    change("the token and a second one", 401, "sign_in_needed", "Authorization: Bearer " + "x" * 43),
    change("the token twice", 401, "sign_in_needed", "Authorization: Bearer {token}"),
    Case("a change of the page's files", 405, "method_not_allowed", method="PUT", path="/index.html", body="{}"),
    Case("DELETE without an origin", 403, "origin_refused", method="DELETE", headers={"Origin": None}),
    *(
        Case(f"{method} a mark {name}", status, code, method=method, path=f"/api/reviews/rv_none/annotations/{MARK}",
             body="{}", headers={header: value})
        for method in ("PUT", "PATCH", "DELETE")
        for name, status, code, header, value in (
            ("without the token", 401, "sign_in_needed", "Authorization", None),
            ("from another site", 403, "origin_refused", "Origin", "http://evil.example"),
            ("without an origin", 403, "origin_refused", "Origin", None),
        )
    ),
    Case("an image from another site", 403, "origin_refused", method="POST", path="/api/images", body="{}",
         headers={"Origin": "http://evil.example"}),
    Case("an image without the token", 401, "sign_in_needed", method="POST", path="/api/images", body="{}",
         headers={"Authorization": None}),
    Case("a preview without the token", 401, "sign_in_needed", method="POST", body="{}",
         path="/api/reviews/rv_none/feedback-preview", headers={"Authorization": None}),
    Case("an image shown by another site", 403, "origin_refused", path=PICTURE,
         headers={"Sec-Fetch-Site": "cross-site"}),
    Case("an image for a stranger", 401, "sign_in_needed", path=PICTURE, headers={"Authorization": None}),
    Case("an image that is not there", 404, "not_found", path=PICTURE),
    Case("a sign-in from another site", 403, "origin_refused", method="POST", path="/api/sign-in", body='{"code":"x"}',
         headers={"Origin": "http://evil.example", "Authorization": None}),
    Case("a sign-in as a form", 415, "unsupported_media_type", method="POST", path="/api/sign-in", body="code=x",
         headers={"Content-Type": "application/x-www-form-urlencoded", "Authorization": None}),
    Case("a giant sign-in", 413, "too_large", method="POST", path="/api/sign-in", body='{"code":"' + "x" * 5000 + '"}',
         headers={"Authorization": None}),
]  # fmt: skip


def drafted(name: str, status: int, code: str, body: str) -> Case:
    """A draft, which may be larger than other bodies."""
    return Case(name, status, code, method="PUT", path="/api/reviews/rv_none/draft", body=body)


BODIES = [
    Case("too large by its length", 413, "too_large", raw=PUT + SIGNED + "Content-Length: 70000\r\n\r\n"),
    Case("too large by its length, and sent", 413, "too_large", method="PUT", path="/api/settings", body="x" * 70_000),
    Case("far too large, and sent", 413, "too_large", method="PUT", path="/api/settings", body="x" * 3_000_000),
    Case("terabytes announced", 413, "too_large", raw=PUT + SIGNED + "Content-Length: 9999999999999\r\n\r\n{}"),
    Case("large enough to ask first", 413, "too_large",
         raw=PUT + SIGNED + "Expect: 100-continue\r\nContent-Length: 70000\r\n\r\n"),
    Case("too large in chunks", 413, "too_large", raw=CHUNKED + "\r\n" + ("ffff\r\n" + "x" * 0xFFFF + "\r\n") * 3),
    Case("too large in small chunks", 413, "too_large", raw=CHUNKED + "\r\n" + "1\r\nx\r\n" * 70_000),
    Case("a draft over its limit", 413, "too_large", raw=DRAFT + "Content-Length: 2097153\r\n\r\n"),
    Case("a mark over its limit", 413, "too_large",
         raw=DRAFT.replace("/draft", f"/annotations/{MARK}") + "Content-Length: 2097153\r\n\r\n"),
    Case("what is done with a mark takes little", 413, "too_large",
         raw=DRAFT.replace("PUT", "POST").replace("/draft", f"/annotations/{MARK}/keep")
         + "Content-Length: 65537\r\n\r\n"),
    Case("a verdict over its limit", 413, "too_large",
         raw=DRAFT.replace("PUT", "POST").replace("/draft", "/verdict") + "Content-Length: 524289\r\n\r\n"),
    Case("an image over its limit", 413, "too_large", raw=IMAGE + "Content-Length: 7340033\r\n\r\n"),
    Case("an image as it is", 415, "unsupported_media_type",
         raw=IMAGE.replace("application/json", "image/png") + "Content-Length: 9\r\n\r\n\x89PNG\r\n\x1a\n\0"),
    drafted("a draft under its limit", 404, "not_found", '{"revision":1,"text":"' + "x" * 50_000
            + '","kind":null,"version":1}'),
    drafted("arrays without end", 400, "too_deep", "[" * 60_000),
    drafted("objects one level too deep", 400, "too_deep", '{"a":' * 65 + "1" + "}" * 65),
    drafted("brackets in a string are words", 404, "not_found", '{"revision":1,"text":"' + "[" * 5_000
            + '\\"{{","kind":null,"version":1}'),
    drafted("brackets after a tricky string", 400, "too_deep", '{"a":"\\\\","b":' + "[" * 65 + "]" * 65 + "}"),
    Case("UTF-16", 400, "bad_json", raw=PUT + SIGNED + "Content-Length: 8\r\n\r\n\xff\xfe{\0\0}\0\0"),
    Case("UTF-16 without a mark", 400, "bad_json", raw=PUT + SIGNED + "Content-Length: 4\r\n\r\n{\0}\0"),
    Case("bytes that are no text", 400, "bad_json", raw=PUT + SIGNED + 'Content-Length: 4\r\n\r\n"\xff\xfe"'),
    drafted("no JSON", 400, "bad_json", "{nonsense"),
    drafted("a number beyond all bounds", 400, "bad_json", "9" * 20_000),
    drafted("a body that is a word", 422, "bad_input", '"word"'),
    drafted("a field of the wrong kind", 422, "bad_input", '{"revision":1,"text":[],"kind":null,"version":1}'),
]  # fmt: skip

CASES = HOSTS + TARGETS + METHODS + PARSING + FRAMING + ORIGINS + CHANGES + BODIES
