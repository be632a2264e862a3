"""Sessions for a desk, written by the same actions as a driver's, before its hub starts."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from countermark.actions.desk import open_desk
from countermark.actions.sessions.opening import NewSession, open_session
from countermark.actions.sessions.recording import keep_lines, record
from countermark.model.actors import THE_HUB, USER
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
    Attachment,
    AttachmentKind,
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
