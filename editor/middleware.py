"""Headers and limits that hold for every request."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import page_not_found

from editor.archive import limits
from editor.models import App

Handler = Callable[[HttpRequest], HttpResponse]

POLICY = {
    "default-src": "'none'",
    "style-src": "'self'",
    "script-src": "'self'",
    "img-src": "'self' data:",  # data: for the icons in style sheets
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
}
CONTENT_SECURITY_POLICY = "; ".join(f"{name} {value}" for name, value in POLICY.items())
OTHER_HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class SafeHeaders:
    """Gives every response a strict Content-Security-Policy: no inline script or style, no foreign origin. A
    view may set a policy of its own, which then stays.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        for name, value in OTHER_HEADERS.items():
            response.headers.setdefault(name, value)
        return response


class KnownHost:
    """Answers 400 to a Host header that is not in ALLOWED_HOSTS, before anything else looks at the request."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.get_host()  # raises DisallowedHost, which Django turns into its 400 page
        return self.get_response(request)


class DeletedMeanwhile:
    """Answers 404 where somebody deleted the app between the first look at it and the write."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page for what is not there, for this one exception."""
        return page_not_found(request, exception) if isinstance(exception, App.DoesNotExist) else None


class BodyLimit:
    """Answers 413 with a page of ours to a body above settings.BODY_LIMIT bytes, before anything reads it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length) > settings.BODY_LIMIT:
            return render(request, "413.html", {"limit": limits.UPLOAD_BYTES}, status=413)
        return self.get_response(request)
