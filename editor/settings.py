"""Settings, all from the environment and safe as they stand. README.md lists the variables."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import stat
from pathlib import Path
from zoneinfo import ZoneInfo

import dj_database_url
import django_htmx
from django.core.exceptions import ImproperlyConfigured

from editor.archive import limits

BASE_DIR = Path(__file__).resolve().parent.parent
DATABASE_FILE = "atelier.sqlite3"
# What the editor keeps in its data folder, by how the names begin: SQLite has files beside each database
OWN_NAMES = (DATABASE_FILE, "test.sqlite3", "secret_key", "uploads")


def data_dir() -> Path:
    """The one folder that is written to, made on first use and closed to other users of the machine."""
    path = (BASE_DIR / (os.environ.get("ATELIER_DATA_DIR") or "var")).resolve()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        (path / "uploads").mkdir(mode=0o700, exist_ok=True)
        close_to_others(path)
    except OSError as error:
        raise ImproperlyConfigured(f"The data folder {path} cannot be used: {error.strerror}.") from None
    return path


def close_to_others(folder: Path) -> None:
    """Take every right on the data folder from other users. A folder that holds more than the editor's files, or
    that all may write to, such as /tmp, stays as it is; only what is the editor's in it is closed."""
    entries = sorted(folder.iterdir())
    own = [entry for entry in entries if entry.name.startswith(OWN_NAMES)]
    if own == entries and not folder.stat().st_mode & stat.S_ISVTX:
        _close(folder, 0o700)
    elif not os.environ.get("DATABASE_URL"):
        # Here, since SQLite would make it readable for all; its other files get the same mode
        (folder / DATABASE_FILE).touch(mode=0o600)
        own.append(folder / DATABASE_FILE)
    for entry in own:
        _close(entry, 0o700 if entry.is_dir() else 0o600)


def _close(path: Path, mode: int) -> None:
    """Set the mode where others have rights. What belongs to somebody else is theirs to close, and a file that
    went meanwhile, as SQLite's do, needs no closing."""
    with contextlib.suppress(FileNotFoundError, PermissionError):
        info = path.lstat()
        if stat.S_IMODE(info.st_mode) & 0o077 and info.st_uid == os.geteuid() and not stat.S_ISLNK(info.st_mode):
            path.chmod(mode)


def secret_key(path: Path) -> str:
    """The key in the file `path`, made on first use with mode 0600. It is written aside and then linked, so
    that two processes that start together agree on one key and a crash leaves no half of one."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64))
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            pass  # the other process was first
        finally:
            draft.unlink()
    key = path.read_text().strip()
    if len(key) < 50:
        raise ImproperlyConfigured(f"The key in {path} is damaged. Remove the file, a new one will be made.")
    return key


def database(url: str) -> dict:
    """Django's settings for a database URL. SQLite gets what makes a save certain."""
    settings = dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True)
    if settings["ENGINE"] == "django.db.backends.sqlite3":
        settings["OPTIONS"] = {
            # Take the write lock at the start: a transaction that reads first and writes later would
            # otherwise fail at once when somebody else wrote in between, whatever the timeout.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,  # seconds to wait for that lock
            # WAL: readers never wait for a writer, and a killed process loses nothing that was committed.
            # FULL and not NORMAL: NORMAL may lose the last commits when the power goes. What the editor
            # calls saved must be on the disk; one sync a save costs a few milliseconds.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
        # A file in tests too: databases in memory lock differently, and the browser tests have a server thread.
        settings["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    return settings


def time_zone() -> str:
    """The zone of this machine, since people read times of day in the history. UTC where it is not told."""
    local = Path("/etc/localtime").resolve().as_posix().partition("/zoneinfo/")[2]
    for name in (os.environ.get("TZ"), local):
        try:
            return ZoneInfo(name or "").key
        except (ValueError, LookupError, OSError):
            continue
    return "UTC"


def fingerprint(*folders: Path) -> str:
    """A short hash of all files in these folders: names and content."""
    total = hashlib.sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            total.update(f"{path.relative_to(folder).as_posix()}\0{path.stat().st_size}\0".encode())
            total.update(path.read_bytes())
    return total.hexdigest()[:12]


DEBUG = os.environ.get("ATELIER_DEBUG") == "1"
DATA_DIR = data_dir()
SECRET_KEY = secret_key(DATA_DIR / "secret_key")
DATABASES = {"default": database(os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR / DATABASE_FILE}")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Names under which the editor may be reached. Any other Host header is answered with 400: a web page that
# points its own name at 127.0.0.1 (DNS rebinding) could otherwise read and change everything here.
LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
EXTRA_HOSTS = [host.strip() for host in os.environ.get("ATELIER_HOSTS", "").split(",") if host.strip()]
ALLOWED_HOSTS = LOOPBACK_HOSTS + EXTRA_HOSTS
# A proxy that speaks HTTPS for such a name hands plain HTTP on; forms then come from an origin with "https".
CSRF_TRUSTED_ORIGINS = [f"https://{'*' if host.startswith('.') else ''}{host}" for host in EXTRA_HOSTS]

ROOT_URLCONF = "editor.urls"
WSGI_APPLICATION = "editor.wsgi.application"
# No accounts in this version, so neither auth nor its tables. Sessions are signed cookies, without a table.
INSTALLED_APPS = ["editor", "django.contrib.messages", "django.contrib.staticfiles", "django_htmx"]
MIDDLEWARE = [
    "editor.middleware.SafeHeaders",  # first, so that refusals and static files carry the headers too
    "django.middleware.security.SecurityMiddleware",
    "editor.middleware.KnownHost",  # before static files, which would not look at the Host header
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "editor.middleware.BodyLimit",  # after the language is known, before anything reads the body
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "editor.middleware.DeletedMeanwhile",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.messages.context_processors.messages",
                "editor.context.appearance",
            ],
        },
    }
]

# Cookies: never for scripts, never with requests from other sites. Names of our own, because browsers share
# the cookies of a host between its ports.
SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_COOKIE_NAME = "atelier_session"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = "atelier_csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_NAME = "atelier_language"
LANGUAGE_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# The editor speaks plain HTTP on the loopback address, where secure cookies and redirects to HTTPS would
# only lock people out.
SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W008", "security.W011", "security.W016"]

# Whitenoise serves the files from where they are, in every mode: no collectstatic that could be forgotten.
# Their address holds a fingerprint of all of them, so browsers may keep them for good; relative addresses
# inside style sheets and modules stay as they are written.
STATICFILES_DIRS = [BASE_DIR / "static"]
HTMX_FILES = Path(django_htmx.__file__).parent / "static"
STATIC_URL = "static/" if DEBUG else f"static/{fingerprint(BASE_DIR / 'static', HTMX_FILES)}/"
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_MAX_AGE = 0 if DEBUG else 365 * 24 * 3600  # seconds

# Uploads. BodyLimit answers everything above BODY_LIMIT with a 413 page; what is below it is never too big
# for Django, so that there is one limit and one answer.
# An archive, or the text of the largest file in a plain form, where a byte may take three characters; and
# room for the other fields.
BODY_LIMIT = max(limits.UPLOAD_BYTES, 3 * limits.ENTRY_BYTES) + limits.MB  # bytes
DATA_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100_000  # a list of 10,000 texts has two for each; BODY_LIMIT bounds them all
FILE_UPLOAD_TEMP_DIR = DATA_DIR / "uploads"
FILE_UPLOAD_PERMISSIONS = 0o600

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]  # those that have a catalogue; all texts are marked for translation
USE_TZ = True
TIME_ZONE = time_zone()

# To stderr: warnings and errors, with the traceback of a crash, which Django's default keeps silent about
# outside of DEBUG. Pages that are not there and refused hosts are the visitor's affair and no news.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "waitress.queue": {"level": "ERROR"},
    },
}
