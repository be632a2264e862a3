"""A small proxy between a hub and a server, which can be cut and mended."""

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self


class CuttableLine:
    """`with CuttableLine(port) as line: line.address; line.cut(); line.mend()`."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open = set[socket.socket]()
        self._is_cut = False
        self._lock = threading.Lock()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.cut()
        self._listener.close()

    def cut(self) -> None:
        """Every connection breaks, and new ones do, too."""
        with self._lock:
            self._is_cut = True
            ending, self._open = self._open, set()
        for connection in ending:
            close(connection)

    def mend(self) -> None:
        """New connections pass again."""
        self._is_cut = False

    def _listen(self) -> None:
        with suppress(OSError):  # closed
            while True:
                self._serve(self._listener.accept()[0])

    def _serve(self, client: socket.socket) -> None:
        if self._is_cut:
            close(client)
            return
        try:
            server = socket.create_connection(("127.0.0.1", self._port))
        except OSError:
            close(client)
            return
        with self._lock:
            self._open |= {client, server}
        for source, target in ((client, server), (server, client)):
            threading.Thread(target=pump, args=(source, target), daemon=True).start()


def pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(65536):
            target.sendall(piece)
    close(source)
    close(target)


def close(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
