"""What Qwen Code's own questions ask, and how their answers go back.

A yes of a hook counts for nothing here, a no with words does: so the answers are those words. Where
nobody has answered, Qwen asks in its own dialog.
"""

from countermark.agents.base import LONGEST_NAME, HookReply
from countermark.agents.decision_words import NO_LONGER
from countermark.agents.fields import (
    Fields,
    Malformed,
    arguments_field,
    objects_field,
    optional_flag,
    optional_text,
    word_field,
)
from countermark.agents.qwen.forms import no, silence
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

ANSWERED = "This is no error: the user was asked elsewhere and has answered. Do not ask again."
NOT_ANSWERED = "The user does not answer this."
CLOSED = "The user has put this aside without an answer."
DIALOG_COMES = "nobody answered in time; Qwen Code asks in the terminal"


def own_question(asker: Asker, event: Fields) -> QuestionAsk:
    """All questions of one call of ask_user_question. Raises `Malformed`."""
    given, written = arguments_field(event, "tool_input")
    prompts = tuple(prompt_in(question) for question in objects_field(given, "questions", most=MAX_PROMPTS))
    if len({prompt.name for prompt in prompts}) < len(prompts):
        raise Malformed("questions has the same question twice")
    return QuestionAsk(asker=asker, source=QuestionSource.AGENT, prompts=prompts, arguments=written)


def prompt_in(question: Fields) -> Prompt:
    """One question; beside its choices Qwen takes words of the person's own, so they are offered too."""
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
    return Choice(label, label, optional_text(option, "description"))


def answer_to_question(event: Fields, answer: QuestionAnswer) -> HookReply:
    """The answers as words for the model."""
    match answer.outcome:
        case QuestionOutcome.ANSWERED if answer.reply is not None:
            return no(event, f"{ANSWERED}\n\n{answers_in(answer.reply)}")
        case QuestionOutcome.DECLINED:
            words = answer.reply.words if answer.reply is not None else None
            return no(event, NOT_ANSWERED if words is None else f"{NOT_ANSWERED} The words with it:\n\n{words}")
        case QuestionOutcome.CANCELLED:
            return no(event, CLOSED)
        case QuestionOutcome.EXPIRED:
            return silence(DIALOG_COMES)
        case _:
            return silence(NO_LONGER)


def answers_in(reply: QuestionReply) -> str:
    """Each question with what was answered, as the model reads it."""
    return "\n".join(f"{name}\n{', '.join(values)}\n" for name, values in reply.answers.items() if values)
