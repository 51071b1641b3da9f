"""The settings: what is safe by default, what the environment changes, what every answer carries."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.templatetags.static import static
from django.test import Client
from django.urls import include, path

from editor import settings as module
from editor.archive import limits

ROOT = Path(module.BASE_DIR)
HTMX = "django_htmx/htmx-2.min.js"


def crash(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a fault of ours")


urlpatterns = [
    path("", include("editor.urls")),
    path("crash/", crash),
    path("form/", lambda request: HttpResponse(get_token(request))),
    path("post/", lambda request: HttpResponse(len(request.POST["text"]))),
]
own_pages = pytest.mark.urls("tests.test_settings")


def asked(client: Client, address: str, **options) -> HttpResponse:
    """The answer, its file closed."""
    answer = client.get(address, **options)
    answer.close()
    return answer


def loaded(environment: dict[str, str], *names: str) -> dict:
    """The named settings as a new process sees them that has nothing but this environment."""
    code = f"import json; from editor import settings; print(json.dumps({{n: getattr(settings, n) for n in {names}}}))"
    answer = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=ROOT, check=True, capture_output=True, text=True
    )
    return json.loads(answer.stdout)


def test_without_any_variable_everything_is_closed(tmp_path):
    got = loaded({"ATELIER_DATA_DIR": str(tmp_path)}, "DEBUG", "ALLOWED_HOSTS", "DATABASES")
    assert got["DEBUG"] is False
    assert got["ALLOWED_HOSTS"] == ["127.0.0.1", "localhost", "[::1]"]
    assert got["DATABASES"]["default"]["NAME"] == str(tmp_path / "atelier.sqlite3")


def test_the_environment_changes_what_it_names(tmp_path):
    environment = {
        "ATELIER_DATA_DIR": str(tmp_path),
        "ATELIER_DEBUG": "1",
        "ATELIER_HOSTS": "one.example, .two.example,",
        "DATABASE_URL": "postgres://ada:pw@db.example:5433/atelier",
    }
    got = loaded(environment, "DEBUG", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "DATABASES")
    assert got["DEBUG"] is True
    assert got["ALLOWED_HOSTS"][3:] == ["one.example", ".two.example"]
    assert got["CSRF_TRUSTED_ORIGINS"] == ["https://one.example", "https://*.two.example"]
    database = got["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 5433, "atelier")


def test_the_data_folder_is_made_and_closed_to_others(tmp_path, monkeypatch):
    monkeypatch.setenv("ATELIER_DATA_DIR", str(tmp_path / "some" / "where"))
    folder = module.data_dir()
    assert folder == tmp_path / "some" / "where"
    assert stat.S_IMODE(folder.stat().st_mode) == stat.S_IMODE((folder / "uploads").stat().st_mode) == 0o700


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def open_folder(tmp_path, monkeypatch) -> Path:
    """A data folder of an older version, open to all, with its files."""
    folder = tmp_path / "data"
    (folder / "uploads").mkdir(parents=True)
    for name in ("atelier.sqlite3", "atelier.sqlite3-wal", "secret_key"):
        (folder / name).touch()
        (folder / name).chmod(0o644)
    folder.chmod(0o755)
    (folder / "uploads").chmod(0o755)
    monkeypatch.setenv("ATELIER_DATA_DIR", str(folder))
    return folder


def assert_own_files_closed(folder: Path) -> None:
    assert mode(folder / "uploads") == 0o700
    assert {mode(entry) for entry in folder.iterdir() if entry.name.startswith(("atelier", "secret"))} == {0o600}


def test_a_data_folder_that_was_open_is_closed(open_folder):
    module.data_dir()
    assert mode(open_folder) == 0o700
    assert_own_files_closed(open_folder)


def test_an_empty_folder_that_was_open_is_closed_and_gets_no_database(tmp_path, monkeypatch):
    tmp_path.chmod(0o755)
    monkeypatch.setenv("ATELIER_DATA_DIR", str(tmp_path))
    module.data_dir()
    assert mode(tmp_path) == 0o700
    assert [entry.name for entry in tmp_path.iterdir()] == ["uploads"]


def test_in_a_folder_with_other_files_only_our_own_are_closed(open_folder, monkeypatch):
    (open_folder / "notes.txt").touch()
    (open_folder / "notes.txt").chmod(0o644)
    (open_folder / "atelier.sqlite3").unlink()
    with monkeypatch.context() as patch:
        patch.setenv("DATABASE_URL", "postgres://db.example/atelier")
        module.data_dir()
        assert not (open_folder / "atelier.sqlite3").exists()
    monkeypatch.delenv("DATABASE_URL", raising=False)
    module.data_dir()
    assert (mode(open_folder), mode(open_folder / "notes.txt")) == (0o755, 0o644)
    assert mode(open_folder / "atelier.sqlite3") == 0o600  # before there is anything in it
    assert_own_files_closed(open_folder)


def test_a_folder_that_all_may_write_to_keeps_its_mode(open_folder):
    open_folder.chmod(0o1777)
    module.data_dir()
    assert mode(open_folder) == 0o1777
    assert_own_files_closed(open_folder)


def test_what_a_link_leads_to_is_not_closed(open_folder, tmp_path):
    (tmp_path / "elsewhere").touch()
    (tmp_path / "elsewhere").chmod(0o644)
    (open_folder / "secret_key").unlink()
    (open_folder / "secret_key").symlink_to(tmp_path / "elsewhere")
    module.data_dir()
    assert mode(tmp_path / "elsewhere") == 0o644


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("ATELIER_DATA_DIR", str(tmp_path / "file" / "data"))
    with pytest.raises(ImproperlyConfigured, match=re.escape(str(tmp_path / "file" / "data"))):
        module.data_dir()


def test_the_secret_key_is_made_once_and_for_the_owner_only(tmp_path):
    path = tmp_path / "secret_key"
    key = module.secret_key(path)
    assert len(key) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert module.secret_key(path) == key
    assert [entry.name for entry in tmp_path.iterdir()] == ["secret_key"]


def test_processes_that_start_together_agree_on_the_key(tmp_path):
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(module.secret_key, [tmp_path / "secret_key"] * 64))
    assert len(keys) == 1
    assert [entry.name for entry in tmp_path.iterdir()] == ["secret_key"]


def test_a_damaged_key_is_not_used(tmp_path):
    (tmp_path / "secret_key").write_text("")
    with pytest.raises(ImproperlyConfigured, match="damaged"):
        module.secret_key(tmp_path / "secret_key")


@pytest.mark.parametrize(("zone", "read"), [("Asia/Jerusalem", "Asia/Jerusalem"), ("UTC", "UTC")])
def test_the_time_zone_is_that_of_the_machine(monkeypatch, zone, read):
    monkeypatch.setenv("TZ", zone)
    assert module.time_zone() == read


def test_a_time_zone_that_nobody_knows_is_passed_over(monkeypatch):
    monkeypatch.delenv("TZ")
    usual = module.time_zone()
    monkeypatch.setenv("TZ", "../Nowhere")
    assert module.time_zone() == usual


sqlite_only = pytest.mark.skipif("postgres" in os.environ.get("DATABASE_URL", ""), reason="about SQLite")


@sqlite_only
@pytest.mark.django_db
def test_what_sqlite_calls_saved_is_on_the_disk():
    with connection.cursor() as cursor:
        got = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")}
        assert got == {"journal_mode": "wal", "synchronous": 2}
        assert cursor.execute("PRAGMA foreign_keys").fetchone() == (1,)


@sqlite_only
@pytest.mark.django_db(transaction=True)
def test_a_transaction_has_the_write_lock_from_its_start():
    other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0, isolation_level=None)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.close()


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "[::1]:8000"])
def test_the_loopback_names_are_answered(client, host):
    assert asked(client, static(HTMX), headers={"host": host}).status_code == 200


@pytest.mark.parametrize("address", ["/form/", "/nowhere/", static(HTMX)])
@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8000", "localhost.evil.example", "10.0.0.1"])
@own_pages
def test_any_other_host_gets_400_for_pages_and_files(client, host, address):
    answer = asked(client, address, headers={"host": host})
    assert answer.status_code == 400
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@own_pages
@pytest.mark.parametrize("address", ["/form/", "/nowhere/", "/crash/", static(HTMX)])
def test_every_answer_has_the_strict_headers(address):
    answer = asked(Client(raise_request_exception=False), address)
    policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert not any("unsafe" in value or "*" in value or "http" in value for value in policy.values())
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in answer.headers["Permissions-Policy"]
    if address == "/form/":
        assert answer.headers["X-Frame-Options"] == "DENY"


@own_pages
def test_cookies_are_closed_to_scripts_and_other_sites(client, settings):
    cookie = client.get("/form/").cookies["atelier_csrf"]
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"
    assert settings.SESSION_COOKIE_HTTPONLY is True
    assert settings.SESSION_COOKIE_SAMESITE == settings.LANGUAGE_COOKIE_SAMESITE == "Lax"


@own_pages
def test_a_form_without_token_is_refused():
    assert Client(enforce_csrf_checks=True).post("/post/", {"text": "a"}).status_code == 403


@own_pages
def test_a_crash_is_logged_and_a_missing_page_is_not(caplog):
    client = Client(raise_request_exception=False)
    assert client.get("/nowhere/").status_code == 404
    assert not caplog.records
    assert client.get("/crash/").status_code == 500
    (record,) = caplog.records
    assert record.exc_info[0] is RuntimeError


@own_pages
def test_a_body_above_the_limit_gets_a_page_that_says_so(client, settings):
    settings.BODY_LIMIT = 1000
    answer = client.post("/post/", {"text": "a" * 1000})
    assert answer.status_code == 413
    assert "text/html" in answer.headers["Content-Type"]
    assert client.post("/post/", {"text": "a" * 500}).content == b"500"


@own_pages
def test_the_text_of_the_largest_file_fits_into_a_plain_form(client, settings):
    body = b"text=" + b"a" * limits.ENTRY_BYTES
    answer = client.post("/post/", body, content_type="application/x-www-form-urlencoded")
    assert answer.content == str(limits.ENTRY_BYTES).encode()
    assert settings.BODY_LIMIT > 3 * limits.ENTRY_BYTES  # where every byte is written as %D7


def test_what_is_below_our_limit_is_not_too_big_for_django(settings):
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE == settings.BODY_LIMIT > limits.UPLOAD_BYTES


def test_assets_may_be_kept_for_good(client):
    answer = asked(client, static(HTMX))
    assert re.fullmatch(f"/static/[0-9a-f]{{12}}/{HTMX}", static(HTMX))
    assert answer.headers["Cache-Control"] == "max-age=31536000, public"
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_another_content_of_any_asset_is_another_address(tmp_path):
    for name in ("ours", "theirs"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.css").write_text("a {}")
    folders = tmp_path / "ours", tmp_path / "theirs"
    seen = {module.fingerprint(*folders)}
    assert module.fingerprint(*folders) in seen
    (tmp_path / "theirs" / "a.css").write_text("b {}")
    seen.add(module.fingerprint(*folders))
    (tmp_path / "ours" / "a.css").rename(tmp_path / "ours" / "b.css")
    seen.add(module.fingerprint(*folders))
    assert len(seen) == 3


def test_the_readme_explains_every_variable():
    code = "".join(path.read_text("utf-8") for path in (ROOT / "editor").rglob("*.py"))
    names = set(re.findall(r"ATELIER_[A-Z_]*[A-Z]", code)) | {f"ATELIER_{name}" for name in limits.LIMITS}
    readme = (ROOT / "README.md").read_text("utf-8")
    assert {"ATELIER_DATA_DIR", "ATELIER_HOSTS", "ATELIER_UPLOAD_BYTES"} <= names
    assert [name for name in sorted(names | {"DATABASE_URL"}) if f"`{name}`" not in readme] == []
