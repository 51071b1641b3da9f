"""What all tests share: a data folder of their own, sample archives, and a browser that tolerates no error."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import django
import pytest

# Before the settings are read, and so before pytest-django hears of them: a test run never touches the data of
# a person, and no variable of the shell changes what is tested. Only DATABASE_URL may stay: the same tests run
# on PostgreSQL. The workers of xdist inherit all of it.
if "PYTEST_XDIST_WORKER" not in os.environ:
    if "DJANGO_SETTINGS_MODULE" in os.environ:
        raise pytest.UsageError("Unset DJANGO_SETTINGS_MODULE: the tests choose their own settings.")
    for name in [name for name in os.environ if name.startswith("ATELIER_")]:
        del os.environ[name]
    os.environ["ATELIER_DATA_DIR"] = tempfile.mkdtemp(prefix="atelier-tests-")
    os.environ |= {"DJANGO_SETTINGS_MODULE": "editor.settings", "TZ": "UTC"}
    atexit.register(shutil.rmtree, os.environ["ATELIER_DATA_DIR"], ignore_errors=True)
django.setup()  # so that test modules may import models

from tests.archive.documents import EXAMPLES  # noqa: E402

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
CHROMIUM_OPTIONS = [
    "--no-sandbox",  # its sandbox does not start as root; it sees nothing but our own pages
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@cache
def _sample(name: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, FIXTURES / "make_archives.py", folder, name]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        (archive,) = Path(folder).rglob("*.zip")
        return archive.read_bytes()


@pytest.fixture(scope="session")
def sample_zip() -> Callable[[str], bytes]:
    """`sample_zip(name)`: the bytes of a sample app ("Harbor_Bistro") or of a broken archive ("zip_slip")."""
    return _sample


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The Chromium of the system, started once."""
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        pytest.fail("Chromium is not installed; scripts/test installs it on Debian and Ubuntu")
    # Playwright keeps an event loop in this thread, where Django would refuse to use its database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_OPTIONS)
        yield chromium
        chromium.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


class Faults:
    """What goes wrong in a page: exceptions, messages on the console (a breach of the
    Content-Security-Policy is one), requests to other hosts, crashed pages and missing assets."""

    def __init__(self, home: str) -> None:
        self.home, self.seen = home, []

    def watch(self, page: Any) -> None:
        """Listen to a page."""
        page.on("pageerror", lambda error: self.seen.append(f"exception: {error}"))
        page.on("console", self._console)
        page.on("request", self._request)
        page.on("response", self._response)

    def _console(self, message: Any) -> None:
        # Chromium also complains of each 4xx answer. Those are for the tests to judge, but for assets: below.
        if message.type in ("error", "warning") and "the server responded with a status of" not in message.text:
            self.seen.append(f"console: {message.text}")

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.home, "data:", "blob:", "about:")):
            self.seen.append(f"foreign request: {request.url}")

    def _response(self, response: Any) -> None:
        if response.status >= 500 or (response.status >= 400 and "/static/" in response.url):
            self.seen.append(f"{response.status}: {response.url}")


@pytest.fixture
def open_page(browser: Any, live_server: Any) -> Iterator[Callable[..., Any]]:
    """`open_page(**options)`: a page in a fresh browser context, 1280 by 900 unless told otherwise. Addresses
    count from the live server: `page.goto("/")`. The options are those of Playwright's `new_context`
    (viewport, locale, color_scheme, java_script_enabled …). Any fault of any page fails the test."""
    faults, contexts = Faults(live_server.url), []

    def open_one(**options: Any) -> Any:
        settings = {
            "base_url": live_server.url,
            "viewport": {"width": 1280, "height": 900},
            "locale": "en-US",
            "timezone_id": "UTC",
            "reduced_motion": "reduce",
        }
        context = browser.new_context(**(settings | options))
        context.set_default_timeout(10_000)  # milliseconds; the machine may be busy
        context.on("page", faults.watch)
        contexts.append(context)
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()
    assert not faults.seen, "\n".join(faults.seen)


@pytest.fixture
def page(open_page: Callable[..., Any]) -> Any:
    """One page, as `open_page()` gives it."""
    return open_page()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs the browser, so that `-m "not browser"` leaves out exactly that."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")


def _skipped(config: pytest.Config) -> list[Any]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return reporter.stats.get("skipped", []) if reporter and os.environ.get("CI") else []


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """With CI set a skipped test is a failure: nothing may go untested in silence. A worker of xdist hands its
    sums of examples in."""
    if _skipped(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["examples"] = dict(EXAMPLES)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add the sums of a worker that ended."""
    EXAMPLES.update(getattr(node, "workeroutput", {}).get("examples", {}))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say how many examples stood behind each law of editing, and why the run fails when only skips are wrong."""
    if EXAMPLES:
        terminalreporter.section("laws of editing")
    for law, count in sorted(EXAMPLES.items()):
        terminalreporter.write_line(f"{law}: {count:,} examples")
    if skipped := _skipped(config):
        terminalreporter.write_line(f"{len(skipped)} skipped: with CI set every test has to run", red=True)
