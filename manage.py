#!/usr/bin/env python3
"""Django's command line for the editor."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run a management command with the editor's settings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "editor.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
