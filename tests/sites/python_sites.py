"""Real sites of the frameworks for Python: copied to be edited, served as their developers do, reloaders and all."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Self, TypeVar

import httpx

from tests.sites.ports import free_port

HERE = Path(__file__).parent / "python"
SHOP = HERE / "shop.html"  # with {{ title }} where a framework fills it in
PROGRAMS = Path(sys.executable).parent
PAGES = (sys.executable, "-m", "countermark", "pages")
UVICORN = (str(PROGRAMS / "uvicorn"), "--reload", "--port", "{port}")
STARTING_SECONDS = 60.0
ENDING_SECONDS = 10.0
Found = TypeVar("Found")


class NotServed(AssertionError):
    """A dev server did not come up; says what it has said."""


@dataclass(frozen=True)
class Framework:
    """A site's folder and how its developer serves it."""

    name: str
    folder: str
    template: str  # what stands in the page
    serve: tuple[str, ...]
    packages: tuple[str, ...] = ()
    code: str = ""  # the module that says the page's title, for servers that start again when it changes
    reloads: bool = False  # the page loads itself anew when its source changes
    behind: tuple[str, ...] = ()  # the dev server behind our proxy
    says: tuple[str, ...] = ()  # what its own scripts say in the console


def _asgi(name: str) -> Framework:
    folder = name.lower()
    packages = ("fastapi", "starlette") if folder == "fastapi" else ("starlette",)
    return Framework(
        name, folder, "templates/index.html", (*UVICORN, "site_app:app"), (*packages, "uvicorn"), code="site_app.py"
    )


FLASK = (sys.executable, "site_app.py", "{port}")
RUNSERVER = (sys.executable, "manage.py", "runserver", "127.0.0.1:{port}")
FRAMEWORKS = {
    one.name: one
    for one in (
        _asgi("FastAPI"),
        _asgi("Starlette"),
        Framework("Flask", "flask", "templates/index.html", FLASK, ("flask", "werkzeug"), code="site_app.py"),
        Framework("Django", "django", "templates/index.html", RUNSERVER, ("django",), code="shop/urls.py"),
        Framework(
            "Django, ASGI",
            "django",
            "templates/index.html",
            (*UVICORN, "--reload-include", "*.html", "shop.asgi:application"),
            ("django", "uvicorn"),
            code="shop/urls.py",
        ),
        Framework(
            "MkDocs",
            "mkdocs",
            "docs/index.md",
            (str(PROGRAMS / "mkdocs"), "serve", "--livereload", "--dev-addr", "127.0.0.1:{port}"),
            ("mkdocs",),
            reloads=True,
            says=("Enabled live reload", "/search/"),
        ),
        Framework(
            "Sphinx",
            "sphinx",
            "docs/index.rst",
            (str(PROGRAMS / "sphinx-autobuild"), "--port", "{port}", "docs", "out"),
            ("sphinx", "sphinx-autobuild"),
            reloads=True,
            says=("/favicon.ico",),  # its theme has none
        ),
        Framework("A folder", "folder", "index.html", (*PAGES, ".", "--port", "{port}")),
        Framework(
            "Any dev server",
            "server",
            "index.html",
            (*PAGES, "http://127.0.0.1:{behind}", "--port", "{port}"),
            behind=(sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "{behind}"),
        ),
    )
}
# Servers that answer one request at a time.
ONE_AT_A_TIME = (
    replace(FRAMEWORKS["Flask"], serve=(*FLASK, "--one-at-a-time")),
    replace(FRAMEWORKS["Django"], serve=(*RUNSERVER, "--nothreading")),
)


@dataclass
class Site:
    """A copy of a site on the disk and its dev server; `home` is the data folder of the hub."""

    framework: Framework
    folder: Path
    home: Path
    url: str

    @property
    def storage(self) -> Path:
        return self.folder / "inline-review.json"

    @property
    def said(self) -> str:
        """What the dev server has written."""
        return (self.folder / "server.log").read_text(errors="replace")

    def edit(self, changes: dict[str, str], *, file: str | None = None) -> Self:
        """Change the source on the disk, as an editor or an agent does."""
        source = self.folder / (file or self.framework.template)
        text = source.read_text()
        for old, new in changes.items():
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        source.write_text(text)
        return self

    def gives(self, words: str) -> None:
        """Returns when the dev server has noticed an edit."""
        _until_there(lambda: words in (_page(self.url) or "") or None, self)


def versions(framework: Framework) -> dict[str, str]:
    """What is installed of it."""
    return {name: version(name) for name in framework.packages}


@contextmanager
def served(framework: Framework, folder: Path, home: Path) -> Iterator[Site]:
    """A copy of the site with its dev server, while inside; the server starts the hub if none runs."""
    _furnish(framework, folder)
    ports = {"port": free_port(), "behind": free_port()}
    site = Site(framework, folder, home, f"http://127.0.0.1:{ports['port']}")
    with ExitStack() as servers:
        for command in (framework.behind, framework.serve):
            if command:
                servers.enter_context(_running([word.format(**ports) for word in command], site))
        if framework.name == "Sphinx":
            site.url = _until_there(lambda: _proxy(site.said), site)
        _until_there(lambda: _page(site.url), site)
        yield site


def _furnish(framework: Framework, folder: Path) -> None:
    """The site's own files and, where pages are HTML, the one page that all of them serve."""
    own = HERE / framework.folder
    if own.is_dir():
        shutil.copytree(own, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    page = folder / framework.template
    if page.suffix == ".html":
        page.parent.mkdir(parents=True, exist_ok=True)
        shop = SHOP.read_text()
        page.write_text(shop if framework.code else shop.replace("{{ title }}", "The chandlery"))


@contextmanager
def _running(command: list[str], site: Site) -> Iterator[None]:
    """A server and all that it starts, ended as closing its terminal would."""
    told = {"COUNTERMARK_HOME": str(site.home), "PYTHONWARNINGS": "ignore", "PYTHONUNBUFFERED": "1"}
    with (site.folder / "server.log").open("ab") as log:
        process = subprocess.Popen(
            command, cwd=site.folder, env={**os.environ, **told}, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            start_new_session=True,
        )  # fmt: skip
    try:
        yield
    finally:
        for number in (signal.SIGINT, signal.SIGKILL):
            try:
                os.killpg(process.pid, number)
                process.wait(ENDING_SECONDS)
            except ProcessLookupError:
                break
            except subprocess.TimeoutExpired:
                continue


def _until_there(look: Callable[[], Found | None], site: Site) -> Found:
    until = time.monotonic() + STARTING_SECONDS
    while (found := look()) is None:
        if time.monotonic() > until:
            raise NotServed(f"{site.framework.name}: {site.said}")
        time.sleep(0.1)
    return found


def _proxy(said: str) -> str | None:
    """Where Sphinx's page proxy is, as it says itself."""
    found = re.search(r"at (http://localhost:\d+)/", said)
    return found and found[1]


def _page(url: str) -> str | None:
    try:
        answer = httpx.get(url, timeout=5, trust_env=False)
    except httpx.TransportError:
        return None
    return answer.text if answer.status_code == httpx.codes.OK else None
