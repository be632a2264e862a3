"""What Codex's own questions ask, and how their answers go back.

Codex shows its hooks a question before it is asked (`request_user_input`, in plan mode), and takes words for the model
as the only answer: so the answers are the words with which the tool is not used.
"""

from countermark.agents.base import LONGEST_NAME, HookReply
from countermark.agents.codex.forms import no, silence
from countermark.agents.decision_words import ANSWERED, CLOSED, DIALOG_COMES, NO_LONGER, declined
from countermark.agents.fields import Fields, Malformed, arguments_field, objects_field, optional_text, word_field
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


def own_question(asker: Asker, event: Fields) -> QuestionAsk:
    """All questions of one call. Raises `Malformed`."""
    given, written = arguments_field(event, "tool_input")
    prompts = tuple(prompt_in(question) for question in objects_field(given, "questions", most=MAX_PROMPTS))
    if len({prompt.name for prompt in prompts}) < len(prompts):
        raise Malformed("questions has the same id twice")
    return QuestionAsk(asker=asker, source=QuestionSource.AGENT, prompts=prompts, arguments=written)


def prompt_in(question: Fields) -> Prompt:
    """One question; Codex takes words of the person's own beside its choices, so they are offered too."""
    name, text = word_field(question, "id"), word_field(question, "question")
    if len(name) > LONGEST_NAME or len(text) > LONGEST_NAME:
        raise Malformed(f"question is longer than {LONGEST_NAME} characters")
    return Prompt(
        name=name,
        text=text,
        header=optional_text(question, "header"),
        kind=PromptKind.CHOICE,
        choices=tuple(choice_in(option) for option in objects_field(question, "options", most=MAX_CHOICES)),
        free=True,
    )


def choice_in(option: Fields) -> Choice:
    """One of the answers that are offered."""
    label = word_field(option, "label")
    return Choice(label, label, optional_text(option, "description"))


def answer_to_question(event: Fields, answer: QuestionAnswer) -> HookReply:
    """Where nobody has answered, Codex asks in its own dialog, as it would without us."""
    match answer.outcome:
        case QuestionOutcome.ANSWERED if answer.reply is not None:
            return no(event, f"{ANSWERED}\n\n{answers_in(event, answer.reply)}")
        case QuestionOutcome.DECLINED:
            return no(event, declined(answer))
        case QuestionOutcome.CANCELLED:
            return no(event, CLOSED)
        case QuestionOutcome.EXPIRED:
            return silence(DIALOG_COMES)
        case _:
            return silence(NO_LONGER)


def answers_in(event: Fields, reply: QuestionReply) -> str:
    """Each question with what was answered, as the model reads it."""
    asked = {question["id"]: question["question"] for question in event["tool_input"]["questions"]}
    return "\n".join(f"{asked[name]}\n{', '.join(values)}\n" for name, values in reply.answers.items() if values)
