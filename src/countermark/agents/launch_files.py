"""Reads the file of an agent: a table `[acp]` in TOML becomes a `LaunchBrand`, or an error names file and field."""

import re
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from countermark.agents.launch_brands import (
    AskingSource,
    AsksInMode,
    BeforeActing,
    LaunchBrand,
    Runtime,
    RuntimeNeed,
    UnaskedOption,
)
from countermark.model.errors import BadInput
from countermark.workspace.files import text_in

KEYS = frozenset(
    {
        *("command", "args", "env", "version", "runtime", "runtime_least", "install", "size_mb", "sign_in"),
        *("env_names", "asking_mode", "note", "asks", "unasked_options", "terminals", "protocol"),
    }
)
OWN_KEYS = frozenset({"name", "acp"})
ENV_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,199}")
VERSION = re.compile(r"\d{1,4}(\.\d{1,4}){0,2}")
PROTOCOLS = (1, 2)  # versions that the desk speaks
LONGEST_WORD = 4096
LONGEST_WORDS = 1000
MOST_WORDS = 200
HINT = "Correct the file, or move it away."
OneOf = TypeVar("OneOf", bound=StrEnum)


class FileFields:
    """The fields of a table, read with errors that name file and field."""

    def __init__(self, content: Mapping[str, object], *, file: Path, within: str = "") -> None:
        self._content = content
        self._file = file
        self._within = within

    def wrong(self, name: str, why: str) -> BadInput:
        """The error that names file and field."""
        return BadInput(f"{self._file}: {self._within}{name} {why}.", hint=HINT)

    def allow(self, names: frozenset[str]) -> None:
        """Refuse names that nobody reads: a typing error must not be a silent default."""
        for name in self._content:
            if name not in names:
                raise self.wrong(name, f"is not known; there are {', '.join(sorted(names))}")

    def word(self, name: str, *, longest: int = LONGEST_WORD) -> str | None:
        """A text that is not empty, if it is there."""
        value = self._content.get(name)
        if value is None:
            return None
        if not isinstance(value, str) or not value.strip() or len(value) > longest or "\0" in value:
            raise self.wrong(name, f"must be a text of 1 to {longest} characters")
        return value

    def needed(self, name: str) -> str:
        """A text that has to be there."""
        value = self.word(name)
        if value is None:
            raise self.wrong(name, "is missing")
        return value

    def words(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self._content.get(name, [])
        if not isinstance(value, list) or len(value) > MOST_WORDS or not all(map(is_argument, value)):
            raise self.wrong(name, f"must be a list of texts, {MOST_WORDS} at most")
        return tuple(value)

    def env(self, name: str) -> Mapping[str, str]:
        """Variables and their values."""
        value = self._content.get(name, {})
        if not isinstance(value, dict) or len(value) > MOST_WORDS:
            raise self.wrong(name, "must be a table of texts")
        for key, text in value.items():
            if not ENV_NAME.fullmatch(key) or not is_argument(text):
                raise self.wrong(f"{name}.{key}", "must be a variable's name with a text as its value")
        return dict(value)

    def number(self, name: str) -> int | None:
        """A whole number from 1 on, if it is there."""
        value = self._content.get(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
            raise self.wrong(name, "must be a whole number, 1 or more")
        return value

    def flag(self, name: str) -> bool:
        """Yes or no; no where nothing is said."""
        value = self._content.get(name, False)
        if not isinstance(value, bool):
            raise self.wrong(name, "must be true or false")
        return value

    def choice(self, name: str, kind: type[OneOf]) -> OneOf | None:
        """One of a closed set, if it is there."""
        value = self.word(name)
        if value is not None and value not in set(kind):
            raise self.wrong(name, f"must be one of {', '.join(kind)}")
        return None if value is None else kind(value)

    def table(self, name: str) -> "FileFields":
        """A table that has to be there."""
        value = self._content.get(name)
        if not isinstance(value, dict):
            raise self.wrong(name, "must be a table")
        return FileFields(value, file=self._file, within=f"{self._within}{name}.")

    def tables(self, name: str) -> tuple["FileFields", ...]:
        """A list of tables."""
        value = self._content.get(name, [])
        if not isinstance(value, list) or len(value) > MOST_WORDS or not all(isinstance(row, dict) for row in value):
            raise self.wrong(name, f"must be a list of tables, [[{self._within}{name}]]")
        return tuple(
            FileFields(row, file=self._file, within=f"{self._within}{name}[{place}].")
            for place, row in enumerate(value)
        )


def is_argument(value: object) -> bool:
    """Whether it can be an argument of a program, or the value of a variable."""
    return isinstance(value, str) and "\0" not in value and len(value) <= LONGEST_WORD


def read_file(file: Path, *, is_own: bool) -> LaunchBrand | None:
    """The agent that a file describes; None without a table `[acp]`. Raises `BadInput`."""
    try:
        text = text_in(str(file))
        content = tomllib.loads(text or "")
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{file} cannot be read: {error}.", hint=HINT) from None
    fields = FileFields(content, file=file)
    if is_own:
        fields.allow(OWN_KEYS)
    elif "acp" not in content:
        return None
    return brand_in(fields.table("acp"), name=file.stem, title=fields.word("name", longest=100), is_own=is_own)


def brand_in(fields: FileFields, *, name: str, title: str | None, is_own: bool) -> LaunchBrand:
    """The agent in its table. Raises `BadInput`."""
    fields.allow(KEYS)
    return LaunchBrand(
        name, title or name, fields.needed("command"), fields.words("args"), fields.env("env"),
        version=fields.word("version", longest=100), runtime=runtime_in(fields),
        install=fields.word("install", longest=LONGEST_WORDS), size_mb=fields.number("size_mb"),
        sign_in=fields.word("sign_in", longest=LONGEST_WORDS), env_names=fields.words("env_names"),
        asking_mode=fields.word("asking_mode"), note=fields.word("note", longest=LONGEST_WORDS),
        asks=asks_in(fields.tables("asks"), is_own=is_own),
        unasked_options=tuple(
            UnaskedOption(row.needed("option"), row.needed("value")) for row in fields.tables("unasked_options")
        ),
        protocol=protocol_in(fields), terminals=fields.flag("terminals"), is_own=is_own,
    )  # fmt: skip


def runtime_in(fields: FileFields) -> RuntimeNeed | None:
    """The runtime that is needed."""
    runtime, least = fields.choice("runtime", Runtime), fields.word("runtime_least")
    if runtime is None:
        if least is not None:
            raise fields.wrong("runtime_least", "needs the field runtime")
        return None
    if least is None or not VERSION.fullmatch(least):
        raise fields.wrong("runtime_least", 'must be a version, such as "22" or "3.12"')
    return RuntimeNeed(runtime, least)


def protocol_in(fields: FileFields) -> int:
    """The version of the protocol that the agent is offered first; 1 where nothing is said."""
    version = fields.number("protocol") or 1
    if version not in PROTOCOLS:
        raise fields.wrong("protocol", f"must be one of {', '.join(map(str, PROTOCOLS))}")
    return version


def asks_in(rows: tuple[FileFields, ...], *, is_own: bool) -> tuple[AsksInMode, ...]:
    """What the agent does in its modes. Nobody has measured an agent that a person has added."""
    asks = []
    for row in rows:
        row.allow(frozenset({"mode", "shell", "edit", "source"}))
        source = row.choice("source", AskingSource) or AskingSource.DESCRIBED
        if is_own and source is AskingSource.MEASURED:
            raise row.wrong("source", "must be described: measured is what Countermark's own tests have seen")
        shell, edit = (row.choice(kind, BeforeActing) or BeforeActing.UNKNOWN for kind in ("shell", "edit"))
        if shell is BeforeActing.WRITES_THROUGH_US:
            raise row.wrong("shell", "cannot be writes_through_us, which is about files")
        asks.append(AsksInMode(row.word("mode"), shell, edit, source))
    return tuple(asks)
