"""What a client writes into `{planId}.waiting`: strict where it counts, and with the seed's other fields left aside."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from countermark.agents.base import json_object, name_at, text_at
from countermark.model.errors import BadInput, TooLarge
from countermark.model.reviews import Submission

NAME = "files"
PLAN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,99}")  # both patterns of the seed, bounded, and never an option
TOKEN = re.compile(r"[A-Za-z0-9_-]{12,128}")  # the seed's own has 12 characters, some 70 bits
MAX_WAITING_BYTES = 64 * 1024
MAX_SUMMARY_BYTES = 2 * 1024
DEEPEST = 64
DAY_SECONDS = 24 * 60 * 60
HIGHEST_PID = 2**31 - 1
HIGHEST_TIME = 2**53
REFERENCE = "See docs/reference/response-files.md."


@dataclass(frozen=True)
class PlanRequest:
    """A client that waits for the answer to the plan in the file beside it."""

    plan_id: str
    token: str  # that the answer must repeat
    pid: int | None  # of the process that waits; None: nobody can tell
    created_at: int | None  # milliseconds since 1970
    summary: str | None
    workspace: str  # absolute path of the project; empty if it is not known
    conversation: str | None
    plan_path: str | None  # where the client says that the plan lies; nothing is opened by it
    wait_seconds: int | None  # how long the client waits

    @property
    def key(self) -> str:
        """The idempotency key: the same client is the same request, whatever happens to the hub."""
        return hashlib.sha256(f"{self.plan_id} {self.token}".encode("ascii")).hexdigest()

    def seconds_left(self, usual: int, *, now: int) -> int:
        """How long the client still waits; `usual` is for one that does not say. Raises `BadInput` if it has given up.

        A time that lies ahead counts as now: clocks are set.
        """
        whole = min(self.wait_seconds or usual, DAY_SECONDS)
        passed = 0 if self.created_at is None else max(0, now - self.created_at) // 1000
        if passed >= whole:
            raise BadInput("The time of this plan was over before the hub saw it.", hint="Submit it again.")
        return whole - passed

    def submission(self, text: str, *, path: str) -> Submission:
        """The plan as it comes to the desk; `path` is the file that it lies in."""
        return Submission(
            NAME, text, self.summary, self.workspace, self.conversation, path,
            wait_seconds=self.wait_seconds, checked_against_file=True,
        )  # fmt: skip


def read_request(content: bytes, *, plan_id: str) -> PlanRequest:
    """What a `.waiting` file says. Raises `BadInput` for what cannot be used."""
    if not PLAN_ID.fullmatch(plan_id):
        raise refused("A plan's id is 1 to 100 letters, digits and hyphens, with no hyphen in front.")
    fields = fields_in(content)
    if text_field(fields, "planId") not in (None, plan_id):
        raise refused("planId is not the name of the file.")
    return PlanRequest(
        plan_id,
        token_in(fields),
        whole_at(fields, "pid", lowest=1, highest=HIGHEST_PID),
        whole_at(fields, "createdAt", lowest=0, highest=HIGHEST_TIME),
        summary_in(fields),
        workspace_in(fields),
        name_field(fields, "conversation"),
        plan_path_in(fields, plan_id=plan_id),
        whole_at(fields, "timeoutSeconds", lowest=1, highest=DAY_SECONDS),
    )


def fields_in(content: bytes) -> Mapping[str, Any]:
    """The JSON object; those of the seed that nothing is done with may hold anything."""
    try:
        fields = json_object(content)
    except BadInput as error:
        raise refused(f"The file that waits cannot be used. {error}") from None
    check_depth(fields)
    return fields


def refused(why: str) -> BadInput:
    """A reason that names the reference."""
    return BadInput(why, hint=REFERENCE)


def check_depth(value: object) -> None:
    """Raise `BadInput` for what is nested more than 64 deep, in whatever field."""
    level = [value]
    for _ in range(DEEPEST):
        level = [each for outer in level for each in children(outer)]
        if not level:
            return
    raise refused(f"It is nested more than {DEEPEST} deep.")


def children(value: object) -> list[object]:
    """What lies directly in a JSON value."""
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def token_in(fields: Mapping[str, Any]) -> str:
    """The token. A file with a process id alone, as one of the seed's clients writes, has none."""
    token = fields.get("token")
    if not isinstance(token, str) or not TOKEN.fullmatch(token):
        raise refused("There is no token of 12 to 128 letters, digits, dashes and underscores.")
    return token


def text_field(fields: Mapping[str, Any], name: str) -> str | None:
    """A text, or None where there is none."""
    if not isinstance(fields.get(name), str | None):
        raise refused(f"{name} is no text.")
    return text_at(fields, name)


def name_field(fields: Mapping[str, Any], name: str) -> str | None:
    """A short text: a path, or an id."""
    text_field(fields, name)
    return name_at(fields, name)


def whole_at(fields: Mapping[str, Any], name: str, *, lowest: int, highest: int) -> int | None:
    """A whole number, or None where there is none."""
    value = fields.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise refused(f"{name} is no whole number from {lowest} to {highest}.")
    return value


def summary_in(fields: Mapping[str, Any]) -> str | None:
    """What the client calls its plan."""
    summary = text_field(fields, "summary")
    if summary is not None and len(summary.encode()) > MAX_SUMMARY_BYTES:
        raise TooLarge("The summary is longer than 2 KB.", hint="Shorten it; the plan itself may have 1 MB.")
    return summary


def workspace_in(fields: Mapping[str, Any]) -> str:
    """The project, under either of two names."""
    path = name_field(fields, "workspace") or name_field(fields, "cwd") or ""
    if path and not is_absolute(path):
        raise refused("The workspace is no absolute path.")
    return path


def plan_path_in(fields: Mapping[str, Any], *, plan_id: str) -> str | None:
    """The seed's planPath: it must name the file beside the `.waiting` file, and nothing is opened by it."""
    path = name_field(fields, "planPath")
    if path is not None and (not is_absolute(path) or path.rpartition("/")[2] != f"{plan_id}.md"):
        raise refused(f"planPath does not name {plan_id}.md.")
    return path


def is_absolute(path: str) -> bool:
    """Whether a system could know this path, and all processes would mean the same by it."""
    return path.startswith("/") and "\0" not in path
