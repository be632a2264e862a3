"""What counts as this machine: nothing that another machine can have, however it is written."""

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermark.doorbell.loopback import ADDRESSES, NAMES, is_loopback_address, is_loopback_name


@pytest.mark.parametrize("name", [*NAMES, "127.0.0.0", "127.255.255.255", "127.1.20.99"])
def test_names_of_this_machine(name: str) -> None:
    assert is_loopback_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "", "localhost.", "LOCALHOST", "localhost:80", "a.localhost", "localhost.example.org", "127.0.0.1.example.org",
        "127.1", "127.0.0.256", "127.0.0.01", "127.0.0.1.", "128.0.0.1", "0.0.0.0", "::1", "[::2]", "[::1",
        "127.0.0.1\n", "2130706433", "0x7f000001", "127.0.0.١",
    ],
)  # fmt: skip
def test_names_that_may_be_anybodys(name: str) -> None:
    assert not is_loopback_name(name)


@pytest.mark.parametrize("address", [*ADDRESSES, "::ffff:127.0.0.1"])
def test_addresses_of_this_machine(address: str) -> None:
    assert is_loopback_address(address)


@pytest.mark.parametrize("address", ["", "[::1]", "localhost", "::2", "::ffff:10.0.0.1", "::127.0.0.1", "127.0.0.300"])
def test_addresses_of_others(address: str) -> None:
    assert not is_loopback_address(address)


@given(st.ip_addresses(v=4))
def test_it_agrees_with_the_standard_library(address: object) -> None:
    assert is_loopback_address(str(address)) is ip_address(str(address)).is_loopback


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_all_of_the_block_is_ours(numbers: tuple[int, int, int]) -> None:
    assert is_loopback_name(".".join(map(str, (127, *numbers))))
