"""What a door of the hub costs a request, in CPU time of the server, beside uvicorn without our door and guard.

`python -m bench door --beside SRC` runs the door of another checkout's `src` in turn with ours.
"""

import os
import socket
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
ROUNDS, REQUESTS = 5, 2000
PROMISED_US = 400
REQUEST = b"GET /api/status HTTP/1.1\r\nHost: countermark\r\n\r\n"
APP = """
import asyncio, sys, time

async def app(scope, receive, send):
    headers = [(b"content-length", b"2"), (b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"{}"})

async def tell_cpu():
    print("up", flush=True)
    while await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline):
        print(time.process_time(), flush=True)
"""
DOOR = """
from countermark.http_api.guards.doors import PersonGuard
from countermark.http_api.listeners import Door, bind, run, serve
from countermark.http_api.sockets import Port

async def main():
    sockets = bind(port=Port(0), agent_socket=sys.argv[1] + "/agent.sock", person_socket=sys.argv[1] + "/door.sock")
    async with serve(sockets, [Door(PersonGuard(app), "person")], closing=asyncio.Event()):
        await tell_cpu()

run(main())
"""
BARE = """
from uvicorn.config import Config
from uvicorn.server import ServerState
from countermark.http_api.listeners import run

async def main():
    config = Config(app, http="h11", ws="none", lifespan="off", log_config=None, access_log=False)
    config.load()
    made = lambda: config.http_protocol_class(config=config, server_state=ServerState(), app_state={})
    async with await asyncio.get_running_loop().create_unix_server(made, sys.argv[1] + "/door.sock"):
        await tell_cpu()

run(main())
"""


def main() -> int:
    """Prints microseconds of CPU for each request; 1 if the promise is broken."""
    servers = {"uvicorn alone": (BARE, SOURCE), "our door": (DOOR, SOURCE)}
    if "--beside" in sys.argv:
        servers["the other door"] = (DOOR, Path(sys.argv[sys.argv.index("--beside") + 1]))
    took: dict[str, list[float]] = {name: [] for name in servers}
    for _ in range(ROUNDS):
        for name, (code, source) in servers.items():
            took[name].append(cpu_of_a_request(code, source))
    medians = {name: statistics.median(each) for name, each in took.items()}
    for name, microseconds in medians.items():
        print(f"{name}: {microseconds:.0f} µs a request, ratio {microseconds / medians['uvicorn alone']:.2f}")
    return int(medians["our door"] > PROMISED_US)


def cpu_of_a_request(code: str, source: Path) -> float:
    """Microseconds that the server's process works for one request on a kept connection."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", APP + code, folder]
        environment = {**os.environ, "PYTHONPATH": str(source)}
        with subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdin is not None
            assert server.stdout is not None
            assert server.stdout.readline() == "up\n"

            def cpu() -> float:
                print("?", file=server.stdin, flush=True)
                return float(server.stdout.readline()) if server.stdout else 0.0

            with socket.socket(socket.AF_UNIX) as line:
                line.connect(f"{folder}/door.sock")
                ask(line, REQUESTS // 10)
                before = cpu()
                ask(line, REQUESTS)
                after = cpu()
            server.stdin.close()
    return (after - before) / REQUESTS * 1_000_000


def ask(line: socket.socket, times: int) -> None:
    """Requests, one after the other's answer."""
    for _ in range(times):
        line.sendall(REQUEST)
        answer = b""
        while not answer.endswith(b"{}"):
            answer += line.recv(65536)
