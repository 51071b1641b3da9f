"""The editor as a WSGI application, for `manage.py serve` and for any other server."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "editor.settings")
application = get_wsgi_application()
