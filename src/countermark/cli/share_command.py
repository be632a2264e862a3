"""The command that shares a review without a server: as a link, or as a block in its file."""

import argparse
import getpass
import sys
from pathlib import Path

from countermark.cli.desk_commands import refuse_inside_agent
from countermark.cli.failure import DONE
from countermark.cli.hub_commands import count
from countermark.cli.opened_shares import ask_to, say_left_out
from countermark.doorbell.terminal import visible_text

LONG = 8_000  # characters that some chats and mail programs cut a message at


def share(chosen: argparse.Namespace) -> int:
    """Prints a link, or writes the marks into a file."""
    refuse_inside_agent()
    body = {"review": chosen.id, "author": chosen.author or getpass.getuser(), "others": not chosen.own}
    if chosen.into is None:
        told = ask_to("link", body)
        print(told["link"])
        print(f"Whoever has this link can read the review and its {count(told['marks'], 'mark')}.", file=sys.stderr)
        if len(str(told["link"])) > LONG:
            print(
                f"It has {len(str(told['link'])):,} characters: a chat may cut it, so send it in a file.",
                file=sys.stderr,
            )
    else:
        told = ask_to("into", {**body, "path": str(Path(chosen.into).absolute())})
        print(f"{visible_text(str(told['path']))} has {count(told['marks'], 'mark')} in a block at its end.")
    say_left_out(told)
    return DONE
