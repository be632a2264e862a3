"""Plans that an agent submits through a permission: read, shown as a review, and answered by one of its own choices."""

import os
import posixpath
import re

from countermark.actions.plan_files import PlanUnreadable, read_plan
from countermark.agents.acp.calls import ToldCall
from countermark.agents.acp.context import SessionContext
from countermark.agents.acp.waiting import ask_review
from countermark.agents.base import file_at, text_at
from countermark.model.asked import Asker
from countermark.model.plan_files import PlanFile
from countermark.model.reviews import Review, Submission
from countermark.model.sessions.offers import SelectOption
from countermark.model.sessions.orders import SetMode, SetOption
from countermark.model.sessions.state import SessionState

SWITCHES = "switch_mode"
MODE = "mode"  # the category of an option that is what older agents call a mode
# Gemini 0.61 names only the file, in the title of a call of no kind.
NAMED_FILE = re.compile(r"Requesting plan approval for: (?P<path>/.+)")


async def plan_in(context: SessionContext, told: ToldCall, asker: Asker) -> Submission | None:
    """The plan of a call; None for one that has none, or that cannot be read: then it is an ordinary permission."""
    text = text_at(told.given, "plan") if told.kind == SWITCHES else None
    if text is not None:
        file = file_at(told.given, "planFilePath")
        return Submission(
            context.agent, text, None, context.folder, context.conversation, file,
            checked_against_file=file is not None,
        )  # fmt: skip
    named = NAMED_FILE.fullmatch(told.title.strip())
    folder = None if named is None else own_folder(named["path"], context)
    if named is None or folder is None:
        return None
    try:
        return await read_plan(PlanFile(asker=asker, path=posixpath.normpath(named["path"]), folder=folder))
    except PlanUnreadable:
        return None


def own_folder(path: str, context: SessionContext) -> str | None:
    """The folder in which Gemini keeps the plans of this conversation, if the file lies there."""
    folder = posixpath.dirname(posixpath.normpath(path))
    ours = f"{os.path.realpath(context.home)}/.gemini/tmp/"
    is_ours = os.path.realpath(folder).startswith(ours) and folder.endswith(f"/{context.conversation}/plans")
    return folder if is_ours else None


async def reviewed(context: SessionContext, submission: Submission, *, call: str) -> Review:
    """A person's word to a plan; the way of going on that they have chosen is set once the agent has its answer."""
    ended = await ask_review(context, submission, call=call)
    order = None if ended.latest.mode is None else order_for(ended.latest.mode, await context.state())
    if order is not None:
        context.wish(order)
    return ended


def order_for(mode: str, state: SessionState) -> SetMode | SetOption | None:
    """How the agent is put into a mode; None where it has no such mode."""
    for option in state.options:
        if isinstance(option, SelectOption) and option.category == MODE:
            return SetOption(option.id, mode) if mode in {each.value for each in option.choices} else None
    return SetMode(mode) if mode in {each.id for each in state.modes} else None
