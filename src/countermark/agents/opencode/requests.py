"""Requests of either version: the fields that they must have, and how malformed ones are told apart."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from countermark.agents.base import text_at
from countermark.agents.fields import (
    Fields,
    Malformed,
    arguments_field,
    name_field,
    object_field,
    objects_field,
    optional_flag,
    optional_text,
    text_field,
    word_field,
)
from countermark.agents.opencode.heard import (
    Heard,
    MalformedRequest,
    PermissionRequest,
    QuestionRequest,
    Request,
    SessionKnown,
)
from countermark.model.questions import MAX_CHOICES, MAX_PROMPTS, Choice, Prompt, PromptKind

LONGEST_ID = 200
MOST_PATTERNS = 1000


@dataclass(frozen=True)
class PermissionFields:
    """What one version calls the fields of a permission."""

    permission: str
    patterns: str
    source: str
    demands_metadata: bool


def heard_request(
    read: Callable[[Fields, str], Request], told: object, folder: str, *, is_question: bool, tool_field: str
) -> Heard:
    """A request, or why it is none that can be understood."""
    found: Fields = told if isinstance(told, dict) else {}
    try:
        return read(found, folder)
    except Malformed as error:
        return MalformedRequest(
            id=id_or_none(found, "id"), session=id_or_none(found, "sessionID"), folder=folder, is_question=is_question,
            tool=text_at(found, tool_field) or "a request", why=str(error),
        )  # fmt: skip


def permission_request(found: Fields, folder: str, names: PermissionFields) -> PermissionRequest:
    """A permission. Raises `Malformed`."""
    message, call = tool_named(found, names.source)
    absent = names.demands_metadata or found.get("metadata") is not None
    return PermissionRequest(
        id=id_field(found, "id"),
        session=id_field(found, "sessionID"),
        folder=folder,
        permission=name_field(found, names.permission),
        patterns=texts_field(found, names.patterns),
        metadata=arguments_field(found, "metadata")[0] if absent else {},
        message=message,
        call=call,
    )


def question_request(found: Fields, folder: str) -> QuestionRequest:
    """Questions that are asked together; both versions name their fields alike. Raises `Malformed`."""
    message, call = tool_named(found, "tool")
    asked = objects_field(found, "questions", most=MAX_PROMPTS)
    _, written = arguments_field({"questions": {"questions": list(asked)}}, "questions")
    return QuestionRequest(
        id=id_field(found, "id"),
        session=id_field(found, "sessionID"),
        folder=folder,
        prompts=tuple(prompts_in(asked)),
        arguments=written,
        message=message,
        call=call,
    )


def prompts_in(questions: Sequence[Fields]) -> Iterator[Prompt]:
    """Each question under its place: OpenCode takes the answers in that order."""
    for place, question in enumerate(questions):
        yield Prompt(
            name=str(place),
            text=word_field(question, "question"),
            header=optional_text(question, "header"),
            kind=PromptKind.CHOICE,
            choices=tuple(choices_in(question)),
            several=optional_flag(question, "multiple"),
            free=question.get("custom") is None or optional_flag(question, "custom"),
        )


def choices_in(question: Fields) -> Iterator[Choice]:
    """What is offered; a question may offer nothing and want words."""
    if question.get("options") == []:
        return
    for option in objects_field(question, "options", most=MAX_CHOICES):
        label = word_field(option, "label")
        yield Choice(label, label, optional_text(option, "description"))


def tool_named(found: Fields, field: str) -> tuple[str | None, str | None]:
    """The message and the call that a request belongs to; a request may belong to none. Raises `Malformed`."""
    if found.get(field) is None:
        return None, None
    tool = object_field(found, field)
    return id_field(tool, "messageID"), id_field(tool, "callID")


def session_known(told: Fields) -> SessionKnown:
    """What an event says of a session in `info`; both versions write it alike. Raises `Malformed`."""
    info = object_field(told, "info")
    return SessionKnown(id_field(info, "id"), parent_field(info))


def parent_field(info: Fields) -> str | None:
    """The session that has begun this one, if one has. Raises `Malformed`."""
    return None if info.get("parentID") is None else id_field(info, "parentID")


def id_field(found: Fields, name: str) -> str:
    """An id that can stand in a path. Raises `Malformed`."""
    value = text_field(found, name)
    if not is_id(value):
        raise Malformed(f"{name} is no id")
    return value


def id_or_none(found: Fields, name: str) -> str | None:
    """An id, if there is one."""
    value = found.get(name)
    return value if isinstance(value, str) and is_id(value) else None


def is_id(value: str) -> bool:
    """Letters, digits, dashes, underscores, dots and colons: nothing that ends a part of a path."""
    plain = value.replace("_", "").replace("-", "").replace(".", "").replace(":", "")
    return 0 < len(value) <= LONGEST_ID and plain.isascii() and plain.isalnum()


def texts_field(found: Fields, name: str) -> tuple[str, ...]:
    """A list of texts. Raises `Malformed`."""
    value: Any = found.get(name)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Malformed(f"{name} is no list of texts")
    if len(value) > MOST_PATTERNS:
        raise Malformed(f"{name} has more than {MOST_PATTERNS} entries")
    return tuple(value)
