"""The hub and the sites of tests/contract/pages, for what should not be possible with them."""

from tests.contract.pages.conftest import side, target

__all__ = ["side", "target"]
