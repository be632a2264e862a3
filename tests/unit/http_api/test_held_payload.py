"""What an agent has asked is held until its answer, and comes back to the letter."""

import os

from countermark.http_api.routes.hook_answers import SHORT_BYTES, held


async def test_a_short_payload_is_held_as_it_came() -> None:
    payload = os.urandom(SHORT_BYTES)
    assert (await held(payload)).content == payload
    assert (await held(payload)).payload == payload


async def test_a_long_one_takes_less_room() -> None:
    payload = b'{"plan": "words"}' * SHORT_BYTES
    its = await held(payload)
    assert len(its.content) < len(payload) / 2
    assert its.payload == payload
