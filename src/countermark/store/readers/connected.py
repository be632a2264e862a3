"""What every reader has: one connection inside a transaction."""

from functools import reduce
from operator import add
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, func, select

from countermark.store.base import EACH


class Connected:
    """Reads through one connection."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def total_length(self, *columns: Column[Any], where: ColumnElement[bool]) -> int:
        """Characters in these columns of the chosen rows, and `EACH` more for every row."""
        each = [func.coalesce(func.length(column), 0) for column in columns]
        total = select(func.coalesce(func.sum(reduce(add, each, EACH)), 0)).where(where)
        return int(self.connection.execute(total).scalar_one())
