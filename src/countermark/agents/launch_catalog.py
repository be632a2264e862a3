"""All agents that a session can be started with: those that come along, and a person's own in the data folder."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from countermark.agents.launch_brands import LaunchBrand
from countermark.agents.launch_files import HINT, read_file
from countermark.model.errors import BadInput, Conflict, CountermarkError, NotFound
from countermark.model.sessions.given_secrets import worth_hiding
from countermark.workspace.files import put_private

BRANDS = Path(__file__).parent / "brands"
OWN = "agents"  # the folder in the data folder; one file for each agent
NAME = re.compile(r"[a-z][a-z0-9-]{0,63}")
MOST_OWN = 200
# What a session is opened with that names its whole command itself; nothing is known of how it asks.
ANY_COMMAND = LaunchBrand("command", "Own command", command="")


@dataclass(frozen=True)
class BrokenFile:
    """A person's file that cannot be used; the other agents are there all the same."""

    name: str
    why: str


@dataclass(frozen=True)
class LaunchBrands:
    """All that there are, by name."""

    brands: Mapping[str, LaunchBrand]
    broken: Sequence[BrokenFile]


def launch_brands(home: Path) -> LaunchBrands:
    """All agents of a data folder."""
    found, broken = dict(built_in()), []
    for file in sorted((home / OWN).glob("*.toml"))[:MOST_OWN]:
        try:
            check_own_name(file.stem)
            brand = read_file(file, is_own=True)
        except CountermarkError as error:
            broken.append(BrokenFile(file.stem, str(error)))
            continue
        if brand is not None:
            found[brand.name] = brand
    return LaunchBrands(found, broken)


def launch_brand(home: Path, name: str) -> LaunchBrand:
    """One of them. Raises `NotFound`, or `BadInput` for a person's file that cannot be used."""
    known = ANY_COMMAND if name == ANY_COMMAND.name else built_in().get(name)
    if known is not None:
        return known
    file = own_file(home, name)
    brand = read_file(file, is_own=True) if is_own_name(name) and file.is_file() else None
    if brand is None:
        known_names = ", ".join(sorted(launch_brands(home).brands))
        raise NotFound(f"There is no agent of the name {name[:64]!r} to start.", hint=f"Known agents: {known_names}.")
    return brand


def given_by(home: Path, name: str) -> frozenset[str]:
    """The secrets in the file of an agent; none of one that is not there any more, or cannot be read."""
    try:
        brand = launch_brand(home, name)
    except CountermarkError:
        return frozenset()
    return frozenset(worth_hiding(brand.env.values()))


@cache
def built_in() -> Mapping[str, LaunchBrand]:
    """Those that come along."""
    brands = (read_file(file, is_own=False) for file in sorted(BRANDS.glob("*.toml")))
    return {brand.name: brand for brand in brands if brand is not None}


def is_own_name(name: str) -> bool:
    """Whether a person's agent can be called so: the desk knows nobody else under that name."""
    return NAME.fullmatch(name) is not None and not (BRANDS / f"{name}.toml").exists()


def check_own_name(name: str) -> None:
    """Raise `BadInput` for a name that a person's agent cannot have."""
    if NAME.fullmatch(name) is None:
        raise BadInput(
            f"{name[:64]!r} is no name for an agent.", hint="Take up to 64 small letters, digits and dashes."
        )
    if not is_own_name(name):
        raise BadInput(
            f"{name!r} is an agent that comes with Countermark; a file of yours does not change it.",
            hint=f"Take another name, such as my-{name}.",
        )


def own_file(home: Path, name: str) -> Path:
    """Where a person's agent is described."""
    return home / OWN / f"{name}.toml"


def add_own(
    home: Path,
    name: str,
    command_line: Sequence[str],
    *,
    title: str | None = None,
    env: Mapping[str, str],
    asking_mode: str | None,
) -> LaunchBrand:
    """Write the file of a person's agent. Raises `BadInput`, or `Conflict` where there is one of that name."""
    check_own_name(name)
    file = own_file(home, name)
    if file.exists():
        raise Conflict(f"There is an agent of the name {name!r}.", hint=f"Change {file}, or remove it first.")
    titled = [] if title is None else [f"name = {toml_text(title)}", ""]
    lines = [*titled, "[acp]", f"command = {toml_text(command_line[0])}", f"args = {toml_list(command_line[1:])}"]
    if asking_mode is not None:
        lines.append(f"asking_mode = {toml_text(asking_mode)}")
    if env:
        lines += ["", "[acp.env]", *(f"{toml_text(key)} = {toml_text(value)}" for key, value in env.items())]
    try:
        put_private(file, ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape"))
        brand = read_file(file, is_own=True)
    except (OSError, CountermarkError) as error:
        file.unlink(missing_ok=True)
        if isinstance(error, CountermarkError):
            raise
        raise BadInput(f"{file} cannot be written: {error.strerror}.", hint=HINT) from error
    assert brand is not None
    return brand


def remove_own(home: Path, name: str) -> None:
    """Remove the file of a person's agent, also one that cannot be used. Raises `NotFound`, or `BadInput`."""
    if (BRANDS / f"{name}.toml").exists() and not own_file(home, name).exists():
        raise BadInput(f"{name!r} comes with Countermark and cannot be removed.", hint="Remove agents of your own.")
    if NAME.fullmatch(name) is None or not own_file(home, name).exists():
        raise NotFound(
            f"There is no agent of yours with the name {name[:64]!r}.", hint=f"Your agents are files in {home / OWN}."
        )
    own_file(home, name).unlink(missing_ok=True)


def content_of_own(home: Path, name: str) -> bytes | None:
    """The file of a person's agent as it is; None for none."""
    try:
        return own_file(home, name).read_bytes() if NAME.fullmatch(name) is not None else None
    except OSError:  # none, or one that nobody can read
        return None


def put_back_own(home: Path, name: str, content: bytes | None) -> None:
    """Write a file that was removed once more. Raises OSError."""
    if content is not None:
        put_private(own_file(home, name), content)


def toml_text(text: str) -> str:
    """A text in TOML, whose basic strings are those of JSON but for the character DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_list(texts: Sequence[str]) -> str:
    """A list of texts in TOML."""
    return f"[{', '.join(map(toml_text, texts))}]"
