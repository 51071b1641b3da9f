"""The map of the product."""

from __future__ import annotations

from django.urls import path, register_converter

from editor.actions.starters import MADE_KINDS
from editor.archive import layout
from editor.views import apps, creating, export, files, history, resources, trying


class KindConverter:
    """A kind of resource that has folders."""

    regex = "|".join(layout.RESOURCE_KINDS)

    def to_python(self, value: str) -> str:
        """The kind's key."""
        return value

    to_url = to_python


class MadeKindConverter(KindConverter):
    """A kind of resource that is made, copied and deleted on pages."""

    regex = "|".join(MADE_KINDS)


register_converter(KindConverter, "kind")
register_converter(MadeKindConverter, "made")

urlpatterns = [
    path("", apps.start, name="start"),
    path("import/", apps.import_zip, name="import_archive"),
    path("sample/", apps.open_sample, name="open_sample"),
    path("new/", creating.new_app, name="new_app"),
    path("check/python/", trying.check_python, name="check_python"),
    path("apps/<int:app_id>/", resources.app_page, name="app"),
    path("apps/<int:app_id>/part/", resources.app_part, name="app_part"),
    path("apps/<int:app_id>/source/", resources.app_source, name="app_source"),
    path("apps/<int:app_id>/report/", apps.report, name="report"),
    path("apps/<int:app_id>/delete/", apps.delete, name="delete_app"),
    path("apps/<int:app_id>/new/<made:kind>/", creating.create, name="create"),
    path("apps/<int:app_id>/duplicate/<made:kind>/<str:folder>/", creating.duplicate, name="duplicate"),
    path("apps/<int:app_id>/delete/<made:kind>/<str:folder>/", creating.delete, name="delete"),
    path("apps/<int:app_id>/history/", history.history, name="history"),
    path("apps/<int:app_id>/history/<int:number>/", history.revision, name="revision"),
    path("apps/<int:app_id>/undo/", history.undo, name="undo"),
    path("apps/<int:app_id>/redo/", history.redo, name="redo"),
    path("apps/<int:app_id>/export/", export.export, name="export"),
    path("apps/<int:app_id>/export/archive.zip", export.download, name="download"),
    path("apps/<int:app_id>/files/", files.all_files, name="files"),
    path("apps/<int:app_id>/files/<path:path>", files.file, name="file"),
    path("apps/<int:app_id>/guardrails/<str:folder>/try/", trying.try_filter, name="try_filter"),
    path("apps/<int:app_id>/<kind:kind>/<str:folder>/", resources.resource_page, name="resource"),
    path("apps/<int:app_id>/<kind:kind>/<str:folder>/part/", resources.resource_part, name="part"),
    path("apps/<int:app_id>/<kind:kind>/<str:folder>/source/", resources.resource_source, name="source"),
]
