"""Reads permissions, questions, grants, modes and which rules are trusted."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import bindparam, select

from countermark.model.items import AgentWait, ItemKind
from countermark.model.modes import TrustedRules, WorkspaceMode
from countermark.model.permissions import Grant, Outcome, Permission
from countermark.model.questions import BY_PERSON, Question
from countermark.store import gate_rows, tables
from countermark.store.readers.asked import AskedQueries
from countermark.store.readers.connected import Connected

DECIDED = (Outcome.ALLOWED.value, Outcome.DENIED.value)
PERMISSIONS = AskedQueries(
    tables.permissions, ItemKind.PERMISSION, answered=DECIDED, of_row=gate_rows.permission_of
)  # fmt: skip
QUESTIONS = AskedQueries(
    tables.questions, ItemKind.QUESTION, answered=sorted(each.value for each in BY_PERSON), of_row=gate_rows.question_of
)

ITS = tables.permissions.c
LIMITED = select(tables.permissions).limit(bindparam("most"))
RECENT = LIMITED.where(ITS.ended_at >= bindparam("since"), ITS.outcome.in_(DECIDED)).order_by(
    ITS.ended_at.desc(), ITS.id.desc()
)
SAME = LIMITED.where(
    ITS.agent == bindparam("agent"),
    ITS.workspace == bindparam("workspace"),
    ITS.sha256 == bindparam("sha256"),
    ITS.opened_at >= bindparam("since"),
).order_by(ITS.opened_at.desc(), ITS.id.desc())

GIVEN = tables.grants.c
GRANTS = select(tables.grants).order_by(GIVEN.given_at, GIVEN.id)
GRANT = GRANTS.where(GIVEN.id == bindparam("wanted"))
OPEN_GRANTS = GRANTS.where(GIVEN.ended_at.is_(None))
GRANTS_OF = OPEN_GRANTS.where(GIVEN.agent == bindparam("agent"), GIVEN.conversation == bindparam("conversation"))
MODES = select(tables.workspace_modes).order_by(tables.workspace_modes.c.workspace)
MODE = MODES.where(tables.workspace_modes.c.workspace == bindparam("wanted"))
TRUSTED = select(tables.trusted_rules).where(tables.trusted_rules.c.workspace == bindparam("wanted"))


class PermissionReader(Connected):
    """Reads permissions."""

    def permission(self, permission_id: str) -> Permission | None:
        return PERMISSIONS.get(self.connection, permission_id)

    def permissions_named(self, ids: Collection[str]) -> Mapping[str, Permission]:
        return PERMISSIONS.named(self.connection, ids)

    def open_permissions(self) -> Sequence[Permission]:
        return PERMISSIONS.all(self.connection, PERMISSIONS.open)

    def permission_waits(self) -> Sequence[AgentWait]:
        return PERMISSIONS.all_waits(self.connection)

    def open_permissions_of(self, agent: str, conversation: str | None) -> Sequence[Permission]:
        return PERMISSIONS.all_open_of(self.connection, agent, conversation)

    def newest_permissions_of(self, agent: str, conversation: str, *, limit: int) -> Sequence[Permission]:
        return PERMISSIONS.newest(self.connection, agent, conversation, limit=limit)

    def has_open_permissions(self, agent: str, *, at_least: int) -> bool:
        return PERMISSIONS.has_open(self.connection, agent, at_least=at_least)

    def permission_of_call(
        self, agent: str, conversation: str | None, *, call_id: str | None, sha256: str
    ) -> Permission | None:
        return PERMISSIONS.of_call(self.connection, agent, conversation, call_id=call_id, sha256=sha256)

    def permissions_with(self, agent: str, conversation: str, *, call_id: str, limit: int) -> Sequence[Permission]:
        its = {"agent": agent, "conversation": conversation, "call_id": call_id, "most": limit}
        return PERMISSIONS.all(self.connection, PERMISSIONS.with_id, **its)

    def recent_permissions(self, *, since: int, limit: int) -> Sequence[Permission]:
        return PERMISSIONS.all(self.connection, RECENT, since=since, most=limit)

    def same_permissions(
        self, agent: str, workspace: str, sha256: str, *, since: int, limit: int
    ) -> Sequence[Permission]:
        its = {"agent": agent, "workspace": workspace, "sha256": sha256, "since": since, "most": limit}
        return PERMISSIONS.all(self.connection, SAME, **its)


class QuestionReader(Connected):
    """Reads questions."""

    def question(self, question_id: str) -> Question | None:
        return QUESTIONS.get(self.connection, question_id)

    def questions_named(self, ids: Collection[str]) -> Mapping[str, Question]:
        return QUESTIONS.named(self.connection, ids)

    def open_questions(self) -> Sequence[Question]:
        return QUESTIONS.all(self.connection, QUESTIONS.open)

    def question_waits(self) -> Sequence[AgentWait]:
        return QUESTIONS.all_waits(self.connection)

    def open_questions_of(self, agent: str, conversation: str | None) -> Sequence[Question]:
        return QUESTIONS.all_open_of(self.connection, agent, conversation)

    def newest_questions_of(self, agent: str, conversation: str, *, limit: int) -> Sequence[Question]:
        return QUESTIONS.newest(self.connection, agent, conversation, limit=limit)

    def has_open_questions(self, agent: str, *, at_least: int) -> bool:
        return QUESTIONS.has_open(self.connection, agent, at_least=at_least)

    def question_of_call(
        self, agent: str, conversation: str | None, *, call_id: str | None, sha256: str
    ) -> Question | None:
        return QUESTIONS.of_call(self.connection, agent, conversation, call_id=call_id, sha256=sha256)


class GateReader(PermissionReader, QuestionReader):
    """Reads those, and what a person has allowed beyond one call."""

    def grant(self, grant_id: str) -> Grant | None:
        row = self.connection.execute(GRANT, {"wanted": grant_id}).first()
        return None if row is None else gate_rows.grant_of(row)

    def grants_of(self, agent: str, conversation: str | None) -> Sequence[Grant]:
        found = self.connection.execute(GRANTS_OF, {"agent": agent, "conversation": conversation})
        return [gate_rows.grant_of(row) for row in found]

    def open_grants(self) -> Sequence[Grant]:
        return [gate_rows.grant_of(row) for row in self.connection.execute(OPEN_GRANTS)]

    def grants_from(self, permission_id: str) -> Sequence[Grant]:
        found = self.connection.execute(GRANTS.where(GIVEN.permission == permission_id))
        return [gate_rows.grant_of(row) for row in found]

    def workspace_mode(self, workspace: str) -> WorkspaceMode | None:
        row = self.connection.execute(MODE, {"wanted": workspace}).first()
        return None if row is None else gate_rows.workspace_mode_of(row)

    def workspace_modes(self) -> Sequence[WorkspaceMode]:
        return [gate_rows.workspace_mode_of(row) for row in self.connection.execute(MODES)]

    def trusted_rules(self, workspace: str) -> TrustedRules | None:
        row = self.connection.execute(TRUSTED, {"wanted": workspace}).first()
        return None if row is None else gate_rows.trusted_rules_of(row)
