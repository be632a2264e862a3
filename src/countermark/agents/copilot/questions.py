"""What Copilot's own questions ask, and how their answers go back.

Copilot shows its hooks a question before it is asked, and takes words for the model as the only answer: so the answers
are the words with which the tool is not used.
"""

import json
from dataclasses import replace
from functools import partial

from countermark.agents.asked_forms import prompts_of, values_of
from countermark.agents.base import HookReply
from countermark.agents.copilot.forms import silence, verdict_before_use
from countermark.agents.fields import Fields, arguments_field, object_field, word_field
from countermark.agents.own_questions import told_in_words
from countermark.model.asked import Asker
from countermark.model.questions import (
    Prompt,
    PromptKind,
    QuestionAnswer,
    QuestionAsk,
    QuestionReply,
    QuestionSource,
)

FORM = "requestedSchema"


def own_question(asker: Asker, event: Fields) -> QuestionAsk:
    """A form of Copilot's. Raises `Malformed`."""
    given, written = arguments_field(event, "tool_input")
    message = word_field(given, "message")
    prompts = tuple(with_own_words(prompt) for prompt in prompts_of(object_field(given, FORM)))
    return QuestionAsk(asker=asker, source=QuestionSource.AGENT, prompts=prompts, message=message, arguments=written)


def with_own_words(prompt: Prompt) -> Prompt:
    """Copilot takes words of the person's own beside the choices of a text, so they are offered too."""
    return replace(prompt, free=True) if prompt.kind is PromptKind.CHOICE and not prompt.several else prompt


def answer_to_question(event: Fields, answer: QuestionAnswer) -> HookReply:
    """Where nobody has answered, Copilot asks in its own dialog, as it would without us."""
    return told_in_words(answer, partial(values_in, event), no=partial(verdict_before_use, "deny"), silence=silence)


def values_in(event: Fields, reply: QuestionReply) -> str:
    """The form as it was filled in, as JSON."""
    return json.dumps(values_of(event["tool_input"][FORM], reply), ensure_ascii=False)
