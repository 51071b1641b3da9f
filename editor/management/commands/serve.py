"""`manage.py serve`: the editor on the loopback address."""

from __future__ import annotations

import errno
import ipaddress
import os
import signal
import socket
import sys
import tempfile
import time
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

import waitress
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from editor.wsgi import application

THREADS = 4  # requests at the same time; one person's page, its fragments and a download
# Waitress takes bodies up to this size, so that a page of ours can explain what is too big. Above it waitress
# answers 413 itself, without reading on: nobody fills the disk with one request.
BODY_CAP = 4 * settings.BODY_LIMIT  # bytes
STALE_SECONDS = 24 * 3600


class Command(BaseCommand):
    """Serves until Ctrl+C or SIGTERM; what is being written then is finished."""

    help = "Serve the editor. Without options at http://127.0.0.1:8000/."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
        port = os.environ.get("ATELIER_PORT") or 8000
        parser.add_argument("--port", type=port_number, default=port, help="port (ATELIER_PORT, else 8000); 0: any")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        """Listens first, then says where, then serves."""
        refuse_open_host(host)
        refuse_old_database()
        tempfile.tempdir = str(settings.FILE_UPLOAD_TEMP_DIR)  # bodies that waitress receives go there as well
        remove_stale_uploads(settings.FILE_UPLOAD_TEMP_DIR)
        listener = listen(host, port)
        server = waitress.create_server(
            application, sockets=[listener], threads=THREADS, max_request_body_size=BODY_CAP, ident=None
        )
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        self.stdout.write(f"Atelier is at http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/")
        self.stdout.flush()
        server.run()


def port_number(text: str) -> int:
    """The number of a port, for argparse."""
    if not (text.isascii() and text.isdecimal() and int(text) < 65_536):
        raise ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


def refuse_open_host(host: str) -> None:
    """The editor has no accounts: whoever reaches it may do everything. Raises CommandError for an address
    that other machines reach, unless ATELIER_HOSTS says that this is meant."""
    try:
        loopback = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        loopback = False
    if not loopback and not settings.EXTRA_HOSTS:
        raise CommandError(
            f"{host} can be reached from other machines, and the editor has no accounts. "
            "Name the hosts it may be called by in ATELIER_HOSTS if that is what you want."
        )


def refuse_old_database() -> None:
    """Raises CommandError when the tables are not those of this version."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError("The database is of another version. Run: manage.py migrate")
    connection.close()


def remove_stale_uploads(folder: Path) -> None:
    """Removes what a killed process left in the folder of uploads, unless it is younger than a day: another
    server may be at work on it."""
    for path in folder.iterdir():
        if path.is_file() and time.time() - path.stat().st_mtime > STALE_SECONDS:
            path.unlink(missing_ok=True)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises CommandError when the address cannot be had."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CommandError(f"Port {port} is in use. Choose another one, such as --port {port + 1}.") from None
        raise CommandError(f"Cannot listen on {host}, port {port}: {error.strerror}.") from None
