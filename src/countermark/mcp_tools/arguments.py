"""What the tools take: one model each, from which clients get the schema."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from countermark.model.pages.annotations import PageStatus

LONGEST_ID = 200
LONGEST_URL = 2048
LONGEST_WAIT = 50  # seconds; clients give up on a call after 60
LONGEST_PLAN = 1_048_576
LONGEST_WORDS = 51_200
MOST_AT_ONCE = 1000

Id = Annotated[str, Field(min_length=1, max_length=LONGEST_ID, description="The id of the annotation.")]
Url = Annotated[str, Field(max_length=LONGEST_URL, description="Only those of this page, for example /about/.")]
Text = Annotated[str, Field(max_length=LONGEST_WORDS)]
PlanKey = Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{16,128}$")]
Wait = Annotated[float, Field(ge=0, le=LONGEST_WAIT, description=f"How long to wait, at most {LONGEST_WAIT} seconds.")]
OnlyStatus = Annotated[PageStatus, Field(description="Only those with this status; an annotation without one is open.")]


class Arguments(BaseModel):
    """What every tool has in common: an unknown name is ignored."""

    model_config = ConfigDict(extra="ignore")


class ExactArguments(BaseModel):
    """Where an unknown name is refused: what it says would be done without having been shown."""

    model_config = ConfigDict(extra="forbid")


class PartOfList(Arguments):
    """Which part of a list."""

    limit: (
        Annotated[int, Field(ge=1, le=MOST_AT_ONCE, description="At most so many (default: all that fit).")] | None
    ) = None
    offset: Annotated[int, Field(ge=0, description="How many to leave out at the beginning (default: 0).")] = 0


class ListAnnotations(PartOfList):
    """Which annotations."""

    pageUrl: Url | None = None  # noqa: N815  the specification's own names
    status: OnlyStatus | None = None


class ListPageNotes(PartOfList):
    """Which notes on pages."""

    pageUrl: Url | None = None  # noqa: N815


class OneAnnotation(Arguments):
    """Which annotation."""

    id: Id


class GetExport(Arguments):
    """What the export holds."""

    status: OnlyStatus | None = None


class AddAgentReply(OneAnnotation):
    """What to say to which annotation."""

    message: Annotated[Text, Field(description="What you did about it, or what you need to know.")]


Replaced = Annotated[
    Text, Field(description="The text that now stands where the annotated text stood, as the page shows it.")
]


class UpdateTarget(OneAnnotation):
    """Which words stand there now."""

    replacedText: Replaced  # noqa: N815


class AddressAnnotation(OneAnnotation):
    """Which annotation is done, and which words stand there now, if others do."""

    replacedText: Replaced | None = None  # noqa: N815


class WaitForAnnotations(Arguments):
    """What to wait for."""

    since: (
        Annotated[str, Field(max_length=LONGEST_ID, description="The fingerprint that the last call gave.")] | None
    ) = None
    pageUrl: Url | None = None  # noqa: N815
    status: OnlyStatus = "open"
    timeoutSeconds: Wait = LONGEST_WAIT  # noqa: N815
    batchSeconds: Annotated[  # noqa: N815
        float,
        Field(ge=0, le=10, description="How long to go on collecting after the first one came (default: 0)."),
    ] = 0


class SubmitPlan(Arguments):
    """What a person is to judge."""

    plan: Annotated[str, Field(min_length=1, max_length=LONGEST_PLAN, description="The whole plan, as Markdown.")]
    title: Annotated[str, Field(max_length=1000, description="Default: its first heading.")] | None = None
    key: (
        Annotated[
            PlanKey,
            Field(description="A word of yours: within your session the same key is the same question, asked once."),
        ]
        | None
    ) = None
    waitSeconds: Wait = LONGEST_WAIT  # noqa: N815


class GetReview(Arguments):
    """Which review."""

    review: (
        Annotated[str, Field(max_length=LONGEST_ID, description="The review, as submit_plan has named it.")] | None
    ) = None
    key: Annotated[PlanKey, Field(description="The key of an answer; opens it from another session too.")] | None = None
    waitSeconds: Wait = 0  # noqa: N815


class ListReviews(PartOfList):
    """Which part of the list."""


def schema_of(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of a tool's arguments; an optional one has its one type and no null."""
    whole = model.model_json_schema()
    schema = without_references(whole, whole.get("$defs", {}))
    kept = {name: schema[name] for name in ("required", "additionalProperties") if name in schema}
    return {"type": "object", "properties": schema.get("properties", {}), **kept}


def without_references(schema: Any, parts: dict[str, Any]) -> Any:
    """A schema with its parts where they are used: many clients do not look them up."""
    match schema:
        case {"$ref": str(name), **rest}:
            part = without_references(parts[name.removeprefix("#/$defs/")], parts)
            return {each: value for each, value in part.items() if each not in ("title", "description")} | rest
        case dict():
            plain = {name: without_references(each, parts) for name, each in schema.items() if name != "$defs"}
            properties = plain.get("properties")
            if isinstance(properties, dict):
                plain["properties"] = {name: without_null(each) for name, each in properties.items()}
            return plain
        case list():
            return [without_references(each, parts) for each in schema]
        case _:
            return schema


def without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A property without the null that stands for leaving it out."""
    kinds = [each for each in schema.get("anyOf", []) if each.get("type") != "null"]
    rest = {name: value for name, value in schema.items() if name not in ("anyOf", "title")}
    if rest.get("default", ...) is None:
        del rest["default"]
    return (kinds[0] if len(kinds) == 1 else {}) | rest


def faults(error: ValidationError) -> str:
    """What is wrong with the arguments, in a line."""
    lines = (f"{'.'.join(map(str, each['loc'])) or 'arguments'}: {each['msg']}" for each in error.errors()[:5])
    return f"Invalid arguments: {'; '.join(lines)}"
