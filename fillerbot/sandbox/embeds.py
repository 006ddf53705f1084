"""The rules for embeds."""

from collections.abc import Callable
from datetime import datetime

from fillerbot.sandbox.errors import Form
from fillerbot.sandbox.kinds import Json

MOST_EMBEDS = 10
MOST_CHARACTERS = 6000
PARTS = {
    "": {
        "title", "type", "description", "url", "timestamp", "color", "footer", "image", "thumbnail",
        "author", "fields",
    },
    "footer": {"text", "icon_url"},
    "author": {"name", "url", "icon_url"},
    "image": {"url", "description"},
    "thumbnail": {"url", "description"},
    "fields": {"name", "value", "inline"},
}  # fmt: skip
OF_THE_SERVICE = {"proxy_url", "proxy_icon_url", "width", "height", "content_type", "flags", "placeholder"}
"""What a bot that sends an embed back may leave in it."""

Media = Callable[[str], Json | None]


def read_embeds(form: Form, media: Media, complain: Callable[[str], None]) -> list[Json]:
    """Read the embeds of a message."""
    read = [_embed(embed, media, complain) for embed in form.forms("embeds", 0, MOST_EMBEDS)]
    if sum(size for size, _ in read) > MOST_CHARACTERS:
        text = f"Embed size exceeds maximum size of {MOST_CHARACTERS}"
        form.fault("embeds", "MAX_EMBED_SIZE_EXCEEDED", text)
    return [kept for _, kept in read]


def _unknown(form: Form, part: str, complain: Callable[[str], None]) -> None:
    if strange := set(form.data) - PARTS[part] - OF_THE_SERVICE:
        complain(f"unknown in {part or 'an embed'}: {', '.join(sorted(strange))}")


def _address(form: Form, key: str, *, required: bool = False) -> str | None:
    url = form.text(key, 1, 2048, required=required)
    if url is not None and url.split("://")[0] not in {"http", "https", "attachment"}:
        form.fault(key, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
    return url


def _embed(form: Form, media: Media, complain: Callable[[str], None]) -> tuple[int, Json]:
    """Return how many characters an embed has, and what is kept of it."""
    _unknown(form, "", complain)
    texts = [form.text("title", 0, 256), form.text("description", 0, 4096)]
    kept: Json = {"type": "rich"}
    given = {"title": texts[0], "description": texts[1], "url": _address(form, "url")}
    kept |= {key: value for key, value in given.items() if value is not None}
    colour = form.whole("color", 0, 0xFFFFFF)
    kept |= {} if colour is None else {"color": colour}
    kept |= _moment(form)
    for key, name, most in (("footer", "text", 2048), ("author", "name", 256)):
        inner = form.form(key)
        if inner is not None:
            _unknown(inner, key, complain)
            texts.append(inner.text(name, 1, most, required=True))
            kept[key] = {name: texts[-1]} | _icon(inner, media, complain)
            if key == "author" and (address := _address(inner, "url")) is not None:
                kept[key]["url"] = address
    fields = form.forms("fields", 0, 25)
    for field in fields:
        _unknown(field, "fields", complain)
        texts += [field.text("name", 1, 256, required=True), field.text("value", 1, 1024, required=True)]
    if fields:
        kept["fields"] = [
            {"name": f.data.get("name"), "value": f.data.get("value"), "inline": f.flag("inline")}
            for f in fields
        ]
    kept |= _pictures(form, media, complain)
    if len(kept) == 1 and not form.data.keys() & {"image", "thumbnail"}:
        form.fault("description", "BASE_TYPE_REQUIRED", "This field is required")
    return sum(len(text or "") for text in texts), kept


def _find(url: str, media: Media, complain: Callable[[str], None]) -> Json:
    """Resolve a picture; one that is not there is left out, and the message goes on without it."""
    found = media(url)
    if found is None:
        complain(f"an embed shows {url}, which is not among the files of the message")
    return found or {}


def _icon(form: Form, media: Media, complain: Callable[[str], None]) -> Json:
    url = _address(form, "icon_url")
    found = {} if url is None else _find(url, media, complain)
    names = {"url": "icon_url", "proxy_url": "proxy_icon_url", "attachment_id": "attachment_id"}
    return {name: found[key] for key, name in names.items() if key in found}


def _moment(form: Form) -> Json:
    text = form.text("timestamp", 1, 64)
    if text is None:
        return {}
    try:
        datetime.fromisoformat(text)
    except ValueError:
        form.fault("timestamp", "DATE_TIME_TYPE_PARSE", f"Could not parse {text}. Should be ISO8601.")
    return {"timestamp": text}


def _pictures(form: Form, media: Media, complain: Callable[[str], None]) -> Json:
    kept: Json = {}
    for key in ("image", "thumbnail"):
        inner = form.form(key)
        url = None if inner is None else _address(inner, "url", required=True)
        if inner is None or url is None:
            continue
        _unknown(inner, key, complain)
        found = _find(url, media, complain)
        wanted = ("url", "proxy_url", "width", "height", "content_type", "attachment_id")
        shown = {k: v for k, v in found.items() if k in wanted and v is not None}
        kept |= {key: shown} if shown else {}
    return kept
