"""Hands what somebody has shared to the hub, and says what became of it."""

import errno
import os
import re
import stat
import sys
from pathlib import Path

from countermark.cli.failure import Failure
from countermark.cli.hub_commands import ask_hub, count
from countermark.doorbell import hub_address
from countermark.doorbell.errors import HubRefused
from countermark.doorbell.terminal import visible_text

WORKING = 60.0  # seconds: thousands of marks on a long text take some
MAX_BYTES = 8 * 1024 * 1024
MOST_SHOWN = 200  # characters of a name that is none
LINK = re.compile(r"\s*<?cm\d{1,4}\.[\w-]{20}")  # what stands behind the `#`, alone


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
        return text_in(sys.stdin.buffer.read(MAX_BYTES + 1), named="What came on stdin"), None
    if ("#" in what or LINK.match(what)) and not is_file(what):
        return what, None
    file, named = str(Path(what).absolute()), visible_text(what if len(what) <= MOST_SHOWN else f"{what[:MOST_SHOWN]}…")
    try:
        raw = beginning_of(file)
    except (OSError, ValueError) as error:
        why = f"{named} is no link, and as a file it cannot be read: {getattr(error, 'strerror', None) or error}"
        raise Failure(why, "Name a file that you can read, or paste the whole link in quotes.") from None
    return text_in(raw, named=named), file


def is_file(what: str) -> bool:
    """Whether there is a file of this name; a link is longer than any."""
    try:
        return Path(what).is_file()
    except (OSError, ValueError):
        return False


def beginning_of(file: str) -> bytes:
    """As much of an ordinary file as tells whether it is too large. Raises OSError: a pipe would keep us waiting."""
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as opened:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not an ordinary file", file)
        return opened.read(MAX_BYTES + 1)


def text_in(raw: bytes, *, named: str) -> str:
    """Bytes as the text that they are, without the mark that some editors put in front. Raises `Failure`."""
    if len(raw) > MAX_BYTES:
        raise Failure(f"{named} is larger than 8 MB", "Share less of it.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Failure(f"{named} is no text in UTF-8", "Open a Markdown file.") from None


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
