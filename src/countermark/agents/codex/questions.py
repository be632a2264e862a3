"""What Codex's own questions ask, and how their answers go back.

Codex shows its hooks a question before it is asked (`request_user_input`, in plan mode), and takes words for the model
as the only answer: so the answers are the words with which the tool is not used.
"""

from functools import partial

from countermark.agents.base import HookReply
from countermark.agents.codex.forms import no, silence
from countermark.agents.fields import Fields
from countermark.agents.own_questions import choice_prompt, questions_in, text_of_question, told_in_words
from countermark.model.asked import Asker
from countermark.model.questions import Prompt, QuestionAnswer, QuestionAsk, QuestionReply


def own_question(asker: Asker, event: Fields) -> QuestionAsk:
    """All questions of one call. Raises `Malformed`."""
    return questions_in(asker, event, prompt_in)


def prompt_in(question: Fields) -> Prompt:
    """One question, which has an id beside its words."""
    return choice_prompt(question, name=text_of_question(question, "id"))


def answer_to_question(event: Fields, answer: QuestionAnswer) -> HookReply:
    """Where nobody has answered, Codex asks in its own dialog, as it would without us."""
    return told_in_words(answer, partial(answers_by_id, event), no=partial(no, event), silence=silence)


def answers_by_id(event: Fields, reply: QuestionReply) -> str:
    """Each question with what was answered, as the model reads it."""
    asked = {question["id"]: question["question"] for question in event["tool_input"]["questions"]}
    return "\n".join(f"{asked[name]}\n{', '.join(values)}\n" for name, values in reply.answers.items() if values)
