"""What a person has chosen for an agent is set again on every connection, before a first word is sent to it."""

from collections.abc import Mapping

from countermark.agents.acp import messages
from countermark.agents.acp.beginning import ADJUST_SECONDS, SessionStart, choose_mode, said
from countermark.agents.acp.link import AgentLink
from countermark.agents.acp.translate.offers import LEGACY_MODEL
from countermark.model.errors import AgentRefused
from countermark.model.sessions.offers import FlagOption
from countermark.model.sessions.state import SessionState

GONE = "The agent does not have it any more."


async def set_choices(
    link: AgentLink, conversation: str, wanted: SessionStart, before: SessionState
) -> Mapping[str, str]:
    """Set the options, then the mode; what could not be set, with the reason. `before`: as it was before it began.

    Where the mode that a person has chosen cannot be had, the agent gets the one in which it asks: whatever it would
    begin in by itself may ask less. Raises `AgentFailed`.
    """
    failed = dict[str, str]()
    for name, value in wanted.settings.options:
        why = await option_failure(link, conversation, name, value)
        if why is not None:
            words = {True: "on", False: "off"}[value] if isinstance(value, bool) else value
            failed[f"its option {name}, {words}"] = why
    known = before.mode is None  # else it is what the last run of the program has said
    for mode in dict.fromkeys((wanted.settings.mode, wanted.brand.asking_mode)):
        if mode is None:
            continue
        why = await mode_failure(link, conversation, mode, known=known)
        if why is None:
            break
        if why != GONE or mode == wanted.settings.mode:
            failed[f"its mode {mode}"] = why
    return failed


async def mode_failure(link: AgentLink, conversation: str, mode: str, *, known: bool) -> str | None:
    """Put the agent into a mode; why it could not be done."""
    try:
        return None if await choose_mode(link, conversation, mode, known=known) else GONE
    except AgentRefused as error:
        return f"The agent refuses: {said(error)}."


async def option_failure(link: AgentLink, conversation: str, name: str, value: str | bool) -> str | None:
    """Set an option; why it could not be done."""
    call = option_call(link, conversation, name, value)
    if call is None:
        return GONE
    try:
        await link.ask(call, seconds=ADJUST_SECONDS)
    except AgentRefused as error:
        return f"The agent refuses: {said(error)}."
    return None


def option_call(link: AgentLink, conversation: str, name: str, value: str | bool) -> messages.Call | None:
    """What sets an option the way that the agent offers it; None for one that it does not have."""
    translation = link.pump.hearing.translation
    option = {each.id: each for each in translation.options_now}.get(name)
    if option is None or isinstance(value, bool) is not isinstance(option, FlagOption):
        return None
    if name == LEGACY_MODEL and translation.has_legacy_models:
        return messages.set_model(conversation, str(value))
    return messages.set_option(conversation, name, value, protocol=link.pump.hearing.protocol)
