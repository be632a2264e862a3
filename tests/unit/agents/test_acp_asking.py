"""Whether an agent asks, in words, for every agent that comes along and each of its modes that is known."""

import pytest

from countermark.agents.acp.asking import asking_of, change_words
from countermark.agents.launch_brands import LaunchBrand
from countermark.agents.launch_catalog import built_in
from countermark.model.sessions.offers import Asking, Asks, FlagOption, OptionChoice, SelectOption

COPILOT = "https://agentclientprotocol.com/protocol/session-modes#"
KNOWN = [
    ("claude-code", "default", Asks.YES, "This agent asks before commands and changes of files. Measured with version"),
    (
        "claude-code",
        "acceptEdits",
        Asks.SOME,
        "This agent asks before commands. It does not ask before changes of files.",
    ),
    ("claude-code", "auto", Asks.NO, "This agent does not ask."),
    ("claude-code", "made-up", Asks.UNKNOWN, "Nobody has seen yet whether this agent asks."),
    ("claude-code", "plan", Asks.SOME, "This agent does not ask before commands. It asks before changes of files."),
    ("gemini", "plan", Asks.YES, "This agent only plans: it changes no file but its plan, and runs no command that"),
    ("qwen", "plan", Asks.YES, "This agent only plans"),
    ("kimi", "plan", Asks.YES, "This agent only plans"),
    ("codex", "agent", Asks.NO, "This agent does not ask: it works inside a sandbox of its own."),
    ("codex", "read-only", Asks.SOME, "This agent does not ask before commands: it goes ahead inside a sandbox"),
    ("codex", "agent-full-access", Asks.NO, "This agent does not ask."),
    ("copilot", f"{COPILOT}agent", Asks.YES, "This agent asks before commands and changes of files."),
    ("copilot", f"{COPILOT}autopilot", Asks.NO, "This agent does not ask."),
    ("gemini", "default", Asks.YES, "This agent asks before commands and changes of files."),
    ("gemini", "yolo", Asks.SOME, "It does not ask before changes of files, but has the desk do it, which asks."),
    ("kimi", "default", Asks.YES, "It does not ask before changes of files, but has the desk do it, which asks."),
    ("opencode", "build", Asks.NO, "This agent does not ask."),
    ("qwen", "default", Asks.YES, "This agent asks before commands and changes of files."),
    ("qwen", "auto", Asks.YES, "has the desk do it, which asks."),
]


def mode_option(current: str) -> SelectOption:
    return SelectOption("mode", "Mode", current, (OptionChoice(current, current),), category="mode")


@pytest.mark.parametrize(("name", "mode", "asks", "words"), KNOWN)
def test_what_is_known_of_a_mode_is_said(name: str, mode: str, asks: Asks, words: str) -> None:
    found = asking_of(built_in()[name], mode, [])
    assert found.asks is asks
    assert words in found.words
    assert asking_of(built_in()[name], None, [mode_option(mode)]) == found  # some have it as an option


def test_an_option_that_allows_everything_counts_before_the_mode() -> None:
    brand, mode = built_in()["copilot"], f"{COPILOT}agent"
    for stops in (FlagOption("allow_all", "Allow all", current=True), SelectOption("allow_all", "All", "on", ())):
        found = asking_of(brand, mode, [stops])
        assert (found.asks, found.words.partition(":")[0]) == (Asks.NO, "This agent does not ask")
    assert asking_of(brand, mode, [FlagOption("allow_all", "Allow all", current=False)]).asks is Asks.YES


def test_an_agent_that_nobody_has_looked_at_is_said_to_be_unknown() -> None:
    found = asking_of(LaunchBrand("mine", "Mine", "true"), "build", [])
    assert (found.asks, found.words.partition(".")[0]) == (Asks.UNKNOWN, "Nobody has seen yet whether this agent asks")


def test_no_agent_is_put_into_a_mode_in_which_work_stops_or_nobody_is_asked() -> None:
    for brand in built_in().values():
        assert brand.asking_mode != "read-only"
        if brand.asking_mode is not None:
            assert asking_of(brand, brand.asking_mode, []).asks is Asks.YES, brand.name


@pytest.mark.parametrize(
    ("before", "now", "is_said"),
    [*((Asks.YES, Asks.NO, True), (Asks.YES, Asks.SOME, True), (Asks.SOME, Asks.NO, True), (None, Asks.NO, False)),
     *((Asks.NO, Asks.YES, False), (Asks.NO, Asks.NO, False), (Asks.SOME, Asks.YES, False)),
     (Asks.YES, Asks.UNKNOWN, False)],
)  # fmt: skip
def test_a_change_is_said_where_the_agent_asks_less_after_it(before: Asks | None, now: Asks, is_said: bool) -> None:
    was = None if before is None else Asking(before, "Before.")
    assert change_words(was, Asking(now, "Now.")) == ("Now." if is_said else None)
