"""How a person calls this very program for this very data folder."""

import shlex
import shutil
import sysconfig
from pathlib import Path

from countermark.doorbell import hub_address

PROGRAM = "countermark"


def open_command(home: str) -> str:
    """What to type in any terminal of this user, to open the desk of this data folder."""
    return f"{own_command(home)} open"


def own_command(home: str) -> str:
    """This program for this data folder, as it is typed in any terminal of this user."""
    chosen = "" if home == hub_address.usual_home() else f"COUNTERMARK_HOME={shlex.quote(home)} "
    return f"{chosen}{shlex.quote(program())}"


def program() -> str:
    """The program's name if a shell finds it by that, else its path."""
    own = Path(sysconfig.get_path("scripts"), PROGRAM)
    found = shutil.which(PROGRAM)
    is_found = found is not None and Path(found).resolve() == own.resolve()
    return str(own) if own.exists() and not is_found else PROGRAM
