"""The command that opens a site for review: `countermark pages`, a proxy in front of a dev server or a folder."""

import argparse
import sys
from pathlib import Path

from countermark.cli.failure import DONE, Failure
from countermark.page_proxy import serving, target
from countermark.page_proxy.target import CannotServe, DevServer

STORAGE = "inline-review.json"


def pages(chosen: argparse.Namespace) -> int:
    """Serves the site with the review overlay in its pages until Ctrl-C."""
    try:
        wishes = _wishes(chosen)
        serving.run_proxy(wishes, ready=lambda address: _greet(wishes, address, opened=chosen.open), say=_say)
    except CannotServe as error:
        raise Failure(str(error), error.do) from error
    return DONE


def _wishes(chosen: argparse.Namespace) -> serving.Wishes:
    found = target.parse(chosen.site)
    root = Path.cwd() if isinstance(found, DevServer) else found
    storage = Path(chosen.storage).absolute() if chosen.storage else root / STORAGE
    return serving.Wishes(found, root, storage, chosen.port or None, tuple(chosen.host))


def _greet(wishes: serving.Wishes, address: str, *, opened: bool) -> None:
    before = wishes.target.origin if isinstance(wishes.target, DevServer) else str(wishes.target)
    print(f"Review the pages of {before} at {address}/")
    print(f"  notes  {wishes.storage}")
    print("  Ctrl-C ends it.", flush=True)
    if opened:
        import webbrowser

        webbrowser.open(f"{address}/")


def _say(what: str) -> None:
    print(f"countermark: {what}", file=sys.stderr, flush=True)
