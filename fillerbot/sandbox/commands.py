"""Application commands: what may be synced."""

import re
from collections.abc import Callable

from fillerbot.sandbox.errors import ApiError, Form, FormErrors, Path
from fillerbot.sandbox.kinds import Code, Json, Option
from fillerbot.sandbox.state import World

MOST_COMMANDS = 100
MOST_MENUS = 15
MOST_OPTIONS = 25
MOST_CHARACTERS = 8000
LONGEST_NAME = 32
LONGEST_VALUE = 6000
CHAT_INPUT = 1
MENUS = (2, 3)
LARGEST = 2**53 - 1
CHANNELS = (0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)
"""Kinds of channels that an option may ask for."""
TRANSLATED = ("name", "description")
KNOWN = {
    "type", "name", "name_localizations", "description", "description_localizations", "options",
    "default_member_permissions", "dm_permission", "contexts", "integration_types", "nsfw",
}  # fmt: skip
NAME = re.compile(r"[-_'\w]{1,32}")
# fmt: off
LOCALES = frozenset((
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi",
    "fr", "he", "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl",
    "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN",
    "zh-TW",
))
# fmt: on
LEAVES = tuple(kind for kind in Option if kind > Option.SUBCOMMAND_GROUP)
WITH_CHOICES = (Option.STRING, Option.INTEGER, Option.NUMBER)


def _well_named(name: str, *, menu: bool) -> bool:
    return menu or (NAME.fullmatch(name) is not None and name == name.lower())


def _localisations(form: Form, key: str, high: int, *, menu: bool = True) -> Json | None:
    inner = form.form(key)
    if inner is None:
        return None
    kept: Json = {}
    for locale in inner.data:
        if locale not in LOCALES:
            inner.fault(locale, "BASE_TYPE_CHOICES", f"There is no locale {locale}.")
        text = inner.text(locale, 1, high)
        if text is not None and not _well_named(text, menu=menu):
            inner.fault(locale, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
        kept[locale] = text
    return kept


def _head(form: Form, *, menu: bool) -> Json:
    """Read names and descriptions with their translations."""
    name = form.text("name", 1, LONGEST_NAME, required=True)
    if name is not None and not _well_named(name, menu=menu):
        form.fault("name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    description = form.text("description", 0 if menu else 1, 0 if menu else 100, required=not menu)
    return {
        "name": name,
        "description": description or "",
        "name_localizations": _localisations(form, "name_localizations", LONGEST_NAME, menu=menu),
        "description_localizations": _localisations(form, "description_localizations", 100),
    }


def _choices(form: Form, kind: int) -> list[Json]:
    kept = []
    for choice in form.forms("choices", 0, MOST_OPTIONS):
        value = choice.data.get("value")
        wanted: dict[int, tuple[type, ...]] = {Option.STRING: (str,), Option.INTEGER: (int,)}
        if not isinstance(value, wanted.get(kind, (int, float))) or isinstance(value, bool):
            choice.fault("value", "BASE_TYPE_CONVERT", "The value does not fit the type of the option.")
        if isinstance(value, str):
            choice.text("value", 1, 100)
        translated = _localisations(choice, "name_localizations", 100)
        name = choice.text("name", 1, 100, required=True)
        kept.append({"name": name, "name_localizations": translated, "value": value})
    for key in ("name", "value"):
        if len({c[key] for c in kept}) < len(kept):
            text = f"Choices must differ in their {key}."
            form.fault("choices", "APPLICATION_COMMAND_OPTIONS_CHOICE_DUPLICATE", text)
    return kept


def _option(form: Form, depth: int) -> Json:
    nested = {0: (*Option,), 1: (Option.SUBCOMMAND, *LEAVES)}.get(depth, LEAVES)
    kind = form.choice("type", tuple(map(int, nested)), required=True) or int(Option.STRING)
    kept: Json = {"type": kind, **_head(form, menu=False)}
    if kind in (Option.SUBCOMMAND, Option.SUBCOMMAND_GROUP):
        inner = 1 if kind == Option.SUBCOMMAND_GROUP else 2
        return {**kept, "options": _options(form, inner)}
    kept["required"] = form.flag("required")
    if form.flag("autocomplete"):
        if kind not in WITH_CHOICES or form.data.get("choices"):
            text = "Autocomplete goes with texts and numbers that have no choices."
            form.fault("autocomplete", "APPLICATION_COMMAND_OPTIONS_CHOICES_AND_AUTOCOMPLETE", text)
        kept["autocomplete"] = True
    if form.data.get("choices"):
        if kind not in WITH_CHOICES:
            form.fault("choices", "BASE_TYPE_BAD_VALUE", "Options of this type have no choices.")
        kept["choices"] = _choices(form, kind)
    return kept | _bounds(form, kind)


def _bounds(form: Form, kind: int) -> Json:
    """Read what narrows the values of an option; what does not go with its kind is overlooked."""
    readers: dict[str, Callable[[str], object]] = {}
    if kind == Option.STRING:
        readers = dict.fromkeys(("min_length", "max_length"), lambda key: form.whole(key, 0, LONGEST_VALUE))
    elif kind == Option.INTEGER:
        readers = dict.fromkeys(("min_value", "max_value"), lambda key: form.whole(key, -LARGEST, LARGEST))
    elif kind == Option.NUMBER:
        readers = dict.fromkeys(("min_value", "max_value"), lambda key: form.real(key, -LARGEST, LARGEST))
    elif kind == Option.CHANNEL:
        readers["channel_types"] = lambda key: form.choices(key, CHANNELS)
    return {key: read(key) for key, read in readers.items() if form.given(key)}


def _options(form: Form, depth: int) -> list[Json]:
    forms = form.forms("options", 0, MOST_OPTIONS)
    kept = [_option(item, depth) for item in forms]
    names = [option["name"] for option in kept]
    leaves = [option for option in kept if option["type"] > Option.SUBCOMMAND_GROUP]
    if len(set(names)) < len(names):
        form.fault("options", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Names must differ.")
    if leaves and len(leaves) < len(kept):
        text = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        form.fault("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
    required = [option["required"] for option in leaves]
    if required != sorted(required, reverse=True):
        text = "Required options must be placed before non-required options"
        form.fault("options", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
    return kept


def _characters(part: Json) -> int:
    """Count a command with everything in it; the longest translation of each text counts."""
    size = 0
    for key in ("name", "description"):
        translated = (part.get(f"{key}_localizations") or {}).values()
        size += max(len(text or "") for text in (part.get(key) or "", *translated))
    size += sum(len(str(part["value"])) for _ in [0] if "value" in part)
    return size + sum(_characters(child) for key in ("options", "choices") for child in part.get(key, []))


def _read(form: Form, guild_id: str | None) -> Json:
    kind = form.choice("type", (CHAT_INPUT, *MENUS)) or CHAT_INPUT
    if unknown := set(form.data) - KNOWN:
        # The service overlooks them; they are meant to be found all the same.
        form.errors.notes.append(f"unknown in a command: {', '.join(sorted(unknown))}")
    kept: Json = {"type": kind, **_head(form, menu=kind != CHAT_INPUT)}
    options = _options(form, 0)
    if options and kind != CHAT_INPUT:
        form.fault("options", "BASE_TYPE_BAD_VALUE", "A context menu has no options.")
    if options:
        kept["options"] = options
    rights = form.data.get("default_member_permissions")
    if rights is not None and not str(rights).isdecimal():
        form.fault("default_member_permissions", "NUMBER_TYPE_COERCE", "Must be a number.")
    kept["default_member_permissions"] = None if rights is None else str(rights)
    if guild_id is None:
        kept["contexts"] = _numbers(form, "contexts", 3) or None
        kept["integration_types"] = _numbers(form, "integration_types", 2) or [0, 1]
    else:
        kept |= {"guild_id": guild_id, "contexts": None}
    kept["nsfw"] = form.flag("nsfw")
    kept["dm_permission"] = form.flag("dm_permission", default=True)
    if (size := _characters(kept)) > MOST_CHARACTERS:
        text = f"Command exceeds maximum size ({size} of {MOST_CHARACTERS} characters)."
        form.fault(None, "APPLICATION_COMMAND_TOO_LARGE", text)
    return kept


def _numbers(form: Form, key: str, count: int) -> list[object]:
    """Read numbers from nought on, each at most once."""
    given = form.items(key, 1, count)
    for n, value in enumerate(given):
        if isinstance(value, bool) or value not in range(count) or value in given[:n]:
            where = (*form.path, key, n)
            form.errors.add(where, "BASE_TYPE_CHOICES", f"Value must be one of {list(range(count))}.")
    return given


def _key(command: Json) -> tuple[object, object]:
    return command["type"], command["name"]


def of(world: World, guild_id: str | None) -> list[Json]:
    """Return the commands of one guild, or those that are everywhere."""
    return [c for c in world.commands.values() if c.get("guild_id") == guild_id]


def shown(item: Json, locale: str | None) -> Json:
    """Return a command as a list shows it that is not asked for all translations: with one of them."""
    kept = {key: value for key, value in item.items() if not key.endswith("_localizations")}
    for key in TRANSLATED:
        chosen = (item.get(f"{key}_localizations") or {}).get(locale)
        kept |= {} if chosen is None else {f"{key}_localized": chosen}
    return kept | {
        key: [shown(i, locale) for i in kept[key]] for key in ("options", "choices") if key in kept
    }


def _check_count(commands: list[Json]) -> None:
    for kind, most in ((CHAT_INPUT, MOST_COMMANDS), *((menu, MOST_MENUS) for menu in MENUS)):
        if sum(c["type"] == kind for c in commands) > most:
            text = f"Maximum number of application commands reached ({most})"
            raise ApiError(400, Code.TOO_MANY_COMMANDS, text)


def _store(world: World, command: Json, command_id: str) -> Json:
    identity = {"id": command_id, "application_id": world.application_id, "version": world.ids.new()}
    world.commands[command_id] = {**identity, **command}
    return world.commands[command_id]


def replace_all(world: World, body: object, guild_id: str | None = None) -> list[Json]:
    """Take over a whole list of commands; those with a known name keep their ids."""
    errors = FormErrors()
    if not isinstance(body, list):
        raise ApiError(400, Code.INVALID_FORM, "Invalid Form Body: a list of commands is expected")
    read: list[Json] = []
    for n, item in enumerate(body):
        path: Path = (n,)
        command = _read(Form(item, errors, path), guild_id)
        if any(_key(c) == _key(command) for c in read):
            errors.add((*path, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Names must be unique.")
        read.append(command)
    errors.check()
    world.complaints += errors.notes
    _check_count(read)
    ids = {_key(c): c["id"] for c in of(world, guild_id)}
    for number in ids.values():
        del world.commands[number]
    return [_store(world, command, ids.get(_key(command)) or world.ids.new()) for command in read]


def create(world: World, body: object, guild_id: str | None) -> tuple[bool, Json]:
    """Add one command, or put it in the place of the one with its name; tell whether it is new."""
    errors = FormErrors()
    command = _read(Form(body, errors), guild_id)
    errors.check()
    world.complaints += errors.notes
    present = of(world, guild_id)
    known = next((c["id"] for c in present if _key(c) == _key(command)), None)
    _check_count([*(c for c in present if c["id"] != known), command])
    return known is None, _store(world, command, known or world.ids.new())


def find(world: World, command_id: str, guild_id: str | None) -> Json:
    """Return one command."""
    found = world.commands.get(command_id)
    if found is None or found.get("guild_id") != guild_id:
        raise ApiError(404, Code.UNKNOWN_COMMAND, "Unknown application command")
    return found


def change(world: World, command_id: str, body: object, guild_id: str | None) -> Json:
    """Change what is given of a command."""
    before = find(world, command_id, guild_id)
    errors = FormErrors()
    given = Form(body, errors).data
    errors.check()
    merged = {key: value for key, value in before.items() if key in KNOWN} | given
    if merged["type"] != before["type"]:
        errors.add(("type",), "BASE_TYPE_BAD_VALUE", "The type of a command cannot be changed.")
    command = _read(Form(merged, errors), guild_id)
    if any(_key(c) == _key(command) and c is not before for c in of(world, guild_id)):
        errors.add(("name",), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Names must be unique.")
    errors.check()
    return _store(world, command, command_id)
