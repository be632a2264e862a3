"""What Gemini CLI's own questions ask, and how their answers go back.

Gemini takes nothing but words for the model in place of a tool that is not used: so the answers are those words. Where
nobody has answered, Gemini asks in its own dialog.
"""

from dataclasses import replace

from countermark.agents.base import HookReply
from countermark.agents.fields import Fields, Malformed, optional_text
from countermark.agents.gemini.forms import no, silence
from countermark.agents.own_questions import answers_in, choice_prompt, questions_in, text_of_question, told_in_words
from countermark.model.asked import Asker
from countermark.model.questions import Choice, Prompt, PromptKind, QuestionAnswer, QuestionAsk

YES_OR_NO = (Choice("Yes", "Yes"), Choice("No", "No"))


def own_question(asker: Asker, event: Fields) -> QuestionAsk:
    """All questions of one call of ask_user. Raises `Malformed`."""
    return questions_in(asker, event, prompt_in)


def prompt_in(question: Fields) -> Prompt:
    """One question of the three types that Gemini has."""
    text = text_of_question(question)
    prompt = Prompt(name=text, text=text, header=optional_text(question, "header"))
    match question.get("type", "choice"):
        case "text":
            return prompt
        case "yesno":
            return replace(prompt, kind=PromptKind.CHOICE, choices=YES_OR_NO, free=True)
        case "choice":
            return choice_prompt(question)
        case _:
            raise Malformed("type of a question is none that Gemini has")


def answer_to_question(answer: QuestionAnswer) -> HookReply:
    """The answers as words for the model."""
    return told_in_words(answer, answers_in, no=no, silence=silence)
