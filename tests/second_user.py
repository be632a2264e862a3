"""A second user of this machine: what is connected or listens under it is its own, as the kernel keeps it."""

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

NOBODY = 65534
needs_a_second_user = pytest.mark.skipif(os.getuid() != 0, reason="ONLY THE SUPERUSER CAN BE A SECOND USER")


@contextmanager
def as_another_user() -> Iterator[None]:
    """Sockets that are made meanwhile are that user's for as long as they live."""
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@dataclass
class OtherUsersSite:
    """A web site of the second user, which writes down all that it hears."""

    port: int
    heard: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)  # method, target, headers

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def other_users_site(page: bytes, *, port: int = 0) -> Iterator[OtherUsersSite]:
    """A site that answers everything with this page, while inside."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            self.rfile.read(length)
            site.heard.append((self.command, self.path, {name.lower(): value for name, value in self.headers.items()}))
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, format: str, *args: object) -> None:
            """Nobody reads this site's log."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Page, bind_and_activate=False)
    server.socket.close()
    with as_another_user():
        server.socket = socket.create_server(("127.0.0.1", port), reuse_port=False)
        server.server_address = server.socket.getsockname()
    site = OtherUsersSite(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
