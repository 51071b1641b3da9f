"""Many rows in one statement. An import makes thousands of them, and building a model for each would take
longer than reading the archive."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import connection, models


def insert_rows(model: type[models.Model], columns: Sequence[str], rows: Iterable[tuple], conflict: str = "") -> None:
    """Insert rows whose values stand in the order of `columns` (names in the database). `conflict` is the end
    of the statement: what happens to a row that is there already."""
    quote = connection.ops.quote_name
    names = ", ".join(map(quote, columns))
    places = ", ".join(["%s"] * len(columns))
    with connection.cursor() as cursor:
        cursor.executemany(f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({places}) {conflict}", rows)
