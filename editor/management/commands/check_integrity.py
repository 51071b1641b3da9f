"""`manage.py check_integrity`: is what the database holds whole?"""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from editor.actions.integrity import check_integrity
from editor.models import App, Blob


class Command(BaseCommand):
    """Exit 1 where something is wrong, each fault on its own line."""

    help = "Check that all contents are there, that history adds up and that the index is what the files say."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print every fault, then the sum."""
        faults = 0
        for fault in check_integrity():
            self.stdout.write(fault)
            faults += 1
        count = f"{App.objects.count()} apps, {Blob.objects.count()} blobs"
        self.stdout.write(f"{count}: {faults} faults" if faults else f"{count}: whole")
        if faults:
            sys.exit(1)
