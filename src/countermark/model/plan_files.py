"""A plan that an agent submits by the name of its file: the text is still to be read."""

from dataclasses import dataclass

from countermark.model.asked import Asker
from countermark.model.reviews import Submission


@dataclass(frozen=True)
class PlanFile:
    """Which file holds the plan, and below which folder it must lie; both absolute, without `.` and `..`."""

    asker: Asker
    path: str
    folder: str

    def submission(self, text: str) -> Submission:
        """The plan with its text; the agent reads the file again when it goes on, so the file must still hold it."""
        it = self.asker
        return Submission(it.agent, text, None, it.workspace, it.conversation, self.path, checked_against_file=True)
