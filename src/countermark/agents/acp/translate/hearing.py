"""All lines of one connection, both ways and in their order, as session events: live, and again after a crash."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from countermark.agents.acp.translate import offers
from countermark.agents.acp.translate.reading import Fields, object_in, text_in, whole_in, word_in
from countermark.agents.acp.translate.translation import Translation
from countermark.agents.acp.translate.version_1 import take_update
from countermark.model.sessions import events
from countermark.model.sessions.offers import FlagOption
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Direction

AUTH_REQUIRED = -32000
UNNAMED_END = "unknown"
BEGINNINGS: Mapping[str, Literal["new", "load", "resume", "fork"]] = {
    "session/new": "new", "session/load": "load", "session/resume": "resume", "session/fork": "fork",
}  # fmt: skip
NO_PARAMS: Fields = {}


@dataclass(frozen=True)
class OwnRequest:
    """A request of ours that has no answer yet."""

    method: str
    params: Fields
    line: int


class Hearing:
    """Takes what was written and what came; `translation` has what it made of it."""

    def __init__(self, state: SessionState) -> None:
        self.translation = Translation(state)
        self.conversation: str | None = None  # of this connection, once it has begun
        self.prompt = state.taken  # the id of the words that the agent works on
        self._requests: dict[object, OwnRequest] = {}

    def take(self, direction: Direction, message: Any, *, line: int, at: int) -> None:
        """One line, if it is a message."""
        if not isinstance(message, dict) or direction in (Direction.STDERR, Direction.JUNK):
            return
        if direction is Direction.FROM_AGENT:
            self._came(message, line, at)
        else:
            self._written(message, line, at)

    def represented(self, line: int) -> int:
        """The line until which everything is in events: what waits for an answer is looked at again after a crash."""
        waiting = (request.line - 1 for request in self._requests.values())
        return min(self.translation.represented(line), *waiting, line)

    def _came(self, message: Fields, line: int, at: int) -> None:
        match message.get("method"):
            case "session/update":
                self._update(message, line, at)
            case "session/request_permission":
                self._asked(message, line, at)
            case "fs/write_text_file" | "terminal/create":
                self.translation.record_calls(at=at)
            case None:
                self._answered(message, at)
            case _:
                pass  # what is no part of the picture: the raw lines have it

    def _update(self, message: Fields, line: int, at: int) -> None:
        params = message.get("params")
        if not isinstance(params, dict):
            self.translation.unknown("", message, line=line, at=at)
            return
        other = params.get("sessionId")
        if self.conversation is not None and isinstance(other, str) and other != self.conversation:
            self.translation.unknown("of another conversation", params, line=line, at=at)
            return
        take_update(self.translation, params, line=line, at=at)

    def _asked(self, message: Fields, line: int, at: int) -> None:
        """What is asked about a call tells of that call, too."""
        call = object_in(object_in(message, "params"), "toolCall")
        call_id = word_in(call, "toolCallId")
        if call_id is not None:
            # First: a call that has ended is not the one that is asked about, whatever its id says.
            self.translation.call(call_id, call, line=line, at=at, first=True)
            self.translation.record_call(call_id, at=at)

    def _written(self, message: Fields, line: int, at: int) -> None:
        method, params = message.get("method"), object_in(message, "params")
        if not isinstance(method, str):
            return
        if method == "session/cancel":
            self.translation.cancelled(at=at)
        if method == "session/prompt":
            self._replayed(at)
        if "id" in message:
            self._requests[message["id"]] = OwnRequest(method, params, line)
            self.translation.replaying = self.translation.replaying or method == "session/load"

    def _answered(self, message: Fields, at: int) -> None:
        name = message.get("id")
        request = self._requests.pop(name, None) if isinstance(name, str | int) else None
        if request is None:
            return
        refusal = refusal_in(message)
        if request.method in BEGINNINGS:
            self._begun(request, object_in(message, "result") if refusal is None else None, at)
        elif request.method == "session/prompt":
            self._turn_over(object_in(message, "result"), refusal, at)
        elif refusal is None:
            self._adjusted(request, object_in(message, "result"))

    def _begun(self, request: OwnRequest, result: Fields | None, at: int) -> None:
        """The agent has a conversation; what it told before this answer was about that one."""
        self.translation.settle(at=at)
        if result is None:
            self.translation.replaying = False
            return
        how = BEGINNINGS[request.method]
        named = text_in(result, "sessionId") if how in ("new", "fork") else text_in(request.params, "sessionId")
        if named is None:
            return
        self.conversation = named
        if how != "load":
            self._replayed(at)
        self.translation.events.append(events.ConversationBegun(named, how))
        self.translation.offered(result)

    def _replayed(self, at: int) -> None:
        """What comes from now on is new; after a load, from the next words on: Gemini 0.61 answers before it tells."""
        self.translation.settle(at=at)
        self.translation.replaying = False
        self.translation.has_history = True

    def _turn_over(self, result: Fields, refusal: Fields | None, at: int) -> None:
        self.translation.settle(at=at)
        prompt, self.prompt = self.prompt, None
        if prompt is None:
            return
        if refusal is not None:
            why = f"The agent answered with an error: {refusal_words(refusal)}"
            self.translation.events.append(events.PromptInterrupted(prompt, why))
            return
        reason = word_in(result, "stopReason") or UNNAMED_END
        if reason == "cancelled":
            self.translation.cancelled(at=at)
        self.translation.events.append(events.PromptAnswered(prompt, reason))

    def _adjusted(self, request: OwnRequest, result: Fields) -> None:
        """The agent has taken a mode or an option; the first tells nothing more, the second all options."""
        translation, params = self.translation, request.params
        match request.method:
            case "session/set_mode":
                translation.mode(text_in(params, "modeId") or "")
            case "session/set_model":
                translation.chosen(offers.LEGACY_MODEL, text_in(params, "modelId") or "")
            case "session/set_config_option":
                options = offers.options_of(result)
                translation.options(with_value(translation, params) if options is None else options)
            case _:
                pass


def with_value(translation: Translation, params: Fields) -> tuple[Any, ...]:
    """The options after one was set at an agent that does not tell them again."""
    name, value = params.get("configId"), params.get("value")

    def fresh(option: Any) -> Any:
        if option.id != name or isinstance(value, bool) is not isinstance(option, FlagOption):
            return option
        return replace(option, current=value)

    return tuple(fresh(option) for option in translation.options_now)


def refusal_in(message: Fields) -> Fields | None:
    """The error that stands in the place of a result; some agents write a text there."""
    error = message.get("error")
    if error is None:
        return None
    return error if isinstance(error, dict) else {"message": error}


def refusal_words(refusal: Fields) -> str:
    """What an agent says about an error."""
    words = word_in(refusal, "message") or "it says no more"
    details = word_in(object_in(refusal, "data"), "details") or word_in(object_in(refusal, "data"), "message")
    data = refusal.get("data")
    more = details or (data if isinstance(data, str) and data.strip() else None)
    code = whole_in(refusal, "code")
    said = f"{words} ({code})" if code is not None else words
    return said if more is None or more in words else f"{said}: {more[:1000]}"
