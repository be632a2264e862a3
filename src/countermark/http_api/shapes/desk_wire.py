"""The desk on the wire: its settings, who is signed in, and what a fresh page shows."""

from pydantic import BaseModel, Field

from countermark.http_api.shapes import wire
from countermark.http_api.shapes.annotation_wire import Label
from countermark.model.settings import Theme


class DeskSettings(BaseModel):
    """The desk's settings."""

    single_keys: bool
    theme: Theme
    labels: list[Label]


class DeskSettingsChange(BaseModel):
    """The settings to change."""

    single_keys: bool | None = None
    theme: Theme | None = None
    labels: list[Label] | None = None


class LaunchCode(BaseModel):
    """A one-time launch code."""

    code: str = Field(max_length=200)


class SignInToken(BaseModel):
    """The browser's token, for the header `Authorization: Bearer`."""

    token: str


class DeskStart(BaseModel):
    """What a page needs to start: its own sign-in's id, and the command that brings another one, among others."""

    sign_in: str
    open_command: str
    version: str
    seq: int
    settings: DeskSettings


class DeskOpening(BaseModel):
    """What a fresh page shows; the slices of the document of `first` come behind it."""

    start: DeskStart
    open: wire.ItemList = Field(description="All that waits, the oldest of each kind first.")
    held_since: str | None = Field(description="Since when countdowns stand still; null where they run.")
    first: wire.ItemVersion | None = Field(description="The newest that nobody has seen.")
