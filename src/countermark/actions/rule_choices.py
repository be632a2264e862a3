"""What a person chooses about rules: their own file, how much a project may do unasked, and whose rules are trusted."""

import asyncio

from countermark.actions.desk import Change, Desk
from countermark.actions.rules_page import roots_of
from countermark.model.actors import Actor
from countermark.model.errors import BadInput, Stale
from countermark.model.gate_happenings import ModeSet, RulesChanged, RulesTrusted
from countermark.model.modes import GateMode, TrustedRules, WorkspaceMode
from countermark.rules.file import read_rules
from countermark.rules.rulebook import RuleSource
from countermark.workspace.rule_files import FoundRules, find_rules, project_rules, replace_rules, user_rules


async def save_rules(desk: Desk, text: str, *, instead_of: str, by: Actor) -> FoundRules:
    """Write the person's file, if it is still the one that was shown. Raises `RulesBroken` and `Stale`."""
    count = len((await asyncio.to_thread(read_rules, text, source=RuleSource.USER, sha256="")).rules)
    path = user_rules(str(desk.home))
    written = await asyncio.to_thread(replace_rules, path, text, instead_of=instead_of)

    def work(change: Change) -> None:
        change.keep_text(written.sha256, written.text)  # so that the next call does not note the change once more
        change.save(None, RulesChanged("user", written.sha256, count))

    if written.sha256 != instead_of:
        await desk.change(by, work)
    return written


async def set_mode(desk: Desk, folder: str, mode: GateMode, *, until: int | None, by: Actor) -> WorkspaceMode:
    """How much is allowed in a project without asking; every mode but *ask* has to have an end."""
    at = desk.now()
    if until is not None and until <= at:
        raise BadInput("That moment is over.", hint="Choose a later end.")
    if until is None and mode is not GateMode.ASK:
        raise BadInput("This mode has to have an end.", hint="Say until when.")
    (root,) = await asyncio.to_thread(roots_of, desk, [folder])
    chosen = WorkspaceMode(root, mode, until, at)
    await desk.change(by, lambda change: change.save(chosen, ModeSet(root, mode.value, until)))
    desk.rulebooks.choose_anew()
    return chosen


async def trust_rules(desk: Desk, folder: str, *, sha256: str, by: Actor) -> TrustedRules:
    """A project's rules may allow something, as long as they are these. Raises `Stale` and `RulesBroken`."""
    (root,) = await asyncio.to_thread(roots_of, desk, [folder])
    found = await asyncio.to_thread(find_rules, project_rules(root))
    if found.sha256 != sha256:
        raise Stale("The project's rules have changed meanwhile.", hint="Look at them again.")
    await asyncio.to_thread(read_rules, found.text, source=RuleSource.PROJECT, sha256=sha256)
    trusted = TrustedRules(root, sha256, desk.now())
    await desk.change(by, lambda change: change.save(trusted, RulesTrusted(root, sha256)))
    desk.rulebooks.choose_anew()
    return trusted
