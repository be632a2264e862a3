"""Addresses that try to be another host, each with the decision that is due."""

import pytest

from tests.unit.rules.judging import book, decision

ALLOWS = """tool = "fetch"
host = [
  "example.com", "*.docs.example", "http://localhost:3000", "https://api.example:8443", "192.0.2.7", "[2001:db8::1]",
  "xn--bcher-kva.example",
]
decision = "allow"
"""
DENIES = """tool = "fetch"
host = [
  "evil.example", "*.evil.example", "127.0.0.1", "[::1]", "http://plain.example", "ports.example:8080",
  "xn--bcher-kva.example",
]
decision = "deny"
"""
ANY = 'tool = "fetch"\nhost = "*"\ndecision = "deny"\n'
ALLOWED = [
    ("https://example.com", "allow"),
    ("https://example.com/", "allow"),
    ("https://example.com/a/b?c=d#e", "allow"),
    ("https://example.com?x", "allow"),
    ("HTTPS://EXAMPLE.COM/", "allow"),
    ("https://example.com:443/", "allow"),
    ("https://example.com/päth", "allow"),
    ("https://example.com/@evil.example", "allow"),
    ("https://a.docs.example/", "allow"),
    ("https://a.b.c.docs.example/", "allow"),
    ("http://localhost:3000/x", "allow"),
    ("https://api.example:8443/v1", "allow"),
    ("https://192.0.2.7/", "allow"),
    ("https://[2001:db8::1]/", "allow"),
    ("https://[2001:DB8:0:0:0:0:0:1]/", "allow"),
    ("https://xn--bcher-kva.example/", "allow"),
    # Another scheme, port or name.
    ("http://example.com/", "ask"),
    ("https://example.com:8443/", "ask"),
    ("https://example.com:80/", "ask"),
    ("ftp://example.com/", "ask"),
    ("file:///etc/passwd", "ask"),
    ("data:text/html,https://example.com/", "ask"),
    ("javascript:location='https://example.com/'", "ask"),
    ("https://docs.example/", "ask"),
    ("https://xdocs.example/", "ask"),
    ("https://sub.example.com/", "ask"),
    ("https://example.com.evil.example/", "ask"),
    ("https://evil-example.com/", "ask"),
    ("https://evil.example/example.com", "ask"),
    ("https://evil.example/?https://example.com/", "ask"),
    ("https://evil.example#example.com", "ask"),
    ("http://localhost/", "ask"),
    ("https://localhost:3000/", "ask"),
    ("https://api.example/", "ask"),
    # A name before the host, and slashes the other way round.
    ("https://example.com@evil.example/", "ask"),
    ("https://example.com:443@evil.example/", "ask"),
    ("https://user:word@example.com/", "ask"),
    ("https://@example.com/", "ask"),
    ("https://example.com\\@evil.example/", "ask"),
    ("https://evil.example\\.example.com/", "ask"),
    ("https:\\\\example.com/", "ask"),
    ("https:/example.com/", "ask"),
    ("https:example.com/", "ask"),
    ("https:///example.com/", "ask"),
    ("//example.com/", "ask"),
    ("example.com", "ask"),
    # Hosts that are spelled in a roundabout way.
    ("https://example.com./", "ask"),
    ("https://example.com..docs.example/", "ask"),
    ("https://.docs.example/", "ask"),
    ("https://ex%61mple.com/", "ask"),
    ("https://example%2ecom/", "ask"),
    ("https://example\u3002com/", "ask"),
    ("https://ｅxample.com/", "ask"),
    ("https://bücher.example/", "ask"),
    ("https://exаmple.com/", "ask"),  # a Cyrillic letter
    ("https://example.com\u200b/", "ask"),
    ("https://exam\tple.com/", "ask"),
    ("https://example.com\n.evil.example/", "ask"),
    (" https://example.com/", "ask"),
    ("https://example.com/ https://evil.example/", "ask"),
    # Ports and addresses in odd forms.
    ("https://example.com:/", "ask"),
    ("https://example.com:0443/", "ask"),
    ("https://example.com:+443/", "ask"),
    ("https://example.com:99999/", "ask"),
    ("https://3221225991/", "ask"),
    ("https://192.0.519/", "ask"),
    ("https://0xc0.0.2.7/", "ask"),
    ("https://192.0.2.07/", "ask"),
    ("https://192.0.2.7./", "ask"),
    ("https://[::ffff:192.0.2.8]/", "ask"),
    ("https://[2001:db8::1%25eth0]/", "ask"),
    ("https://[2001:db8::1/", "ask"),
    ("", "ask"),
    ("https://", "ask"),
    ("https://" + "a." * 200 + "docs.example/", "ask"),
    ("https://" + "a" * 64 + ".docs.example/", "ask"),
    ("https://example.com/" + "a" * 9000, "ask"),
]
DENIED = [
    ("https://evil.example/", "deny"),
    ("http://evil.example:8080/x", "deny"),
    ("https://EVIL.example./", "deny"),
    ("https://a.b.evil.example/", "deny"),
    ("https://notevil.example/", "ask"),
    ("https://example.com@evil.example/", "deny"),
    ("https://evil.example@example.com/", "deny"),
    ("https://example.com\\@evil.example/", "deny"),
    ("https:/evil.example/", "deny"),
    ("https:evil.example", "deny"),
    ("//evil.example/x", "deny"),
    ("evil.example/x", "deny"),
    ("ftp://evil.example/x", "deny"),
    ("https://ev%69l.example/", "deny"),
    ("https://evil\u3002example/", "deny"),
    ("https://ｅvil.example/", "deny"),
    ("https://evil\t.example/", "deny"),
    ("\thttps://evil.example/", "deny"),
    ("https://127.0.0.1/", "deny"),
    ("https://127.1/", "deny"),
    ("https://2130706433/", "deny"),
    ("https://0x7f000001/", "deny"),
    ("https://0177.0.0.1/", "deny"),
    ("https://127.0.0.1./", "deny"),
    ("https://[::ffff:127.0.0.1]/", "deny"),
    ("https://[::ffff:7f00:1]/", "deny"),
    ("https://[::1]/", "deny"),
    ("https://[0:0:0:0:0:0:0:1]:8443/", "deny"),
    ("https://[::1%25lo]/", "deny"),
    ("https://127.0.0.2/", "ask"),
    ("http://plain.example/", "deny"),
    ("https://plain.example/", "ask"),
    ("https://ports.example:8080/", "deny"),
    ("https://ports.example/", "ask"),
    ("https://bücher.example/", "deny"),
    ("https://BÜCHER.example/", "deny"),
    ("https://evil.example" + "/a" * 9000, "deny"),  # too long to read, and a deny rule names the tool
    ("https://elsewhere.example/evil.example", "ask"),
]


def test_there_are_enough_cases() -> None:
    assert len(ALLOWED) + len(DENIED) >= 40
    assert len(dict(ALLOWED)) == len(ALLOWED)
    assert len(dict(DENIED)) == len(DENIED)


@pytest.mark.parametrize(("url", "expected"), ALLOWED, ids=[repr(url[:50]) for url, _ in ALLOWED])
def test_what_is_allowed(url: str, expected: str) -> None:
    assert decision(book(ALLOWS), "fetch", url) == expected


@pytest.mark.parametrize(("url", "expected"), DENIED, ids=[repr(url[:50]) for url, _ in DENIED])
def test_what_is_denied(url: str, expected: str) -> None:
    assert decision(book(DENIES), "fetch", url) == expected


@pytest.mark.parametrize("url", [url for url, _ in ALLOWED])
def test_every_host_can_be_denied(url: str) -> None:
    """An address in which no host is found is denied too: it could be any."""
    assert decision(book(ALLOWS, ANY), "fetch", url) == "deny"


@pytest.mark.parametrize("url", [url for url, expected in DENIED if expected == "deny"])
def test_nothing_that_is_denied_is_allowed_by_another_rule(url: str) -> None:
    allows = 'tool = "fetch"\nhost = ["*.evil.example", "evil.example", "127.0.0.1", "[::1]"]\ndecision = "allow"\n'
    assert decision(book(allows, DENIES), "fetch", url) == "deny"
