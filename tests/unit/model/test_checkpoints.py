"""A checkpoint as text: it comes back as it went out, and no byte of it can be another one."""

from base64 import b64encode
from dataclasses import replace

import pytest

from countermark.model.checkpoints import BadNote, Checkpoint, SignedCheckpoint, key_id, key_name, read_note

KEY = bytes(range(32))
IT = Checkpoint(key_name(KEY), 1234, "ab" * 32, 1_793_000_000_123)
SIGNED = SignedCheckpoint(IT, key_id(KEY), bytes(64))


def test_a_note_is_text_that_a_person_can_read() -> None:
    lines = SIGNED.note.split("\n")
    assert lines[:4] == [
        key_name(KEY),
        "1234",
        b64encode(bytes.fromhex("ab" * 32)).decode(),
        "2026-10-26T07:33:20.123Z",
    ]
    assert (lines[4], lines[5].split(" ")[:2], lines[6:]) == ("", ["—", key_name(KEY)], [""])
    assert SIGNED.note.startswith(IT.text)


def test_a_note_is_read_as_it_was_written() -> None:
    assert read_note(SIGNED.note) == SIGNED


def test_no_character_of_a_note_can_be_another_one() -> None:
    """What can still be read is another checkpoint, whose signature then does not fit."""
    for place in range(len(SIGNED.note)):
        for other in "\n \x00A0=é":
            changed = SIGNED.note[:place] + other + SIGNED.note[place + 1 :]
            if changed == SIGNED.note:
                continue
            try:
                read = read_note(changed)
            except BadNote:
                continue
            assert read != SIGNED


@pytest.mark.parametrize(
    "note",
    ["", "\n", SIGNED.note[:-1], SIGNED.note + "\n", SIGNED.note.replace("2026-10-26", "2026-13-26"), SIGNED.note * 2],
)
def test_what_is_no_note_is_refused(note: str) -> None:
    with pytest.raises(BadNote):
        read_note(note)


def test_another_name_below_than_above_is_refused() -> None:
    with pytest.raises(BadNote):
        read_note(SIGNED.note.replace(f"— {IT.origin}", "— countermark-0000000000000000"))
    other = replace(SIGNED, checkpoint=replace(IT, origin="countermark-0000000000000000"))
    assert read_note(other.note) == other
