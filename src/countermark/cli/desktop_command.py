"""The command that shows the desk in a window of its own: desktop."""

import argparse

from countermark.cli.desk_commands import refuse_inside_agent, show_desk_of
from countermark.cli.failure import DONE, Failure
from countermark.cli.hub_commands import ask_hub
from countermark.desktop.engines import Engine, NoEngine, choose, chromium
from countermark.desktop.only_one import OnlyOne
from countermark.doorbell import hub_address

NAMES = {
    Engine.GTK: "a window of its own (WebKitGTK)",
    Engine.QT: "a window of its own (Qt)",
    Engine.CHROMIUM: "a window of Chromium",
}


def desktop(chosen: argparse.Namespace) -> int:
    """Shows the desk until its window is closed; a second start raises the window of the first."""
    refuse_inside_agent()
    home = hub_address.home()
    wanted = None if chosen.engine is None else Engine(chosen.engine)
    if wanted is Engine.BROWSER:
        return show_desk_of(home, printed=False)
    hub_address.ensure_hub(home, side="person")
    with OnlyOne(home) as only:
        return open_window(home, wanted, only) if only.take() else raise_other(only)


def open_window(home: str, wanted: Engine | None, only: OnlyOne) -> int:
    """Shows the desk with what was chosen, or with the first that can."""
    try:
        engine = choose(wanted)
        if engine is Engine.BROWSER:
            print("No window of its own can be had here; `countermark desktop --with gtk` tells why.")
            return show_desk_of(home, printed=False)
        address = str(ask_hub(home, "POST", "/api/launch-codes", body={})["url"])
        print(f"The desk opens in {NAMES[engine]}. Closing it ends this command; the hub goes on.", flush=True)
        show(engine, home, address, only)
    except NoEngine as why:
        raise Failure(str(why), "`countermark desktop --with browser` opens a tab.") from why
    return DONE


def raise_other(only: OnlyOne) -> int:
    """The desk is open already."""
    if not only.raise_other():
        raise Failure("the desk's window is open and does not answer", "Close it, then run this again.")
    print("The desk is open already; its window is in front now.")
    return DONE


def show(engine: Engine, home: str, address: str, only: OnlyOne) -> None:
    """The window, to its end; what draws it is loaded only now."""
    if engine is Engine.CHROMIUM:
        from countermark.desktop.chromium_window import show_chromium

        program = chromium()
        assert program is not None
        show_chromium(home, address, program, only)
    else:
        from countermark.desktop.native_window import show_native

        show_native(home, address, engine, only)
