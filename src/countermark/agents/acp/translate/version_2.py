"""Updates of version 2 of the protocol: everything has an id, and what is told of it again changes it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from countermark.agents.acp.translate import offers, version_1
from countermark.agents.acp.translate.agent_terminals import AgentTerminal, AgentTerminals, bytes_in
from countermark.agents.acp.translate.calls import Merge
from countermark.agents.acp.translate.foreground import Foreground
from countermark.agents.acp.translate.open_text import OpenText
from countermark.agents.acp.translate.outputs import block_output
from countermark.agents.acp.translate.patches import appended, patched
from countermark.agents.acp.translate.reading import (
    Fields,
    as_many_as_fit,
    cut,
    id_in,
    object_in,
    objects_in,
    storable,
    text_in,
    word_in,
)
from countermark.agents.acp.translate.translation import Translation
from countermark.agents.acp.translate.version_1 import UpdatePlace
from countermark.model.sessions.parts import CallPart, PlanEntry, TerminalOutput, TextOutput, Voice

MOST_PLANS = 20
NO_WORDS = "it says no more"
CHUNKS: Mapping[str, Voice] = {
    "user_message_chunk": Voice.USER,
    "agent_message_chunk": Voice.AGENT,
    "agent_thought_chunk": Voice.THOUGHT,
}
MESSAGES: Mapping[str, Voice] = {
    "user_message": Voice.USER,
    "agent_message": Voice.AGENT,
    "agent_thought": Voice.THOUGHT,
}
# What is the same in both versions.
AS_IN_FIRST = frozenset({"notice", "compaction_update", "compaction_summary_chunk"})


class SecondVersion:
    """One connection in version 2. `over` is called with the result and the error that end a turn."""

    def __init__(self, translation: Translation, over: Callable[[Fields, Fields | None, int], None]) -> None:
        self.foreground = Foreground()
        self.background = frozenset[str]()  # the agent's ids of the calls that go on beside its turns
        self._translation = translation
        self._over = over
        self._terminals = AgentTerminals()
        self._shown_in = dict[str, set[str]]()  # the calls that show a terminal
        self._plans = dict[str, tuple[PlanEntry, ...]]()
        self._cost: Any = None
        translation.finished = {}

    # The life of a turn

    def prompted(self) -> None:
        """A prompt was written: what was said before it is not changed any more."""
        self.foreground.prompt()
        self._translation.echo = None
        self._translation.finished = {}

    def taken(self, result: Fields) -> bool:
        """The agent has taken the prompt; gives whether its turn is over already."""
        self._translation.echo = text_in(result, "messageId")
        return self.foreground.taken()

    def begun(self, result: Fields) -> None:
        """The answer to a conversation's beginning: there are no modes beside the options."""
        translation = self._translation
        translation.finished = {}
        translation.modes(None, ())
        if isinstance(result.get("configOptions"), list):
            translation.options(offers.options_of(result) or ())
        if isinstance(result.get("availableCommands"), list):
            translation.commands(commands_of(result))

    # Updates

    def take_update(self, translation: Translation, params: Fields, *, line: int, at: int) -> None:
        """One `session/update`. Nothing that an agent sends is an error: what is not understood is shown as it came."""
        update, where = params.get("update"), UpdatePlace(line, at)
        kind = update.get("sessionUpdate") if isinstance(update, dict) else None
        if not isinstance(update, dict) or not isinstance(kind, str):
            translation.unknown("", params if update is None else update, line=line, at=at)
        elif kind == "state_update":
            self._state(update, at)
        else:
            if kind not in ("user_message", "user_message_chunk"):
                self.foreground.told = True
            if not self._taken(kind, update, where):
                translation.unknown(kind, update, line=line, at=at)

    def _taken(self, kind: str, update: Fields, where: UpdatePlace) -> bool:
        """Whether an update was understood."""
        if kind in CHUNKS:
            return self._chunk(CHUNKS[kind], update, where)
        if kind in MESSAGES:
            return self._message(MESSAGES[kind], update, where)
        if kind in AS_IN_FIRST:
            version_1.KINDS[kind](self._translation, update, where)
            return True
        match kind:
            case "tool_call_update":
                return self._call(update, where, patched)
            case "tool_call_content_chunk":
                return self._call(update, where, appended)
            case "terminal_update" | "terminal_output_chunk":
                return self._terminal(kind, update, where)
            case "plan_update":
                return self._plan(object_in(update, "plan"))
            case "plan_removed":
                self._plans.pop(text_in(update, "planId") or "", None)
                self._show_plans()
                return True
            case _:
                return self._agent(kind, update, where)

    def _agent(self, kind: str, update: Fields, where: UpdatePlace) -> bool:
        """What an update tells of the agent, or of the conversation as a whole."""
        match kind:
            case "available_commands_update":
                self._translation.commands(commands_of(update))
            case "config_option_update":
                self._translation.options(offers.options_of(update) or ())
            case "session_info_update":
                self._translation.title(word_in(update, "title") or "")
            case "usage_update":
                self._cost = update.get("cost", self._cost)
                usage = offers.usage_of({**update, "cost": self._cost})
                if usage is None:
                    return False
                self._translation.usage(usage, at=where.at)
            case _:
                return False
        return True

    def _state(self, update: Fields, at: int) -> None:
        if "background" in update:
            self.background = self._calls_of(objects_in(update, "background"))
        reason = word_in(update, "stopReason")
        if not self.foreground.state(text_in(update, "state"), reason):
            return
        if reason == "error":
            self._over({}, object_in(update, "error") or {"message": NO_WORDS}, at)
        else:
            self._over({"stopReason": reason}, None, at)

    def _calls_of(self, background: Sequence[Fields]) -> frozenset[str]:
        """The calls of what goes on in the background, and those that show a terminal of it."""
        calls = [text_in(each, "toolCallId") or "" for each in background]
        shown = [self._shown_in.get(text_in(each, "terminalId") or "", set()) for each in background]
        return frozenset(calls).union(*shown)

    def asked(self, params: Fields, *, line: int, at: int) -> str | None:
        """A permission is asked for: what it says of its call is an update of that call, told before the question.

        Gives the agent's id of the call.
        """
        subject = object_in(params, "subject")
        call = object_in(subject, "toolCall")
        name = word_in(call, "toolCallId")
        if subject.get("type") == "tool_call" and name is not None:
            # First: a call that has ended is not the one that is asked about, whatever its id says.
            self._call(call, UpdatePlace(line, at), patched, first=True)
        else:
            name = text_in(subject, "toolCallId")
        if name is not None:
            self._translation.record_call(name, at=at)
        return name

    def _chunk(self, voice: Voice, update: Fields, where: UpdatePlace) -> bool:
        """A message goes on; the pieces of several may come by turns."""
        name, content = word_in(update, "messageId"), update.get("content")
        if name is None or not isinstance(content, dict):
            return False
        translation = self._translation
        if translation.skips_history:
            return True
        message = translation.open
        if message is None or (message.voice, message.named) != (voice, name):
            translation.close_message()
            translation.open = self._opened(voice, name, where)
        translation.text(voice, content, named=name, line=where.line, at=where.at)
        return True

    def _message(self, voice: Voice, update: Fields, where: UpdatePlace) -> bool:
        """A message, whole: it replaces what was told of it."""
        name, translation = word_in(update, "messageId"), self._translation
        if name is None:
            return False
        if translation.skips_history or "content" not in update:
            return True
        message = translation.open
        if message is None or (message.voice, message.named) != (voice, name):
            translation.close_message()
            message = self._opened(voice, name, where)
        whole = OpenText(message.part, voice, name, message.at, message.line)
        for content in objects_in(update, "content"):
            text = text_in(content, "text")
            if content.get("type") == "text" and text is not None:
                whole.append(storable(text))
            else:
                whole.outputs.append(block_output(content, translation.pictures))
        translation.open = whole
        translation.close_message()
        return True

    def _opened(self, voice: Voice, name: str, where: UpdatePlace) -> OpenText:
        """A message that goes on: a new one, or one of this turn with what was told of it."""
        known = (self._translation.finished or {}).get((voice, name))
        if known is None:
            return OpenText(f"m{where.line}", voice, name, where.at, where.line)
        outputs, left_out = list(known.outputs), 0
        if outputs and isinstance(last := outputs[-1], TextOutput) and not last.text:
            left_out = last.left_out
            outputs.pop()
        return OpenText(
            known.id, voice, name, known.at, where.line, pieces=[known.text], size=len(known.text), left_out=left_out,
            outputs=outputs, said=1, said_size=len(known.text),
        )  # fmt: skip

    def _call(self, update: Fields, where: UpdatePlace, merge: Merge, *, first: bool = False) -> bool:
        """Something about a call, which begins with the first word about it."""
        name = word_in(update, "toolCallId")
        if name is None:
            return False

        def with_terminals(part: CallPart, update: Fields, pictures: Any, /, *, at: int) -> CallPart:
            return self._with_terminals(name, merge(part, update, pictures, at=at))

        self._translation.call(name, update, line=where.line, at=where.at, first=first, merge=with_terminals)
        return True

    def _with_terminals(self, name: str, part: CallPart) -> CallPart:
        """The call with what its terminals have printed, which is told apart from it."""
        for each in part.outputs:
            if isinstance(each, TerminalOutput):
                self._shown_in.setdefault(each.terminal, set()).add(name)
        outputs = tuple(
            self._terminals.shown(each) if isinstance(each, TerminalOutput) else each for each in part.outputs
        )
        return part if outputs == part.outputs else replace(part, outputs=outputs)

    def _terminal(self, kind: str, update: Fields, where: UpdatePlace) -> bool:
        name = word_in(update, "terminalId")
        if name is None:
            return False
        terminal: AgentTerminal = self._terminals.named(name)
        if kind == "terminal_update":
            terminal.patch(update)
        else:
            terminal.append(bytes_in(update))
        if not self._translation.skips_history and (calls := self._shown_in.get(name)):
            self._translation.terminal(
                terminal.shown, line=where.line, at=where.at, ended=terminal.has_ended, calls=sorted(calls)
            )
        return True

    def _plan(self, plan: Fields) -> bool:
        """One of the agent's plans, whole."""
        name = id_in(plan, "planId")
        if name is None:
            return False
        match plan.get("type"):
            case "items":
                entries = offers.plan_of(plan)
            case "markdown":
                entries = (PlanEntry(cut(text_in(plan, "content") or "")[0], "", ""),)
            case _:
                return False
        if name in self._plans or len(self._plans) < MOST_PLANS:
            self._plans[name] = entries
        self._show_plans()
        return True

    def _show_plans(self) -> None:
        """The desk shows one plan: the steps of all of them."""
        self._translation.plan(as_many_as_fit(entry for entries in self._plans.values() for entry in entries))


def commands_of(found: Fields) -> Any:
    """All slash commands; of another kind than those nobody knows how they are called."""
    known: Sequence[Fields] = [
        each for each in objects_in(found, "availableCommands") if each.get("type", "command") == "command"
    ]
    return offers.commands_of({"availableCommands": known})
