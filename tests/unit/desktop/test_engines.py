"""What can show the desk here: asked for, or the first that is there."""

import importlib.util
from pathlib import Path

import pytest

from countermark.desktop import engines
from countermark.desktop.engines import Engine, NoEngine, choose, why_not


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with a screen, and nothing that could draw on it."""
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(engines, "find_spec", lambda _: None)
    return tmp_path


def a_chromium(folder: Path) -> None:
    (folder / "google-chrome").write_text("#!/bin/sh\n")
    (folder / "google-chrome").chmod(0o755)


def test_where_nothing_is_there_it_is_a_tab(bare: Path) -> None:
    assert choose(None) is Engine.BROWSER
    for engine in (Engine.GTK, Engine.QT, Engine.CHROMIUM):
        with pytest.raises(NoEngine):
            choose(engine)


def test_a_chromium_comes_before_a_tab(bare: Path) -> None:
    a_chromium(bare)
    assert choose(None) is Engine.CHROMIUM
    assert choose(Engine.BROWSER) is Engine.BROWSER


def test_without_a_screen_only_a_tab_is_left(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_chromium(bare)
    monkeypatch.delenv("DISPLAY")
    assert choose(None) is Engine.BROWSER
    assert "there is no screen" in why_not(Engine.CHROMIUM)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert choose(None) is Engine.CHROMIUM


def test_what_is_missing_is_named(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "pywebview is missing. Install countermark[desktop]" in why_not(Engine.GTK)
    known = importlib.util.find_spec("json")
    monkeypatch.setattr(engines, "find_spec", lambda name: known if name == "webview" else None)
    assert "python3-gi" in why_not(Engine.GTK)
    assert "countermark[desktop-qt]" in why_not(Engine.QT)
    assert "google-chrome" in why_not(Engine.CHROMIUM)
