"""Names for things: time-ordered, unguessable, made from a clock and randomness that are handed in."""

import re

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no i, l, o, u
RANDOM_BYTES = 10
KEY = re.compile(r"[A-Za-z0-9._-]{8,128}")


def new_id(prefix: str, *, at: int, randomness: bytes) -> str:
    """An id such as `rv_06f3…` that sorts by time.

    `at` is in milliseconds since 1970; `randomness` is 10 bytes. The form is that of a ULID in lower case.
    """
    if len(randomness) != RANDOM_BYTES:
        raise ValueError(f"an id needs {RANDOM_BYTES} random bytes, got {len(randomness)}")
    number = (at << 80) | int.from_bytes(randomness, "big")
    digits = [ALPHABET[(number >> shift) & 31] for shift in range(125, -1, -5)]
    return f"{prefix}_{''.join(digits)}"


def is_key(text: str) -> bool:
    """Whether a text can serve as an idempotency key."""
    return KEY.fullmatch(text) is not None
