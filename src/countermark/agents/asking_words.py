"""Whether an agent asks before it acts, in sentences for a person."""

from collections.abc import Mapping, Sequence

from countermark.agents.launch_brands import AskingSource, AsksInMode, BeforeActing, LaunchBrand

SHELL: Mapping[BeforeActing, str] = {
    BeforeActing.ASKED: "asks before it runs a command",
    BeforeActing.NEVER: "runs commands without asking",
    BeforeActing.SANDBOXED: "runs commands without asking, inside a sandbox of its own",
    BeforeActing.WRITES_THROUGH_US: "runs commands without asking",  # which no file of an agent says of commands
    BeforeActing.NOT_DONE: "runs no command that changes anything",
    BeforeActing.UNKNOWN: "is not known to ask before it runs a command",
}
EDIT: Mapping[BeforeActing, str] = {
    BeforeActing.ASKED: "asks before it edits a file",
    BeforeActing.NEVER: "edits files without asking",
    BeforeActing.SANDBOXED: "edits files without asking, inside a sandbox of its own",
    BeforeActing.WRITES_THROUGH_US: "does not ask before it edits a file, but the desk writes it, by your rules",
    BeforeActing.NOT_DONE: "edits no file but its plan",
    BeforeActing.UNKNOWN: "is not known to ask before it edits a file",
}


def asking_sentences(brand: LaunchBrand) -> Sequence[str]:
    """All that is known of its asking, what happens in a session first."""
    rows = [row for row in brand.asks if brand.asking_mode is None or row.mode != brand.asking_mode]
    unseen = [] if brand.asks else ["Nobody has seen it at work here: whether it asks is not known."]
    return [
        *put_words(brand),
        *unseen,
        *(f"In {mode_name(row.mode)} it {habits(row)} ({known_how(row, brand)})." for row in rows),
        *(f"With its option {each.option} set to {each.value} it asks no more." for each in brand.unasked_options),
        *notes(brand),
    ]


def put_words(brand: LaunchBrand) -> Sequence[str]:
    """What happens at the beginning of each of its conversations."""
    if brand.asking_mode is None:
        return []
    begins = f"The desk puts it into its {mode_name(brand.asking_mode)}"
    row = next((row for row in brand.asks if row.mode == brand.asking_mode), None)
    return [f"{begins}." if row is None else f"{begins}, where it {habits(row)} ({known_how(row, brand)})."]


def notes(brand: LaunchBrand) -> Sequence[str]:
    """What else is known of it."""
    return [] if brand.note is None else [brand.note]


def habits(row: AsksInMode) -> str:
    """What it does in a mode, for the middle of a sentence."""
    if row.shell is row.edit is BeforeActing.ASKED:
        return "asks before it runs a command or edits a file"
    if row.shell is row.edit is BeforeActing.NEVER:
        return "runs commands and edits files without asking"
    if row.shell is row.edit is BeforeActing.SANDBOXED:
        return "runs commands and edits files without asking, inside a sandbox of its own"
    return f"{SHELL[row.shell]} and {EDIT[row.edit]}"


def known_how(row: AsksInMode, brand: LaunchBrand) -> str:
    """Where this knowledge comes from."""
    if row.source is AskingSource.MEASURED:
        return f"seen with version {brand.version}"
    return "as its file says" if brand.is_own else "as it says itself"


def mode_name(mode: str | None) -> str:
    """A mode as a person knows it; some are called by a whole address, which ends in the name."""
    return "any other mode" if mode is None else f"mode {mode.rpartition('#')[2]}"
