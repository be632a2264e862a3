"""Sessions on a desk, written by the actions that a driver uses, before the hub of a test starts."""

import asyncio
import time
from collections.abc import Sequence
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
    Location,
    MessagePart,
    NoticePart,
    PlanEntry,
    Prompt,
    TerminalOutput,
    TextOutput,
    UnknownPart,
    Voice,
)
from countermark.model.sessions.values import Direction
from countermark.store.sqlite import open_file

SECOND = 1000
ONE_FILE = "def stripe_webhook(request):\n    event = verify(request)\n    order = write_order(event)\n    send_receipt(order)\n"
OTHER_FILE = (
    "def stripe_webhook(request):\n    event = verify(request)\n    if ledger.seen(event.id):\n        return OK\n"
    "    order = write_order(event)\n    jobs.enqueue(send_receipt, key=event.id)\n"
)


def written(desk_folder: Path, folder: Path, *talks: Sequence[SessionEvent], agent: str = "claude-code") -> list[str]:
    """The ids of sessions with these events, in a desk whose hub does not run."""

    async def work() -> list[str]:
        desk_folder.mkdir(exist_ok=True)
        store = open_file(desk_folder / "countermark.db")
        desk = await open_desk(store, images=desk_folder / "images")
        try:
            names = []
            for each in talks:
                session = await open_session(desk, NewSession(agent, str(folder)), by=THE_HUB)
                lines = [(time.time_ns() // 10**6, Direction.FROM_AGENT, '{"jsonrpc":"2.0","method":"session/update"}')]
                line = await keep_lines(desk, session.id, [*lines, (lines[0][0], Direction.STDERR, "warming up")])
                for start in range(0, len(each), 500):
                    await record(desk, session.id, each[start : start + 500], line=line, by=THE_HUB)
                names.append(session.id)
            return names
        finally:
            await desk.close()

    return asyncio.run(work())


def begun() -> list[SessionEvent]:
    """An agent has started, and offers what agents offer."""
    modes = (ModeOffer("default", "Default", "Asks before it changes anything"), ModeOffer("edits", "Accept edits"))
    models = (OptionChoice("large", "Large", "Slow and careful"), OptionChoice("small", "Small"))
    return [
        events.Starting("claude-code-acp"),
        events.Initialised(AgentFacts(1, "Claude Code", "2.1", loads=True, takes_images=False), 812),
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


def exchange(
    at: int, words: str = "Receipts go out twice when the mail server is slow. Make the webhooks safe to repeat."
) -> list[SessionEvent]:
    """A turn with every kind of line; `at` is when it began, in milliseconds since 1970."""

    def call(
        number: int,
        kind: str,
        title: str,
        *outputs: object,
        status: CallStatus = CallStatus.COMPLETED,
        path: str | None = None,
        **more: object,
    ) -> SessionEvent:
        places = () if path is None else (Location(path, 88),)
        start = at + number * 7 * SECOND
        ended = None if status is CallStatus.RUNNING else start + 3 * SECOND
        return events.CallChanged(
            CallPart(f"call-{at}-{number}", start, title, None, kind, status, outputs, places, ended_at=ended, **more)
        )  # type: ignore[arg-type]

    def said(number: int, text: str, voice: Voice = Voice.AGENT) -> SessionEvent:
        return events.MessageFinished(MessagePart(f"said-{at}-{number}", at + number * 7 * SECOND, voice, text))

    prompt = f"pr_{at:026d}"
    return [
        events.PromptQueued(Prompt(prompt, words)),
        events.PromptTaken(prompt, words),
        said(1, "The person wants the webhooks to be safe. I look at the handler first.", Voice.THOUGHT),
        events.PlanChanged(
            (
                PlanEntry("Read the handler", "high", "completed"),
                PlanEntry("Make it safe to repeat", "medium", "in_progress"),
                PlanEntry("Run the tests", "low", "pending"),
            )
        ),
        call(2, "read", "Read payments/webhooks.py", TextOutput("line\n" * 214), path="payments/webhooks.py"),
        call(3, "search", "send_receipt(", TextOutput("a:1\nb:2\n"), raw_input='{"pattern": "send_receipt("}'),
        said(
            4,
            "The receipt is mailed in **two places**. I move both into the job, then make the handler answer at once.\n\n"
            "- `webhooks.py` writes the order\n- `jobs.py` sends the mail\n",
        ),
        call(5, "edit", "Edit payments/webhooks.py", DiffOutput("payments/webhooks.py", ONE_FILE, OTHER_FILE)),
        call(
            6,
            "execute",
            "`pytest payments -q`",
            TerminalOutput("t1", "....F..\n37 passed, 1 failed in 38.2s\n", exit_code=1),
            raw_input='{"command": "pytest payments -q"}',
        ),
        call(
            7,
            "fetch",
            "Fetch the manual",
            TextOutput("no such host"),
            status=CallStatus.FAILED,
            raw_input='{"url": "https://stripe.example/docs"}',
        ),
        call(
            8,
            "execute",
            "rm -r build",
            judgement=Judgement("deny", "A rule denies it: rm -r"),
            raw_input='{"command": "rm -r build"}',
        ),
        events.Noticed(
            NoticePart(f"notice-{at}", at + 60 * SECOND, "warning", "The model is busy", "Tried again twice")
        ),
        events.Compacted(CompactionPart(f"compact-{at}", at + 61 * SECOND, "completed", "It looks at webhooks.")),
        events.UnknownCame(UnknownPart(f"unknown-{at}", at + 62 * SECOND, "hologram", '{"shape":"cube"}')),
        said(9, "One old test expects the receipt inside the handler. I change it to look at the queue."),
        events.UsageChanged(Usage(12_400, 200_000, 0.42, "USD")),
    ]
