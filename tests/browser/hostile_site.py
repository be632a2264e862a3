"""A web site of somebody else on the same machine, which tries to read the desk and to press its buttons."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PAGE = b"<!doctype html><title>A nice page</title><h1>A nice page</h1><div id=room></div>"


def attempts(name: str) -> str:
    """A function of this name's file, as an expression, with what all of them try by."""
    trying, function = ((Path(__file__).parent / file).read_text(encoding="utf-8") for file in ("trying.js", name))
    return f"(...facts) => {{ {trying} return ({function.partition(chr(10))[2].strip()})(...facts); }}"


ATTEMPTS = attempts("attempts.js")

# With the hand of the person: the browser opens no window for a page that was not touched.
OPEN_WINDOW = "desk => { document.body.onclick = () => { window.opened = window.open(desk + '/'); }; }"
REACH_WINDOW = """() => { try { return 'read ' + window.opened.document.body.textContent.slice(0, 80); }
  catch (error) { return window.opened.closed ? 'cut off' : 'refused: ' + error.name; } }"""


class NicePage(BaseHTTPRequestHandler):
    """The same page for every address, and for everybody: also a desk that forgot to protect itself."""

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", self.headers.get("Origin", "*"))
        self.send_header("Access-Control-Allow-Credentials", "true")
        self.send_header("Access-Control-Allow-Headers", "Content-Type")
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def do_POST(self) -> None:
        self.do_GET()

    def do_OPTIONS(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads this site's log."""


@contextmanager
def site() -> Iterator[int]:
    """The site's port, while inside."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), NicePage)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
