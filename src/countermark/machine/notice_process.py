"""The process that sends one notice with apprise: a request on stdin, what became of it on stdout.

What apprise logs may hold keys, so that nothing of it is passed on but what kind of failure it was.
"""

import json
import logging
import re
import signal
import sys

import apprise

from countermark.model.notices import Unsent

LONGEST_SECONDS = 30  # then it ends by itself, even if the hub is gone
STATUS = re.compile(r"\berror=([1-5][0-9]{2})\b")
NO_CONNECTION = re.compile(
    r"connection error|connection refused|could not connect|timed? ?out|name or service", re.IGNORECASE
)


def main() -> None:
    """Send what stdin says, once."""
    signal.alarm(LONGEST_SECONDS)
    request = json.load(sys.stdin)
    why, status = sent(request["url"], title=request["title"], body=request["body"])
    json.dump({"why": why, "status": status}, sys.stdout)


def sent(url: str, *, title: str, body: str) -> tuple[Unsent | None, int | None]:
    """Why it was not sent, if it was not, and the service's code of HTTP, if it gave one."""
    asset = apprise.AppriseAsset(app_id="Countermark", app_desc="Countermark", app_url="", async_mode=False)
    service = apprise.Apprise.instantiate(url, asset=asset, suppress_exceptions=True)
    if service is None:
        return Unsent.BAD_ADDRESS, None
    with apprise.LogCapture(level=logging.DEBUG) as log:  # type: ignore[no-untyped-call]  # apprise's own
        if service.notify(body=body, title=title, body_format=apprise.NotifyFormat.TEXT):
            return None, None
        return why_in(log.getvalue())


def why_in(log: str) -> tuple[Unsent, int | None]:
    """What kind of failure apprise tells of."""
    status = STATUS.search(log)
    if status is not None:
        return Unsent.REFUSED, int(status[1])
    return (Unsent.UNREACHABLE if NO_CONNECTION.search(log) else Unsent.FAILED), None


if __name__ == "__main__":
    main()
