"""Services on loopback."""

from collections.abc import Iterator

import pytest

from tests.contract.notices.sinks import Sink, http_sink, smtp_sink


@pytest.fixture
def sink() -> Iterator[Sink]:
    with http_sink() as it:
        yield it


@pytest.fixture
def mailbox() -> Iterator[Sink]:
    with smtp_sink() as it:
        yield it
