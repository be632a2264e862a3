"""What Claude Code's own questions ask, and how their answers go back."""

from collections.abc import Mapping

from countermark.agents.base import LONGEST_NAME
from countermark.agents.fields import (
    Fields,
    Malformed,
    arguments_field,
    objects_field,
    optional_flag,
    optional_text,
    word_field,
)
from countermark.model.asked import Asker
from countermark.model.questions import (
    MAX_CHOICES,
    MAX_PROMPTS,
    Choice,
    Prompt,
    PromptKind,
    QuestionAsk,
    QuestionReply,
    QuestionSource,
)


def own_question(asker: Asker, event: Fields) -> QuestionAsk:
    """All questions of one call of AskUserQuestion. Raises `Malformed`."""
    given, written = arguments_field(event, "tool_input")
    prompts = tuple(prompt_in(question) for question in objects_field(given, "questions", most=MAX_PROMPTS))
    if len({prompt.name for prompt in prompts}) < len(prompts):
        raise Malformed("questions has the same question twice")
    return QuestionAsk(asker=asker, source=QuestionSource.AGENT, prompts=prompts, arguments=written)


def prompt_in(question: Fields) -> Prompt:
    """One question; Claude Code takes words of the person's own beside its choices, so they are offered too."""
    text = word_field(question, "question")
    if len(text) > LONGEST_NAME:
        raise Malformed(f"question is longer than {LONGEST_NAME} characters")
    return Prompt(
        name=text,
        text=text,
        header=optional_text(question, "header"),
        kind=PromptKind.CHOICE,
        choices=tuple(choice_in(option) for option in objects_field(question, "options", most=MAX_CHOICES)),
        several=optional_flag(question, "multiSelect"),
        free=True,
    )


def choice_in(option: Fields) -> Choice:
    """One of the answers that are offered."""
    label = word_field(option, "label")
    return Choice(label, label, optional_text(option, "description"), optional_text(option, "preview"))


def answered_input(event: Fields, reply: QuestionReply) -> Mapping[str, object]:
    """The tool's input with the answers; several choices go with commas between them, as Claude's own dialog does it.

    What else the agent has put beside its questions was never shown, and is left out.
    """
    answers = {name: ", ".join(values) for name, values in reply.answers.items() if values}
    return {"questions": event["tool_input"]["questions"], "answers": answers}
