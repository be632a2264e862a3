"""Reading a plan that an agent has named by its file: what a person is shown is what the agent would go on with."""

import asyncio
import os

from countermark.model.plan_files import PlanFile
from countermark.model.reviews import MAX_DOCUMENT_BYTES, Submission
from countermark.workspace.files import beginning_of, is_place


class PlanUnreadable(Exception):
    """There is no text that a person could be shown; the words say why."""


async def read_plan(plan: PlanFile) -> Submission:
    """The plan with its text. Raises `PlanUnreadable`."""
    return plan.submission(await asyncio.to_thread(text_of, plan))


def text_of(plan: PlanFile) -> str:
    """The text of an ordinary file below its folder, wherever links lead. Raises `PlanUnreadable`."""
    if not is_place(plan.path):
        raise PlanUnreadable("the plan's file has no path that a system knows")
    try:
        path, folder = (os.path.realpath(name, strict=True) for name in (plan.path, plan.folder))
        if not path.startswith(f"{folder}/"):
            raise PlanUnreadable("the plan's file lies outside of the agent's folder of plans")
        content = beginning_of(path, most=MAX_DOCUMENT_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: half of a character in a path
        why = getattr(error, "strerror", None) or "no system takes its path"
        raise PlanUnreadable(f"the plan's file cannot be read: {why}") from None
    if len(content) > MAX_DOCUMENT_BYTES:
        raise PlanUnreadable(f"the plan's file has more than {MAX_DOCUMENT_BYTES} bytes")
    return checked_text(content)


def checked_text(content: bytes) -> str:
    """The bytes as text with something in it. Raises `PlanUnreadable`."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PlanUnreadable(f"the plan's file is no UTF-8 (byte {error.start})") from None
    if not text.strip():
        raise PlanUnreadable("the plan's file is empty")
    return text
