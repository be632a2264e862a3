"""Which commands there are and what they take; the commands themselves are imported when they are called."""

import argparse
import os
import re
from datetime import datetime
from typing import NoReturn

from countermark import __version__
from countermark.cli.failure import FAILED
from countermark.model.ids import is_key

EPILOG = "Exit codes: 0 done, 1 failed, 2 the command line cannot be understood, 3 no hub runs."
REVIEW_EPILOG = (
    "Exit codes: 0 approved, 1 changes requested, 2 the command line cannot be understood, 3 no hub, 4 failed, "
    "5 expired, 6 withdrawn, 129, 130 or 143 interrupted."
)
JOURNAL_EPILOG = """\
what verify tells by its exit code, the gravest first:
  4  an entry is not as it was written, or is missing
  5  entries were written anew: a checkpoint has another hash
  6  entries are cut off at the end
  7  a checkpoint is missing
  8  a checkpoint was changed, or signed with another key
  1  files of the store were changed while the hub ran, or nothing could be checked

what it cannot detect:
  - what was done before the first checkpoint, and behind the newest one
  - what a program has done that runs as you and signs with the key, unless a checkpoint has left this machine:
    `countermark journal checkpoint` prints one to keep elsewhere, `verify --checkpoint FILE` looks at it again
  - all files, checkpoints included, replaced by older ones of one moment, unless a later checkpoint is elsewhere
  - what was never written"""
# Those of `model.history.HistoryOutcome`, which is not loaded for other commands; a test holds both equal.
ITEM_KINDS = ["review", "permission", "question"]
VERDICTS = (
    "approved", "changes_requested", "allowed", "denied", "answered", "declined", "cancelled", "expired", "withdrawn",
)  # fmt: skip
MISUNDERSTOOD = 2  # argparse's own
REVIEW_FAILED = 4  # not 1: something that went wrong is no request for changes
Commands = argparse._SubParsersAction  # noqa: SLF001  argparse has no public name for what add_subparsers gives


class Misunderstood(SystemExit):
    """The command line cannot be understood; argparse has said so on stderr."""

    def __init__(self, message: str) -> None:
        super().__init__(MISUNDERSTOOD)
        self.message = message


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaint can be told to programs too."""

    def error(self, message: str) -> NoReturn:
        """Says what is wrong on stderr and raises `Misunderstood`."""
        try:
            super().error(message)
        except SystemExit:
            raise Misunderstood(message) from None


def make_parser() -> Parser:
    """The whole command line."""
    parser = Parser(
        prog="countermark",
        description="The one local desk where coding agents ask and a person answers.",
        epilog=EPILOG,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"countermark {__version__}")
    parser.set_defaults(runs=None, failed=FAILED)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_hub_commands(commands)
    _add_desk_commands(commands)
    _add_agent_commands(commands)
    _add_install_commands(commands)
    _add_pages_command(commands)
    _add_rules_command(commands)
    _add_opencode_command(commands)
    _add_agents_command(commands)
    return parser


def _add(commands: "Commands[Parser]", name: str, runs: str, text: str) -> Parser:
    description = text[0].upper() + text[1:] + "."
    command = commands.add_parser(name, help=text, description=description, allow_abbrev=False)
    command.set_defaults(runs=f"countermark.cli.{runs}")
    return command


def _add_hub_commands(commands: "Commands[Parser]") -> None:
    serve = _add(commands, "serve", "hub_commands:serve", "run the hub in the foreground")
    serve.add_argument("--port", type=_port, help="browser side; 0 is any free one (default: the last one, else 4747)")
    serve.add_argument("--data-dir", metavar="DIR", help="folder for everything that is kept (COUNTERMARK_HOME)")
    serve.add_argument("--background", action="store_true", help="as started by a hook: belongs to no terminal")
    status = _add(commands, "status", "status_command:status", "tell whether the hub runs and what waits")
    form = status.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="for programs")
    form.add_argument("--waybar", action="store_true", help="one object for a custom module of waybar; exit code 0")
    form.add_argument("--prompt", action="store_true", help="a word for a prompt, nothing if nothing waits")
    notify = _add(commands, "notify", "notify_command:notify", "try out what tells elsewhere that something waits")
    notify.add_argument("action", choices=["test"], help="send a test to every service of settings.toml")
    _add(commands, "stop", "hub_commands:stop", "end the hub; what waits is kept")
    address = _add(commands, "hub-address", "pages.door:tell_address", "print where dev servers reach the hub")
    address.add_argument("--json", action="store_true", help="for programs")
    address.add_argument("--hold", action="store_true", help="end a hub that this started when stdin closes, if unused")
    _add_journal_command(commands)
    _add_history_command(commands)
    _add_forget_command(commands)
    _add_export_command(commands)


def _add_forget_command(commands: "Commands[Parser]") -> None:
    forget = _add(commands, "forget", "forget_command:forget", "remove the texts of something that was decided")
    forget.add_argument(
        "id", metavar="ID", type=_any_item_id, help="of a plan, permission or question: rv_…, pm_…, qu_…"
    )
    forget.add_argument("--yes", action="store_true", help="do not ask first")
    forget.add_argument("--json", action="store_true", help="print what was removed as one object")


def _add_journal_command(commands: "Commands[Parser]") -> None:
    actions = ["show", "follow", "verify", "export", "checkpoint", "retain"]
    journal = _add(commands, "journal", "journal_commands:journal", "read, check and export the record of all")
    journal.formatter_class = argparse.RawDescriptionHelpFormatter
    journal.epilog = JOURNAL_EPILOG
    journal.add_argument("action", nargs="?", choices=actions, default="show", help="what to do (default: show)")
    journal.add_argument("--follow", action="store_true", help="go on with what comes; the same as `journal follow`")
    journal.add_argument("--conversation", metavar="ID", help="what an agent asked in it, and what became of that")
    journal.add_argument("--item", metavar="ID", help="all about one plan, permission or question")
    journal.add_argument("--limit", type=_count, metavar="N", default=50, help="show: how many (default: 50)")
    journal.add_argument("--json", action="store_true", help="show and follow: one object a line; verify: one object")
    journal.add_argument(
        "--since", type=_moment, metavar="TIME", help="not earlier, such as 2026-11-21 or 2026-11-21T14:30"
    )
    journal.add_argument("--until", type=_moment, metavar="TIME", help="earlier than this")
    journal.add_argument("--format", choices=["jsonl", "csv"], default="jsonl", help="of an export (default: jsonl)")
    journal.add_argument("-o", "--output", metavar="FILE", help="where an export goes (default: stdout)")
    journal.add_argument(
        "--checkpoint", action="append", default=[], metavar="FILE", help="verify: one that you have kept elsewhere"
    )
    journal.add_argument("--days", type=_count, metavar="N", help="retain: drop what is older (default: the setting)")


def _add_export_command(commands: "Commands[Parser]") -> None:
    export = _add(commands, "export", "export_command:export", "write what was decided as Markdown, HTML or JSON")
    export.add_argument(
        "id", metavar="ID", nargs="?", type=_any_item_id, help="of a plan, permission or question: rv_…, pm_…, qu_…"
    )
    export.add_argument("--all", action="store_true", help="everything that was decided, the newest first")
    forms = ["markdown", "html", "json"]
    export.add_argument("--form", choices=forms, help="default: markdown; with --all: JSON lines, or files of a folder")
    export.add_argument(
        "-o", "--output", metavar="FILE|FOLDER", help="a new file, or a folder that is there (default: stdout)"
    )
    export.add_argument("--kind", choices=ITEM_KINDS, help="with --all: of what was asked")
    export.add_argument("--agent", metavar="NAME", help="with --all: who asked, such as claude-code")
    export.add_argument("--workspace", metavar="DIR", type=os.path.abspath, help="with --all: where it was asked")
    export.add_argument("--verdict", choices=VERDICTS, help="with --all: how it ended")
    export.add_argument("--since", type=_moment, metavar="TIME", help="with --all: decided then or later")
    export.add_argument("--until", type=_moment, metavar="TIME", help="with --all: decided then or earlier")


def _add_history_command(commands: "Commands[Parser]") -> None:
    history = _add(commands, "history", "history_command:history", "find what was decided, by its words")
    history.add_argument("words", nargs="*", metavar="WORDS", help="in a text, its marks or its answer (default: all)")
    history.add_argument("--kind", choices=ITEM_KINDS, help="of what was asked")
    history.add_argument("--agent", metavar="NAME", help="who asked, such as claude-code")
    history.add_argument("--workspace", metavar="DIR", type=os.path.abspath, help="where it was asked")
    history.add_argument("--verdict", choices=VERDICTS, help="how it ended")
    history.add_argument("--rules", action="store_true", help="what rules decided, too")
    history.add_argument(
        "--since", type=_moment, metavar="TIME", help="not earlier, such as 2026-11-21 or 2026-11-21T14:30"
    )
    history.add_argument("--until", type=_moment, metavar="TIME", help="not later than this")
    history.add_argument("--limit", type=_count, metavar="N", default=20, help="how many, newest first (default: 20)")
    history.add_argument("--json", action="store_true", help="one object a line")


def _add_desk_commands(commands: "Commands[Parser]") -> None:
    desk = _add(commands, "open", "desk_commands:open_desk", "open the desk in the browser, signed in")
    desk.add_argument("what", nargs="?", metavar="LINK|FILE", help="what was shared with you, or - for a link on stdin")
    desk.add_argument("--print", action="store_true", help="print its address with a one-time code instead")
    share = _add(commands, "share", "share_command:share", "share a review with its marks, without a server")
    share.add_argument("id", metavar="ID", type=_review_id, help="of a review: rv_…")
    share.add_argument("--author", metavar="NAME", help="the name your marks travel under (default: your user name)")
    share.add_argument("--own", action="store_true", help="without the marks of others")
    share.add_argument("--into", metavar="FILE", help="write the marks into a block of this file, instead of a link")
    desktop = _add(commands, "desktop", "desktop_command:desktop", "show the desk in a window of its own")
    engines = ["gtk", "qt", "chromium", "browser"]
    desktop.add_argument("--with", dest="engine", choices=engines, help="what draws it (default: the first of these)")
    demo = _add(commands, "demo", "plan_demo:demo", "put a sample plan on the desk, or serve a sample site")
    demo.add_argument("what", nargs="?", choices=["plan", "pages"], default="plan", help="what to show (default: plan)")
    demo.add_argument("folder", nargs="?", metavar="DIR", help="for pages: where the site goes (default: a new folder)")
    demo.add_argument("--print", action="store_true", help="print the address instead of opening it")


def _add_agent_commands(commands: "Commands[Parser]") -> None:
    hook = _add(commands, "hook", "agent_commands:hook", "be the hook of an agent, like countermark-hook")
    hook.add_argument("agent", metavar="AGENT", help="for example claude-code")
    review = _add(commands, "review", "agent_commands:review", "ask for a review of a Markdown file and wait for it")
    review.add_argument("file", metavar="FILE", help="a Markdown file, or - for stdin")
    review.add_argument("--title", help="default: the first heading")
    review.add_argument("--json", action="store_true", help="print the decision as one JSON object")
    review.add_argument("--wait", type=_seconds, metavar="SECONDS", help="how long to wait (default: 30 minutes)")
    review.add_argument("--key", type=_key, help="asking again with the same key finds the same review")
    mcp = _add(commands, "mcp", "agent_commands:mcp", "be an MCP server on stdin and stdout for an agent")
    mcp.add_argument("--storage", metavar="FILE", help="the notes of the site (default: ./inline-review.json)")
    review.epilog = REVIEW_EPILOG
    review.set_defaults(failed=REVIEW_FAILED)


def _add_install_commands(commands: "Commands[Parser]") -> None:
    install = _add(
        commands, "install", "install_commands:install", "put our hook or MCP server into an agent's settings"
    )
    uninstall = _add(commands, "uninstall", "install_commands:uninstall", "take it out of an agent's settings again")
    for command in (install, uninstall):
        hosts = ["claude-code", "codex", "copilot", "gemini", "qwen"]
        command.add_argument("agent", choices=[*hosts, "opencode", "mcp"], help="an agent, or our MCP server")
        where = command.add_mutually_exclusive_group()
        where.add_argument("--user", action="store_true", help="for all your projects (default for a hook)")
        where.add_argument("--project", action="store_true", help="for the project you are in (default for mcp)")
        clients = ["claude", "cursor", "vscode", "opencode", "all"]
        command.add_argument("--for", dest="client", choices=clients, help="with mcp: whose settings")
        command.add_argument("--dry-run", action="store_true", help="show the difference and write nothing")
    install.add_argument("--plans-only", action="store_true", help="plans, no permissions (where hooks can)")
    install.add_argument("--storage", metavar="FILE", help="with mcp: the notes (default: ./inline-review.json)")
    doctor = _add(commands, "doctor", "doctor:doctor", "tell what is wrong and how to mend it")
    doctor.add_argument("--json", action="store_true", help="for programs")


def _add_pages_command(commands: "Commands[Parser]") -> None:
    pages = _add(commands, "pages", "pages.commands:pages", "review the pages of a dev server or a folder")
    pages.add_argument("site", metavar="URL|DIR", help="a dev server such as http://localhost:5173, or a folder")
    pages.add_argument("--port", type=_port, help="where to serve (default: the same for the same site, if free)")
    pages.add_argument("--host", action="append", default=[], metavar="NAME", help="one more name to answer under")
    pages.add_argument("--storage", metavar="FILE", help="where the notes are kept (default: inline-review.json)")
    pages.add_argument(
        "--open", action=argparse.BooleanOptionalAction, default=False, help="open it in the browser (default: no)"
    )


def _add_rules_command(commands: "Commands[Parser]") -> None:
    rules = _add(commands, "rules", "rules.commands:list_rules", "try out the rules that decide without asking")
    actions = rules.add_subparsers(title="actions", metavar="ACTION")
    check = _add(actions, "check", "rules.commands:check", "tell what the rules decide about a command, and why")
    check.add_argument("command", nargs="?", metavar="COMMAND", help="in quotes; with --jsonl: a file (default: stdin)")
    check.add_argument("--always", action="store_true", help="print the rules that would allow it for 30 days")
    check.add_argument("--jsonl", action="store_true", help="one request a line as JSON; one answer a line")
    listed = _add(actions, "list", "rules.commands:list_rules", "print the rules that count in this folder")
    test = _add(actions, "test", "rules.commands:test", "try every example of every rule")
    explained = _add(
        actions, "explain", "rules.explaining:explain_decision", "tell which rule decided, and why the others did not"
    )
    explained.add_argument("id", metavar="ID", type=_item_id, help="of a permission: pm_…")
    for action in (rules, check, listed, test):
        modes = ["ask", "edits", "read-only", "unattended"]
        action.add_argument("--file", metavar="RULES.toml", help="this file alone, as if it were your own")
        action.add_argument("--mode", choices=modes, default="ask", help="whose built-in rules count (default: ask)")


def _add_opencode_command(commands: "Commands[Parser]") -> None:
    opencode = _add(commands, "opencode", "opencode.commands:list_servers", "follow running `opencode serve` servers")
    actions = opencode.add_subparsers(title="actions", metavar="ACTION")
    attach = _add(actions, "attach", "opencode.commands:attach", "answer at the desk what a server asks")
    attach.add_argument("url", metavar="URL", help="such as http://127.0.0.1:4096; https for another machine")
    attach.add_argument(
        "--directory", action="append", default=[], metavar="DIR", help="a project (default: the one you are in)"
    )
    attach.add_argument("--password-stdin", action="store_true", help="read the server's password from stdin")
    attach.add_argument("--user", metavar="NAME", help="with a password: who signs in (default: opencode)")
    listed = _add(actions, "list", "opencode.commands:list_servers", "tell which servers are attached, and how they do")
    detach = _add(actions, "detach", "opencode.commands:detach", "leave a server to its own terminal again")
    detach.add_argument("url", metavar="URL", help="as it was attached")
    for action in (opencode, listed):
        action.add_argument("--json", action="store_true", help="for programs")


def _add_agents_command(commands: "Commands[Parser]") -> None:
    agents = _add(commands, "agents", "session_agents:list_agents", "tell which agents the desk can start")
    actions = agents.add_subparsers(title="actions", metavar="ACTION")
    listed = _add(actions, "list", "session_agents:list_agents", "tell what is installed, and which of them ask")
    add = _add(actions, "add", "session_agents:add", "add an agent of your own")
    add.add_argument("name", metavar="NAME", help="small letters, digits and dashes")
    add.add_argument("command", nargs="+", metavar="COMMAND", help="what starts it, behind --, with its arguments")
    add.add_argument("--env", action="append", default=[], metavar="NAME=VALUE", help="set for it; several times")
    add.add_argument("--title", metavar="TITLE", help="its name on the desk; otherwise NAME")
    add.add_argument("--asking-mode", metavar="MODE", help="its mode that asks, by its own id of it")
    check = _add(actions, "check", "session_agents:check", "start an agent once, and tell what it says of itself")
    remove = _add(actions, "remove", "session_agents:remove", "remove an agent of your own")
    for action in (check, remove):
        action.add_argument("name", metavar="NAME", help="as `countermark agents list` names it")
    for action in (agents, listed):
        action.add_argument("--json", action="store_true", help="for programs")


def _item_id(word: str) -> str:
    if not re.fullmatch(r"pm_[0-9a-z]{26}", word):
        raise argparse.ArgumentTypeError("must be the id of a permission, such as `countermark journal` prints it")
    return word


def _any_item_id(word: str) -> str:
    if not re.fullmatch(r"(rv|pm|qu)_[0-9a-z]{26}", word):
        raise argparse.ArgumentTypeError("must be the id of an item, such as `countermark journal` prints it")
    return word


def _review_id(word: str) -> str:
    if not re.fullmatch(r"rv_[0-9a-z]{26}", word):
        raise argparse.ArgumentTypeError("must be the id of a review, such as `countermark journal` prints it")
    return word


def _port(word: str) -> int:
    number = _number(word)
    if number is None or number > 65535:
        raise argparse.ArgumentTypeError("must be a whole number from 0 to 65535")
    return number


def _count(word: str) -> int:
    number = _number(word)
    if not number:
        raise argparse.ArgumentTypeError("must be a whole number, 1 or more")
    return number


def _seconds(word: str) -> int:
    number = _number(word)
    if not number:
        raise argparse.ArgumentTypeError("must be a whole number of seconds, 1 or more")
    return number


def _moment(word: str) -> datetime:
    try:
        return datetime.fromisoformat(word).astimezone()
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError("must be a day or a time, such as 2026-11-21 or 2026-11-21T14:30") from None


def _number(word: str) -> int | None:
    """Digits as a number; Python itself reads no more than 4,300 of them."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 20 else None


def _key(word: str) -> str:
    if not is_key(word):
        raise argparse.ArgumentTypeError("must be 8 to 128 letters, digits, dots, dashes or underscores")
    return word
