"""Checks the Host header (against DNS rebinding) and the path of a request: parsed strictly, never repaired."""

import re
from urllib.parse import unquote_to_bytes

from countermark.doorbell import loopback
from countermark.http_api.guards.refusals import BadHost, BadPath, BadRequest, HostRefused, WrongAuthority

# host:port as RFC 9110 writes it, without user information; whether it is *ours* is a question of equality.
WELL_FORMED_HOST = re.compile(
    rb"(?:\[[0-9A-Fa-f:.]{2,45}\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2}){1,255})(?::[0-9]{0,5})?"
)
PLAIN_PATH = re.compile(rb"(?:/[A-Za-z0-9_~!$&'()*+,;=:@-][A-Za-z0-9._~!$&'()*+,;=:@-]*)*/?")
ANY_PATH = re.compile(rb"/(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*")
# Octets that mean something when they stand unencoded; encoded, two readers can disagree about the path.
TELLING_OCTETS = frozenset(b"/\\.%?#") | frozenset(range(0x20)) | {0x7F}
HTTP = b"http://"


def own_hosts(port: int, names: frozenset[str]) -> frozenset[bytes]:
    """Every Host header this desk answers to; a configured name without a port gets the desk's own."""
    own = {f"{name}:{port}" for name in loopback.NAMES}
    configured = {name if re.search(r":\d+$", name) else f"{name}:{port}" for name in names}
    return frozenset(name.encode("ascii") for name in own | configured)


def the_host(headers: list[tuple[bytes, bytes]], *, allowed: frozenset[bytes]) -> bytes:
    """The request's one Host header, if it is one of `allowed` to the letter."""
    hosts = [value for name, value in headers if name == b"host"]
    if len(hosts) != 1:
        raise BadHost
    if hosts[0] in allowed:
        return hosts[0]
    raise HostRefused if WELL_FORMED_HOST.fullmatch(hosts[0]) else BadHost


def plain_path(raw_path: bytes, *, host: bytes) -> bytes:
    """The path of a request target, still percent-encoded: absolute form is reduced to its path, tricks are refused."""
    if raw_path[: len(HTTP)].lower() == HTTP:
        raw_path = _path_at(raw_path[len(HTTP) :], host=host)
    if PLAIN_PATH.fullmatch(raw_path):
        return raw_path
    if not raw_path.startswith(b"/"):
        raise BadRequest("The request target is not a path.", hint="This is no proxy: send the path alone.")
    _refuse_tricks(raw_path)
    return raw_path


def _path_at(authority_and_path: bytes, *, host: bytes) -> bytes:
    """RFC 9112 3.2.2: a server takes the absolute form, and its authority counts; so both must be the same."""
    authority, slash, path = authority_and_path.partition(b"/")
    if authority != host:
        raise WrongAuthority
    return slash + path if slash else b"/"


def _refuse_tricks(raw_path: bytes) -> None:
    segments = raw_path.split(b"/")[1:]
    if not ANY_PATH.fullmatch(raw_path) or b"" in segments[:-1] or not {b".", b".."}.isdisjoint(segments):
        raise BadPath
    octets = {int(code, 16) for code in re.findall(rb"%([0-9A-Fa-f]{2})", raw_path)}
    if not TELLING_OCTETS.isdisjoint(octets) or not _is_utf8(unquote_to_bytes(raw_path)):
        raise BadPath


def _is_utf8(octets: bytes) -> bool:
    try:
        octets.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
