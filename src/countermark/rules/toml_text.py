"""Rules as TOML: one table as text, and a file with one more table at its end."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

HEADING = "version = 1\n"
SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
Value = str | datetime | Sequence["str | Sequence[str]"]


def rule_as_toml(table: Mapping[str, Value]) -> str:
    """One `[[rule]]` with these keys, in this order, ending with a line end."""
    lines = [f"{key} = {_value(value)}" for key, value in table.items()]
    return "\n".join(("[[rule]]", *lines, ""))


def with_rules(content: str, addition: str) -> str:
    """A rule file with more rules at its end; what is there stays as it is, byte for byte."""
    if not content.strip():
        return f"{content}{HEADING}\n{addition}"
    gap = "" if content.endswith("\n") else "\n"
    return f"{content}{gap}\n{addition}"


def quoted(text: str) -> str:
    """A text as a basic string of TOML, in which everything can be seen."""
    return f'"{"".join(map(_escaped, text))}"'


def moment(milliseconds: int) -> datetime:
    """A time since 1970 as TOML writes it: whole seconds, in UTC."""
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=milliseconds // 1000)


def _value(value: "Value") -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%SZ")
    return f"[{', '.join(map(_value, value))}]"


def _escaped(character: str) -> str:
    if character in SHORT:
        return SHORT[character]
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"
