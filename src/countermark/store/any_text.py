"""Text columns for what agents say: half characters and NUL, which no database takes, are stored escaped."""

import re
from typing import Any

from sqlalchemy import Dialect, Text
from sqlalchemy.types import TypeDecorator

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
ESCAPED = re.compile(r"\\(\\|u[0-9a-f]{4})")


class AnyText(TypeDecorator[str]):
    """Any text of Python, both in rows and in what they are compared with."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, _: Dialect) -> str | None:
        # The backslash is escaped too, so that two texts never look alike; JSON has many, so it goes first and fast.
        return None if value is None else UNSTORABLE.sub(escape, value.replace("\\", "\\\\"))

    def process_result_value(self, value: Any | None, _: Dialect) -> str | None:
        return None if value is None else ESCAPED.sub(unescape, value)


def escape(found: re.Match[str]) -> str:
    """One character as it is stored."""
    return f"\\u{ord(found[0]):04x}"


def unescape(found: re.Match[str]) -> str:
    """The same character as it was."""
    return "\\" if found[1] == "\\" else chr(int(found[1][1:], 16))
