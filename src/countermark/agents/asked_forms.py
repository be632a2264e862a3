"""Forms as MCP has them: their fields as questions, and the answers as values of the fields' types."""

from collections.abc import Iterator, Mapping
from typing import Any

from countermark.agents.base import LONGEST_NAME
from countermark.agents.fields import Fields, Malformed, object_field, optional_text
from countermark.model.questions import MAX_CHOICES, MAX_PROMPTS, Choice, Prompt, PromptKind, QuestionReply

KINDS: Mapping[str, PromptKind] = {
    "string": PromptKind.TEXT,
    "number": PromptKind.NUMBER,
    "integer": PromptKind.WHOLE_NUMBER,
    "boolean": PromptKind.YES_OR_NO,
    "array": PromptKind.CHOICE,
}
# What a form may say about a field beside its type, and how a person reads it.
LIMITS: Mapping[str, str] = {
    "minimum": "at least {}", "maximum": "at most {}",
    "minLength": "at least {} characters", "maxLength": "at most {} characters",
    "minItems": "at least {} of them", "maxItems": "at most {} of them",
    "format": "form: {}", "pattern": "pattern: {}", "default": "left empty: {}",
}  # fmt: skip
Value = str | int | float | bool | list[str]


def prompts_of(form: Fields) -> Iterator[Prompt]:
    """The fields of a form in its order."""
    fields = object_field(form, "properties")
    if len(fields) > MAX_PROMPTS:
        raise Malformed(f"properties has {len(fields)} entries; {MAX_PROMPTS} can be shown")
    required = form.get("required") or []
    if not isinstance(required, list):
        raise Malformed("required is no list")
    for name in fields:
        if not name.strip() or len(name) > LONGEST_NAME:
            raise Malformed("properties has a field without a name, or with one that is too long")
        yield prompt_of(name, object_field(fields, name), required=name in required)


def prompt_of(name: str, field: Fields, *, required: bool) -> Prompt:
    """One field; a default takes the place of an answer that is left out."""
    kind = KINDS.get(str(field.get("type")))
    if kind is None:
        raise Malformed(f"type of {name} is none that a form can have")
    several = kind is PromptKind.CHOICE
    offered = object_field(field, "items") if several else field
    choices = choices_of(name, offered)
    if choices and kind not in (PromptKind.TEXT, PromptKind.CHOICE):
        raise Malformed(f"the choices of {name} are no texts")
    if several and not choices:
        raise Malformed(f"items of {name} offers nothing")
    return Prompt(
        name=name,
        text=described(optional_text(field, "description"), field) or name,
        header=optional_text(field, "title") or name,
        kind=PromptKind.CHOICE if choices else kind,
        choices=choices,
        several=several,
        required=required and default_of(field) is None,
    )


def default_of(field: Fields) -> Value | None:
    """What takes the place of an answer that is left out; None for what is no value of the field's type."""
    value = field.get("default")
    match field.get("type"):
        case "string" if isinstance(value, str):
            return value
        case "boolean" if isinstance(value, bool):
            return value
        case "number" if isinstance(value, int | float) and not isinstance(value, bool):
            return value
        case "integer" if isinstance(value, int) and not isinstance(value, bool):
            return value
        case "array" if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return value
        case _:
            return None


def described(text: str, field: Fields) -> str:
    """A field's description with what the form demands."""
    told = {**field, "default": default_of(field)}
    said = [words.format(shown(told[name])) for name, words in LIMITS.items() if told.get(name) is not None]
    return " ".join(filter(None, [text, f"({', '.join(said)})" if said else ""]))


def shown(value: Any) -> str:
    """A default or a limit as a person would write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def choices_of(name: str, field: Fields) -> tuple[Choice, ...]:
    """The values that a field offers; a form names them in one of three ways."""
    titled = field.get("oneOf", field.get("anyOf"))
    values = [each.get("const") for each in titled if isinstance(each, dict)] if isinstance(titled, list) else None
    labels = [each.get("title") for each in titled if isinstance(each, dict)] if isinstance(titled, list) else None
    if values is None:
        values, labels = field.get("enum", []), field.get("enumNames")
    if not isinstance(values, list) or not all(isinstance(value, str) and value for value in values):
        raise Malformed(f"the choices of {name} are no texts")
    if len(values) > MAX_CHOICES or (titled is not None and len(values) != len(titled)):
        raise Malformed(f"the choices of {name} cannot be shown")
    if not isinstance(labels, list) or len(labels) != len(values):
        labels = values
    named = zip(values, labels, strict=True)
    return tuple(Choice(label if isinstance(label, str) and label else value, value) for value, label in named)


def values_of(form: Fields, reply: QuestionReply) -> Mapping[str, Value]:
    """The answers as values of the form's types; a field that was left out has its default or is not there."""
    values = {name: typed(field, reply.answers.get(name, ())) for name, field in form["properties"].items()}
    return {name: value for name, value in values.items() if value is not None}


def typed(field: Fields, values: tuple[str, ...]) -> Value | None:
    """One answer; None where there is neither one nor a default."""
    if not values:
        return default_of(field)
    match field.get("type"):
        case "array":
            return list(values)
        case "boolean":
            return values[0] == "yes"
        case "integer":
            return int(values[0])
        case "number":
            return float(values[0]) if "." in values[0] else int(values[0])
        case _:
            return values[0]
