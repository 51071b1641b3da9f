"""Trying things out beside a form: is this Python, what would this guardrail find. Nothing is saved or run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.defaultfilters import capfirst
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from editor import schema
from editor.actions.editing import Unsaved
from editor.actions.files import tree_of
from editor.archive import limits
from editor.archive.entries import ResourceEntry
from editor.archive.operations import apply
from editor.archive.texts import normalise, shown
from editor.archive.tree import AppTree
from editor.code import content_filter
from editor.code.python import syntax_error
from editor.forms import words
from editor.models import App
from editor.views.forms import FormPage
from editor.views.frame import find_app, frame, resource_url

KIND, FILTER = "!/guardrail_type", "contentFilter"  # the choice in a form, and the one that has a panel
OWN = "try:"  # names of the panel's own inputs, which no form of a manifest has
SHOWN_PHRASES = 10

SIDES = {content_filter.USER: gettext_lazy("User"), content_filter.AGENT: gettext_lazy("Agent")}
WHY = {
    content_filter.SIMPLE: gettext_lazy("Anywhere in the text; case does not count"),
    content_filter.WORD: gettext_lazy("Whole words; case does not count"),
    content_filter.PATTERN: gettext_lazy("Regular expression; case counts"),
}
NEARLY = {
    content_filter.PART: gettext_lazy("“%s” stands in it only as a part of a word."),
    content_filter.ACCENTS: gettext_lazy("“%s” would match if accents did not count."),
    content_filter.SIDE: gettext_lazy("“%s” is banned for the other side only."),
}


@dataclass(frozen=True)
class Found:
    """One phrase that was found, with how often."""

    phrase: str
    list_label: str
    why: str
    count: int


@require_POST
def check_python(request: HttpRequest) -> JsonResponse:
    """The first place of `text` that Python cannot read, {} where it can read all; 413 for a text that is too long."""
    text = request.POST.get("text", "")
    if len(text.encode("utf-8", "surrogatepass")) > limits.CHECKED_CODE_BYTES:
        return JsonResponse({}, status=413)
    fault = syntax_error(text)
    return JsonResponse(fault._asdict() | {"message": capfirst(fault.message)} if fault else {})


@require_POST
def try_filter(request: HttpRequest, app_id: int, folder: str) -> HttpResponse:
    """What the content filter of a guardrail finds in a sentence, as the form that is posted along holds it now. A
    fragment for scripts, else a page that keeps what was posted and leads back to the form."""
    app = find_app(app_id)
    tree = tree_of(app)
    entry = tree.entry_of("guardrails", folder)
    if entry is None or entry.error:
        raise Http404(f"there is no {folder} in guardrails that can be read")
    data = posted_guardrail(request, app, tree, entry)
    context = _trial(request, data)
    if request.htmx:
        return render(request, "editor/_try_result.html", context)
    context = frame(request, app) | panel(request, app, entry, data) | context
    context["resource"] = {"name": entry.label, "url": resource_url(app, "guardrails", folder)}
    context["kept"] = [(name, text) for name, texts in request.POST.lists() if _is_kept(name) for text in texts]
    return render(request, "editor/try_filter.html", context, status=422 if "error" in context else 200)


def panel(request: HttpRequest, app: App, entry: ResourceEntry, data: dict) -> dict[str, Any]:
    """The context of what stands beside the form of a resource: for a content filter _try_filter.html, else {}.
    `data` is what the form started from; another kind of guardrail may be chosen in it by now."""
    if entry.kind != "guardrails":
        return {}
    filters = content_filter.member(data, "contentFilter") is not None
    if request.POST.get(KIND, FILTER if filters else "") != FILTER:
        return {}
    return {
        "panel": "editor/_try_filter.html",
        "try_url": reverse("try_filter", args=[app.pk, entry.folder]),
        "sides": SIDES,
        "side": _side(request),
        "sentence": request.POST.get(f"{OWN}sentence", ""),
        "most": limits.TRIED_CHARACTERS,
    }


def posted_guardrail(request: HttpRequest, app: App, tree: AppTree, entry: ResourceEntry) -> dict:
    """The data of a guardrail as its form holds it, saved or not."""
    form = FormPage(request, app, tree, entry)
    try:
        operations = form.read().operations
    except Unsaved:  # the page has been open for so long that nobody knows what it started from
        return tree.data(entry)
    return apply(form.base, operations)


def _is_kept(name: str) -> bool:
    return not name.startswith(OWN) and name not in ("csrfmiddlewaretoken", "do")


def _side(request: HttpRequest) -> str:
    side = request.POST.get(f"{OWN}side", "")
    return side if side in SIDES else content_filter.USER


def _trial(request: HttpRequest, data: dict) -> dict[str, Any]:
    sentence = normalise(request.POST.get(f"{OWN}sentence", ""))
    side = _side(request)
    context = {"side": side, "sentence": sentence}
    if not sentence.strip():
        return context | {"error": _("Write a sentence first.")}
    if len(sentence) > limits.TRIED_CHARACTERS:
        most = limits.TRIED_CHARACTERS
        return context | {"error": ngettext("At most %d character.", "At most %d characters.", most) % most}
    return context | {"trial": result(data, sentence, side)}


# ---- results


def result(data: dict, sentence: str, side: str) -> dict[str, Any]:
    """What a page says of a trial: the sentence in parts, the phrases that were found, what could not be tried, and
    where nothing was found the reasons."""
    banned = content_filter.member(data, "contentFilter")
    trial = content_filter.tried(banned, sentence, side)
    plain = content_filter.member(banned, "disregardDiacritics") is True
    counts: dict[tuple[str, str, str], int] = {}
    for match in trial.matches:
        key = match.phrase, match.list_name, match.why
        counts[key] = counts.get(key, 0) + 1
    found = [Found(shown(phrase), list_label(name), _why(why, plain), n) for (phrase, name, why), n in counts.items()]
    faults = [_fault(fault) for fault in trial.faults]
    return {
        "count": len(trial.matches),
        "parts": parts(sentence, [(match.start, match.end) for match in trial.matches]),
        "found": found[:SHOWN_PHRASES],
        "more": max(len(found) - SHOWN_PHRASES, 0),
        "faults": faults[:SHOWN_PHRASES],
        "more_faults": max(len(faults) - SHOWN_PHRASES, 0),
        "late": trial.late,
        "reasons": [] if trial.matches or trial.late else _reasons(banned, sentence, side, trial),
        "off": data.get("enabled") is not True,
        "then": then(data) if trial.matches else "",
    }


def parts(sentence: str, spans: list[tuple[int, int]]) -> list[tuple[str, bool]]:
    """The sentence in order, each part with whether it is marked. Spans may overlap."""
    cut, at = [], 0
    for start, end in sorted(spans):
        if start > at:
            cut.append((shown(sentence[at:start]), False))
        if cut and cut[-1][1] and start < at < end:
            cut[-1] = cut[-1][0] + shown(sentence[at:end]), True
        elif end > at:
            cut.append((shown(sentence[max(start, at) : end]), True))
        at = max(at, end)
    return cut + ([(shown(sentence[at:]), False)] if at < len(sentence) else [])


def list_label(name: str) -> str:
    """The name of a list of phrases as its form has it."""
    return str(words.label(schema.message("Guardrail.ContentFilter").fields[name]))


def then(data: dict) -> str:
    """What happens when the guardrail triggers, where one sentence can say it; else ""."""
    action = data.get("action")
    if not isinstance(action, dict):
        return ""
    answers = content_filter.member(content_filter.member(action, "respondImmediately"), "responses")
    for answer in answers if isinstance(answers, list) else ():
        if isinstance(answer, dict) and answer.get("disabled") is not True and isinstance(answer.get("text"), str):
            return _("Then the user hears: “%s”") % shown(answer["text"])
    agent = content_filter.member(content_filter.member(action, "transferAgent"), "agent")
    if isinstance(agent, str) and agent:
        return _("Then %s takes over.") % shown(agent)
    declines = content_filter.member(action, "generativeAnswer") is not None
    return _("Then the model declines.") if declines else ""


def _why(kind: str, plain: bool) -> str:
    return _("%s; accents do not count") % WHY[kind] if plain else str(WHY[kind])


def _fault(fault: content_filter.Fault) -> str:
    if not fault.list_name:
        return _("Choose how phrases match: %s.") % fault.message
    what = f"“{shown(fault.phrase)}”" if fault.phrase else list_label(fault.list_name)
    return _("%(what)s cannot be tried: %(why)s") % {"what": what, "why": fault.message}


def _reasons(banned: Any, sentence: str, side: str, trial: content_filter.Trial) -> list[str]:
    nearly = [NEARLY[miss.reason] % shown(miss.phrase) for miss in content_filter.near_misses(banned, sentence, side)]
    if trial.phrases:
        count = ngettext("The phrase was not found.", "None of %d phrases was found.", trial.phrases)
        return [count % trial.phrases if "%d" in count else count, *nearly[:SHOWN_PHRASES]]
    return [*([] if trial.faults else [_("No phrase is banned for this side.")]), *nearly[:SHOWN_PHRASES]]
