"""How a connection begins: the agent says what it can do, then it begins a conversation or goes on with one."""

import json
from dataclasses import dataclass
from typing import Literal, assert_never

from countermark import __version__
from countermark.agents.acp import messages
from countermark.agents.acp.link import AgentLink
from countermark.agents.acp.negotiation import SpeaksOther, check_agreed, check_refusal
from countermark.agents.acp.translate.hearing import refusal_words
from countermark.agents.acp.translate.offers import facts_of, mode_option
from countermark.agents.acp.translate.versions import FIRST
from countermark.agents.launch_brands import LaunchBrand
from countermark.model.errors import AgentFailed, AgentGone, AgentRefused
from countermark.model.sessions.events import Noticed
from countermark.model.sessions.offers import AgentFacts
from countermark.model.sessions.parts import NoticePart
from countermark.model.sessions.state import SessionState
from countermark.model.sessions.values import SessionSettings

INITIALISE_SECONDS = 300.0  # npx may have to fetch the agent first
BEGIN_SECONDS = 180.0
ADJUST_SECONDS = 30.0
How = Literal["new", "load", "resume", "fork"]


class WantsSignIn(Exception):
    """The agent wants the person to sign in first."""


@dataclass(frozen=True)
class SessionStart:
    """What a session is to begin with."""

    agent: str  # by its name in the catalog
    folder: str
    settings: SessionSettings
    brand: LaunchBrand
    command: tuple[str, ...]
    protocol: int  # the version that the agent is offered
    is_last: bool = False  # it was started before, and offered another version

    @property
    def falls_back(self) -> bool:
        """Whether an agent that does not begin may begin in version 1."""
        return self.protocol != FIRST and not self.is_last


async def initialise(link: AgentLink, wanted: SessionStart) -> AgentFacts:
    """What the agent says of itself. Raises `AgentFailed`, and `SpeaksOther` where it is to be started anew."""
    call = messages.initialize(__version__, terminals=wanted.brand.terminals, protocol=wanted.protocol)
    try:
        result = await link.ask(call, seconds=INITIALISE_SECONDS)
    except AgentRefused as error:
        check_refusal(error, offered=wanted.protocol, is_last=wanted.is_last)
        raise AgentFailed(f"The agent refuses to begin: {said(error)}.") from None
    except AgentGone:
        if wanted.falls_back:
            raise SpeaksOther(FIRST) from None
        raise
    check_agreed(result, offered=wanted.protocol, is_last=wanted.is_last)
    facts = facts_of(result, command=wanted.command)
    if facts.protocol != FIRST and not facts.lists:
        raise AgentFailed("The agent says that it has no conversations.", hint="Start it as its documentation says.")
    return facts


async def begin(link: AgentLink, wanted: SessionStart, facts: AgentFacts, state: SessionState) -> str:
    """The agent's id of the conversation that the session has now.

    Raises `WantsSignIn` or `AgentFailed`.
    """
    how, conversation = way_to_begin(wanted.settings, facts, state)
    if how == "new":
        if state.conversation is not None:
            await note_lost(link, "This agent cannot go on with a conversation.")
        return await begin_new(link, wanted, facts)
    try:
        return await request_conversation(link, wanted, facts, how, conversation)
    except AgentRefused as error:
        if state.conversation is None:  # a person has chosen it, and it cannot be had
            raise AgentFailed(f"The agent cannot go on with that conversation: {said(error)}.") from None
        await note_lost(link, f"The agent cannot go on with its conversation: {said(error)}.")
    return await begin_new(link, wanted, facts)


def way_to_begin(settings: SessionSettings, facts: AgentFacts, state: SessionState) -> tuple[How, str | None]:
    """How to begin, as far as the agent can: what it does not advertise is never called."""
    if state.conversation is not None:
        if facts.resumes:
            return "resume", state.conversation
        return ("load", state.conversation) if facts.loads else ("new", None)
    can = {"new": True, "load": facts.loads, "resume": facts.resumes, "fork": facts.forks}
    if not can[settings.how]:
        raise AgentFailed(
            f"This agent cannot {settings.how} a conversation.", hint="Open a session with a new conversation."
        )
    return settings.how, settings.conversation


async def begin_new(link: AgentLink, wanted: SessionStart, facts: AgentFacts) -> str:
    """A new conversation."""
    try:
        return await request_conversation(link, wanted, facts, "new", None)
    except AgentRefused as error:
        raise AgentFailed(f"The agent begins no conversation: {said(error)}.") from None


async def request_conversation(
    link: AgentLink, wanted: SessionStart, facts: AgentFacts, how: How, conversation: str | None
) -> str:
    """Ask for a conversation. Raises `AgentRefused`, `WantsSignIn` or `AgentFailed`."""
    call = conversation_call(wanted, facts, how, conversation or "")
    try:
        await link.ask(call, seconds=BEGIN_SECONDS)
    except AgentRefused as error:
        if error.number == messages.AUTH_REQUIRED:
            raise WantsSignIn(said(error)) from None
        raise
    begun = link.pump.hearing.conversation
    if begun is None:
        raise AgentFailed("The agent has begun a conversation, but gives it no id.")
    return begun


def conversation_call(wanted: SessionStart, facts: AgentFacts, how: How, conversation: str) -> messages.Call:
    """The request for a conversation; more folders and servers go along as far as the agent takes them."""
    it, folders = wanted.folder, wanted.settings.folders if facts.takes_folders else ()
    servers = json.loads(wanted.settings.mcp_servers or "[]")
    match how:
        case "new":
            return messages.new_session(it, folders=folders, servers=servers, facts=facts)
        case "load":
            return messages.load_session(conversation, it, folders=folders, servers=servers, facts=facts)
        case "resume":
            return messages.resume_session(conversation, it, folders=folders, servers=servers, facts=facts)
        case "fork":
            return messages.fork_session(conversation, it, folders=folders, servers=servers, facts=facts)
        case _:
            assert_never(how)


async def note_lost(link: AgentLink, why: str) -> None:
    """Say honestly that the agent remembers nothing of what stands above."""
    part = NoticePart(
        link.desk.new_id("no"), link.desk.now(), "warning", "A new conversation begins here",
        f"{why} It remembers nothing of what stands above.", by_desk=True,
    )  # fmt: skip
    await link.record(Noticed(part))


async def choose_mode(link: AgentLink, conversation: str, mode: str, *, known: bool = True) -> bool:
    """Put the agent into a mode, the way that it offers; False for one that it does not have.

    `known`: what is known of its mode was said by this run of its program. Raises `AgentFailed`.
    """
    translation = link.pump.hearing.translation
    option = mode_option(translation.options_now)
    if known and translation.mode_now == mode:
        return True
    if option is not None:
        if mode not in {choice.value for choice in option.choices}:
            return False
        call = messages.set_option(conversation, option.id, mode, protocol=link.pump.hearing.protocol)
    else:
        if mode not in {offer.id for offer in translation.modes_now}:
            return False
        call = messages.set_mode(conversation, mode)
    await link.ask(call, seconds=ADJUST_SECONDS)
    return True


def said(error: AgentRefused) -> str:
    """What an agent has answered in the place of a result."""
    return refusal_words({"message": str(error), "code": error.number, "data": error.details})
