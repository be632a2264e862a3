"""Puts our script into a page while it streams by, before the `</body>`, and holds back next to nothing for that."""

import re
from html import unescape

from countermark.page_side.markup import Markup
from countermark.page_side.policy import admits_own_scripts, nonce_of

CLIENT = "/__inline-review/client.js"
# An incomplete tag at the end of a chunk that may turn out to be the `</body>`; longer ones are none.
MOST_HELD = 64
UTF_16_OR_32 = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
LONGEST_MARK = 4
ATTRIBUTE = re.compile(r"""([^\s=/"'>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")


def script(nonce: str | None) -> bytes:
    """The one line that a page gets."""
    # A nonce that would end its attribute is none that a policy can have (CSP 3, 2.3.1: base64 only).
    safe = nonce if nonce and re.fullmatch(r"[A-Za-z0-9+/_=-]+", nonce) else None
    attribute = f' nonce="{safe}"' if safe else ""
    return f'<script type="module" src="{CLIENT}"{attribute}></script>'.encode("ascii")


class Injection:
    """One page on its way: `feed` gives what may go on, `end` the rest; a fragment of a page is left as it is."""

    def __init__(self, *, nonce: str | None = None, host: str = "", is_blocked: bool = False) -> None:
        # A policy of the page lets no script of its own address run: one in its head, or one that came with it.
        self.is_blocked = is_blocked
        self._host = host
        self._markup = Markup()
        self._nonce = nonce
        self._policy_nonce: str | None = None
        self._unread = b""
        self._gone = 0  # of the unread, so many bytes have been given on already
        self._first = b""
        self._is_settled = False  # nothing is looked for any more

    def feed(self, chunk: bytes) -> bytes:
        """What may go on now that these bytes have come."""
        if self._is_settled:
            return chunk
        text = self._unread + chunk
        self._first += chunk[: LONGEST_MARK - len(self._first)]
        if self._first.startswith(UTF_16_OR_32):  # to our eyes no markup at all
            return self._settle(text)
        read = self._markup.read(text)
        if self._take_told():
            return self._settle(text)
        if self._markup.found is not None:
            return self._settle(text, tag_at=read)
        return self._wait(text, read)

    def _settle(self, text: bytes, *, tag_at: int | None = None) -> bytes:
        self._is_settled = True
        gone, self._unread, self._gone = self._gone, b"", 0
        if tag_at is None:
            return text[gone:]
        return text[gone:tag_at] + self._script() + text[tag_at:]

    def _wait(self, text: bytes, read: int) -> bytes:
        self._unread = text[read:]
        is_held = self._markup.is_in_text and len(self._unread) <= MOST_HELD
        gone, self._gone = self._gone, 0 if is_held else len(self._unread)
        return text[gone:read] if is_held else text[gone:]

    def _take_told(self) -> bool:
        """Looks at the scripts and metas that have come; True if one of them is ours already."""
        told, self._markup.told = self._markup.told, []
        for name, inside in told:
            if name == b"script" and CLIENT.encode("ascii") in inside:
                return True
            self._heed(name, inside)
        return False

    def _heed(self, name: bytes, inside: bytes) -> None:
        attributes = _attributes(inside)
        if name == b"script":
            self._nonce = self._nonce or attributes.get("nonce")
        elif attributes.get("http-equiv", "").lower() == "content-security-policy":
            policy = attributes.get("content", "")
            self._policy_nonce = self._policy_nonce or nonce_of(policy)
            self.is_blocked = self.is_blocked or not admits_own_scripts(policy, host=self._host)

    def _script(self) -> bytes:
        return script(self._nonce or self._policy_nonce)

    def end(self) -> bytes:
        """The rest; a whole document that never closed its body has our script at its end."""
        rest = self._unread[self._gone :]
        if self._is_settled or not self._markup.is_document:
            return rest
        # Behind an unfinished tag, or in an unfinished script or comment, it would be no script.
        can_stand = self._markup.is_in_text and len(rest) == len(self._unread)
        self._is_settled = True
        return self._script() + rest if can_stand else rest


def _attributes(inside: bytes) -> dict[str, str]:
    """The attributes of a tag; of two with one name the first counts, as in a browser."""
    found: dict[str, str] = {}
    for name, double, single, bare in ATTRIBUTE.findall(inside.decode("latin-1")):
        found.setdefault(name.lower(), unescape(double or single or bare))
    return found
