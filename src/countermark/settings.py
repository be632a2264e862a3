"""Settings of the hub: defaults, then `settings.toml` in the data folder."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from countermark.doorbell import hub_address
from countermark.model.asked import PLAN_WAIT_SECONDS
from countermark.model.errors import BadInput
from countermark.model.gate_settings import AskAt, GateSettings
from countermark.model.items import ItemKind
from countermark.model.notice_settings import (
    MOST_SERVICES,
    NOTICE_AFTER_SECONDS,
    NotifySettings,
    QuietHours,
    is_service,
    quiet_hours,
)
from countermark.model.sessions.values import MAX_TRAFFIC_BYTES

DEFAULT_PORT = 4747
MAX_WAIT = 7 * 24 * 60 * 60
HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?")
TAG = re.compile(r"(?=.*[^\W\d])[\w/-]{1,100}")
MAX_KEEP_DAYS = 36_500
DEFAULT_TRAFFIC_MB = MAX_TRAFFIC_BYTES // 2**20
MAX_TRAFFIC_MB = 1024 * 1024
KNOWN = {
    "hub": {"port", "open_browser", "hosts", "shared_machine"},
    "journal": {"keep_days"},
    "history": {"keep_days"},
    "wait": None,
    "permissions": {"ask_at", "wait", "waits"},
    "notify": {"urls", "kinds", "after", "quiet", "agents", "name_workspace"},
    "sessions": {"traffic_mb"},
    "export": {"obsidian", "tags"},
}
KNOWN_TABLES = ", ".join(f"[{name}]" for name in KNOWN)


@dataclass(frozen=True)
class ExportSettings:
    """Where reviews are written by themselves once a person has decided them; None: nowhere."""

    obsidian: Path | None = None  # the absolute path of a folder
    tags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Settings:
    """What the hub is started with; `waits` are seconds by agent name."""

    home: Path
    port: int | None = None
    open_browser: bool = True
    hosts: frozenset[str] = frozenset()
    shared_machine: bool = False
    keep_days: int | None = None  # older entries of the journal are dropped; None: never
    keep_item_days: int | None = None  # the texts of what was decided earlier are forgotten; None: never
    traffic_mb: int = DEFAULT_TRAFFIC_MB  # of raw lines that are kept for each session
    gate: GateSettings = field(default_factory=GateSettings)
    notify: NotifySettings = field(default_factory=NotifySettings)
    export: ExportSettings = field(default_factory=ExportSettings)

    def wait_seconds(self, agent: str) -> int:
        """How long this agent's question waits for a person before it expires."""
        return self.gate.plan_seconds(agent)

    def longest_wait(self, agent: str) -> int:
        """How long anything that this agent asks may wait, in seconds: no hook may end before that."""
        tools = (seconds for name, seconds in self.gate.waits.items() if name.partition(":")[0] == agent)
        return max(self.wait_seconds(agent), self.gate.wait_seconds(agent, ""), *tools)


def load_settings(home: Path) -> Settings:
    """The settings of a data folder. Raises `BadInput` that names the file and the setting."""
    file = Path(hub_address.settings_file(str(home)))
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings(home)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{file} cannot be read: {error}.", hint="Correct the file or move it away.") from None
    return parsed(found, home=home, file=file)


def parsed(found: Mapping[str, Any], *, home: Path, file: Path) -> Settings:
    """Settings from the TOML tables in `KNOWN`."""
    check_known(found, file)
    hub, wait = found.get("hub", {}), found.get("wait", {})
    waits = {name: whole_number(value, f"wait.{name}", file, least=1, most=MAX_WAIT) for name, value in wait.items()}
    port = hub.get("port")
    traffic = found.get("sessions", {}).get("traffic_mb", DEFAULT_TRAFFIC_MB)
    return Settings(
        home,
        port=None if port is None else whole_number(port, "hub.port", file, least=0, most=65535),
        open_browser=yes_or_no(hub.get("open_browser", True), "hub.open_browser", file),
        hosts=frozenset(host_names(hub.get("hosts", []), "hub.hosts", file)),
        shared_machine=yes_or_no(hub.get("shared_machine", False), "hub.shared_machine", file),
        keep_days=days_in(found, "journal", file),
        keep_item_days=days_in(found, "history", file),
        traffic_mb=whole_number(traffic, "sessions.traffic_mb", file, least=1, most=MAX_TRAFFIC_MB),
        gate=replace(
            gate_settings(found.get("permissions", {}), file),
            plan_wait=waits.pop("plan", PLAN_WAIT_SECONDS),
            plan_waits=waits,
        ),
        notify=notify_settings(found.get("notify", {}), file),
        export=export_settings(found.get("export", {}), file),
    )


def days_in(found: Mapping[str, Any], table: str, file: Path) -> int | None:
    """For how many days something is kept; None: for ever."""
    days = found.get(table, {}).get("keep_days")
    return None if days is None else whole_number(days, f"{table}.keep_days", file, least=1, most=MAX_KEEP_DAYS)


def gate_settings(found: Mapping[str, Any], file: Path) -> GateSettings:
    """The table `[permissions]`: where they are asked, and for how long; `waits` by `agent` or `agent:tool`."""
    waits = found.get("waits", {})
    if not isinstance(waits, dict):
        raise wrong(file, "permissions.waits", "must be a table of seconds")
    ask_at, wait = found.get("ask_at", AskAt.BOTH.value), found.get("wait")
    if ask_at not in set(AskAt):
        raise wrong(file, "permissions.ask_at", f"must be one of {', '.join(AskAt)}")
    return GateSettings(
        AskAt(ask_at),
        None if wait is None else whole_number(wait, "permissions.wait", file, least=1, most=MAX_WAIT),
        {
            name: whole_number(seconds, f"permissions.waits.{name}", file, least=1, most=MAX_WAIT)
            for name, seconds in waits.items()
        },
    )


def notify_settings(found: Mapping[str, Any], file: Path) -> NotifySettings:
    """The table `[notify]`: what leaves the machine, and where to. No message names an address: it may hold a key."""
    agents = found.get("agents", {})
    if not isinstance(agents, dict):
        raise wrong(file, "notify.agents", "must be a table of seconds, or false for never")
    return NotifySettings(
        urls=services(found.get("urls", []), file),
        kinds=item_kinds(found.get("kinds", [kind.value for kind in ItemKind]), file),
        after=whole_number(found.get("after", NOTICE_AFTER_SECONDS), "notify.after", file, least=0, most=MAX_WAIT),
        quiet=None if "quiet" not in found else hours(found["quiet"], file),
        agents={
            name: None if value is False else whole_number(value, f"notify.agents.{name}", file, least=0, most=MAX_WAIT)
            for name, value in agents.items()
        },
        name_workspace=yes_or_no(found.get("name_workspace", False), "notify.name_workspace", file),
    )


def export_settings(found: Mapping[str, Any], file: Path) -> ExportSettings:
    """The table `[export]`: where decided reviews are written by themselves."""
    folder, tags = found.get("obsidian"), texts(found.get("tags", []), "export.tags", file)
    if not all(TAG.fullmatch(tag) for tag in tags):
        raise wrong(file, "export.tags", "must be words of letters, digits, _, - and /, each with a letter")
    if folder is None:
        return ExportSettings(None, tuple(tags))
    try:
        whole = Path(folder).expanduser() if isinstance(folder, str) and "\0" not in folder else Path()
    except RuntimeError:  # ~nobody: no user of this machine has that name
        whole = Path()
    if not whole.is_absolute():
        raise wrong(file, "export.obsidian", "must be the absolute path of a folder, such as ~/Vault/Reviews")
    return ExportSettings(whole, tuple(tags))


def services(value: object, file: Path) -> tuple[str, ...]:
    """The addresses of services."""
    urls = texts(value, "notify.urls", file)
    if len(urls) > MOST_SERVICES or not all(map(is_service, urls)):
        raise wrong(file, "notify.urls", f"must be addresses such as ntfys://host/topic, {MOST_SERVICES} at most")
    return tuple(urls)


def item_kinds(value: object, file: Path) -> frozenset[ItemKind]:
    """Kinds of items."""
    names = texts(value, "notify.kinds", file)
    if not set(names) <= set(ItemKind):
        raise wrong(file, "notify.kinds", f"must be some of {', '.join(ItemKind)}")
    return frozenset(map(ItemKind, names))


def hours(value: object, file: Path) -> QuietHours:
    """Quiet hours."""
    quiet = quiet_hours(value) if isinstance(value, str) else None
    if quiet is None:
        raise wrong(file, "notify.quiet", 'must be two times of the day, such as "22:00-07:00"')
    return quiet


def check_known(found: Mapping[str, Any], file: Path) -> None:
    """Refuse names that nobody reads: a typing error must not be a silent default."""
    for table, content in found.items():
        if table not in KNOWN or not isinstance(content, dict):
            raise wrong(file, table, f"is not a table that Countermark knows; there are {KNOWN_TABLES}")
        names = KNOWN[table]
        for name in content:
            if names is not None and name not in names:
                raise wrong(file, f"{table}.{name}", f"is not known; there are {', '.join(sorted(names))}")


def whole_number(value: object, name: str, file: Path, *, least: int, most: int) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise wrong(file, name, f"must be a whole number from {least} to {most}")
    return value


def yes_or_no(value: object, name: str, file: Path) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise wrong(file, name, "must be true or false")
    return value


def texts(value: object, name: str, file: Path) -> list[str]:
    """A list of texts."""
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise wrong(file, name, "must be a list of texts")
    return list(value)


def host_names(value: object, name: str, file: Path) -> list[str]:
    """A list of host names as a browser sends them."""
    names = texts(value, name, file)
    if not all(HOST_NAME.fullmatch(each) for each in names):
        raise wrong(file, name, "must be host names in letters, digits, dots and dashes, such as desk.example")
    return names


def wrong(file: Path, name: str, why: str) -> BadInput:
    """The error that names file and setting."""
    return BadInput(f"{file}: {name} {why}.", hint="Correct the file, then start the hub again.")
