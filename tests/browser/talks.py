"""Sessions on a desk, written by the actions that a driver uses, before the hub of a test starts."""

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from countermark.actions.desk import open_desk
from countermark.actions.sessions.opening import NewSession, open_session
from countermark.actions.sessions.recording import keep_lines, record
from countermark.model.actors import THE_HUB
from countermark.model.sessions import events
from countermark.model.sessions.events import SessionEvent
from countermark.model.sessions.offers import (
    AgentFacts,
    Asking,
    Asks,
    FlagOption,
    ModeOffer,
    OptionChoice,
    SelectOption,
    SlashCommand,
    Usage,
)
from countermark.model.sessions.parts import (
    CallPart,
    CallStatus,
    CompactionPart,
    DiffOutput,
    Judgement,
    MessagePart,
    NoticePart,
    Output,
    PlanEntry,
    Prompt,
    TerminalOutput,
    TextOutput,
    UnknownPart,
    Voice,
)
from countermark.model.sessions.values import Direction
from countermark.store.sqlite import open_file

AGENT = "claude-code"
STEP_MS = 7000  # between two lines of a turn
WORDS = "Receipts go out twice when the mail server is slow. Make the webhooks safe to repeat."
SAID = """The receipt is mailed in **two places**. I move both into the job, then make the handler answer at once.

- `webhooks.py` writes the order
- `jobs.py` sends the mail
"""
TESTED = TerminalOutput("t1", "....F\n4 passed, 1 failed\n", exit_code=1)
OLD = "def stripe_webhook(request):\n    order = write_order(verify(request))\n    send_receipt(order)\n"
NEW = "def stripe_webhook(request):\n    event = verify(request)\n    jobs.enqueue(send_receipt, key=event.id)\n"
PLAN = (
    PlanEntry("Read the handler", "high", "completed"),
    PlanEntry("Make it safe to repeat", "medium", "in_progress"),
    PlanEntry("Run the tests", "low", "pending"),
)


def written(desk_folder: Path, folder: Path, *talks: Sequence[SessionEvent]) -> list[str]:
    """The ids of sessions with these events, in a desk whose hub does not run."""

    async def work() -> list[str]:
        desk_folder.mkdir(exist_ok=True)
        store = open_file(desk_folder / "countermark.db")
        desk = await open_desk(store, images=desk_folder / "images")
        try:
            names = []
            for each in talks:
                session = await open_session(desk, NewSession(AGENT, str(folder)), by=THE_HUB)
                line = await keep_lines(desk, session.id, [(desk.now(), Direction.STDERR, "warming up")])
                await record(desk, session.id, each, line=line, by=THE_HUB)
                names.append(session.id)
            return names
        finally:
            await desk.close()

    # The thread of a browser's test has a loop that runs already.
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(lambda: asyncio.run(work())).result()


def begun() -> list[SessionEvent]:
    """An agent has started, and offers what agents offer."""
    modes = (ModeOffer("default", "Default", "Asks before it changes anything"), ModeOffer("edits", "Accept edits"))
    models = (OptionChoice("large", "Large", "Slow and careful"), OptionChoice("small", "Small"))
    return [
        events.Starting("claude-code-acp"),
        events.Initialised(AgentFacts(1, "Claude Code", "2.1", loads=True), 812),
        events.ConversationBegun("conv-1", "new"),
        events.ModesChanged("default", modes),
        events.OptionsChanged(
            (
                SelectOption("model", "Model", "large", models, category="model"),
                FlagOption("brief", "Brief answers", current=False, category="style"),
            )
        ),
        events.CommandsChanged(
            (
                SlashCommand("plan", "Makes a plan first", "what to plan"),
                SlashCommand("review", "Reviews what has changed"),
            )
        ),
        events.AskingChanged(Asking(Asks.YES, "It asks before each change.")),
    ]


def call(
    at: int, number: int, kind: str, title: str, *outputs: Output, failed: bool = False, command: str | None = None,
    judgement: Judgement | None = None,
) -> SessionEvent:  # fmt: skip
    """A tool call that has ended, the `number`th line of a turn that began `at`."""
    start = at + number * STEP_MS
    status = CallStatus.FAILED if failed else CallStatus.COMPLETED
    part = CallPart(
        f"call-{at}-{number}", start, title, None, kind, status, outputs, ended_at=start + STEP_MS // 2,
        raw_input=None if command is None else json.dumps({"command": command, "pattern": command, "url": command}),
        judgement=judgement,
    )  # fmt: skip
    return events.CallChanged(part)


def said(at: int, number: int, text: str, voice: Voice = Voice.AGENT) -> SessionEvent:
    """A message, the `number`th line of a turn that began `at`."""
    return events.MessageFinished(MessagePart(f"said-{at}-{number}", at + number * STEP_MS, voice, text))


def exchange(at: int, words: str = WORDS) -> list[SessionEvent]:
    """A turn with every kind of line, without its end; `at` is when it began, in milliseconds since 1970."""
    prompt = prompt_at(at)
    denied = Judgement("deny", "Your rules deny this; it was done without asking. rm -r.")
    return [
        events.PromptQueued(Prompt(prompt, words)),
        events.PromptTaken(prompt, words),
        said(at, 1, "I look at the handler first.", Voice.THOUGHT),
        events.PlanChanged(PLAN),
        call(at, 2, "read", "Read payments/webhooks.py", TextOutput("line\n" * 214)),
        call(at, 3, "search", "send_receipt(", TextOutput("a:1\nb:2\n"), command="send_receipt("),
        said(at, 4, SAID),
        call(at, 5, "edit", "Edit payments/webhooks.py", DiffOutput("payments/webhooks.py", OLD, NEW)),
        call(
            at,
            6,
            "execute",
            "`pytest`",
            TerminalOutput("t1", "....F\n4 passed, 1 failed\n", exit_code=1),
            command="pytest",
        ),
        call(
            at, 7, "fetch", "Fetch it", TextOutput("no such host"), failed=True, command="https://stripe.example/docs"
        ),
        call(at, 8, "execute", "rm -r build", command="rm -r build", judgement=denied),
        events.Noticed(NoticePart(f"notice-{at}", at + 9 * STEP_MS, "warning", "The model is busy", "Tried again")),
        events.Compacted(CompactionPart(f"compact-{at}", at + 9 * STEP_MS, "completed", "It looks at webhooks.")),
        events.UnknownCame(UnknownPart(f"unknown-{at}", at + 9 * STEP_MS, "hologram", '{"shape":"cube"}')),
        said(at, 10, "One old test expects the receipt inside the handler. I change it to look at the queue."),
        events.UsageChanged(Usage(12_400, 200_000, 0.42, "USD")),
    ]


def prompt_at(at: int) -> str:
    """The id of the words that began a turn."""
    return f"pr_{at:026d}"
