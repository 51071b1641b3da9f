"""What the database holds: the files of every app as they came, their history, and indexes over them.

File bytes are the truth. `Resource` and the text columns of `App` are indexes for lists, rebuilt on each
change and by `manage.py reindex`; forms and edits never read them.
"""

from __future__ import annotations

from django.db import models


class Blob(models.Model):
    """The content of a file, once per content."""

    sha256 = models.CharField(primary_key=True, max_length=64)
    content = models.BinaryField()
    size = models.PositiveIntegerField(help_text="bytes")

    def __str__(self) -> str:
        return self.sha256[:12]


class App(models.Model):
    """One agent application: a tree of files."""

    root = models.TextField(help_text="the name of the root folder in an export")
    filename = models.TextField(help_text="the file or folder it was imported from")
    display_name = models.TextField(help_text="index")
    description = models.TextField(help_text="index")
    root_agent = models.TextField(help_text="index")
    format = models.CharField(max_length=5, help_text="index: json, yaml or mixed")
    head = models.PositiveIntegerField(default=0, help_text="number of the newest revision")
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.display_name


class File(models.Model):
    """One file of the head tree."""

    app = models.ForeignKey(App, models.CASCADE, related_name="files")
    path = models.TextField(help_text="inside the app, with /")
    blob = models.ForeignKey(Blob, models.PROTECT, related_name="+")
    position = models.PositiveIntegerField(help_text="order in the archive")
    foreign = models.CharField(max_length=12, blank=True, help_text="index: why the format does not know it")

    class Meta:
        ordering = ("position",)
        constraints = (models.UniqueConstraint(fields=("app", "path"), name="one_file_a_path"),)

    def __str__(self) -> str:
        return self.path


class Revision(models.Model):
    """One action of a person. Undo and redo are revisions too: the inverse of their `target`."""

    class Kind(models.TextChoices):
        """What made it."""

        IMPORT = "import"
        EDIT = "edit"
        UNDO = "undo"
        REDO = "redo"

    app = models.ForeignKey(App, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField(help_text="from 1, without gaps")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    author = models.TextField()
    label = models.TextField()
    created = models.DateTimeField(auto_now_add=True)
    target = models.ForeignKey("self", models.CASCADE, null=True, related_name="+")
    undone = models.BooleanField(default=False, help_text="an undo or redo took it back")

    class Meta:
        ordering = ("-number",)
        constraints = (models.UniqueConstraint(fields=("app", "number"), name="one_revision_a_number"),)

    def __str__(self) -> str:
        return f"{self.number}: {self.label}"


class FileChange(models.Model):
    """What a revision did to one path: before None is a new file, after None a removed one."""

    revision = models.ForeignKey(Revision, models.CASCADE, related_name="changes")
    path = models.TextField()
    before = models.ForeignKey(Blob, models.PROTECT, null=True, related_name="+")
    after = models.ForeignKey(Blob, models.PROTECT, null=True, related_name="+")
    position = models.PositiveIntegerField(help_text="of the file, so that undo puts it back in its place")

    class Meta:
        ordering = ("position",)

    def __str__(self) -> str:
        return self.path


class Resource(models.Model):
    """Index: one resource of an app. Its address is kind + folder."""

    app = models.ForeignKey(App, models.CASCADE, related_name="resources")
    kind = models.CharField(max_length=40)
    folder = models.TextField()
    manifest = models.TextField(help_text="path")
    display_name = models.TextField(help_text="the folder's name where the manifest gives none")
    error = models.TextField(help_text="why the manifest cannot be read, else empty")
    error_line = models.PositiveIntegerField(null=True)
    error_column = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ("display_name", "folder")
        constraints = (models.UniqueConstraint(fields=("app", "kind", "folder"), name="one_resource_a_folder"),)

    def __str__(self) -> str:
        return f"{self.kind}/{self.folder}"


class ImportNote(models.Model):
    """What was odd about the archive itself when it was read, and is not to be seen in its files."""

    app = models.ForeignKey(App, models.CASCADE, related_name="notes")
    rule = models.CharField(max_length=40)
    severity = models.CharField(max_length=7)
    file = models.TextField()
    message = models.TextField()

    def __str__(self) -> str:
        return f"{self.rule}: {self.file}"
