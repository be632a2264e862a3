"""An agent's own questions in the form that most have: a list, each with choices; and their answers as words."""

from collections.abc import Callable

from countermark.agents.base import LONGEST_NAME, HookReply
from countermark.agents.decision_words import ANSWERED, CLOSED, DIALOG_COMES, NO_LONGER, declined
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
    QuestionAnswer,
    QuestionAsk,
    QuestionOutcome,
    QuestionReply,
    QuestionSource,
)


def questions_in(asker: Asker, event: Fields, prompt_in: Callable[[Fields], Prompt]) -> QuestionAsk:
    """All questions of one call, each read by `prompt_in`. Raises `Malformed`."""
    given, written = arguments_field(event, "tool_input")
    prompts = tuple(prompt_in(question) for question in objects_field(given, "questions", most=MAX_PROMPTS))
    if len({prompt.name for prompt in prompts}) < len(prompts):
        raise Malformed("questions has the same question twice")
    return QuestionAsk(asker=asker, source=QuestionSource.AGENT, prompts=prompts, arguments=written)


def text_of_question(question: Fields, name: str = "question") -> str:
    """What is asked, or its id. Raises `Malformed`."""
    text = word_field(question, name)
    if len(text) > LONGEST_NAME:
        raise Malformed(f"{name} is longer than {LONGEST_NAME} characters")
    return text


def choice_prompt(question: Fields, *, name: str | None = None) -> Prompt:
    """A question with choices; words of the person's own are taken beside them, so they are offered too."""
    text = text_of_question(question)
    return Prompt(
        name=name or text,
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


def told_in_words(
    answer: QuestionAnswer, answers: Callable[[QuestionReply], str],
    *, no: Callable[[str], HookReply], silence: Callable[[str], HookReply],
) -> HookReply:  # fmt: skip
    """The answers as the words with which the tool is not used; where nobody has answered, the agent's dialog asks."""
    match answer.outcome:
        case QuestionOutcome.ANSWERED if answer.reply is not None:
            return no(f"{ANSWERED}\n\n{answers(answer.reply)}")
        case QuestionOutcome.DECLINED:
            return no(declined(answer))
        case QuestionOutcome.CANCELLED:
            return no(CLOSED)
        case QuestionOutcome.EXPIRED:
            return silence(DIALOG_COMES)
        case _:
            return silence(NO_LONGER)


def answers_in(reply: QuestionReply) -> str:
    """Each question, by the name of its prompt, with what was answered, as the model reads it."""
    return "\n".join(f"{name}\n{', '.join(values)}\n" for name, values in reply.answers.items() if values)
