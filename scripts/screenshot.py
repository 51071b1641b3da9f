"""Serves the sample app from a throw-away data folder and photographs one page of it."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """The picture of one page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", default="apps/1/agents/Front_desk/", help="address below the start page")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "screenshot.png")
    parser.add_argument("--size", default="1280x900", help="pixels, width x height")
    parser.add_argument("--dark", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        environment = os.environ | {"ATELIER_DATA_DIR": data, "DATABASE_URL": ""}
        manage = [sys.executable, ROOT / "manage.py"]
        for command in (["migrate", "--verbosity", "0"], ["load_sample"]):
            subprocess.run([*manage, *command], env=environment, check=True)
        serve = [*manage, "serve", "--port", "0"]
        with subprocess.Popen(serve, env=environment, stdout=subprocess.PIPE, text=True) as server:
            try:
                photograph(server.stdout.readline().split()[-1] + options.page, options)
            finally:
                server.terminate()


def photograph(address: str, options: argparse.Namespace) -> None:
    """Open `address` and write what a person sees there without scrolling."""
    width, height = map(int, options.size.split("x"))
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("google-chrome"), args=["--no-sandbox"]
        )
        page = chromium.new_page(
            viewport={"width": width, "height": height},
            color_scheme="dark" if options.dark else "light",
            locale="en-US",
            reduced_motion="reduce",
        )
        answer = page.goto(address, wait_until="networkidle")
        if not answer.ok:
            sys.exit(f"{address} answers {answer.status}")
        page.screenshot(path=options.out)
        chromium.close()


if __name__ == "__main__":
    main()
