"""What a database or the system says of a failure, in words for people."""

import sqlite3

from sqlalchemy.exc import SQLAlchemyError


def reason(error: SQLAlchemyError | OSError | sqlite3.Error) -> str:
    """The database's or the system's own words, without the statement and its values."""
    if isinstance(error, sqlite3.Error):
        return str(error)
    said = error.strerror if isinstance(error, OSError) else getattr(error, "orig", None)
    return str(said or type(error).__name__)
