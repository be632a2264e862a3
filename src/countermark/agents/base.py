"""What a translator between an agent's words and ours offers (three pure functions), and how to read any payload."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from countermark.model.any_item import AnyAnswer, AnyAsk
from countermark.model.conversations import CallDenied, ConversationEvent, MalformedCall
from countermark.model.errors import BadInput
from countermark.model.plan_files import PlanFile
from countermark.model.reviews import Evidence

LONGEST_NAME = 4096  # of a path or of a conversation's id


@dataclass(frozen=True)
class HookReply:
    """What the hook program prints and how it exits. Nothing printed leaves the agent to its own prompt."""

    stdout: str = ""
    stderr: str = ""
    exit_code: int = 0


@dataclass(frozen=True)
class WithoutPlan:
    """The agent asks for a review but brings no document (it happens): it is left to its own prompt."""

    agent: str
    workspace: str
    conversation: str | None


@dataclass(frozen=True)
class Nothing:
    """An event that is none of the desk's business."""


Complete = AnyAsk | Evidence | ConversationEvent | CallDenied | MalformedCall | WithoutPlan | Nothing
Heard = Complete | PlanFile  # whose text is still to be read


class Translator(Protocol):
    """One agent or protocol. Pure: no clock, no ids, no I/O; the action adds them."""

    def read(self, payload: bytes, /) -> Heard:
        """What the agent's raw payload says. Raises `BadInput` for what cannot be understood."""
        ...

    def reply(self, payload: bytes, answer: AnyAnswer, /) -> HookReply:
        """What the agent is told of an answer, or that there is none, in the form its payload asks for."""
        ...

    def undecided(self, payload: bytes, /) -> HookReply:
        """What the agent's side is told when no rule has matched and the agent is to decide as it would without us."""
        ...

    def asked_explicitly(self, payload: bytes, why: str, /) -> HookReply:
        """What the agent's side is told when the agent is to ask its person, whatever its own rules say."""
        ...

    def refused(self, payload: bytes, why: str, /) -> HookReply:
        """What the agent's side is told of a call that cannot be understood: it is not done."""
        ...

    def dismissed(self, payload: bytes, /) -> HookReply:
        """What the agent's side is told when a person ends the hub while it waits."""
        ...


def json_object(payload: bytes) -> Mapping[str, Any]:
    """The payload as a JSON object. Raises `BadInput` with the place that is wrong."""
    try:
        found = json.loads(payload.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadInput(
            f"The payload is not UTF-8 (byte {error.start}).", hint="Send the agent's JSON as it is."
        ) from None
    except json.JSONDecodeError as error:
        raise BadInput(
            f"The payload is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.",
            hint="Send the agent's JSON as it is.",
        ) from None
    except RecursionError:
        raise BadInput("The payload is nested too deeply.", hint="Send the agent's JSON as it is.") from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise BadInput("A number in the payload is too long.", hint="Send the agent's JSON as it is.") from None
    if not isinstance(found, dict):
        raise BadInput("The payload is JSON but no object.", hint="Send the agent's JSON as it is.")
    return found


def text_at(found: Mapping[str, Any], name: str) -> str | None:
    """A text under a name; anything else counts as absent. Half a character pair cannot be stored and becomes "?"."""
    value = found.get(name)
    if not isinstance(value, str) or not value.strip():
        return None
    return value.encode("utf-8", "replace").decode()


def name_at(found: Mapping[str, Any], name: str) -> str | None:
    """A path or an id under a name. Raises `BadInput` for a longer one than any system has: it is kept and listed."""
    value = text_at(found, name)
    if value is not None and len(value) > LONGEST_NAME:
        raise BadInput(f"{name} is longer than {LONGEST_NAME} characters.", hint="Send the agent's JSON as it is.")
    return value


def file_at(found: Mapping[str, Any], name: str) -> str | None:
    """The absolute path of a file under a name; a relative one is a different file for everybody and counts as none."""
    value = name_at(found, name)
    return value if value is not None and value.startswith("/") else None


def object_at(found: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """An object under a name; anything else counts as empty."""
    value = found.get(name)
    return value if isinstance(value, dict) else {}
