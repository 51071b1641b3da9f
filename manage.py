#!/usr/bin/env python3
"""Django's command line for the editor."""

from __future__ import annotations

import os
import re
import sys
from typing import NoReturn


def main() -> None:
    """Run a management command with the editor's settings. Faults of the setup end with status 2 and one line on
    stderr: 1 is the answer of commands that find something wrong. --traceback shows where they come from."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "editor.settings")
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError, DataError, IntegrityError

    try:
        settings.INSTALLED_APPS  # noqa: B018 (the first access reads the settings)
    except (ImproperlyConfigured, OSError, ValueError) as error:
        stop(error, "The settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        stop(error, "The settings")
    except (DataError, IntegrityError):
        raise  # no fault of the setup
    except DatabaseError as error:
        stop(error, "The database")


def stop(error: Exception, what: str) -> NoReturn:
    """Say what is wrong, in one line, and end with status 2."""
    if "--traceback" in sys.argv:
        raise error
    told = " ".join(str(error).split())
    # As SQLite and as PostgreSQL say it
    if re.search(r"no such (table|column)|(relation|column) .* does not exist", told):
        told += "; run manage.py migrate"
    print(f"{what}: {told}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
