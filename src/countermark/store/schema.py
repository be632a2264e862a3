"""Brings a database to the newest schema; Alembic is imported only when there is something to migrate."""

from sqlalchemy import Engine, inspect, text

from countermark.model.errors import StoreFailed
from countermark.store.tables import SCHEMA, metadata


def bring_up_to_date(engine: Engine) -> None:
    """Make a new database, migrate an older one, refuse a newer one."""
    present = schema_of(engine)
    if present == SCHEMA:
        return
    if present is None:
        create(engine)
    elif present > SCHEMA:
        raise StoreFailed(
            f"The data folder was written by a newer Countermark (schema {present}, this one knows {SCHEMA}).",
            hint="Install the newer version again, or choose another data folder with COUNTERMARK_HOME.",
        )
    else:
        migrate(engine)


def schema_of(engine: Engine) -> str | None:
    """The schema a database has; None for an empty one."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
        return None if version is None else str(version)


def create(engine: Engine) -> None:
    """All tables at once; a contract test holds this equal to running every migration."""
    with engine.begin() as connection:
        metadata.create_all(connection, checkfirst=False)  # tables of another program are no reason to go on
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
        connection.execute(text("INSERT INTO alembic_version VALUES (:schema)"), {"schema": SCHEMA})


def migrate(engine: Engine) -> None:
    """Run the migrations that are missing."""
    from alembic import command  # costs 0.8 s that an up-to-date hub does not pay
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "countermark.store:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
