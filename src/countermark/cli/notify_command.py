"""The command that tries out what tells elsewhere that something waits."""

import argparse
import sys

from countermark.cli.failure import DONE, FAILED, Failure
from countermark.cli.hub_commands import ask_hub, read_settings
from countermark.doorbell import hub_address

WITHIN = 120.0  # services are asked side by side, four at a time, each for twenty seconds at most


def notify(_chosen: argparse.Namespace) -> int:
    """Sends a test to every service of the settings and says what became of it."""
    home = hub_address.home()
    wanted = read_settings(home).notify.services
    if not wanted:
        raise Failure(
            "no service is set up: nothing leaves this machine",
            f"Set urls under [notify] in {hub_address.settings_file(home)}, then run `countermark stop`.",
        )
    hub_address.ensure_hub(home, side="person")
    told = ask_hub(home, "POST", "/api/notices/test", body={}, within=WITHIN)
    if not told.get("installed"):
        raise Failure("what sends messages is not installed", "pip install 'countermark[notify]'")
    services = told.get("services")
    assert isinstance(services, list)
    for each in services:
        print(f"{each['service']}  {outcome(each['last'])}")
    if [each["service"] for each in services] != list(wanted):
        print("settings.toml was changed after the hub had started; `countermark stop` first.", file=sys.stderr)
        return FAILED
    return DONE if all(each["last"]["sent"] for each in services) else FAILED


def outcome(last: dict[str, object]) -> str:
    """What became of the test at one service."""
    return "sent" if last["sent"] else f"not sent: {last['why']}"
