"""The rules for components of a message, and the form in which they are kept."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import count

from fillerbot.sandbox.errors import Form, FormErrors
from fillerbot.sandbox.kinds import SELECTS, Component, Json, Style
from fillerbot.sandbox.payloads import contents, walk

MOST_COMPONENTS = 40
MOST_ROWS = 5
MOST_TEXT = 4000
MOST_BUTTONS = 5
LAST_STYLE = 6

TOP_LEVEL = (
    Component.ACTION_ROW,
    Component.SECTION,
    Component.TEXT_DISPLAY,
    Component.MEDIA_GALLERY,
    Component.FILE,
    Component.SEPARATOR,
    Component.CONTAINER,
)
IN_CONTAINER = TOP_LEVEL[:-1]
IN_ROW = (Component.BUTTON, *SELECTS)
ENTITIES = SELECTS[1:]
DEFAULTS = {
    Component.USER_SELECT: ("user",),
    Component.ROLE_SELECT: ("role",),
    Component.MENTIONABLE_SELECT: ("user", "role"),
    Component.CHANNEL_SELECT: ("channel",),
}
MENU = {"custom_id", "placeholder", "min_values", "max_values", "disabled", "required"}
KNOWN: dict[Component, set[str]] = {
    Component.ACTION_ROW: {"components"},
    Component.BUTTON: {"style", "label", "emoji", "custom_id", "url", "disabled", "sku_id"},
    Component.STRING_SELECT: MENU | {"options"},
    **{kind: MENU | {"default_values"} for kind in ENTITIES},
    Component.CHANNEL_SELECT: MENU | {"default_values", "channel_types"},
    Component.SECTION: {"components", "accessory"},
    Component.TEXT_DISPLAY: {"content"},
    Component.THUMBNAIL: {"media", "description", "spoiler"},
    Component.MEDIA_GALLERY: {"items"},
    Component.FILE: {"file", "spoiler", "name", "size"},
    Component.SEPARATOR: {"spacing", "divider"},
    Component.CONTAINER: {"accent_color", "spoiler", "components"},
}
"""What each kind is made of."""
for _fields in KNOWN.values():
    _fields |= {"type", "id"}

READERS = {
    Component.ACTION_ROW: "_row",
    Component.BUTTON: "_button",
    Component.SECTION: "_section",
    Component.TEXT_DISPLAY: "_text",
    Component.THUMBNAIL: "_thumbnail",
    Component.MEDIA_GALLERY: "_gallery",
    Component.FILE: "_file",
    Component.SEPARATOR: "_separator",
    Component.CONTAINER: "_container",
    Component.STRING_SELECT: "string_select",
}
"""The methods of the checker that read each kind; menus of people and places have one for all."""

NUMBERED = {int(kind): kind for kind in Component}

Kinds = tuple[Component, ...]


def kind_of(form: Form, allowed: Kinds) -> Component | None:
    """Read the type of a component, which must be one that may stand here."""
    kind = form.data.get("type")
    if isinstance(kind, int) and not isinstance(kind, bool) and kind in allowed:
        return NUMBERED[kind]
    names = ", ".join(str(int(a)) for a in allowed)
    form.fault("type", "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({names}).')
    return None


def number(components: list[Json]) -> None:
    """Give a number to each of all components, the nested ones too, that bears no id."""
    taken = {c["id"] for c in components if c["id"]}
    free = (n for n in count(1) if n not in taken)
    for component in components:
        component["id"] = component["id"] or next(free)


@dataclass
class Checker:
    """Reads the components of one message or form and notes what breaks a rule."""

    errors: FormErrors
    emoji_exists: Callable[[str], bool]
    media: Callable[[str], Json | None] = lambda _: None
    complain: Callable[[str], None] = lambda _: None
    custom_ids: set[str] = field(default_factory=set)

    def message(self, form: Form, *, v2: bool) -> list[Json]:
        """Read the components of a message."""
        forms = form.forms("components", 0, MOST_COMPONENTS if v2 else MOST_ROWS)
        kept = self._all(forms, TOP_LEVEL if v2 else (Component.ACTION_ROW,))
        every = walk(kept)
        size = len(every)
        if v2 and size > MOST_COMPONENTS:
            text = f"The total number of components must be {MOST_COMPONENTS} or fewer, and is {size}."
            form.fault("components", "COMPONENT_MAX_TOTAL_COMPONENTS", text)
        if sum(map(len, contents(every))) > MOST_TEXT:
            text = f"Displayable text must be {MOST_TEXT} or fewer in length."
            form.fault("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text)
        number(every)
        return kept

    def _all(self, forms: list[Form], allowed: Kinds) -> list[Json]:
        return [kept for form in forms if (kept := self.one(form, allowed)) is not None]

    def one(self, form: Form, allowed: Kinds) -> Json | None:
        """Read one component with everything in it."""
        kind = kind_of(form, allowed)
        if kind is None:
            return None
        name = READERS.get(kind)
        read = partial(self.entity_select, kind=kind) if name is None else getattr(self, name)
        if not form.data.keys() <= KNOWN[kind]:
            # The service overlooks them; whoever wrote them meant something.
            unknown = ", ".join(sorted(form.data.keys() - KNOWN[kind]))
            self.complain(f"unknown in a component of type {int(kind)}: {unknown}")
        given = form.whole("id", 0, 2**31 - 1) or 0
        return {"type": int(kind), "id": given, **read(form)}

    def custom_id(self, form: Form, *, required: bool = True) -> str | None:
        """Read a custom_id, which no other component of the message may have."""
        value = form.text("custom_id", 1, 100, required=required)
        if value is not None and value in self.custom_ids:
            text = "Component custom id cannot be duplicated"
            form.fault("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", text)
        if value is not None:
            self.custom_ids.add(value)
        return value

    def _row(self, form: Form) -> Json:
        inner = form.forms("components", 1, MOST_BUTTONS, required=True)
        kept = self._all(inner, IN_ROW)
        if len(kept) > 1 and any(c["type"] != Component.BUTTON for c in kept):
            text = "A select menu must be alone in its row."
            form.fault("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", text)
        return {"components": kept}

    def _emoji(self, form: Form) -> Json | None:
        emoji = form.form("emoji")
        if emoji is None:
            return None
        given = emoji.snowflake("id")
        name = emoji.text("name", 0, 32) or ""
        if given is not None:
            if not self.emoji_exists(given):
                emoji.fault("id", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
            kept: Json = {"id": given, "name": name}
            return {**kept, "animated": True} if emoji.flag("animated") else kept
        # No list of emojis is at hand; none of them is made of ASCII alone.
        if name.isascii():
            emoji.fault("name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
        return {"name": name}

    def _button(self, form: Form) -> Json:
        style = form.choice("style", tuple(range(1, LAST_STYLE + 1)), required=True)
        label = form.text("label", 0, 80)
        emoji = self._emoji(form)
        kept: Json = {"style": style}
        if form.flag("disabled"):
            kept["disabled"] = True
        if style == Style.PREMIUM:
            form.fault("style", "BASE_TYPE_CHOICES", "The sandbox has no premium buttons.")
        elif style == Style.LINK:
            kept["url"] = form.text("url", 1, 512, required=True)
            scheme = str(kept["url"]).split("://", maxsplit=1)[0]
            if kept["url"] is not None and scheme not in {"http", "https", "discord"}:
                form.fault("url", "URL_TYPE_INVALID_SCHEME", f'Scheme "{scheme}" is not supported.')
        else:
            kept["custom_id"] = self.custom_id(form)
        for key in ("custom_id", "url"):
            if form.given(key) and key not in kept:
                text = f"A {key} cannot be given for this style."
                form.fault(key, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", text)
        if not form.data.get("label") and emoji is None:
            text = "A button needs a label or an emoji."
            form.fault("label", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", text)
        if label:
            kept["label"] = label
        return kept if emoji is None else {**kept, "emoji": emoji}

    def bounds(self, form: Form, most: int) -> Json:
        """Read how many values may be chosen."""
        low = form.whole("min_values", 0, most)
        high = form.whole("max_values", 1, most)
        kept = {"min_values": 1 if low is None else low, "max_values": 1 if high is None else high}
        if kept["min_values"] > kept["max_values"]:
            text = "min_values must not be above max_values."
            form.fault("min_values", "SELECT_COMPONENT_MIN_VALUES_ABOVE_MAX", text)
        return kept

    def string_select(self, form: Form) -> Json:
        """Read a menu of texts."""
        kept: Json = {"custom_id": self.custom_id(form), **self.bounds(form, 25)}
        kept["options"] = self.options(form, 1, 25)
        if kept["max_values"] > max(len(kept["options"]), 1):
            text = "max_values must not be above the number of options."
            form.fault("max_values", "SELECT_COMPONENT_MAX_VALUES_EXCEEDED", text)
        return {**kept, **self._select_extras(form)}

    def _select_extras(self, form: Form) -> Json:
        kept: Json = {}
        placeholder = form.text("placeholder", 0, 150)
        if placeholder is not None:
            kept["placeholder"] = placeholder
        if form.flag("disabled"):
            kept["disabled"] = True
        return kept

    def options(self, form: Form, low: int, high: int) -> list[Json]:
        """Read options with values that differ."""
        kept: list[Json] = []
        for option in form.forms("options", low, high, required=True):
            value = option.text("value", 1, 100, required=True)
            if value is not None and value in [other["value"] for other in kept]:
                option.fault("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The value is already used")
            entry: Json = {"label": option.text("label", 1, 100, required=True), "value": value}
            if (description := option.text("description", 0, 100)) is not None:
                entry["description"] = description
            if (emoji := self._emoji(option)) is not None:
                entry["emoji"] = emoji
            if option.flag("default"):
                entry["default"] = True
            kept.append(entry)
        return kept

    def entity_select(self, form: Form, kind: Component) -> Json:
        """Read a menu of people, roles or channels."""
        kept: Json = {"custom_id": self.custom_id(form), **self.bounds(form, 25)}
        kept |= self._select_extras(form)
        if form.given("channel_types") and kind is Component.CHANNEL_SELECT:
            kept["channel_types"] = form.items("channel_types", 0, 25)
        defaults = form.forms("default_values", 0, 25)
        for default in defaults:
            default.snowflake("id", required=True)
            if default.data.get("type") not in DEFAULTS[kind]:
                text = f"Value must be one of {DEFAULTS[kind]}."
                default.fault("type", "BASE_TYPE_CHOICES", text)
        if defaults:
            kept["default_values"] = [
                {"id": str(d.data.get("id")), "type": d.data.get("type")} for d in defaults
            ]
            if not kept["min_values"] <= len(defaults) <= kept["max_values"]:
                text = "The number of default values must be between min_values and max_values."
                form.fault("default_values", "SELECT_COMPONENT_INVALID_DEFAULT_VALUES", text)
        return kept

    def _section(self, form: Form) -> Json:
        inner = form.forms("components", 1, 3, required=True)
        kept: Json = {"components": self._all(inner, (Component.TEXT_DISPLAY,))}
        accessory = form.form("accessory", required=True)
        if accessory is not None:
            read = self.one(accessory, (Component.BUTTON, Component.THUMBNAIL))
            kept |= {} if read is None else {"accessory": read}
        return kept

    def _text(self, form: Form) -> Json:
        return {"content": form.text("content", 1, MOST_TEXT, required=True) or ""}

    def _media(self, form: Form, key: str, *, own_files_only: bool = False) -> Json:
        media = form.form(key, required=True)
        url = None if media is None else media.text("url", 1, 2048, required=True)
        if media is None or url is None:
            return {}
        if own_files_only and not url.startswith("attachment://"):
            media.fault("url", "URL_TYPE_INVALID_SCHEME", "Only attachment:// may be used here.")
        resolved = self.media(url)
        if resolved is None:
            text = f"The referenced attachment {url} was not found in the attachments of this message."
            media.fault("url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", text)
        beside = () if own_files_only else ("name", "size")
        return {k: v for k, v in (resolved or {}).items() if k not in beside}

    def _described_media(self, form: Form) -> Json:
        return {
            "media": self._media(form, "media"),
            "description": form.text("description", 1, 1024),
            "spoiler": form.flag("spoiler"),
        }

    def _thumbnail(self, form: Form) -> Json:
        return self._described_media(form)

    def _gallery(self, form: Form) -> Json:
        return {"items": [self._described_media(i) for i in form.forms("items", 1, 10, required=True)]}

    def _file(self, form: Form) -> Json:
        media = self._media(form, "file", own_files_only=True)
        return {
            "file": media,
            "name": media.pop("name", None),
            "size": media.pop("size", None),
            "spoiler": form.flag("spoiler"),
        }

    def _separator(self, form: Form) -> Json:
        spacing = form.choice("spacing", (1, 2))
        return {"spacing": spacing or 1, "divider": form.flag("divider", default=True)}

    def _container(self, form: Form) -> Json:
        inner = form.forms("components", 1, MOST_COMPONENTS, required=True)
        return {
            "accent_color": form.whole("accent_color", 0, 0xFFFFFF),
            "spoiler": form.flag("spoiler"),
            "components": self._all(inner, IN_CONTAINER),
        }
