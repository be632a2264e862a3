"""Hands what somebody has shared to the hub, and says what became of it."""

import sys
from pathlib import Path

from countermark.cli.failure import Failure
from countermark.cli.hub_commands import ask_hub, count
from countermark.doorbell import hub_address
from countermark.doorbell.errors import HubRefused
from countermark.doorbell.terminal import visible_text

WORKING = 60.0  # seconds: thousands of marks on a long text take some
MAX_BYTES = 8 * 1024 * 1024


def open_shared(what: str) -> None:
    """Hand a link, or a file with its block of marks, to the desk, and say what became of it."""
    text, path = given(what)
    told = ask_to("open", {"text": text, "path": path})
    where = "a review of its own" if told["opened"] else "the review that was here"
    changed = f", {told['changed']} changed" if told["changed"] else ""
    print(f"It is in {where}, {told['review']}: {count(told['added'], 'new mark')}{changed}.")
    say_left_out(told)


def given(what: str) -> tuple[str, str | None]:
    """The text of a link, or of a file with its path. Raises `Failure`."""
    if what == "-":
        return sys.stdin.read(MAX_BYTES), None
    if "#" in what and not Path(what[:200]).is_file():
        return what, None
    file = Path(what).absolute()
    try:
        raw = file.read_bytes()
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Failure(f"{visible_text(what)} is no text in UTF-8", "Open a Markdown file.") from None
    except OSError as error:
        why = f"{visible_text(what)} is no link, and as a file it cannot be read: {error.strerror}"
        raise Failure(why, "Name a file that you can read, or paste the whole link in quotes.") from None
    if len(raw) > MAX_BYTES:
        raise Failure(f"{visible_text(what)} is larger than 8 MB", "Share less of it.")
    return text, str(file)


def ask_to(action: str, body: object) -> dict[str, object]:
    """What the hub answers. Raises `Failure` with its reason."""
    home = hub_address.home()
    hub_address.ensure_hub(home, side="person")
    try:
        return ask_hub(home, "POST", f"/api/shares/{action}", body=body, within=WORKING)
    except HubRefused as refused:
        raise Failure(visible_text(str(refused)), refused.hint or "Look at it at the desk.") from None


def say_left_out(told: dict[str, object]) -> None:
    """What could not come along."""
    found = told["left_out"]
    assert isinstance(found, list)
    for each in found:
        print(visible_text(str(each)), file=sys.stderr)
