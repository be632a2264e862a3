"""The head of a request as it arrives, without its cookies: any program on this host can make a browser send many."""

from countermark.http_api.guards.refusals import HeadTooLarge, WireRefusal
from countermark.http_api.guards.request_head import END, NOT_TEXT, fault_in

LINE_END = b"\r\n"
COOKIE = b"cookie:"
# Chromium and Firefox keep up to 180 cookies of 4 KB for a host, of whatever port set them: 720 KB.
MOST_COOKIES = 1024 * 1024


class ArrivingHead:
    """Bytes of one connection from the start of a head on; the values of its Cookie lines are dropped at once.

    So the limit for heads holds for all that is left, and nothing behind this class ever sees a cookie.
    """

    def __init__(self) -> None:
        self._received = bytearray()
        self._line = 0  # where the line begins that is not looked at yet
        self._dropped = 0

    def __bool__(self) -> bool:
        return bool(self._received)

    def feed(self, data: bytes) -> WireRefusal | None:
        """Take in what arrived; the refusal if the head is faulty, so far or as a whole."""
        self._received += data
        self._drop_cookies()
        if self._dropped > MOST_COOKIES:
            return HeadTooLarge()
        return fault_in(bytes(self._received))

    def take_whole(self) -> bytes | None:
        """The head with all that came after it, once it is complete; then the next head may arrive."""
        if END not in self._received:
            return None
        taken, self._received = bytes(self._received), bytearray()
        self._line = self._dropped = 0
        return taken

    def _drop_cookies(self) -> None:
        """Go on line by line, up to the one that is not complete or ends the head."""
        while True:
            end = self._received.find(LINE_END, self._line)
            if self._received[self._line : self._line + len(COOKIE)].lower() == COOKIE:
                end = self._drop_value(end)
            if end < 0 or end == self._line:
                return
            self._line = end + len(LINE_END)

    def _drop_value(self, end: int) -> int:
        """Drop what has come of a cookie line's value, unless a strict reader will refuse it; the line's new end."""
        start = self._line + len(COOKIE)
        stop = end if end >= 0 else len(self._received.rstrip(b"\r"))
        if NOT_TEXT.search(self._received, start, stop if end < 0 else end + len(LINE_END)):
            return end
        self._dropped += len(self._received[start:stop])
        del self._received[start:stop]
        return end if end < 0 else start
