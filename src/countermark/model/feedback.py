"""The words an agent reads: a verdict and what the person wrote, as Markdown."""

from countermark.model.reviews import Revision, Verdict

NOT_APPROVED = (
    "This {what} is NOT approved. Change it as asked below, keep what is not mentioned, and submit it again for review."
)
APPROVED_WITH_NOTES = (
    "This {what} is approved. The person who approved it adds notes; follow them while you carry it out."
)
APPROVED = "This {what} is approved."


def feedback(revision: Revision, *, what: str = "plan") -> str:
    """What the agent is told about a decided revision: a plain first line, then the person's words unchanged."""
    words = f"\n\n{revision.notes}" if revision.notes else ""
    return first_line(revision, what=what) + words + "\n"


def first_line(revision: Revision, *, what: str) -> str:
    """The line that says whether the document is approved."""
    match revision.verdict:
        case Verdict.APPROVED:
            return (APPROVED_WITH_NOTES if revision.notes else APPROVED).format(what=what)
        case Verdict.CHANGES_REQUESTED:
            return NOT_APPROVED.format(what=what)
        case Verdict.EXPIRED:
            return f"Nobody answered in time; this {what} is neither approved nor refused."
        case Verdict.WITHDRAWN:
            return f"This {what} was withdrawn before anybody answered."
        case None:
            return f"This {what} still waits for an answer."
