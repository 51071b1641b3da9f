"""What a real browser makes of our headers."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import path

INLINE_SCRIPT = "<script>document.title = 'ran'</script>"
INLINE_HANDLER = "<img src='data:,' onerror=\"document.title = 'ran'\">"
INLINE_STYLE = "<style>h1 { color: red }</style>"
HEAD = "<!doctype html><title>quiet</title><link rel=icon href='data:,'><h1>Page</h1>"


def bad(request: HttpRequest) -> HttpResponse:
    return HttpResponse(HEAD + INLINE_SCRIPT + INLINE_HANDLER + INLINE_STYLE)


urlpatterns = [path("bad/", bad)]
pytestmark = pytest.mark.urls("tests.test_policy")
COLOUR = "getComputedStyle(document.querySelector('h1')).color"


def test_inline_scripts_and_styles_are_not_obeyed(browser, live_server):
    with browser.new_context(base_url=live_server.url) as context:
        page = context.new_page()
        refused = []
        page.on("console", lambda message: refused.append(message.text))
        page.goto("/bad/")
        page.wait_for_function("document.images[0].complete")
        assert page.title() == "quiet"
        assert page.evaluate(COLOUR) != "rgb(255, 0, 0)"
        assert sum("Content Security Policy" in text for text in refused) == 3
