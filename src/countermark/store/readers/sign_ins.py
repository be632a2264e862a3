"""Reads sign-ins, and the settings of the desk that they are signed in at."""

from collections.abc import Sequence

from sqlalchemy import select

from countermark.model.settings import DeskSettings
from countermark.model.sign_ins import SignIn
from countermark.store import rows, tables
from countermark.store.readers.connected import Connected


class SignInReader(Connected):
    """Reads sign-ins and settings."""

    def sign_in(self, token_sha256: str) -> SignIn | None:
        wanted = select(tables.sign_ins).where(tables.sign_ins.c.token_sha256 == token_sha256)
        row = self.connection.execute(wanted).first()
        return rows.sign_in_of(row) if row else None

    def sign_ins(self) -> Sequence[SignIn]:
        return [rows.sign_in_of(row) for row in self.connection.execute(select(tables.sign_ins)).all()]

    def desk_settings(self) -> DeskSettings:
        stored = self.connection.execute(select(tables.desk_settings)).all()
        return rows.settings_of({row.name: row.value for row in stored})
