"""Hosts of addresses, parsed and never compared as strings: one strict reading to allow, many loose ones to deny."""

import ipaddress
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from countermark.rules.refusals import Unusable

LONGEST_ADDRESS = 8192
LONGEST_HOST = 253
PORTS = {"http": 80, "https": 443}
LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
STRICT = re.compile(r"(?P<scheme>https?)://(?P<host>[^/?#]+)(?:[/?#].*)?", re.IGNORECASE)
# What lenient programs take for the beginning of an address: any slashes, either way round, or none.
LOOSE_START = re.compile(r"(?:([a-z][a-z0-9+.-]*):)?[/\\]*", re.IGNORECASE)
# Dots of other scripts, which become dots in a name.
DOTS = str.maketrans(dict.fromkeys("\u3002\uff0e\uff61", "."))
LEFT_OUT = re.compile("[\t\n\r]")  # browsers take these out of an address wherever they are
NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+", re.IGNORECASE)


@dataclass(frozen=True)
class Host:
    """A host that an address leads to."""

    name: str  # lower case ASCII; an IPv6 address without brackets, in its shortest form
    scheme: str
    port: int | None  # None: none that could be known


@dataclass(frozen=True)
class HostPattern:
    """One host pattern: a name or an address, or `*.` and a name; with scheme and port where they are given."""

    text: str
    name: str
    below: bool  # whether only names below it are meant, by one or more labels
    scheme: str | None
    port: int | None
    is_any: bool = False  # `*`: every host

    def allows(self, host: Host) -> bool:
        """Whether the pattern of an allow rule means the host; without a scheme, that is https at its own port."""
        scheme = self.scheme or "https"
        return host.scheme == scheme and host.port == (self.port or PORTS[scheme]) and self._means(host.name)

    def names(self, host: Host) -> bool:
        """Whether the pattern of a deny or ask rule means the host; without a scheme or port, that is any."""
        is_other_scheme = self.scheme is not None and host.scheme not in ("", self.scheme)
        is_other_port = self.port is not None and host.port not in (None, self.port)
        return not is_other_scheme and not is_other_port and self._means(host.name)

    def _means(self, name: str) -> bool:
        if self.is_any:
            return True
        return name.endswith(f".{self.name}") if self.below else name == self.name


@dataclass(frozen=True)
class Address:
    """An address of a call: where it certainly leads, or everywhere where some program might take it."""

    host: Host | None  # None: not certain
    possible: tuple[Host, ...]
    fault: str  # why no rule can allow it, as the end of a sentence; empty if one can


def host_pattern(text: str, *, allows: bool) -> HostPattern:
    """A pattern as it stands in a rule. Raises `Unusable`."""
    if text == "*":
        if allows:
            raise Unusable("would allow every host; name the hosts")
        return HostPattern(text, "", below=False, scheme=None, port=None, is_any=True)
    scheme, separator, rest = text.rpartition("://")
    if separator and scheme not in PORTS:
        raise Unusable("has a scheme that is none of http and https")
    name, port = _name_and_port(rest)
    below = name.startswith("*.")
    fixed = name.removeprefix("*.")
    if name != name.lower() or not name.isascii():
        raise Unusable(
            "has capitals or letters beyond ASCII; write it in lower case, in the form that begins with xn--"
        )
    if not is_name(fixed) and (below or canonical_ip(fixed) != fixed):
        raise Unusable("is no host; write example.com, *.example.com or https://example.com:8443")
    if below and allows and "." not in fixed:
        raise Unusable("would allow a whole top-level domain; name more of the host")
    return HostPattern(text, fixed, below=below, scheme=scheme or None, port=port)


def read_address(url: str) -> Address:
    """The host of an address; total, and bounded by `LONGEST_ADDRESS`."""
    if len(url) > LONGEST_ADDRESS:
        return Address(None, (), f"is longer than {LONGEST_ADDRESS:,} characters")
    certain = _strict(url)
    if isinstance(certain, Host):
        return Address(certain, (certain,), "")
    return Address(None, tuple(dict.fromkeys(_possible(url))), certain)


def is_name(name: str) -> bool:
    """Whether this is a host name in its plain form, and no number that could be an IP address."""
    labels = name.split(".")
    is_numeric = NUMBER.fullmatch(labels[-1]) is not None
    return len(name) <= LONGEST_HOST and not is_numeric and all(LABEL.fullmatch(label) for label in labels)


def canonical_ip(name: str) -> str | None:
    """An IP address in its one plain form, however oddly it is written; None for anything else."""
    if ":" in name:
        try:
            six = ipaddress.IPv6Address(name)
        except ValueError:
            return None
        return str(six.ipv4_mapped or six) if six.scope_id is None else None
    numbers = [_number(part) for part in name.removesuffix(".").split(".")]
    if len(numbers) > 4 or any(number is None for number in numbers):
        return None
    *firsts, last = (number or 0 for number in numbers)
    if any(number > 255 for number in firsts) or last >= 256 ** (4 - len(firsts)):
        return None
    return str(ipaddress.IPv4Address(sum(number << 8 * (3 - place) for place, number in enumerate(firsts)) + last))


def _number(part: str) -> int | None:
    """One part of an IPv4 address as C reads it: hexadecimal after 0x, octal after 0."""
    if len(part) > 16 or not NUMBER.fullmatch(part):
        return None
    if part[:2].lower() == "0x":
        return int(part[2:] or "0", 16)
    try:
        return int(part, 8 if part[0] == "0" else 10)
    except ValueError:
        return None


def _name_and_port(text: str) -> tuple[str, int | None]:
    """A host and its port as a pattern has them. Raises `Unusable`."""
    six = re.fullmatch(r"\[([^]]*)\](?::([0-9]+))?", text)
    name, port = six.groups() if six else _split_port(text)
    if port is not None and not is_port(port):
        raise Unusable("has a port that is no number from 1 to 65535")
    return name, None if port is None else int(port)


def _split_port(text: str) -> tuple[str, str | None]:
    name, colon, port = text.partition(":")
    return name, port if colon else None


def is_port(text: str) -> bool:
    """Whether this is a port in its plain form."""
    return len(text) <= 5 and text.isascii() and text.isdigit() and text[0] != "0" and int(text) <= 65535


def _strict(url: str) -> Host | str:
    """The host that every program finds in the address, or why not all do."""
    if not url.isprintable() or " " in url:
        return "holds a blank or a character that cannot be seen"
    if "\\" in url:
        return "holds a backslash"
    address = STRICT.fullmatch(url)
    if address is None:
        return "is not of the form https://host/…"
    scheme, authority = address["scheme"].lower(), address["host"]
    if "@" in authority:
        return "has a user's name before the host"
    if not authority.isascii() or "%" in authority:
        return "spells its host in a roundabout way"
    six = re.fullmatch(r"\[([0-9A-Fa-f:.]+)\](?::(.*))?", authority)
    name, port = six.groups() if six else _split_port(authority.lower())
    if port is not None and not is_port(port):
        return "has no plain port"
    plain = canonical_ip(name) if six else name
    if plain is None or not (six or is_name(plain) or canonical_ip(plain) == plain):
        return "has no plain host: a trailing dot, an IP address in an odd form, or a character that no host has"
    return Host(plain, scheme, PORTS[scheme] if port is None else int(port))


def _possible(url: str) -> Iterator[Host]:
    """Every host that some lenient program might find."""
    text = LEFT_OUT.sub("", url).strip().translate(DOTS)
    start = LOOSE_START.match(text)
    scheme = ((start and start[1]) or "").lower()
    rests = {text[start.end() :] if start else text, text.partition("//")[2]}
    for rest in rests:
        for authority in {re.split(r"[/?#\\]", rest, maxsplit=1)[0], re.split(r"[/?#]", rest, maxsplit=1)[0]}:
            for part in re.split(r"[@\\]", authority):
                yield from _named(part, scheme)


def _named(part: str, scheme: str) -> Iterator[Host]:
    """The host that a part of an address may name, with the port behind it."""
    six = re.match(r"\[([^]%]*)[^]]*\](?::([0-9]+))?", part)
    name, port = six.groups() if six else _split_port(unquote(part))
    number = int(port) if port is not None and is_port(port) else PORTS.get(scheme) if port is None else None
    for form in ascii_forms(name.strip()):
        if form:
            yield Host(form, scheme, number)


def ascii_forms(name: str) -> Iterable[str]:
    """A name in every form that it may be looked up as: as it is, and as its letters become ASCII."""
    plain = name.lower().rstrip(".")
    forms = {plain, canonical_ip(plain) or plain}
    if not plain.isascii() and len(plain) <= LONGEST_HOST:
        try:
            encoded = plain.encode("idna").decode("ascii").lower().rstrip(".")
        except UnicodeError:
            return forms
        forms |= {encoded, canonical_ip(encoded) or encoded}
    return forms
