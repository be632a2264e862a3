"""Why a permission was decided as it was: which rule did, on which line, and why the others did not."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from countermark.actions.desk import Desk, must
from countermark.model.errors import RulesBroken
from countermark.model.modes import GateMode
from countermark.model.permissions import Permission
from countermark.rules.explain import Explanation, explain
from countermark.rules.file import read_rules
from countermark.rules.modes import built_in
from countermark.rules.rulebook import Rulebook, RuleFile, RuleSource
from countermark.store.base import Reader


@dataclass(frozen=True)
class DecidedBecause:
    """A permission with what the rules of its time said; `judged` is what was stored when it was asked."""

    permission: Permission
    judged: Mapping[str, Any]
    explanation: Explanation


async def explanation_of(desk: Desk, permission_id: str) -> DecidedBecause:
    """The explanation of one permission, by the rules as they were. Raises `NotFound`."""

    def read(reader: Reader) -> tuple[Permission, Mapping[str, Any], list[RuleFile]]:
        permission = must(reader.permission(permission_id))
        permission.check_remembered()
        judged = json.loads(permission.explanation)
        return permission, judged, [then(reader, each) for each in judged["files"]]

    permission, judged, own = await desk.read(read)
    layers = (*built_in(GateMode(judged["mode"])), *own)
    facts = desk.rulebooks.facts(desk.rulebooks.root_of(permission.workspace))
    explanation = await asyncio.to_thread(explain, Rulebook(layers), permission.call, facts, at=permission.opened_at)
    return DecidedBecause(permission, judged, explanation)


def then(reader: Reader, file: Mapping[str, Any]) -> RuleFile:
    """A rules file as it was when the permission was asked."""
    source, sha256 = RuleSource(file["source"]), str(file["sha256"])
    try:
        return read_rules(reader.text(sha256) or "", source=source, sha256=sha256, trusted=bool(file["trusted"]))
    except RulesBroken as error:  # it was read by an older version of this program
        return RuleFile(source, sha256, (), failure=str(error))
