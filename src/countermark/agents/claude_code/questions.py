"""What Claude Code's own questions ask, and how their answers go back."""

from collections.abc import Mapping

from countermark.agents.fields import Fields
from countermark.agents.own_questions import choice_prompt, questions_in
from countermark.model.asked import Asker
from countermark.model.questions import QuestionAsk, QuestionReply


def own_question(asker: Asker, event: Fields) -> QuestionAsk:
    """All questions of one call of AskUserQuestion. Raises `Malformed`."""
    return questions_in(asker, event, choice_prompt)


def answered_input(event: Fields, reply: QuestionReply) -> Mapping[str, object]:
    """The tool's input with the answers; several choices go with commas between them, as Claude's own dialog does it.

    What else the agent has put beside its questions was never shown, and is left out.
    """
    answers = {name: ", ".join(values) for name, values in reply.answers.items() if values}
    return {"questions": event["tool_input"]["questions"], "answers": answers}
