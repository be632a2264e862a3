"""Ports for servers that are started with a number: nobody else is given one of them meanwhile."""

import socket


def free_port() -> int:
    """A port that is free and stays so for a minute, also from a test run beside this one.

    A connection that was closed keeps its port; only who asks for that very number may have it, as all dev servers do.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        number: int = listener.getsockname()[1]
        with socket.create_connection(("127.0.0.1", number)):
            closes_first, _ = listener.accept()
            closes_first.close()
        return number
