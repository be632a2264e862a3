"""All lines of one connection, both ways and in their order, as session events: live, and again after a crash."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from countermark.agents.acp.translate import offers
from countermark.agents.acp.translate.reading import Fields, id_in, object_in, objects_in, text_in, whole_in, word_in
from countermark.agents.acp.translate.translation import Translation
from countermark.agents.acp.translate.version_1 import take_update
from countermark.agents.acp.translate.version_2 import SecondVersion
from countermark.agents.acp.translate.versions import FIRST, SECOND, agreed_version
from countermark.model.sessions import events
from countermark.model.sessions.offers import FlagOption
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import Direction

AUTH_REQUIRED = -32000
TAKEN_BACK = -32800  # the agent wants no answer any more
UNNAMED_END = "unknown"
How = Literal["new", "load", "resume", "fork"]
BEGINNINGS: Mapping[str, How] = {
    "session/new": "new", "session/load": "load", "session/resume": "resume", "session/fork": "fork",
}  # fmt: skip
NO_PARAMS: Fields = {}


@dataclass(frozen=True)
class OwnRequest:
    """A request of ours that has no answer yet."""

    method: str
    params: Fields
    line: int


@dataclass(frozen=True)
class AskedHere:
    """A permission that the agent has asked for and that has no answer yet."""

    call: str  # the agent's id of it
    refusals: frozenset[str]  # the choices that say no


class Hearing:
    """Takes what was written and what came; `translation` has what it made of it."""

    def __init__(self, state: SessionState) -> None:
        self.translation = Translation(state)
        self.conversation: str | None = None  # of this connection, once it has begun
        self.prompt = state.taken  # the id of the words that the agent works on
        self.second: SecondVersion | None = None  # where that version was agreed on
        self._turn_line: int | None = None  # of the prompt that is worked on, in version 2
        self._take_update = take_update
        self._requests: dict[object, OwnRequest] = {}
        self._permissions: dict[object, AskedHere] = {}
        self._speak(FIRST if state.facts is None else state.facts.protocol)

    def take(self, direction: Direction, message: Any, *, line: int, at: int) -> None:
        """One line, if it is a message."""
        if not isinstance(message, dict) or direction in (Direction.STDERR, Direction.JUNK):
            return
        if direction is Direction.FROM_AGENT:
            self._came(message, line, at)
        else:
            self._written(message, line, at)

    @property
    def protocol(self) -> int:
        """The version that was agreed on."""
        return FIRST if self.second is None else SECOND

    def _speak(self, version: int) -> None:
        """The updates from now on are of this version."""
        self.second, self._take_update = None, take_update
        if version == SECOND:
            self.second = SecondVersion(self.translation, self._turn_over)
            self._take_update = self.second.take_update

    def represented(self, line: int) -> int:
        """The line until which everything is in events: what waits for an answer is looked at again after a crash."""
        waiting = [request.line - 1 for request in self._requests.values()]
        if self._turn_line is not None:
            waiting.append(self._turn_line - 1)
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
        self._take_update(self.translation, params, line=line, at=at)

    def _asked(self, message: Fields, line: int, at: int) -> None:
        """What is asked about a call tells of that call, too."""
        params, name = object_in(message, "params"), message.get("id")
        if self.second is not None:
            call_id = self.second.asked(params, line=line, at=at)
            if call_id is not None and isinstance(name, str | int):
                self._permissions[name] = AskedHere(call_id, refusals_in(params))
            return
        call = object_in(params, "toolCall")
        call_id = word_in(call, "toolCallId")
        if call_id is not None:
            if isinstance(name, str | int):
                self._permissions[name] = AskedHere(call_id, refusals_in(params))
            # First: a call that has ended is not the one that is asked about, whatever its id says.
            self.translation.call(call_id, call, line=line, at=at, first=True)
            self.translation.record_call(call_id, at=at)

    def _written(self, message: Fields, line: int, at: int) -> None:
        method, params = message.get("method"), object_in(message, "params")
        if not isinstance(method, str):
            self._decided(message, at)
            return
        if method == "session/cancel":
            self.translation.cancelled(at=at)
            if self.second is not None:
                self.second.foreground.stopping = True
        if method == "session/prompt":
            self._replayed(at)
            if self.second is not None:
                self.second.prompted()
                self._turn_line = line
        if "id" in message:
            self._requests[message["id"]] = OwnRequest(method, params, line)
            self.translation.replaying = self.translation.replaying or way_of(method, params) == "load"

    def _decided(self, message: Fields, at: int) -> None:
        """An answer of ours: where it was a permission, its call may go on or may not."""
        asked = self._permissions.pop(message.get("id"), None)
        refusal, outcome = refusal_in(message), object_in(object_in(message, "result"), "outcome")
        if asked is None or (refusal is not None and refusal.get("code") == TAKEN_BACK):
            return
        refused = refusal is not None or outcome.get("optionId") in asked.refusals
        self.translation.decided(asked.call, refused=refused, at=at)

    def _answered(self, message: Fields, at: int) -> None:
        number = whole_in(message, "id")  # some agents say a number again as a fraction: 3.0
        request = None if number is None else self._requests.pop(number, None)
        if request is None:
            return
        refusal = refusal_in(message)
        if request.method in BEGINNINGS:
            self._begun(request, object_in(message, "result") if refusal is None else None, at)
        elif request.method == "session/prompt":
            self._prompt_answered(object_in(message, "result"), refusal, at)
        elif request.method == "initialize":
            self._initialised(request, object_in(message, "result"))
        elif refusal is None:
            self._adjusted(request, object_in(message, "result"))

    def _begun(self, request: OwnRequest, result: Fields | None, at: int) -> None:
        """The agent has a conversation; what it told before this answer was about that one."""
        self.translation.settle(at=at)
        if result is None:
            self.translation.replaying = False
            return
        how = way_of(request.method, request.params) or "new"
        named = id_in(result, "sessionId") if how in ("new", "fork") else id_in(request.params, "sessionId")
        if named is None:
            return
        self.conversation = named
        if how != "load" or self.second is not None:  # version 2 tells everything before it answers
            self._replayed(at)
        self.translation.events.append(events.ConversationBegun(named, how))
        if self.second is None:
            self.translation.offered(result)
        else:
            self.second.begun(result)

    def _replayed(self, at: int) -> None:
        """What comes from now on is new; after a load, from the next words on: Gemini 0.61 answers before it tells."""
        self.translation.settle(at=at)
        self.translation.replaying = False
        self.translation.has_history = True

    def _initialised(self, request: OwnRequest, result: Fields) -> None:
        """The version is agreed on if it is the one that was offered; else this agent is started anew."""
        if agreed_version(result) == request.params.get("protocolVersion"):
            self._speak(agreed_version(result))

    def _prompt_answered(self, result: Fields, refusal: Fields | None, at: int) -> None:
        """In version 1 a turn is over with this. In version 2 it has begun, unless it is answered as in version 1."""
        second = self.second
        if second is None or refusal is not None or "stopReason" in result:
            self._turn_over(result, refusal, at)
        elif second.taken(result):
            self._turn_over({"stopReason": second.foreground.reason}, None, at)

    def _turn_over(self, result: Fields, refusal: Fields | None, at: int) -> None:
        if word_in(result, "stopReason") == "cancelled":
            self.translation.cancelled(at=at)
        goes_on = frozenset[str]() if self.second is None else self.second.background
        self.translation.turn_over(at=at, goes_on=goes_on)
        prompt, self.prompt, self._turn_line = self.prompt, None, None
        if prompt is None:
            return
        if refusal is not None:
            why = f"The agent answered with an error: {refusal_words(refusal)}"
            self.translation.events.append(events.PromptInterrupted(prompt, why))
            return
        self.translation.events.append(events.PromptAnswered(prompt, word_in(result, "stopReason") or UNNAMED_END))

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


def way_of(method: str, params: Fields) -> How | None:
    """How a request begins a conversation, if it does: in version 2 going on with one may tell it again."""
    return "load" if method == "session/resume" and params.get("replayFrom") else BEGINNINGS.get(method)


def refusals_in(params: Fields) -> frozenset[str]:
    """Those of an agent's own choices that say no."""
    offered = objects_in(params, "options")
    return frozenset(str(each.get("optionId")) for each in offered if str(each.get("kind")).startswith("reject"))


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
