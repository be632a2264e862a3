"""What the tools take that ask a person: a question with its choices, or something that the agent wants to do."""

from collections.abc import Sequence
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, Field, model_validator

from countermark.mcp_tools.arguments import LONGEST_ID, LONGEST_WAIT, ExactArguments, PartOfList, PlanKey, Wait

MOST_QUESTIONS = 10
MOST_CHOICES = 30
MOST_REPLACEMENTS = 200
LONGEST_QUESTION = 4_000
LONGEST_HEADER = 80
LONGEST_LABEL = 300
LONGEST_DESCRIPTION = 4_000
LONGEST_COMMAND = 100_000
LONGEST_CONTENT = 1_048_576
LONGEST_PATH = 4_096
LONGEST_ACTION = 1_000
LONGEST_REASON = 20_000


def says_something(text: str) -> str:
    """Raise `ValueError` for mere blanks, and for a NUL, which ends a text for some programs and not for others."""
    if not text.strip():
        raise ValueError("it is empty; leave it out, or say what it is")
    if "\0" in text:
        raise ValueError("it has a NUL character in it; leave that out")
    return text


Word = AfterValidator(says_something)
Key = Annotated[
    PlanKey, Field(description="A word of yours: within your session the same key is the same request, asked once.")
]
FilePart = Annotated[str, Field(max_length=LONGEST_CONTENT)]


class AskingArguments(ExactArguments):
    """What both have in common."""

    key: Key | None = None
    waitSeconds: Wait = LONGEST_WAIT  # noqa: N815


class OfferedChoice(ExactArguments):
    """One answer that is offered."""

    label: Annotated[str, Field(max_length=LONGEST_LABEL), Word]
    description: Annotated[str, Field(max_length=LONGEST_DESCRIPTION, description="What this choice means.")] = ""


class AskedPrompt(ExactArguments):
    """One of the questions."""

    question: Annotated[str, Field(max_length=LONGEST_QUESTION), Word]
    header: Annotated[str, Field(max_length=LONGEST_HEADER, description="A word or two above it.")] = ""
    choices: Annotated[
        tuple[OfferedChoice, ...],
        Field(max_length=MOST_CHOICES, description="Without any the person writes the answer."),
    ] = ()
    several: Annotated[bool, Field(description="More than one of the choices may be taken.")] = False
    freeText: Annotated[bool, Field(description="The person may write something else (default: true).")] = True  # noqa: N815
    required: Annotated[bool, Field(description="An answer is needed (default: true).")] = True

    @model_validator(mode="after")
    def check(self) -> Self:
        """Raise `ValueError` for what cannot be answered."""
        if len({each.label for each in self.choices}) < len(self.choices):
            raise ValueError("two choices have one label; give each its own")
        if self.several and not self.choices:
            raise ValueError("several is about choices; name some, or leave it out")
        return self


class AskPerson(AskingArguments):
    """What a person is to answer."""

    questions: Annotated[list[AskedPrompt], Field(min_length=1, max_length=MOST_QUESTIONS)]

    @model_validator(mode="after")
    def check(self) -> Self:
        """Raise `ValueError` for two alike: their answers could not be told apart."""
        if len({each.question for each in self.questions}) < len(self.questions):
            raise ValueError("two questions read the same; ask each once")
        return self


class Replacement(ExactArguments):
    """Words of a file that others take the place of."""

    old: Annotated[FilePart, Field(min_length=1)]
    new: FilePart
    all: Annotated[bool, Field(description="Everywhere in the file; else the first place.")] = False


class RequestPermission(AskingArguments):
    """What the agent wants to do: one of command, path, url and action."""

    command: (
        Annotated[str, Field(max_length=LONGEST_COMMAND, description="A command line, exactly as it would run."), Word]
        | None
    ) = None
    path: (
        Annotated[
            str,
            Field(
                max_length=LONGEST_PATH,
                description="A file that would change. Say how: content, replacements or delete.",
            ),
            Word,
        ]
        | None
    ) = None
    content: Annotated[FilePart, Field(description="With path: all that would stand in the file.")] | None = None
    replacements: (
        Annotated[
            list[Replacement],
            Field(min_length=1, max_length=MOST_REPLACEMENTS, description="With path: what would be replaced in it."),
        ]
        | None
    ) = None
    delete: Annotated[bool, Field(description="With path: the file would be removed.")] = False
    url: (
        Annotated[
            str, Field(max_length=LONGEST_PATH, description="An address that would be fetched, not sent to."), Word
        ]
        | None
    ) = None
    action: (
        Annotated[
            str, Field(max_length=LONGEST_ACTION, description="Anything else: what you would do, in plain words."), Word
        ]
        | None
    ) = None
    arguments: Annotated[dict[str, Any], Field(description="With action: what it would be done with.")] | None = None
    directory: (
        Annotated[
            str,
            Field(
                max_length=LONGEST_PATH,
                description="The absolute path of the folder where it would happen (default: the project's).",
            ),
            Word,
        ]
        | None
    ) = None
    reason: (
        Annotated[str, Field(max_length=LONGEST_REASON, description="Why, in a sentence for the person."), Word] | None
    ) = None

    @model_validator(mode="after")
    def check(self) -> Self:
        """Raise `ValueError` unless it says one thing, and all of it."""
        named = [name for name in ("command", "path", "url", "action") if getattr(self, name) is not None]
        if len(named) != 1:
            given = " and ".join(named) or "none of them"
            raise ValueError(f"name exactly one of command, path, url and action; this names {given}")
        check_with(named[0], "path", self, ("content", "replacements", "delete"))
        check_with(named[0], "action", self, ("arguments",))
        if self.directory is not None and not self.directory.startswith("/"):
            raise ValueError("directory must be an absolute path")
        return self


def check_with(named: str, wanted: str, asked: BaseModel, names: Sequence[str]) -> None:
    """Raise `ValueError` for a field that belongs to something else, or for two that exclude one another."""
    given = [name for name in names if getattr(asked, name) not in (None, False)]
    if given and named != wanted:
        raise ValueError(f"{given[0]} goes with {wanted}, not with {named}")
    if len(given) > 1:
        raise ValueError(f"{given[0]} and {given[1]} exclude one another; ask for each by itself")


class GetAnswer(PartOfList):
    """Which answer; without item and key the list of all that was asked in this session."""

    item: Annotated[str, Field(max_length=LONGEST_ID, description="As the tool that asked has named it.")] | None = None
    key: Annotated[PlanKey, Field(description="The key of an answer; opens it from another session too.")] | None = None
    waitSeconds: Wait = 0  # noqa: N815
