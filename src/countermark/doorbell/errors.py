"""What can go wrong between a small program and the hub.

DoorbellError
├── NotOurs        a folder of ours belongs to somebody else
├── NoHub          no hub could be reached or started
│   └── HubBroken  a hub was started, and ended by itself: it says why
├── HubGone        the hub cannot be reached, or left before it had answered: ring again
│   └── HubSilent  the hub is there, but gives no sign of life
├── HubRefused     the hub said no, and why
├── BadAnswer      what came back is not what a hub says
└── CallerGone     the one who waits for our output has closed its end
"""


class DoorbellError(Exception):
    """The hub could not be asked."""


class NotOurs(DoorbellError):
    """A folder of the program belongs to somebody else; set COUNTERMARK_HOME to a folder of your own."""


class NoHub(DoorbellError):
    """No hub could be reached or started; `countermark doctor` says why."""


class HubBroken(NoHub):
    """A hub was started, and ended by itself; its last words, or its exit status, say why."""


class HubGone(DoorbellError):
    """The hub cannot be reached, or left before it had answered."""

    def __init__(self, message: str, *, heard: bool = False) -> None:
        super().__init__(message)
        # True when the hub had begun to answer: it knew the question, and only its answer is missing.
        self.heard = heard


class HubSilent(HubGone):
    """The hub is there, but gives no sign of life: it was stopped, or it hangs."""


class HubRefused(DoorbellError):
    """The hub said no."""

    def __init__(self, status: int, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.hint = hint


class BadAnswer(DoorbellError):
    """What came back is not what a hub says; are hub and hook of the same version?"""


class CallerGone(DoorbellError):
    """The one who waits for our output has closed its end."""
