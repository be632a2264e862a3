"""Whether an agent asks, as a person reads it."""

from countermark.agents.asking_words import asking_sentences
from countermark.agents.launch_brands import AskingSource, AsksInMode, BeforeActing, LaunchBrand, UnaskedOption
from countermark.agents.launch_catalog import built_in

OWN_WORDS = AskingSource.DESCRIBED
SEEN = "seen with version 0.24.4"
THROUGH_US = "does not ask before it edits a file, but the desk writes it, by your rules"
SANDBOXED = "edits files without asking, inside a sandbox of its own"


def test_the_mode_into_which_the_desk_puts_an_agent_comes_first() -> None:
    assert asking_sentences(built_in()["qwen"]) == [
        f"The desk puts it into its mode default, where it asks before it runs a command or edits a file ({SEEN}).",
        f"In mode auto it asks before it runs a command and {THROUGH_US} ({SEEN}).",
        f"In mode auto-edit it asks before it runs a command and {THROUGH_US} ({SEEN}).",
        f"In mode yolo it runs commands without asking and {THROUGH_US} ({SEEN}).",
        f"In mode plan it runs no command that changes anything and edits no file but its plan ({SEEN}).",
    ]


def test_an_agent_that_never_asks_is_said_to_act_without_asking() -> None:
    first, note = asking_sentences(built_in()["opencode"])
    assert first == "In mode build it runs commands and edits files without asking (seen with version 1.18.33)."
    assert note.startswith("It asks only where its own settings say so")


def test_a_sandbox_is_named() -> None:
    assert "inside a sandbox of its own" in asking_sentences(built_in()["codex"])[0]


def test_an_option_that_ends_asking_is_named_and_an_address_of_a_mode_is_short() -> None:
    sentences = asking_sentences(built_in()["copilot"])
    assert sentences[0].startswith("The desk puts it into its mode agent, where it asks")
    assert sentences[-1] == "With its option allow_all set to on it asks no more."


def test_of_an_agent_that_nobody_has_seen_nothing_is_claimed() -> None:
    unknown = "Nobody has seen it at work here: whether it asks is not known."
    assert asking_sentences(built_in()["auggie"]) == [unknown]
    own = LaunchBrand("a", "A", "a", asking_mode="careful", note="It is mine.", is_own=True)
    assert asking_sentences(own) == ["The desk puts it into its mode careful.", unknown, "It is mine."]


def test_what_a_persons_own_file_says_is_no_measurement() -> None:
    rows = (
        AsksInMode("b", BeforeActing.ASKED, BeforeActing.ASKED, OWN_WORDS),
        AsksInMode(None, BeforeActing.UNKNOWN, BeforeActing.SANDBOXED, OWN_WORDS),
    )
    own = LaunchBrand("a", "A", "a", asks=rows, unasked_options=(UnaskedOption("x", "y"),), is_own=True)
    assert asking_sentences(own) == [
        "In mode b it asks before it runs a command or edits a file (as its file says).",
        f"In any other mode it is not known to ask before it runs a command and {SANDBOXED} (as its file says).",
        "With its option x set to y it asks no more.",
    ]
