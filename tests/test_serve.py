"""`manage.py serve`: where it listens, what it refuses, how it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.core.management.base import CommandError

from editor.management.commands import serve

ROOT = Path(__file__).resolve().parent.parent
MANAGE = [sys.executable, str(ROOT / "manage.py")]


def environment(data: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return kept | {"ATELIER_DATA_DIR": str(data)} | more


def status(request: str | Request) -> int:
    try:
        with urlopen(request, timeout=20) as answer:
            return answer.status
    except HTTPError as error:
        error.close()
        return error.code


@pytest.fixture
def served(tmp_path) -> Iterator[Callable[..., tuple[subprocess.Popen, str]]]:
    """`served(**environment)`: a server with an empty database of its own, and its address."""
    processes = []

    def start(**more: str) -> tuple[subprocess.Popen, str]:
        env = environment(tmp_path, **more)
        subprocess.run([*MANAGE, "migrate", "--verbosity", "0"], env=env, check=True)
        process = subprocess.Popen([*MANAGE, "serve", "--port", "0"], env=env, stdout=subprocess.PIPE, text=True)
        processes.append(process)
        line = process.stdout.readline()
        assert line.startswith("Atelier is at http://127.0.0.1:")
        return process, line.split()[-1]

    yield start
    for process in processes:
        process.kill()
        process.wait()
        process.stdout.close()


def test_it_says_where_it_is_and_ends_when_told(served):
    process, address = served()
    assert status(address) == 200
    assert status(Request(address, headers={"Host": "evil.example"})) == 400
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=10) == 0


def test_what_is_too_big_is_answered_and_not_cut_off(served):
    _, address = served(ATELIER_UPLOAD_BYTES="1000", ATELIER_ENTRY_BYTES="1000")  # a body may have 1 MB more
    too_big, beyond_reason = bytes(3 * 1024 * 1024), bytes(16 * 1024 * 1024)
    assert status(Request(f"{address}import/", data=too_big)) == 413
    connection = socket.create_connection(("127.0.0.1", int(address.rstrip("/").rpartition(":")[2])), timeout=20)
    with connection:
        connection.sendall(
            f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(beyond_reason)}\r\n\r\n".encode()
        )
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")
    assert status(address) == 200


def test_a_port_that_is_taken_is_named(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(CommandError, match=r"in use.*--port \d+"):
        serve.listen("127.0.0.1", taken.getsockname()[1])


def test_an_address_that_is_not_here_is_named():
    with pytest.raises(CommandError, match=r"Cannot listen on 192\.0\.2\.1, port 8000"):
        serve.listen("192.0.2.1", 8000)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "localhost", "::1"])
def test_loopback_addresses_are_served(host):
    serve.refuse_open_host(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "localhost.example", ""])
def test_other_addresses_need_a_word_from_the_person(host, settings):
    with pytest.raises(CommandError, match="ATELIER_HOSTS"):
        serve.refuse_open_host(host)
    settings.EXTRA_HOSTS = ["editor.example"]
    serve.refuse_open_host(host)


def test_a_database_of_another_version_is_not_served(tmp_path):
    answer = subprocess.run(
        [*MANAGE, "serve", "--port", "0"], env=environment(tmp_path), capture_output=True, text=True
    )
    assert answer.returncode == 1
    assert "manage.py migrate" in answer.stderr


@pytest.mark.parametrize("port", ["-1", "65536", "x", "8e3"])
def test_what_is_no_port_is_refused(port, tmp_path):
    env = environment(tmp_path, ATELIER_PORT=port)
    answer = subprocess.run([*MANAGE, "serve"], env=env, capture_output=True, text=True)
    assert answer.returncode == 2
    assert "a port is a number" in answer.stderr


def test_what_a_killed_process_left_is_removed_after_a_day(tmp_path):
    old, new = tmp_path / "old.upload", tmp_path / "new.upload"
    old.touch()
    new.touch()
    yesterday = time.time() - 25 * 3600
    os.utime(old, (yesterday, yesterday))
    serve.remove_stale_uploads(tmp_path)
    assert list(tmp_path.iterdir()) == [new]
