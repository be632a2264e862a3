"""Everything that can be refused, as one tree that doors map once.

CountermarkError
├── BadInput              what was sent cannot be understood
│   ├── DigestMissing     a verdict without the digest of what was shown
│   ├── WordsMissing      changes requested without saying which
│   ├── BadPlace          a mark on a place that does not read as it says
│   ├── TooLarge          more than the limit that the hint names
│   ├── PageWishRefused   an annotation of a page, or a change of one, that cannot be
│   └── RulesBroken       a rule file that cannot be used
├── NotFound              no such thing
│   └── NoSuchPageEntry   no annotation, and no note, with this id in the page file
├── Conflict              the thing is no longer in a state that allows this
│   ├── AlreadyDecided    a second verdict
│   ├── Stale             another text was shown than is asked about now
│   ├── DraftNewer        another tab kept newer words
│   └── AnnotationNewer   another tab changed the mark
├── NotSignedIn           the browser has no valid sign-in
├── Forbidden             signed in or not, this is not allowed
├── Busy                  a quota is used up for now
├── WorkFailed            a text that takes more time or memory than is given to it
│   └── WorkNotDone       no work could be done now, whatever the text
├── AgentFailed           an agent that the desk drives has not done its part
│   ├── CommandMissing    its command is not there
│   ├── FolderMissing     the folder that it is to work in cannot be used
│   ├── AgentNotStarted   its command is there, but cannot be run
│   ├── AgentGone         its process has ended, or has closed its output
│   ├── AgentStalled      it does not read what is written to it
│   ├── AgentSilent       it has not answered in time
│   ├── AgentCannot       it has not advertised what is wanted of it
│   ├── AgentRefused      it has answered with an error
│   └── OtherProtocol     it speaks another version of the protocol
├── PageFileBroken        the page file does not read as one; nothing is written over it
├── PageFileFailed        the page file could not be read or written
└── StoreFailed           the change could not be made durable, so it did not happen
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from countermark.model.annotations import Annotation
    from countermark.model.drafts import Draft


class CountermarkError(Exception):
    """Something went wrong that has a name.

    `code` is stable and machine readable; `hint` tells the person what to do.
    """

    code = "error"
    hint = "Try again; if it happens again, run `countermark doctor`."

    extra: Mapping[str, object] | None = None  # more for a door to show beside code, message and hint

    def __init__(self, message: str = "", *, hint: str = "") -> None:
        super().__init__(message or first_line(type(self).__doc__))
        if hint:
            self.hint = hint


class BadInput(CountermarkError):
    """What was sent cannot be understood."""

    code = "bad_input"
    hint = "Send it again in the form that the reference describes."


class DigestMissing(BadInput):
    """The verdict does not say which text was shown."""

    code = "digest_missing"
    hint = "Send shown_sha256, the sha256 of the document that the person has read."


class WordsMissing(BadInput):
    """Changes were requested without a word about them."""

    code = "words_missing"
    hint = "Write what should change, then send."


class BadPlace(BadInput):
    """The mark's place does not read as the mark says."""

    code = "bad_place"
    hint = "Load the document again and select the words once more."


class TooLarge(BadInput):
    """More was sent than fits."""

    code = "too_large"
    hint = "Send less."


class PageWishRefused(BadInput):
    """What was sent about a page cannot be kept."""

    code = "page_wish_refused"
    hint = "Send it again with what the message asks for."


class RulesBroken(BadInput):
    """The rules cannot be used.

    `rule` is the id of the rule that is wrong, empty when none is; `line` is where it begins, None when unknown.
    """

    code = "rules_broken"
    hint = "Correct the rules and try again; while a file is broken, its last good denies hold and all else asks."

    def __init__(self, why: str, *, rule: str = "", line: int | None = None) -> None:
        subject = f"rule {rule}" if rule else "a rule"
        super().__init__(why if line is None else f"line {line}, {subject}: {why}")
        self.why, self.rule, self.line = why, rule, line


class NotFound(CountermarkError):
    """There is no such thing here."""

    code = "not_found"
    hint = "Look at the list again; it may have been removed or never existed."


class NoSuchPageEntry(NotFound):
    """The page file has no entry with this id."""

    code = "no_such_page_entry"
    hint = "Load the list again: somebody may have deleted it, or edited the file."


class Conflict(CountermarkError):
    """This can no longer be done."""

    code = "conflict"
    hint = "Load it again and look at its present state."


class AlreadyDecided(Conflict):
    """This revision is already decided."""

    code = "already_decided"
    hint = "The first answer counts; load the review again to see it."


class Stale(Conflict):
    """The text that was shown is not the text that waits for an answer."""

    code = "stale"
    hint = "Load the review again, read the newer revision, then decide."


class Forgotten(Conflict):
    """The texts of this were forgotten."""

    code = "forgotten"
    hint = "That it was decided, when, and how is still known; ask again about what is needed."


class DraftNewer(Conflict):
    """Newer words are already kept for this review."""

    code = "draft_newer"
    hint = "Take over the newer draft or save again with its version."

    def __init__(self, *, draft: "Draft") -> None:
        super().__init__()
        self.draft = draft


class AnnotationNewer(Conflict):
    """This mark was changed in the meantime."""

    code = "annotation_newer"
    hint = "Look at what it says now, then change it again."

    def __init__(self, *, annotation: "Annotation") -> None:
        super().__init__()
        self.annotation = annotation


class NotSignedIn(CountermarkError):
    """This browser is not signed in at the desk."""

    code = "sign_in_needed"
    hint = "Run `countermark open` in a terminal."


class Forbidden(CountermarkError):
    """This is not allowed from here."""

    code = "forbidden"
    hint = "Use the desk's own page, opened with `countermark open`."


class Busy(CountermarkError):
    """Too much is waiting already."""

    code = "busy"
    hint = "Answer or withdraw some of what waits, then try again."


class WorkFailed(CountermarkError):
    """This text is more work than the desk does for one."""

    code = "work_failed"
    hint = "Split the document, or submit the part that needs a decision."


class WorkNotDone(WorkFailed):
    """The work on this text was not done, and may be done later."""

    hint = "Try again."


class AgentFailed(CountermarkError):
    """The agent has not done its part."""

    code = "agent_failed"
    hint = "Look at the session's traffic and at what the agent wrote to stderr, then start it again."


class CommandMissing(AgentFailed):
    """The agent's command was not found."""

    code = "command_missing"
    hint = "Install it, or name the whole path of the command on the agents page."


class FolderMissing(AgentFailed):
    """The agent cannot work in this folder."""

    code = "folder_missing"
    hint = "Choose a folder that is there, by its whole path."


class AgentNotStarted(AgentFailed):
    """The agent's command could not be run."""

    code = "agent_not_started"
    hint = "Run the command in a terminal to see what is wrong with it."


class AgentGone(AgentFailed):
    """The agent has ended, or says nothing more."""

    code = "agent_gone"
    hint = "Start it again; what it had told is kept."


class AgentStalled(AgentFailed):
    """The agent does not read what is written to it."""

    code = "agent_stalled"
    hint = "Wait, or end it and start it again."


class AgentSilent(AgentFailed):
    """The agent has not answered in time."""

    code = "agent_silent"
    hint = "Look at what it wrote to stderr, then start it again."


class AgentRefused(AgentFailed):
    """The agent has answered with an error.

    `number` is its own code (JSON-RPC: -32000 is "sign in first"), `details` what else it says, any JSON.
    """

    code = "agent_refused"
    hint = "The agent's own words say what is wrong."

    def __init__(self, message: str, *, number: int = 0, details: object = None) -> None:
        super().__init__(message)
        self.number, self.details = number, details


class AgentCannot(AgentFailed):
    """This agent does not offer that."""

    code = "agent_cannot"
    hint = "What an agent can do is said on the agents page."


class OtherProtocol(AgentFailed):
    """The agent speaks another version of the protocol."""

    code = "other_protocol"
    hint = (
        "Install a version of the agent that speaks version 1 or 2 of the Agent Client Protocol, or update Countermark."
    )


class PageFileBroken(CountermarkError):
    """The page file does not read as one, so nothing is written over it.

    `path` is the file, `why` what is wrong with it, `copy` where a copy of it is kept, if one is.
    """

    code = "page_file_broken"
    hint = "Repair the file by hand, or set it aside and start anew; until then nothing is written to it."

    def __init__(self, path: str, why: str, *, copy: str | None = None) -> None:
        kept = f" A copy is kept as {copy}." if copy else ""
        super().__init__(f"{path} cannot be read as a review: {why}. Nothing was changed in it.{kept}")
        self.path, self.why, self.copy = path, why, copy


class PageFileFailed(CountermarkError):
    """The page file could not be read or written."""

    code = "page_file_failed"
    hint = "Check the disk, the folder and their permissions, then try again; nothing was changed."


class StoreFailed(CountermarkError):
    """The change could not be stored, so it did not happen."""

    code = "store_failed"
    hint = "Check the disk and the data folder, then try again."


def first_line(text: str | None) -> str:
    """The first line of a docstring: the default message of an error."""
    return (text or "").strip().partition("\n")[0]
