"""Real sites of the frameworks that our npm package is for: copied to be edited, served by their own dev servers."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

import hatch_build
from tests import guards
from tests.sites.ports import free_port

HERE = Path(__file__).parent / "node"
MODULES = HERE / "node_modules"
# Beside node_modules: there the frameworks find their packages, and Vite gives them out.
RUNNING = HERE / ".running"
NODE = hatch_build.node_wheel() / "bin" / "node"  # Nuxt asks for more than a system's node often is
ASTRO, VITE, NUXT = "astro/bin/astro.mjs", "vite/bin/vite.js", "@nuxt/cli/bin/nuxi.mjs"
QUIET = {"ASTRO_TELEMETRY_DISABLED": "1", "NUXT_TELEMETRY_DISABLED": "1", "CI": "1", "NO_COLOR": "1"}
AS_A_BROWSER = {"accept": "text/html"}
STARTING_SECONDS = 90.0
ENDING_SECONDS = 10.0


class NotServed(AssertionError):
    """A dev server did not come up; says what it has said."""


@dataclass(frozen=True)
class Framework:
    """How a site is called for its framework's programs; `source` is the file with the text that tests edit.

    What its folder does not have is as in that of the site named `like`.
    """

    name: str
    source: str
    dev: tuple[str, ...]
    build: tuple[str, ...] = ()
    built: tuple[str, ...] = ()
    preview: tuple[str, ...] = ()
    like: str = ""


def _vite(name: str, source: str, *built: str) -> Framework:
    where = ("--host", "127.0.0.1", "--strictPort", "--port", "{port}")
    return Framework(name, source, (VITE, "dev", *where), (VITE, "build"), built, (VITE, "preview", *where))


def _astro(name: str, *, like: str = "") -> Framework:
    where = ("--host", "127.0.0.1", "--port", "{port}")
    dev, build, preview = (ASTRO, "dev", *where), (ASTRO, "build"), (ASTRO, "preview", *where)
    return Framework(name, "src/pages/index.astro", dev, build, ("dist",), preview, like)


FRAMEWORKS = {
    one.name: one
    for one in (
        _astro("astro"),
        _astro("astro-router", like="astro"),
        _vite("vite-react", "src/Shop.jsx", "dist"),
        _vite("sveltekit", "src/routes/+page.svelte", ".svelte-kit/output"),
        Framework(
            "nuxt",
            "app/pages/index.vue",
            (NUXT, "dev", "--host", "127.0.0.1", "--port", "{port}"),
            (NUXT, "build"),
            (".output",),
        ),
        Framework("express", "pages/index.html", ("server.js",)),
    )
}


@dataclass(eq=False)
class Site:
    """A copy of a site on the disk, and, while it runs, its dev server."""

    framework: Framework
    folder: Path
    port: int
    environment: Mapping[str, str]
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def source(self) -> Path:
        return self.folder / self.framework.source

    @property
    def storage(self) -> Path:
        return self.folder / "inline-review.json"

    @property
    def said(self) -> str:
        """What the dev server has written."""
        return (self.folder / "server.log").read_text(errors="replace")

    def edit(self, old: str, new: str) -> None:
        """Change the source on the disk, as an editor or an agent does."""
        text = self.source.read_text()
        assert old in text
        self.source.write_text(text.replace(old, new))

    def build(self) -> list[Path]:
        """Build for production; the files that came out."""
        done = subprocess.run(
            self._command(self.framework.build), cwd=self.folder, env=self.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return [path for name in self.framework.built for path in (self.folder / name).rglob("*") if path.is_file()]

    def start(self, *, at: str = "/") -> None:
        """Start the dev server and return when it shows its first page, `at` this path."""
        self._run(self.framework.dev, at=at)

    @contextmanager
    def previewed(self) -> Iterator[None]:
        """What was built, as the framework shows it."""
        self._run(self.framework.preview)
        yield
        self.stop()

    def _run(self, words: tuple[str, ...], *, at: str = "/") -> None:
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                self._command(words), cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        until = time.monotonic() + STARTING_SECONDS
        while not self._answers(at):
            if time.monotonic() > until or self.process.poll() is not None:
                raise NotServed(f"{self.framework.name}: {self.said}")
            time.sleep(0.1)

    def _command(self, words: tuple[str, ...]) -> list[str]:
        program, *rest = words
        script = self.folder / program if (self.folder / program).is_file() else MODULES / program
        return [str(NODE), str(script), *(word.format(port=self.port) for word in rest)]

    def _answers(self, path: str) -> bool:
        try:
            with httpx.stream("GET", self.url + path, headers=AS_A_BROWSER, timeout=STARTING_SECONDS) as answer:
                return answer.status_code == 200
        except httpx.TransportError:
            return False

    def stop(self, number: int = signal.SIGTERM) -> None:
        """End the dev server as closing its terminal would: with all that it has started."""
        if self.process is None:
            return
        for one in (number, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, one)
                self.process.wait(ENDING_SECONDS)
            except ProcessLookupError:
                break
            except subprocess.TimeoutExpired:
                continue
        self.process = None


@contextmanager
def copied(name: str, *, home: Path, **environment: str) -> Iterator[Site]:
    """A copy of the site, not running; `home` is the data folder of its hub."""
    RUNNING.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=RUNNING))
    for site_folder in filter(None, (FRAMEWORKS[name].like, name)):
        shutil.copytree(HERE / site_folder, folder, dirs_exist_ok=True)
    port = free_port()
    programs = os.pathsep.join([str(NODE.parent), str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    given = {"HOME": os.environ["HOME"], "PATH": programs, "COUNTERMARK_HOME": str(home), "PORT": str(port)}
    site = Site(FRAMEWORKS[name], folder, port, {**given, **QUIET, "COUNTERMARK_BROWSER": "none", **environment})
    try:
        yield site
    finally:
        site.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def served(name: str, *, home: Path, **environment: str) -> Iterator[Site]:
    """A copy of the site with its dev server, while inside."""
    with copied(name, home=home, **environment) as site:
        site.start()
        yield site


def served_for_many(name: str) -> Iterator[Site]:
    """A served site with a data folder of its own, for all tests that leave its files as they are."""
    for home in guards.own_home(starts_processes=True):
        with served(name, home=home) as site:
            yield site


def versions() -> dict[str, str]:
    """What is installed, by name; docs/reference/pages.md states it."""
    wanted = json.loads((HERE / "package.json").read_text())["dependencies"]
    return {name: version for name, version in wanted.items() if not version.startswith("file:")}
