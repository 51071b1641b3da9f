"""The map of the product."""

from __future__ import annotations

from django.urls import path, register_converter

from editor.archive import layout
from editor.views import apps, export, files, history, resources


class KindConverter:
    """A kind of resource that has folders."""

    regex = "|".join(layout.RESOURCE_KINDS)

    def to_python(self, value: str) -> str:
        """The kind's key."""
        return value

    to_url = to_python


register_converter(KindConverter, "kind")

urlpatterns = [
    path("", apps.start, name="start"),
    path("import/", apps.import_zip, name="import_archive"),
    path("sample/", apps.open_sample, name="open_sample"),
    path("apps/<int:app_id>/", resources.app_page, name="app"),
    path("apps/<int:app_id>/source/", resources.app_source, name="app_source"),
    path("apps/<int:app_id>/report/", apps.report, name="report"),
    path("apps/<int:app_id>/delete/", apps.delete, name="delete_app"),
    path("apps/<int:app_id>/history/", history.history, name="history"),
    path("apps/<int:app_id>/history/<int:number>/", history.revision, name="revision"),
    path("apps/<int:app_id>/undo/", history.undo, name="undo"),
    path("apps/<int:app_id>/redo/", history.redo, name="redo"),
    path("apps/<int:app_id>/export/", export.export, name="export"),
    path("apps/<int:app_id>/export/archive.zip", export.download, name="download"),
    path("apps/<int:app_id>/files/", files.all_files, name="files"),
    path("apps/<int:app_id>/files/<path:path>", files.file, name="file"),
    path("apps/<int:app_id>/<kind:kind>/<str:folder>/", resources.resource_page, name="resource"),
    path("apps/<int:app_id>/<kind:kind>/<str:folder>/source/", resources.resource_source, name="source"),
]
