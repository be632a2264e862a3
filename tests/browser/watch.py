"""What a browser did beside what it was asked to do: other hosts, errors, dialogs, refusals of the page's policy."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Dialog, Request, WebError

NO_HOST = {"data", "blob", "about"}  # these reach nobody


@dataclass
class Watch:
    """Everything seen in one profile."""

    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)

    def over(self, context: BrowserContext) -> "Watch":
        """Look over the shoulder of every page of this profile."""
        context.on("request", self._request)
        context.on("weberror", self._error)
        context.on("console", self._console)
        context.on("dialog", self._dialog)
        return self

    def origins(self) -> set[str]:
        """Whom the profile talked to."""
        split = [urlsplit(url) for url in self.requests]
        return {f"{url.scheme}://{url.netloc}" for url in split if url.scheme not in NO_HOST}

    def blocked_by_policy(self) -> list[str]:
        """What the page's own policy had to stop."""
        return [words for words in self.console if "Content Security Policy" in words]

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)

    def _error(self, error: WebError) -> None:
        self.errors.append(str(error.error))

    def _console(self, message: ConsoleMessage) -> None:
        self.console.append(f"{message.type}: {message.text}")

    def _dialog(self, dialog: Dialog) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()
