"""Where the desk's window stood: kept, read again, and forgotten where nobody would see it."""

import json
from pathlib import Path

import pytest

from countermark.desktop.chromium_window import place_in
from countermark.desktop.place import ScreenArea, WindowPlace, keep_place, read_place

TWO_SCREENS = (ScreenArea(0, 0, 1920, 1080), ScreenArea(1920, 200, 1280, 1024))


def test_a_place_is_read_as_it_was_kept(tmp_path: Path) -> None:
    place = WindowPlace(910, 640, -5, 70)
    keep_place(str(tmp_path), place)
    assert read_place(str(tmp_path)) == place
    assert (tmp_path / "desktop.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", ["", "[]", "{", "3", "\xff", '{"width": "wide"}', '{"x": true, "y": 1.5}'])
def test_a_file_that_says_nothing_is_the_usual_place(tmp_path: Path, content: str) -> None:
    (tmp_path / "desktop.json").write_text(content, encoding="latin-1")
    assert read_place(str(tmp_path)) == WindowPlace()
    assert read_place(str(tmp_path / "nowhere")) == WindowPlace()


def test_a_size_is_one_that_a_window_can_have(tmp_path: Path) -> None:
    keep_place(str(tmp_path), WindowPlace(1, 10**9, 0, 0))
    assert read_place(str(tmp_path)) == WindowPlace(400, 32_000, 0, 0)


def test_a_place_that_cannot_be_kept_takes_no_window_away(tmp_path: Path) -> None:
    keep_place(str(tmp_path / "nowhere"), WindowPlace(x=7, y=7))
    assert read_place(str(tmp_path / "nowhere")) == WindowPlace()


@pytest.mark.parametrize(
    ("x", "y", "is_seen"),
    [
        (0, 0, True),
        (-700, 10, True),
        (1860, 10, True),
        (2000, 300, True),
        (-860, 10, False),  # less than a hand's breadth
        (3160, 300, False),
        (100, -1, False),  # no bar to take hold of
        (100, 1050, False),
        (2000, 100, False),  # above the lower screen, right of the other
        (5000, 10, False),
        (None, None, False),
    ],
)
def test_a_window_is_put_only_where_a_person_can_get_hold_of_it(x: int | None, y: int | None, *, is_seen: bool) -> None:
    assert WindowPlace(900, 600, x, y).is_seen_on(TWO_SCREENS) is is_seen


def test_what_chromium_has_written_down_is_found_below_the_dots_of_the_host(tmp_path: Path) -> None:
    bounds = {"left": 31, "top": 47, "right": 1041, "bottom": 697, "maximized": False}
    for nested in ({"127": {"0": {"0": {"1_/": bounds}}}}, {"localhost_/": bounds}):
        write_preferences(tmp_path, {"browser": {"app_window_placement": nested}})
        assert place_in(tmp_path) == WindowPlace(1010, 650, 31, 47)


@pytest.mark.parametrize(
    "preferences",
    [
        {},
        [],
        {"browser": {"app_window_placement": {}}},
        {"browser": {"app_window_placement": {"a": {"left": 1}}}},
        {"browser": {"app_window_placement": {"a": {}, "b": {}}}},
        {"browser": {"app_window_placement": 3}},
        {"browser": {"app_window_placement": {"a": 3}}},
        {"browser": {"app_window_placement": {"a": {"left": None, "top": 1, "right": 2, "bottom": 3}}}},
    ],
)
def test_of_a_profile_without_a_place_nothing_is_kept(tmp_path: Path, preferences: object) -> None:
    assert place_in(tmp_path) is None
    write_preferences(tmp_path, preferences)
    assert place_in(tmp_path) is None


def write_preferences(profile: Path, preferences: object) -> None:
    (profile / "Default").mkdir(exist_ok=True)
    (profile / "Default" / "Preferences").write_text(json.dumps(preferences))
