"""Small real sites in each framework, with page review as their documentation says it: one line each."""

import json
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

HERE = Path(sys.executable).parent
PAGE = "<!doctype html><html><head><title>A site</title></head><body><p>Hello</p></body></html>"
PART = "<p>only a part</p>"
STREAM = ("<!doctype html><html><body><p>one</p>", "<p>two</p></bo", "dy></html>")

FASTAPI = f"""
import os
from fastapi import FastAPI
from fastapi.responses import HTMLResponse, StreamingResponse
from starlette.middleware.gzip import GZipMiddleware
from countermark.page_side.asgi import CountermarkPages

app = FastAPI(debug=os.environ["SITE_DEBUG"] == "1")
app.add_middleware(GZipMiddleware, minimum_size=1)

@app.get("/", response_class=HTMLResponse)
def page(): return {PAGE!r}

@app.get("/part", response_class=HTMLResponse)
def part(): return {PART!r}

@app.get("/stream")
def stream(): return StreamingResponse(iter({STREAM!r}), media_type="text/html")

app.add_middleware(CountermarkPages, debug=app.debug)
"""
STARLETTE = f"""
import os
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, StreamingResponse
from starlette.routing import Route
from countermark.page_side.asgi import CountermarkPages

app = Starlette(debug=os.environ["SITE_DEBUG"] == "1", routes=[
    Route("/", lambda request: HTMLResponse({PAGE!r})),
    Route("/part", lambda request: HTMLResponse({PART!r})),
    Route("/stream", lambda request: StreamingResponse(iter({STREAM!r}), media_type="text/html")),
])
app = CountermarkPages(app)
"""
FLASK = f"""
from flask import Flask
from countermark.page_side.flask import CountermarkPages

app = Flask(__name__)
CountermarkPages(app)

@app.get("/")
def page(): return {PAGE!r}

@app.get("/part")
def part(): return {PART!r}

@app.get("/stream")
def stream(): return iter({STREAM!r}), {{"Content-Type": "text/html"}}
"""
DJANGO = f"""
import os
from pathlib import Path
from django.conf import settings

settings.configure(
    DEBUG=os.environ["SITE_DEBUG"] == "1",
    SECRET_KEY="a test",
    ROOT_URLCONF=__name__,
    ALLOWED_HOSTS=["localhost"],
    BASE_DIR=Path(__file__).parent,
    MIDDLEWARE=[
        "countermark.page_side.django.CountermarkPages",
        "django.middleware.gzip.GZipMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
    ],
)

from django.core.asgi import get_asgi_application
from django.core.management import execute_from_command_line
from django.http import HttpResponse, StreamingHttpResponse
from django.urls import path

async def pieces():
    for piece in {STREAM!r}: yield piece

def stream(request):
    return StreamingHttpResponse(pieces() if "scope" in vars(request) else iter({STREAM!r}))

urlpatterns = [
    path("", lambda request: HttpResponse({PAGE!r})),
    path("part", lambda request: HttpResponse({PART!r})),
    path("stream", stream),
]
if __name__ == "__main__":
    execute_from_command_line()
else:
    app = get_asgi_application()
"""
MKDOCS = """
site_name: A site
plugins: [countermark]
"""


class Site(NamedTuple):
    """A site in one framework."""

    name: str
    files: dict[str, str]
    command: Callable[[str, bool], list[str]]  # port, debug
    has_routes: bool = True  # a part of a page and a stream beside the page


def uvicorn(port: str, _debug: bool) -> list[str]:
    return [str(HERE / "uvicorn"), "site_app:app", "--port", port, "--log-level", "error"]


def flask(port: str, debug: bool) -> list[str]:
    flag = ["--debug"] if debug else []
    return [str(HERE / "flask"), "--app", "site_app", *flag, "run", "--no-reload", "--port", port]


def runserver(port: str, _debug: bool) -> list[str]:
    return [sys.executable, "site_app.py", "runserver", "--noreload", f"127.0.0.1:{port}"]


def mkdocs(port: str, _debug: bool) -> list[str]:
    return [str(HERE / "mkdocs"), "serve", "--dev-addr", f"127.0.0.1:{port}"]


def folder(port: str, _debug: bool) -> list[str]:
    return [sys.executable, "-m", "countermark", "pages", ".", "--port", port]


def sphinx(port: str, _debug: bool) -> list[str]:
    return [str(HERE / "sphinx-autobuild"), "--port", port, "docs", "out"]


SITES = (
    Site("FastAPI", {"site_app.py": FASTAPI}, uvicorn),
    Site("Starlette", {"site_app.py": STARLETTE}, uvicorn),
    Site("Flask", {"site_app.py": FLASK}, flask),
    Site("Django", {"site_app.py": DJANGO}, runserver),
    Site("Django under ASGI", {"site_app.py": DJANGO}, uvicorn),
    Site("A folder", {"index.html": PAGE}, folder, has_routes=False),
    Site("MkDocs", {"mkdocs.yml": MKDOCS, "docs/index.md": "# Hello\n"}, mkdocs, has_routes=False),
)


def write(site: Site, folder: Path) -> None:
    for name, text in site.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@contextmanager
def running(command: list[str], folder: Path, *, port: int, debug: bool = True) -> Iterator[None]:
    """A server as its own process, until it listens and no longer than the test."""
    environment = {**os.environ, "SITE_DEBUG": str(int(debug)), "PYTHONPATH": str(folder), "PYTHONWARNINGS": "ignore"}
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        wait_until(lambda: listens(port), (folder / "server.log").read_text)
        yield
    finally:
        process.terminate()
        process.wait(10)


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def wait_until(look: Callable[[], object], otherwise: Callable[[], str]) -> None:
    """Looks until it is so, for up to 30 seconds."""
    pause = threading.Event()
    for _ in range(600):
        if look():
            return
        pause.wait(0.05)
    raise AssertionError(f"it never came: {otherwise()}")


def events(answer: bytes) -> list[dict[str, object]]:
    """The data of the events in a stream so far."""
    return [json.loads(data) for data in re.findall(rb"^data: (\{.*\})\r?$", answer, re.MULTILINE)]
