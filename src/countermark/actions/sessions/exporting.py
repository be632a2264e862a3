"""A session as Markdown: what was said and done, with differences, the plan and times."""

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from typing import Any, assert_never

from countermark.actions.desk import Desk, must
from countermark.documents.difference.unified import unified
from countermark.model.redaction import redacted
from countermark.model.sessions.given_secrets import hidden_in, secrets_in
from countermark.model.sessions.parts import (
    CallPart,
    CompactionPart,
    DiffOutput,
    ItemPart,
    MediaOutput,
    MessagePart,
    NoticePart,
    Output,
    Part,
    Prompt,
    PromptPart,
    TerminalOutput,
    TextOutput,
    UnknownOutput,
    UnknownPart,
    Voice,
)
from countermark.model.sessions.state import SessionState

VOICES = {Voice.AGENT: "Agent", Voice.THOUGHT: "Thought", Voice.USER: "Person, as the agent tells it"}
DONE = {"completed": "x"}
Hide = Callable[[str], str]
SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")


async def export_markdown(desk: Desk, session_id: str, *, given: frozenset[str] = frozenset()) -> str:
    """The whole session as Markdown, without known secrets and without those that its agent was given.

    `given` are those that no run of this hub has given to it. Raises `NotFound`.
    """
    state = await desk.sessions.state(session_id)
    settings = must(await desk.read(lambda reader: reader.session_settings(session_id)))
    secrets = given | desk.sessions.hidden(session_id) | secrets_in(settings.mcp_servers)
    return await asyncio.to_thread(markdown, state, lambda text: redacted(hidden_in(text, secrets)))


def markdown(state: SessionState, hide: Hide) -> str:
    """A session as Markdown; what people and agents wrote stands in fences or quotes that it cannot leave.

    Secrets are hidden first: behind the signs of Markdown nobody would know them.
    """
    about = {name: with_texts(getattr(state, name), hide) for name in ("title", "folder", "conversation", "facts")}
    waits = {name: with_texts(getattr(state, name), hide) for name in ("queue", "plan")}
    shown = replace(state, **about, **waits)
    parts = (part_text(with_texts(each, hide)) for each in state.ledger)
    pieces = [head(shown), *parts, *queue(shown), *plan(shown)]
    return "\n\n".join(piece.rstrip("\n") for piece in pieces if piece) + "\n"


def with_texts(value: Any, change: Hide) -> Any:
    """A value of the model with every text in it changed."""
    match value:
        case Enum():
            return value
        case str():
            return change(value)
        case tuple():
            return tuple(with_texts(each, change) for each in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            texts = {each.name: with_texts(getattr(value, each.name), change) for each in fields(value)}
            return replace(value, **texts)
        case _:
            return value


def head(state: SessionState) -> str:
    """What session it is."""
    facts = state.facts
    who = " ".join(filter(None, (facts.name, facts.version))) if facts else state.agent
    rows = [f"- Agent: {one_row(who or state.agent)}", f"- Folder: {code(state.folder)}"]
    if state.conversation:
        rows.append(f"- Conversation: {code(state.conversation)}")
    return "\n".join([f"# {one_row(state.title or 'Session')}", "", *rows])


def part_text(part: Part) -> str:
    """One part of the ledger."""
    match part:
        case PromptPart():
            return section("Person", part.at, *prompt_text(part.prompt))
        case MessagePart():
            return section(VOICES[part.voice], part.at, *message_text(part))
        case CallPart():
            return section(f"Call: {one_row(part.title)} ({part.status.words})", part.at, *call_text(part))
        case NoticePart():
            return section(f"Notice ({one_row(part.severity)})", part.at, quoted(said(part.title, part.description)))
        case CompactionPart():
            title = f"Context shortened ({one_row(part.status)})"
            return section(title, part.at, quoted(said(part.summary, part.error)))
        case ItemPart():
            outcome = part.outcome or part.state.value
            return section(f"{part.kind.value.capitalize()}: {one_row(part.title)}", part.at, quoted(outcome))
        case UnknownPart():
            return section(f"Unknown: {one_row(part.kind)}", part.at, fenced(part.raw, "json"))
        case _:
            assert_never(part)


def prompt_text(prompt: Prompt) -> Iterator[str]:
    """A person's words, what went along, and how the turn ended."""
    yield quoted(prompt.sent or prompt.text)
    yield rows(f"Attached: {code(each.path or each.name)}" for each in prompt.attachments)
    if prompt.why:
        yield f"Interrupted: {one_row(prompt.why)}"
    if prompt.stop_reason not in (None, "end_turn"):
        yield f"The turn ended: {one_row(prompt.stop_reason or '')}"


def message_text(part: MessagePart) -> Iterator[str]:
    """A message."""
    yield quoted(part.text)
    yield from map(output_text, part.outputs)
    if not part.whole:
        yield "The agent ended within this message."


def call_text(part: CallPart) -> Iterator[str]:
    """What a call was about, and what it brought."""
    yield rows(code(each.path if each.line is None else f"{each.path}:{each.line}") for each in part.locations)
    if part.judgement is not None:
        yield f"The rules say {part.judgement.decision}: {one_row(part.judgement.words)}"
    if part.raw_input is not None:
        yield fenced(part.raw_input, "json")
    yield from map(output_text, part.outputs)


def output_text(output: Output) -> str:
    """One thing that a call or a message has brought."""
    match output:
        case TextOutput():
            return fenced(output.text) + cut(output.left_out)
        case DiffOutput():
            return fenced(difference(output), "diff") + cut(output.left_out)
        case TerminalOutput():
            ended = "" if output.exit_code is None else f"\n\nExit code {output.exit_code}"
            return fenced(output.output, "console") + ended
        case MediaOutput():
            return f"{code(output.media_type)} {code(output.name or output.uri or output.sha256 or '')}"
        case UnknownOutput():
            return fenced(output.raw, "json")
        case _:
            assert_never(output)


def difference(output: DiffOutput) -> str:
    """A change to a file as a unified difference."""
    old, new = (output.old or "").splitlines(), (output.new or "").splitlines()
    name = " ".join(output.path.lstrip("/").splitlines())
    before = "/dev/null" if output.old is None else f"a/{name}"
    after = "/dev/null" if output.new is None else f"b/{name}"
    return "\n".join([f"--- {before}", f"+++ {after}", *unified(old, new)])


def queue(state: SessionState) -> Iterator[str]:
    """Words that wait."""
    for prompt in state.queue:
        yield "\n\n".join(["## Person, not sent yet", *filter(None, prompt_text(prompt))])


def plan(state: SessionState) -> Iterator[str]:
    """The agent's plan as it is."""
    if state.plan:
        steps = (
            f"- [{DONE.get(each.status, ' ')}] {one_row(each.content)} ({one_row(each.status)})" for each in state.plan
        )
        yield "\n".join(["## Plan", "", *steps])


def section(title: str, at: int, *pieces: str) -> str:
    """A part with its time in UTC."""
    moment = datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    return "\n\n".join([f"## {title}", moment, *filter(None, pieces)])


def said(*words: str | None) -> str:
    """Words below one another."""
    return "\n\n".join(filter(None, words))


def rows(items: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"- {each}" for each in items)


def quoted(text: str) -> str:
    """Text in a block quote: every line of it is marked, so that nothing in it ends the quote."""
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def fenced(text: str, language: str = "") -> str:
    """Text in a fence that is longer than any in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def code(text: str) -> str:
    """One row of code, in as many backticks as it needs."""
    row = " ".join(text.split())
    fence = "`" * (max((len(run) for run in re.findall("`+", row)), default=0) + 1)
    pad = " " if row.startswith("`") or row.endswith("`") or not row else ""
    return f"{fence}{pad}{row}{pad}{fence}"


def one_row(text: str) -> str:
    """Words in one row, in which nothing is Markdown."""
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))


def cut(left_out: int) -> str:
    """What is said of text that was too long to keep."""
    return f"\n\n{left_out} characters are left out." if left_out else ""
