"""What an agent's updates make: session events, and what of them is still open.

Pure: no clock, no ids by chance, no I/O. The id of a part follows from the line that began it, so that lines which are
translated once more, after a crash, make the same parts in the same places.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from countermark.agents.acp.translate import offers
from countermark.agents.acp.translate.calls import OPEN, Merge, TrackedCall, begun, begun_again, merged, with_terminal
from countermark.agents.acp.translate.compactions import Compactions
from countermark.agents.acp.translate.known import Known
from countermark.agents.acp.translate.open_text import FreshText, OpenText
from countermark.agents.acp.translate.outputs import Pictures, block_output
from countermark.agents.acp.translate.reading import Fields, as_json, cut, short, storable, text_in, word_in
from countermark.model.sessions import events
from countermark.model.sessions.events import SessionEvent
from countermark.model.sessions.offers import AgentOption, ModeOffer, SelectOption, SlashCommand, Usage
from countermark.model.sessions.parts import (
    CallPart,
    CallStatus,
    CompactionPart,
    MessagePart,
    NoticePart,
    PlanEntry,
    TerminalOutput,
    TextOutput,
    UnknownPart,
    Voice,
)
from countermark.model.sessions.state import SessionState

MOST_UNKNOWN = 50  # updates of one unknown kind that are shown; the raw lines have all of them
MOST_UNKNOWN_KINDS = 100
BETWEEN_USAGES = 1000  # milliseconds


class Translation:
    """One connection's updates, taken in their order."""

    def __init__(self, state: SessionState) -> None:
        calls = {part.id: part for part in state.ledger if isinstance(part, CallPart)}
        self.events: list[SessionEvent] = []
        self.pictures = Pictures()
        self.open: OpenText | None = None
        self.sent: str | None = None  # the words that the agent works on: some agents say them again
        self.replaying = False
        self.has_history = bool(state.ledger)
        self._calls = {name: TrackedCall(part, part, part.at) for name, part in calls.items()}
        self._parts = {name: name for name in calls}  # the newest part of each id of the agent's
        self._this_turn = {name for name, part in calls.items() if part.status in OPEN}
        self._refused = set[str]()  # the parts of calls to which the agent was told no, in this turn
        self._touched = dict[str, TrackedCall]()
        self._terminals = dict[str, TerminalOutput]()  # of the desk, in this turn
        self._compactions = Compactions(part for part in state.ledger if isinstance(part, CompactionPart))
        self._known = Known(
            state.commands, state.options, state.modes, state.mode, state.plan, state.title, state.usage
        )  # fmt: skip
        self.echo: str | None = None  # the agent's id of the words that it works on
        self.finished: dict[tuple[Voice, str], MessagePart] | None = None  # of this turn, where their ids count
        self.has_legacy_models = False  # the agent offers models the way it was before there were options
        self._usage_at = 0
        self._waiting_usage: Usage | None = None
        self._unknown = dict[str, int]()

    # What is told of the conversation

    def text(self, voice: Voice, content: Fields, *, named: str | None, line: int, at: int) -> None:
        """A piece of a message; another voice or another id begins a new one."""
        if self.skips_history:
            return
        message = self.open
        if message is None or message.voice is not voice or (named is not None and named != message.named):
            self.close_message()
            message = self.open = OpenText(f"m{line}", voice, named, at, line)
        text = content.get("text")
        if isinstance(text, str) and content.get("type") == "text":
            message.append(storable(text))
        else:
            message.outputs.append(block_output(content, self.pictures))

    def close_message(self, *, whole: bool = True) -> None:
        """The open message has ended, or was cut off."""
        message, self.open = self.open, None
        if message is None:
            return
        text = message.text
        if message.voice is Voice.USER and not self.replaying and self._is_echo(message, text):
            return  # the person's own words, said again
        is_known = self.finished is not None and (message.voice, message.named) in self.finished
        if not text and not message.outputs and not is_known:
            return
        left_out = (TextOutput("", message.left_out),) if message.left_out else ()
        part = MessagePart(
            message.part, message.at, message.voice, text, whole, (*message.outputs, *left_out), self.replaying
        )  # fmt: skip
        self.events.append(events.MessageFinished(part))
        if self.finished is not None and message.named is not None:
            self.finished[message.voice, message.named] = part

    def _is_echo(self, message: OpenText, text: str) -> bool:
        return text.strip() == (self.sent or "").strip() or (message.named is not None and message.named == self.echo)

    def call(self, call_id: str, update: Fields, *, line: int, at: int, first: bool, merge: Merge = merged) -> None:
        """Something about a tool call. `first` says that the agent means it as the beginning of one."""
        if self.skips_history:
            return
        self.close_message()
        tracked = self._tracked(call_id, line=line, at=at, first=first)
        if first and tracked.part.status not in OPEN:
            tracked.part = begun_again(tracked.part)
        tracked.part = merge(tracked.part, update, self.pictures, at=at)
        for known in self._terminals.values():
            tracked.part = with_terminal(tracked.part, known)
        self._touch(tracked, line)
        if tracked.is_due:
            self._record(tracked, at)

    def terminal(
        self, terminal: TerminalOutput, *, line: int, at: int, ended: bool, calls: Iterable[str] | None = None
    ) -> None:
        """A terminal has printed more, or has ended; its call may be told of later only, unless it is of `calls`."""
        self._terminals[terminal.terminal] = terminal
        for name in self._this_turn if calls is None else calls:
            tracked = self._calls[self._parts[name]]
            part = with_terminal(tracked.part, terminal)
            if part is tracked.part or part == tracked.part:
                continue
            tracked.part = part
            self._touch(tracked, line)
            if ended:
                self._record(tracked, at)

    def plan(self, entries: tuple[PlanEntry, ...]) -> None:
        """The whole plan."""
        if not self.skips_history and entries != self._known.plan:
            self._know(plan=entries)
            self.events.append(events.PlanChanged(entries))

    def notice(self, update: Fields, *, line: int, at: int) -> None:
        """A word about the session itself."""
        if self.skips_history:
            return
        self.close_message()
        severity, title = word_in(update, "severity") or "info", word_in(update, "title") or ""
        description = None if update.get("description") is None else cut(text_in(update, "description") or "")[0]
        part = NoticePart(f"n{line}", at, severity, title, description)
        self.events.append(events.Noticed(part))

    def compaction(self, name: str, status: str | None, summary: str | None, error: str | None, *, at: int) -> None:
        """The agent shortens what it remembers; a summary replaces the one before."""
        if self.skips_history:
            return
        self.close_message()
        self.events.append(events.Compacted(self._compactions.told(name, status, summary, error, at=at)))

    def compaction_text(self, name: str, content: Fields, *, line: int, at: int) -> None:
        """The summary goes on."""
        if self.skips_history:
            return
        before = self._compactions.text(name, text_in(content, "text") or "", line=line, at=at)
        if before is not None:
            self.events.append(events.Compacted(before))

    def unknown(self, kind: str, raw: object, *, line: int, at: int) -> None:
        """Something that nobody knows is shown as it came; of one kind that comes very often, the first ones."""
        if self.skips_history:
            return
        kind = short(kind)
        if len(self._unknown) >= MOST_UNKNOWN_KINDS and kind not in self._unknown:
            return
        count = self._unknown[kind] = self._unknown.get(kind, 0) + 1
        if count > MOST_UNKNOWN:
            return
        self.close_message()
        self.events.append(events.UnknownCame(UnknownPart(f"u{line}", at, kind, as_json(raw))))

    # What is told of the agent

    def commands(self, commands: tuple[SlashCommand, ...]) -> None:
        """All slash commands."""
        if commands != self._known.commands:
            self._know(commands=commands)
            self.events.append(events.CommandsChanged(commands))

    def modes(self, current: str | None, modes: tuple[ModeOffer, ...]) -> None:
        """The current mode and all of them."""
        if (current, modes) != (self._known.mode, self._known.modes):
            self._know(mode=current, modes=modes)
            self.events.append(events.ModesChanged(current, modes))

    def mode(self, current: str) -> None:
        """The agent is in another mode."""
        if offers.mode_option(self._known.options) is None:  # else the option tells
            self.modes(current, self._known.modes)

    def options(self, options: tuple[AgentOption, ...]) -> None:
        """All options."""
        if options != self._known.options:
            self._know(options=options)
            self.events.append(events.OptionsChanged(options))

    def chosen(self, option: str, value: str) -> None:
        """An option of the desk's own making, for an agent without options, has another value."""
        fresh = tuple(
            replace(each, current=value) if isinstance(each, SelectOption) and each.id == option else each
            for each in self._known.options
        )
        self.options(fresh)

    def offered(self, result: Fields) -> None:
        """The answer to a conversation's beginning: where there are options, modes are not looked at."""
        options, modes = offers.options_of(result), offers.modes_of(result)
        models = offers.models_of(result)
        if options is not None:
            self.options(options)
            self.modes(None, ())
            return
        if models is not None:
            self.has_legacy_models = True
            self.options((models,))
        if modes is not None:
            self.modes(*modes)

    def title(self, title: str) -> None:
        """The agent calls the conversation something."""
        if title and title != self._known.title:
            self._know(title=title)
            self.events.append(events.TitleChanged(title))

    def usage(self, usage: Usage, *, at: int) -> None:
        """How full the context is; it is recorded now and then."""
        if usage == self._known.usage and self._waiting_usage is None:
            return
        self._waiting_usage = usage
        if at - self._usage_at >= BETWEEN_USAGES:
            self._usage_at = at
            self._settle_usage()

    # What is taken out

    @property
    def skips_history(self) -> bool:
        """Whether the conversation is only told again: what the desk has of it is its history."""
        return self.replaying and self.has_history

    @property
    def mode_now(self) -> str | None:
        """The id of the mode that the agent is in, whichever way it has told it."""
        option = offers.mode_option(self._known.options)
        return self._known.mode if option is None else option.current

    @property
    def modes_now(self) -> tuple[ModeOffer, ...]:
        """The modes as they were told last."""
        return self._known.modes

    @property
    def options_now(self) -> tuple[AgentOption, ...]:
        """The options as they were told last."""
        return self._known.options

    @property
    def activity(self) -> str | None:
        """What the agent does just now, in a word or two."""
        if self.open is not None:
            return "thinks" if self.open.voice is Voice.THOUGHT else "writes"
        calls = (self._calls[self._parts[name]].part for name in self._this_turn)
        running = [part for part in calls if part.status in OPEN]
        return max(running, key=lambda part: part.at).title if running else None

    def record_call(self, call_id: str, *, at: int) -> CallPart | None:
        """What is known of a call is recorded at once: something about it is asked."""
        name = self._parts.get(call_id)
        if name is None:
            return None
        if self._calls[name].has_more:
            self._record(self._calls[name], at)
        return self._calls[name].part

    def record_calls(self, *, at: int) -> None:
        """What is known of all calls is recorded at once: the agent does something through the desk for one of them."""
        for tracked in list(self._touched.values()):
            self._record(tracked, at)

    def decided(self, call_id: str, *, refused: bool, at: int) -> None:
        """The agent was told whether it may do a call; there are agents that never speak of a refused one again."""
        name = self._parts.get(call_id)
        if name is None:
            return
        self._refused = self._refused | {name} if refused else self._refused - {name}
        if refused and self._calls[name].part.status in OPEN:
            self._end(self._calls[name], CallStatus.REFUSED, at)

    def stroke(self, *, at: int) -> None:
        """Record what has changed and was not recorded for a while."""
        for tracked in list(self._touched.values()):
            if tracked.is_ripe(at):
                self._record(tracked, at)

    def settle(self, *, at: int, whole: bool = True) -> None:
        """Record all that is open: a turn has ended, or the connection."""
        self.close_message(whole=whole)
        self.record_calls(at=at)
        if (compaction := self._compactions.settle()) is not None:
            self.events.append(events.Compacted(compaction))
        self._settle_usage()
        self._terminals.clear()
        self._this_turn = {name for name in self._this_turn if self._calls[self._parts[name]].part.status in OPEN}

    def turn_over(self, *, at: int, goes_on: frozenset[str] = frozenset()) -> None:
        """Record all that is open: the agent's turn has ended. Of a call that has no end nothing more will be told,
        but for those that the agent says go on."""
        self.settle(at=at)
        for tracked in [self._calls[self._parts[name]] for name in self._this_turn - goes_on]:
            part = tracked.part
            was_refused = part.status is CallStatus.PENDING and part.id in self._refused
            self._end(tracked, CallStatus.REFUSED if was_refused else CallStatus.NO_FURTHER_WORD, at)
        self._refused.clear()

    def cancelled(self, *, at: int) -> None:
        """The turn is to stop: what has not ended is shown as cancelled; the agent may still tell more."""
        self._end_open(CallStatus.CANCELLED, at)

    def broken_off(self, *, at: int) -> None:
        """The agent has ended: what has not ended has failed."""
        self._end_open(CallStatus.FAILED, at)

    def take_events(self) -> Sequence[SessionEvent]:
        """What is to be recorded; it is forgotten here."""
        taken, self.events = self.events, []
        return taken

    def fresh_text(self) -> FreshText | None:
        """What was added to the open message since the last time."""
        return None if self.open is None else self.open.take_fresh()

    def open_calls(self) -> Iterable[CallPart]:
        """Calls of which more is known than was recorded."""
        return [tracked.part for tracked in self._touched.values()]

    def represented(self, line: int) -> int:
        """The line until which everything is in events, when `line` is the last one that was taken."""
        begun_by = [tracked.since_line for tracked in self._touched.values() if tracked.since_line is not None]
        if self.open is not None:
            begun_by.append(self.open.line)
        if self._compactions.open_since is not None:
            begun_by.append(self._compactions.open_since)
        return min(begun_by, default=line + 1) - 1

    def take_images(self) -> Mapping[str, bytes]:
        """Images that are to be stored before the events that name them."""
        return self.pictures.take()

    def _know(self, **changes: object) -> None:
        self._known = replace(self._known, **changes)  # type: ignore[arg-type]  # its own fields, from above

    def _tracked(self, call_id: str, *, line: int, at: int, first: bool) -> TrackedCall:
        """The call that an id means now: one that has ended in an earlier turn is not begun again."""
        name = self._parts.get(call_id)
        if name is not None and (call_id in self._this_turn or not first):
            return self._calls[name]
        if name is not None and self._calls[name].part.status in OPEN:
            return self._calls[name]
        name = call_id if name is None else f"{call_id}~{line}"
        self._parts[call_id] = name
        self._this_turn.add(call_id)
        tracked = self._calls[name] = TrackedCall(begun(name, at=at, replayed=self.replaying))
        return tracked

    def _touch(self, tracked: TrackedCall, line: int) -> None:
        if tracked.has_more:
            tracked.since_line = line if tracked.since_line is None else tracked.since_line
            self._touched[tracked.part.id] = tracked

    def _record(self, tracked: TrackedCall, at: int) -> None:
        self._touched.pop(tracked.part.id, None)
        tracked.since_line, tracked.recorded, tracked.recorded_at = None, tracked.part, at
        self.events.append(events.CallChanged(tracked.part))

    def _end(self, tracked: TrackedCall, status: CallStatus, at: int) -> None:
        tracked.part = replace(tracked.part, status=status, ended_at=at)
        self._record(tracked, at)

    def _end_open(self, status: CallStatus, at: int) -> None:
        """The fold does the same to what is recorded, so no event is needed but for what is not recorded yet."""
        for tracked in self._calls.values():
            if tracked.part.status in OPEN:
                more = tracked.has_more
                tracked.part = replace(tracked.part, status=status, ended_at=at)
                if more:
                    self._record(tracked, at)
                tracked.recorded = tracked.part

    def _settle_usage(self) -> None:
        usage, self._waiting_usage = self._waiting_usage, None
        if usage is not None and usage != self._known.usage:
            self._know(usage=usage)
            self.events.append(events.UsageChanged(usage))
