"""Services on loopback that keep what they get: one speaks HTTP, one SMTP, one never says a word."""

import json
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "s3cretk3y"  # stands in every address, and nowhere else


@dataclass
class Sink:
    """What has come, and what is answered next: the statuses of `script`, then `status`."""

    port: int = 0
    status: int = HTTPStatus.OK
    script: list[int] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    mails: list[EmailMessage] = field(default_factory=list)
    called: threading.Event = field(default_factory=threading.Event)

    @property
    def json_url(self) -> str:
        return f"json://me:{KEY}@127.0.0.1:{self.port}/{KEY}"

    @property
    def ntfy_url(self) -> str:
        return f"ntfy://{KEY}@127.0.0.1:{self.port}/topic-{KEY}"

    @property
    def mail_url(self) -> str:
        return (
            f"mailto://me:{KEY}@sink.example?smtp=127.0.0.1&port={self.port}&from=desk@sink.example&to=you@sink.example"
        )

    @property
    def told(self) -> list[str]:
        """The texts of what came over HTTP."""
        return [body["message"] for body in self.bodies]


@contextmanager
def serving(server: socketserver.BaseServer, sink: Sink) -> Iterator[Sink]:
    sink.port = int(server.server_address[1])  # type: ignore[index]  # of TCP
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield sink
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def http_sink() -> Iterator[Sink]:
    """A service that takes JSON, as json:// and ntfy:// send it."""
    sink = Sink()

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = sink.script.pop(0) if sink.script else sink.status
            if status < HTTPStatus.BAD_REQUEST:
                sink.bodies.append(json.loads(body))
            self.send_response(status, f"refused {KEY}")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Taking), sink):
        yield sink


class Mailbox(socketserver.StreamRequestHandler):
    """As much of SMTP as one mail needs."""

    timeout = 20

    def handle(self) -> None:
        sink: Sink = self.server.sink  # type: ignore[attr-defined]  # set by `smtp_sink`
        self.say("220 sink.example")
        for line in iter(self.rfile.readline, b""):
            word = line.split()[0].upper() if line.strip() else b""
            if word == b"EHLO":
                self.say("250-sink.example\r\n250 AUTH PLAIN LOGIN")
            elif word == b"AUTH":
                self.say("235 welcome")
            elif word == b"DATA":
                self.say("354 go on")
                mail = b"".join(iter(self.rfile.readline, b".\r\n"))
                sink.mails.append(message_from_bytes(mail, policy=policy.default))
                self.say("250 taken")
            elif word == b"QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 well")

    def say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


@contextmanager
def smtp_sink() -> Iterator[Sink]:
    """A mail server."""
    sink = Sink()
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mailbox)
    server.sink = sink  # type: ignore[attr-defined]
    with serving(server, sink):
        yield sink


class Silence(socketserver.BaseRequestHandler):
    """Takes the line and says nothing until the other end hangs up."""

    def handle(self) -> None:
        sink: Sink = self.server.sink  # type: ignore[attr-defined]  # set by `silent_sink`
        sink.called.set()
        while self.request.recv(4096):
            pass


@contextmanager
def silent_sink() -> Iterator[Sink]:
    """A service that hangs."""
    sink = Sink()
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Silence)
    server.sink = sink  # type: ignore[attr-defined]
    with serving(server, sink):
        yield sink
