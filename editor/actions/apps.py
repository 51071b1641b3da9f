"""What happens to an app as a whole."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from editor.actions.changes import lock
from editor.actions.files import BATCH
from editor.models import App, Blob, File, FileChange


@transaction.atomic
def delete_app(app: App) -> None:
    """Delete an app with its history, and the blobs that nothing else names."""
    app = lock(app)
    changes = FileChange.objects.filter(revision__app=app)
    used = set(changes.values_list("before_id", flat=True)) | set(changes.values_list("after_id", flat=True))
    used |= set(File.objects.filter(app=app).values_list("blob_id", flat=True))
    app.delete()
    delete_unused_blobs(sorted(used - {None}))


def delete_unused_blobs(stamps: list[str]) -> None:
    """Delete those of these blobs that no file and no history names."""
    for start in range(0, len(stamps), BATCH):
        Blob.objects.filter(
            ~Exists(File.objects.filter(blob=OuterRef("pk"))),
            ~Exists(FileChange.objects.filter(Q(before=OuterRef("pk")) | Q(after=OuterRef("pk")))),
            pk__in=stamps[start : start + BATCH],
        ).only("pk").delete()  # without the contents, which Django would read first
