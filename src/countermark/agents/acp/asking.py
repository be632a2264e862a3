"""Whether an agent asks before it acts, in the mode and with the options that it has now: in words, for a person."""

from collections.abc import Sequence

from countermark.agents.acp.context import SessionContext
from countermark.agents.launch_brands import AskingSource, AsksInMode, BeforeActing, LaunchBrand
from countermark.model.sessions.events import AskingChanged, Noticed
from countermark.model.sessions.offers import AgentOption, Asking, Asks, FlagOption, SelectOption
from countermark.model.sessions.parts import NoticePart

MODE = "mode"  # the category of an option that is what older agents call a mode
STILL_JUDGED = "What it does is recorded, and judged by your rules afterwards."
ACTIONS: dict[BeforeActing, str] = {
    BeforeActing.ASKED: "asks before {what}",
    BeforeActing.NEVER: "does not ask before {what}",
    BeforeActing.SANDBOXED: "does not ask before {what}: it goes ahead inside a sandbox of its own",
    BeforeActing.WRITES_THROUGH_US: "does not ask before {what}, but has the desk do it, which asks",
    BeforeActing.NOT_DONE: "does not go as far as {what}",
    BeforeActing.UNKNOWN: "was never seen to ask before {what}",
}
GATED = frozenset({BeforeActing.ASKED, BeforeActing.WRITES_THROUGH_US, BeforeActing.NOT_DONE})
SHELL, EDIT = "commands", "changes of files"


def asking_of(brand: LaunchBrand, mode: str | None, options: Sequence[AgentOption]) -> Asking:
    """Whether it asks now; an option that is its mode counts before `mode`."""
    values = {each.id: value_of(each) for each in options}
    chosen = next((each.current for each in options if isinstance(each, SelectOption) and each.category == MODE), mode)
    stops = brand.stops_asking(values)
    if stops is not None:
        return Asking(Asks.NO, f"This agent does not ask: its option {stops.option} is {stops.value}. {STILL_JUDGED}")
    row = brand.asks_in(chosen)
    return Asking(asks_by(row), " ".join(each for each in (words_of(row), known_by(row, brand), brand.note) if each))


def value_of(option: AgentOption) -> str:
    """The value of an option as brands name it."""
    if isinstance(option, FlagOption):
        return "on" if option.current else "off"
    return option.current


def asks_by(row: AsksInMode) -> Asks:
    """Whether it asks before both kinds of action, one of them, or none."""
    if BeforeActing.UNKNOWN in (row.shell, row.edit):
        return Asks.UNKNOWN
    gated = [each in GATED for each in (row.shell, row.edit)]
    return Asks.YES if all(gated) else Asks.SOME if any(gated) else Asks.NO


def words_of(row: AsksInMode) -> str:
    """What it does before each kind of action."""
    match asks_by(row):
        case Asks.YES if row.shell is row.edit:
            if row.shell is BeforeActing.NOT_DONE:
                return "This agent only plans: it changes no file but its plan, and runs no command that would."
            return "This agent asks before commands and changes of files."
        case Asks.NO if row.shell is row.edit is BeforeActing.SANDBOXED:
            return f"This agent does not ask: it works inside a sandbox of its own. {STILL_JUDGED}"
        case Asks.NO:
            return f"This agent does not ask. {STILL_JUDGED}"
        case Asks.UNKNOWN if row.shell is row.edit:
            return f"Nobody has seen yet whether this agent asks. {STILL_JUDGED}"
        case Asks.YES | Asks.SOME | Asks.UNKNOWN:
            shell, edit = ACTIONS[row.shell].format(what=SHELL), ACTIONS[row.edit].format(what=EDIT)
            return f"This agent {shell}. It {edit}."


def known_by(row: AsksInMode, brand: LaunchBrand) -> str:
    """Where that is known from."""
    if BeforeActing.UNKNOWN in (row.shell, row.edit):
        return ""
    if row.source is AskingSource.MEASURED:
        return f"Measured with version {brand.version}." if brand.version is not None else "Measured."
    return "By its own description."


def change_words(before: Asking | None, now: Asking) -> str | None:
    """What to say of a change after which it asks less; None where it does not."""
    was = Asks.UNKNOWN if before is None else before.asks
    asks_less = (was, now.asks) in ((Asks.YES, Asks.SOME), (Asks.YES, Asks.NO), (Asks.SOME, Asks.NO))
    return now.words if asks_less else None


async def note_asking(context: SessionContext, brand: LaunchBrand) -> Asking:
    """Record whether the agent asks, if that is otherwise now, and say so where it asks less than before."""
    state = await context.state()
    now = asking_of(brand, state.mode, state.options)
    if now == state.asking:
        return now
    words = change_words(state.asking, now)
    notices = [] if words is None else [Noticed(less_asking(context, words))]
    await context.record(AskingChanged(now), *notices)
    return now


def less_asking(context: SessionContext, words: str) -> NoticePart:
    """The line of the ledger that says so."""
    desk = context.desk
    return NoticePart(desk.new_id("no"), desk.now(), "warning", "The agent asks less than before", words, by_desk=True)
