"""A shared review as a link: compressed, encrypted, and with its key in the fragment, which no server gets to see.

The fragment is `cm1.<nonce and sealed text>.<key>`, both base64url without padding: raw deflate (RFC 1951), then
AES-256-GCM with a nonce of 12 bytes in front and the name of the format as associated data.
"""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from countermark.model.errors import BadInput, TooLarge
from countermark.model.shares import MAX_SHARED_BYTES, SharedReview
from countermark.sharing.shared_json import UPDATE, from_json, to_json

FORMAT = "cm1"
KEY_BYTES, NONCE_BYTES, TAG_BYTES = 32, 12, 16
KEY_CHARACTERS = 43
MAX_LINK_CHARACTERS = 8 * 1024 * 1024
FRAGMENT = re.compile(r"cm(\d{1,4})\.([\w-]*)(?:\.([\w-]*))?", re.ASCII)  # a sentence may go on behind it
# A link that is not broken in its key, anywhere in a message.
IN_MESSAGE = re.compile(r"(?:#|\A\s*<?)(cm\d{1,4}\.[\w\s<>\u200b\u2060\ufeff-]*\.[\w-]{43})(?![\w-])", re.ASCII)
BLANKS = re.compile(r"[\s<>\u200b\u2060\ufeff]+")  # which mail programs and chats put into long links
WHOLE = "Copy the whole link, to its last character, and paste it again."


def link_to(shared: SharedReview, base: str, *, randomness: Callable[[int], bytes]) -> str:
    """The link to a shared review at a desk's address. Raises `TooLarge`."""
    told = json.dumps(to_json(shared), separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")
    if len(told) > MAX_SHARED_BYTES:
        raise TooLarge("This is more than a link can carry: 5 MB.", hint="Share the file with its block of marks.")
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    key, nonce = randomness(KEY_BYTES), randomness(NONCE_BYTES)
    sealed = AESGCM(key).encrypt(nonce, deflate.compress(told) + deflate.flush(), FORMAT.encode())
    return f"{base.rstrip('/')}/#{FORMAT}.{encoded(nonce + sealed)}.{encoded(key)}"


def opened(link: str) -> SharedReview:
    """What a link carries. Raises `BadInput` or `TooLarge`, each with what to do."""
    return from_json(inflated(unsealed(link)))


def is_ours(link: str) -> bool:
    """Whether this looks like a link of Countermark, of whatever version."""
    return FRAGMENT.match(fragment_of(link)) is not None


def unsealed(link: str) -> bytes:
    """What a link carries, decrypted and still compressed."""
    found = FRAGMENT.match(fragment_of(link))
    if found is None:
        raise BadInput("This is no link to a shared review.", hint=WHOLE)
    version, payload, key = found.groups()
    if f"cm{version}" != FORMAT:
        raise BadInput(f"The link is of version {version}; this Countermark opens version 1.", hint=UPDATE)
    if key is None or len(key) < KEY_CHARACTERS:
        raise BadInput("The link is cut: its end is missing, which is the key.", hint=WHOLE)
    sealed = decoded(payload)
    if len(sealed) <= NONCE_BYTES + TAG_BYTES:
        raise BadInput("The link is cut: what it carries is missing.", hint=WHOLE)
    try:
        return AESGCM(key_in(key)).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], FORMAT.encode())
    except InvalidTag:
        message = "The key at the link's end does not open it: the key is wrong, or a part of the link is missing."
        raise BadInput(message, hint=WHOLE) from None


def fragment_of(link: str) -> str:
    """A whole link of ours in a message, else what stands behind the first `#`, or all of it where there is none.

    Without what a mail program put in.
    """
    if len(link) > MAX_LINK_CHARACTERS:
        raise TooLarge("This link is longer than 8 MB.", hint="Share the file with its block of marks.")
    found = IN_MESSAGE.search(link)
    if found is not None:
        return BLANKS.sub("", found[1])
    plain = BLANKS.sub("", link)
    before, sign, behind = plain.partition("#")
    return behind if sign else before


def key_in(text: str) -> bytes:
    """The key."""
    key = decoded(text)
    if len(key) != KEY_BYTES:
        raise BadInput("The key at the link's end is too long: something was added to the link.", hint=WHOLE)
    return key


def inflated(data: bytes) -> bytes:
    """Raw deflate undone, up to what may be shared. Raises `TooLarge` before more than that is in memory."""
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        found = inflate.decompress(data, MAX_SHARED_BYTES + 1)
    except zlib.error:
        raise BadInput("What the link carries is not compressed as it should be.", hint=WHOLE) from None
    if len(found) > MAX_SHARED_BYTES:
        raise TooLarge("The link unfolds to more than 5 MB.", hint="Share less, or the file with its block of marks.")
    if not inflate.eof:
        raise BadInput("The link is cut: what it carries ends too early.", hint=WHOLE)
    return found


def encoded(data: bytes) -> str:
    """Base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Base64url without padding undone. Raises `BadInput`."""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise BadInput("The link is cut, or something was changed in it.", hint=WHOLE) from None
