"""Puts our hooks into the text of an agent's settings and takes them out again; everything else stays as it is."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from countermark.agents import json_text
from countermark.agents.json_text import Json, JsonNode

FOLLOWING_TIMEOUT = 10  # seconds
# The agent ends a hook at its timeout: the hub must have said "expired" before that.
GRACE = 120


class NotSettings(ValueError):
    """The text is JSON, but nothing that the agent could have as settings."""


@dataclass(frozen=True)
class Hook:
    """One command that an agent starts at an event."""

    event: str
    command: str
    timeout: int | None  # in the unit of the agent's settings
    matcher: str  # of tools or servers; empty where the agent has nothing to choose from


@dataclass(frozen=True)
class Record:
    """What was there before, as far as the text after does not tell: kept until the hooks are taken out again."""

    whole_file: bool = False  # there was no JSON at all:
    before: str | None = None  # no file, or one with nothing but this white space
    # Containers that were empty: the white space in them, None for those that did not exist. Keys are paths.
    blanks: Mapping[str, str | None] = field(default_factory=dict)
    plans_only: bool = False  # the person wants plans at the desk and nothing else


@dataclass(frozen=True)
class InstalledHook:
    """A hook of ours in a text, and the way to it."""

    hook: Hook
    groups: JsonNode
    group: int
    handlers: JsonNode
    handler: int

    @property
    def node(self) -> JsonNode:
        return self.handlers.items[self.handler].value


@dataclass(frozen=True)
class PlanHook:
    """Where an agent asks about plans: the events, and the name by which a matcher picks them."""

    events: tuple[str, ...]
    matcher: str

    def is_for(self, hook: Hook) -> bool:
        """Is this the hook for plans and for nothing else?"""
        return hook.event in self.events and hook.matcher == self.matcher


@dataclass(frozen=True)
class HookSettings:
    """The hooks of one agent as its settings hold them: event → groups{matcher, hooks[{type, command, timeout}]}."""

    agent: str  # the word behind the program in the command line
    asking: Mapping[str, str]  # matchers by event: a person may be asked there, so the hook waits
    following: Mapping[str, str]  # the same for events that are answered at once
    plans: PlanHook | None = None  # None: plans cannot be had alone
    units_per_second: int = 1  # of a timeout
    # Seconds for events at which the agent gives a hook less time than any of ours gets.
    hurried: Mapping[str, int] = field(default_factory=dict)
    waits_at_least: int = 0  # seconds: an agent that goes on when a hook is late must not be early
    # The way to the switch for all hooks, and the value of it that turns them off.
    switch: tuple[str, ...] = ("disableAllHooks",)
    off: bool = True
    off_list: tuple[str, ...] = ()  # the way to a list of hooks that are turned off, by their command lines

    def wanted(self, program: str, *, wait_seconds: int, plans_only: bool) -> tuple[Hook, ...]:
        """The hooks of this program (an absolute path)."""
        command = f"{shlex.quote(program)} {self.agent}"
        waits = (max(wait_seconds, self.waits_at_least) + GRACE) * self.units_per_second
        follows = {
            event: self.hurried.get(event, FOLLOWING_TIMEOUT) * self.units_per_second for event in self.following
        }
        asking, following = self.asking, self.following
        if plans_only:
            assert self.plans is not None, "the command line has refused that"
            plans = self.plans.matcher
            asking = dict.fromkeys(self.plans.events, plans)
            following = {event: matcher for event, matcher in following.items() if matcher == plans}
        return (
            *(Hook(event, command, waits, matcher) for event, matcher in asking.items()),
            *(Hook(event, command, follows[event], matcher) for event, matcher in following.items()),
        )

    def is_ours(self, command: str) -> bool:
        """Does this command line start our hook for this agent, wherever it is installed?"""
        try:
            words = shlex.split(command)
        except ValueError:
            return False
        if not words:
            return False
        program = words[0].replace("\\", "/").rpartition("/")[2].removesuffix(".exe")
        return (program, *words[1:]) in {("countermark-hook", self.agent), ("countermark", "hook", self.agent)}

    def installed(self, text: str) -> tuple[Hook, ...]:
        """The hooks of ours that a text contains. Raises NotJson or NotSettings."""
        return tuple(found.hook for found in self._find(self._scan(text)))

    def others(self, text: str) -> tuple[Hook, ...]:
        """The hooks of other programs that are asked about plans as ours is. Raises NotJson or NotSettings."""
        hooks = self._scan(text).member("hooks")
        lists = [(event, hooks.member(event)) for event in self.plans.events] if hooks and self.plans else []
        return tuple(
            hook
            for event, groups in lists
            for group in (groups.items if groups else ())
            for hook in self._others_in_group(event, group.value)
        )

    def _others_in_group(self, event: str, group: JsonNode) -> Iterator[Hook]:
        """A matcher may be a pattern; whether it names plans is told by the names in it, without running it."""
        handlers, matcher = group.member("hooks"), group.text_of("matcher") or ""
        names_plans = self.plans is not None and self.plans.matcher in re.findall(r"\w+", matcher)
        if handlers is None or handlers.kind != "[" or not (is_for_all(matcher) or names_plans):
            return
        for item in handlers.items:
            started = item.value.text_of("command") or item.value.text_of("url") or item.value.text_of("type")
            if started is not None and not self.is_ours(started):
                yield Hook(event, started, None, matcher)

    def switched_off(self, text: str) -> str | None:
        """What in this text keeps our hooks from being started, as it stands there. Raises NotJson or NotSettings."""
        root, way = self._scan(text), ".".join(self.switch)
        switch = root.at(self.switch) if self.switch else None
        if switch is not None and switch.scalar is self.off:
            return way if self.off else f"{way} = false"
        listed = root.at(self.off_list) if self.off_list else None
        names = [item.value.scalar for item in listed.items] if listed is not None else []
        if any(isinstance(name, str) and self.is_ours(name) for name in names):
            return f"our hook in {'.'.join(self.off_list)}"
        return None

    def install(self, text: str | None, hooks: Sequence[Hook], *, record: Record | None = None) -> tuple[str, Record]:
        """The text with these hooks (None: there is no file yet), and what is needed to take them out again.

        `record` is that of an earlier install. A text that already has the hooks comes back unchanged.
        """
        if text is None or not text.strip(" \t\r\n"):
            text, kept = "{}\n", Record(whole_file=True, before=text)
        else:
            kept = record if record is not None and self.installed(text) else Record()
        text = self._drop(text, kept, keep=hooks)
        for hook in hooks:
            text, kept = self._put(text, hook, kept)
        return text, kept

    def uninstall(self, text: str, record: Record | None = None) -> str | None:
        """The text as it would be had we never been there; None if there would be no file."""
        if not self.installed(text):
            return text
        rest = self._drop(text, record, keep=())
        if record is not None and record.whole_file and not self._scan(rest).items:
            return record.before
        return rest

    def serves(self, found: Hook, hook: Hook) -> bool:
        """Is this hook called when the wanted one should be? One for plans alone must not be called for more."""
        if found.event != hook.event:
            return False
        if self.plans is not None and self.plans.is_for(hook) and is_for_all(found.matcher):
            return False
        return is_for_all(found.matcher) or hook.matcher in found.matcher.split("|")

    def _scan(self, text: str) -> JsonNode:
        root = scan_object(text)
        hooks = root.member("hooks")
        if hooks is not None and hooks.kind != "{":
            raise NotSettings('"hooks" is not a JSON object')
        for item in hooks.items if hooks else ():
            if item.key in {*self.asking, *self.following} and item.value.kind != "[":
                raise NotSettings(f'"hooks"."{item.key}" is not a list')
        return root

    def _find(self, root: JsonNode) -> Iterator[InstalledHook]:
        hooks = root.member("hooks")
        for event in dict.fromkeys(item.key for item in hooks.items) if hooks else ():
            groups = hooks.member(event) if hooks and event is not None else None
            for number, group in enumerate(groups.items) if groups else ():
                yield from self._find_in_group(event or "", groups or root, number, group.value)

    def _find_in_group(self, event: str, groups: JsonNode, number: int, group: JsonNode) -> Iterator[InstalledHook]:
        handlers = group.member("hooks")
        if handlers is None or handlers.kind != "[":
            return
        for index, item in enumerate(handlers.items):
            command = item.value.text_of("command")
            if command is not None and self.is_ours(command):
                timeout = item.value.member("timeout")
                set_to = timeout.scalar if timeout is not None and isinstance(timeout.scalar, int) else None
                hook = Hook(event, command, set_to, group.text_of("matcher") or "")
                yield InstalledHook(hook, groups, number, handlers, index)

    def _drop(self, text: str, record: Record | None, *, keep: Sequence[Hook]) -> str:
        """Takes out every hook of ours but the first that serves each of `keep`."""
        while (surplus := self._first_surplus(text, keep)) is not None:
            text = take_out(text, surplus, record)
        return text

    def _first_surplus(self, text: str, keep: Sequence[Hook]) -> InstalledHook | None:
        missing = list(keep)
        for found in self._find(self._scan(text)):
            served = next((hook for hook in missing if self.serves(found.hook, hook)), None)
            if served is None:
                return found
            missing.remove(served)
        return None

    def _put(self, text: str, hook: Hook, record: Record) -> tuple[str, Record]:
        """The text with this hook: an older one is corrected where it stands, a missing one comes last."""
        found = next((found for found in self._find(self._scan(text)) if self.serves(found.hook, hook)), None)
        return put_last(text, hook, record) if found is None else (self._correct(text, found, hook), record)

    def _correct(self, text: str, found: InstalledHook, hook: Hook) -> str:
        if found.hook.command != hook.command:
            command = found.node.member("command")
            assert command is not None
            return self._put(json_text.replace(text, command, hook.command), hook, Record())[0]
        timeout = found.node.member("timeout")
        if timeout is None:
            style = json_text.style_of(text, scan_object(text))
            return json_text.append(text, found.node, hook.timeout, style=style, key="timeout")
        return text if timeout.scalar == hook.timeout else json_text.replace(text, timeout, hook.timeout)


def is_for_all(matcher: str) -> bool:
    """Does this matcher catch every tool, plans among them?"""
    return matcher in {"", "*", ".*"}


def scan_object(text: str) -> JsonNode:
    """The tree of settings. Raises NotJson or NotSettings."""
    root = json_text.scan(text)
    if root.kind != "{":
        raise NotSettings("the settings are not a JSON object")
    return root


def take_out(text: str, found: InstalledHook, record: Record | None) -> str:
    """Without this hook, and without what holds nothing any more and would not be there but for us."""
    if len(found.handlers.items) > 1:
        return json_text.remove(text, found.handlers, found.handler)
    event = found.hook.event
    text = json_text.remove(text, found.groups, found.group, blank=_blank(record, f"hooks/{event}"))
    text = _prune(text, ("hooks", event), record)
    return _prune(text, ("hooks",), record)


def _prune(text: str, path: tuple[str, ...], record: Record | None) -> str:
    """Takes out the container at a path if it is empty and we had made it; without a record we believe we had."""
    parent = scan_object(text)
    for key in path[:-1]:
        parent = parent.member(key) or parent
    index = max((i for i, item in enumerate(parent.items) if item.key == path[-1]), default=None)
    if index is None or parent.items[index].value.items:
        return text
    if record is not None and record.blanks.get("/".join(path), "") is not None:
        return text
    return json_text.remove(text, parent, index, blank=_blank(record, "/".join(path[:-1])))


def _blank(record: Record | None, path: str) -> str:
    return (record.blanks.get(path) if record else None) or ""


def put_last(text: str, hook: Hook, record: Record) -> tuple[str, Record]:
    """The text with this hook in a group of its own, behind all others of the event."""
    called: dict[str, Json] = {"matcher": hook.matcher} if hook.matcher else {}
    group: Json = {**called, "hooks": [{"type": "command", "command": hook.command, "timeout": hook.timeout}]}
    root = scan_object(text)
    style = json_text.style_of(text, root)
    container, path, value = root, ("hooks", hook.event), group
    record = _note(record, text, container, "")
    keys = list(path)
    while keys and (inner := container.member(keys[0])) is not None:
        container = inner
        keys.pop(0)
        record = _note(record, text, container, "/".join(path[: len(path) - len(keys)]))
    made = {"/".join(path[: number + 1]): None for number in range(len(path) - len(keys), len(path))}
    record = replace(record, blanks={**made, **record.blanks})
    if not keys:
        return json_text.append(text, container, value, style=style), record
    value = [group] if len(keys) == 1 else {hook.event: [group]}
    return json_text.append(text, container, value, style=style, key=keys[0]), record


def _note(record: Record, text: str, container: JsonNode, path: str) -> Record:
    """Keeps the white space of an empty container, unless an earlier record knows more of it."""
    if container.items or path in record.blanks:
        return record
    return replace(record, blanks={**record.blanks, path: text[container.start + 1 : container.end - 1]})
