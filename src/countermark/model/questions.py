"""Questions: an agent, or a server that it uses, asks a person for words or a choice."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from countermark.model.asked import AskedItem, Asker, Decider, Ending
from countermark.model.errors import AlreadyDecided, BadInput, TooLarge
from countermark.model.forgetting import FORGOTTEN_TITLE, ForgottenBy
from countermark.model.items import ItemKind, ItemState, ItemVersion
from countermark.model.redaction import redacted

MAX_ANSWER_BYTES = 50 * 1024
MAX_PROMPTS = 50
MAX_CHOICES = 200


class PromptKind(StrEnum):
    """What is wanted."""

    CHOICE = "choice"
    TEXT = "text"
    NUMBER = "number"
    WHOLE_NUMBER = "whole_number"
    YES_OR_NO = "yes_or_no"


class QuestionSource(StrEnum):
    """Who wants to know."""

    AGENT = "agent"
    SERVER = "server"  # an MCP server, by the agent
    SERVER_PAGE = "server_page"  # an MCP server wants the person to open an address


class QuestionOutcome(StrEnum):
    """How a question can end."""

    ANSWERED = "answered"
    DECLINED = "declined"  # the person says no to answering
    CANCELLED = "cancelled"  # the person says neither yes nor no
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"


BY_PERSON = frozenset({QuestionOutcome.ANSWERED, QuestionOutcome.DECLINED, QuestionOutcome.CANCELLED})


@dataclass(frozen=True)
class Choice:
    """One of the answers that are offered."""

    label: str
    value: str  # what is sent; for an agent's own question the label
    description: str = ""
    preview: str = ""  # Markdown or code that shows what this choice means


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """One question of several that are asked together."""

    name: str  # under which its answer is sent
    text: str
    header: str = ""
    kind: PromptKind = PromptKind.TEXT
    choices: tuple[Choice, ...] = ()
    several: bool = False  # more than one of the choices
    free: bool = False  # words of the person's own beside the choices
    required: bool = True

    def redact(self) -> "Prompt":
        """Without the known secrets in its words."""
        choices = tuple(
            replace(each, description=redacted(each.description), preview=redacted(each.preview))
            for each in self.choices
        )
        return replace(self, text=redacted(self.text), header=redacted(self.header), choices=choices)

    def check(self, values: tuple[str, ...]) -> None:
        """Raise `BadInput` or `TooLarge` for an answer that this does not take."""
        if not values and self.required:
            raise BadInput(f"There is no answer to {self.header or self.text!r}.", hint="Answer each question.")
        if len(values) > 1 and not self.several:
            raise BadInput(f"{self.header or self.text!r} takes one answer.", hint="Choose one.")
        offered = {choice.value for choice in self.choices}
        if self.kind is PromptKind.CHOICE and not self.free and not set(values) <= offered:
            raise BadInput(f"{self.header or self.text!r} takes one of its choices.", hint="Choose one of them.")
        if any(len(value.encode()) > MAX_ANSWER_BYTES for value in values):
            raise TooLarge("An answer is longer than 50 KB.", hint="Shorten it, then send again.")
        for value in values:
            check_form(self.kind, value)


def check_form(kind: PromptKind, value: str) -> None:
    """Raise `BadInput` for a number that is none, or a yes or no that is neither."""
    match kind:
        case PromptKind.CHOICE | PromptKind.TEXT:
            return
        case PromptKind.YES_OR_NO:
            if value not in ("yes", "no"):
                raise BadInput("Yes or no is wanted.", hint="Send yes or no.")
        case PromptKind.NUMBER | PromptKind.WHOLE_NUMBER:
            whole = value.removeprefix("-").isascii() and value.removeprefix("-").isdigit() and len(value) <= 18
            if not whole and (kind is PromptKind.WHOLE_NUMBER or not is_decimal(value)):
                raise BadInput("A number is wanted.", hint="Write digits.")


def is_decimal(value: str) -> bool:
    """Whether a text is a decimal number such as -1.5."""
    before, point, after = value.removeprefix("-").partition(".")
    digits = before + after
    return bool(point) and bool(before) and bool(after) and digits.isascii() and digits.isdigit() and len(digits) <= 30


@dataclass(frozen=True, kw_only=True)
class QuestionAsk:
    """What an agent wants to know: what a translator reads out of its payload."""

    asker: Asker
    source: QuestionSource
    prompts: tuple[Prompt, ...]
    message: str = ""  # of a server, above its prompts
    server: str | None = None
    url: str | None = None  # that a server wants to be opened: shown whole, never opened by itself
    arguments: str = "{}"  # all that was sent, as canonical JSON

    @property
    def digest(self) -> str:
        """The SHA-256 of what is asked, and by whom."""
        whole = f"{self.source}\n{self.server or ''}\n{self.arguments}"
        return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, kw_only=True)
class QuestionReply:
    """What a person says to a question."""

    outcome: QuestionOutcome  # answered, declined or cancelled
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by the names of the prompts
    words: str | None = None  # why not, for the agent

    def redact(self) -> "QuestionReply":
        """Without the known secrets in the answers."""
        words = None if self.words is None else redacted(self.words)
        return replace(self, answers=redacted_answers(self.answers), words=words)


def redacted_answers(answers: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    """Answers without known secrets; the name of what was asked says that something is one, too."""
    told = json.dumps({name: list(values) for name, values in answers.items()}, ensure_ascii=False)
    return {name: tuple(values) for name, values in json.loads(redacted(told)).items()}


@dataclass(frozen=True, kw_only=True)
class Question(AskedItem):
    """A question with what became of it."""

    source: QuestionSource
    prompts: tuple[Prompt, ...]
    message: str
    server: str | None
    url: str | None
    arguments: str
    outcome: QuestionOutcome | None = None
    reply: QuestionReply | None = None

    @property
    def kind(self) -> ItemKind:
        """A question."""
        return ItemKind.QUESTION

    @property
    def state(self) -> ItemState:
        """Whether an answer is wanted."""
        match self.outcome:
            case None:
                return ItemState.WAITING
            case QuestionOutcome.ANSWERED | QuestionOutcome.DECLINED | QuestionOutcome.CANCELLED:
                return ItemState.ANSWERED
            case QuestionOutcome.EXPIRED:
                return ItemState.EXPIRED
            case QuestionOutcome.WITHDRAWN:
                return ItemState.WITHDRAWN

    def answer(self, reply: QuestionReply, *, decider: Decider, at: int) -> "Question":
        """A person has answered, or said that they do not. Raises `AlreadyDecided`, `BadInput` or `TooLarge`."""
        self.check_open()
        if reply.outcome not in BY_PERSON:
            raise BadInput("A question is answered, declined or cancelled.")
        if reply.outcome is QuestionOutcome.ANSWERED:
            self.check_answers(reply.answers)
        return replace(self, outcome=reply.outcome, reply=reply, decider=decider, ended_at=at)

    def check_answers(self, answers: Mapping[str, tuple[str, ...]]) -> None:
        """Raise `BadInput` or `TooLarge` for answers that the prompts do not take."""
        unknown = answers.keys() - {prompt.name for prompt in self.prompts}
        if unknown:
            raise BadInput("An answer belongs to none of the questions.", hint="Load the page again.")
        for prompt in self.prompts:
            prompt.check(answers.get(prompt.name, ()))

    def expire(self, *, decider: Decider, at: int) -> "Question":
        """Nobody answered in time."""
        self.check_open()
        return replace(self, outcome=QuestionOutcome.EXPIRED, decider=decider, ended_at=at)

    def withdraw(self, ending: Ending, *, decider: Decider, at: int) -> "Question":
        """The agent no longer asks."""
        self.check_open()
        return replace(
            self, outcome=QuestionOutcome.WITHDRAWN, ending=ending, decider=decider, ended_at=at, agent_present=False
        )

    def redact(self) -> "Question":
        """Without the known secrets in it, once nobody needs them; the digest stays that of all of it."""
        prompts = tuple(prompt.redact() for prompt in self.prompts)
        url = None if self.url is None else redacted(self.url)
        return replace(
            self, title=redacted(self.title), prompts=prompts, message=redacted(self.message), url=url,
            arguments=redacted(self.arguments), reply=None if self.reply is None else self.reply.redact(),
        )  # fmt: skip

    def forget(self, by: ForgottenBy, *, at: int) -> "Question":
        """Without what was asked and what was answered; the digest of all that was asked stays."""
        return replace(
            self, title=FORGOTTEN_TITLE, prompts=(), message="", url=None, arguments="{}",
            reply=None if self.reply is None else QuestionReply(outcome=self.reply.outcome), forgotten_at=at,
            forgotten_by=by,
        )  # fmt: skip

    def check_open(self) -> None:
        """Raise `AlreadyDecided` unless an answer is still wanted."""
        if self.outcome is not None:
            raise AlreadyDecided(f"This is already decided: {self.outcome.value}.")


@dataclass(frozen=True)
class QuestionAnswer:
    """What became of a question, as a translator tells its agent."""

    version: ItemVersion
    outcome: QuestionOutcome | None
    reply: QuestionReply | None = None
    prompts: tuple[Prompt, ...] = ()
    ending: Ending | None = None

    @property
    def by_person(self) -> bool:
        """Whether a person has answered, or said that they do not: what the agent's side acknowledges."""
        return self.reply is not None


def question_answer(question: Question) -> QuestionAnswer:
    """What an agent is told about a question."""
    return QuestionAnswer(question.version, question.outcome, question.reply, question.prompts, question.ending)
