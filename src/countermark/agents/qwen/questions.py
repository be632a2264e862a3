"""What Qwen Code's own questions ask, and how their answers go back.

A yes of a hook counts for nothing here, a no with words does: so the answers are those words. Where
nobody has answered, Qwen asks in its own dialog.
"""

from functools import partial

from countermark.agents.base import HookReply
from countermark.agents.fields import Fields
from countermark.agents.own_questions import answers_in, choice_prompt, questions_in, told_in_words
from countermark.agents.qwen.forms import no, silence
from countermark.model.asked import Asker
from countermark.model.questions import QuestionAnswer, QuestionAsk


def own_question(asker: Asker, event: Fields) -> QuestionAsk:
    """All questions of one call of ask_user_question. Raises `Malformed`."""
    return questions_in(asker, event, choice_prompt)


def answer_to_question(event: Fields, answer: QuestionAnswer) -> HookReply:
    """The answers as words for the model."""
    return told_in_words(answer, answers_in, no=partial(no, event), silence=silence)
