"""Forms (modals): their rules, and what a person fills in."""

from collections.abc import Callable, Mapping, Sequence

from fillerbot.sandbox.components import ENTITIES, Checker, kind_of, number
from fillerbot.sandbox.errors import Form, FormErrors, RefusedError
from fillerbot.sandbox.kinds import Component, Json
from fillerbot.sandbox.payloads import walk

MOST_PARTS = 5
LONGEST_TEXT = 4000
GROUPS = (Component.STRING_SELECT, Component.CHECKBOX_GROUP)
RESOLVED = (*ENTITIES, Component.FILE_UPLOAD)
FIELDS = (Component.TEXT_INPUT, *GROUPS, *RESOLVED, Component.RADIO_GROUP, Component.CHECKBOX)
MOST_FILES = 10

Value = str | bool | list[str] | list[Json]
Select = Callable[[Json, Sequence[object]], list[str]]
"""Turns names of people, roles or channels, and files, into ids."""


def read_modal(form: Form, errors: FormErrors) -> Json:
    """Read a form that the bot wants to show."""
    checker = Checker(errors, lambda _: False)
    kept: Json = {
        "custom_id": form.text("custom_id", 1, 100, required=True),
        "title": form.text("title", 1, 45, required=True),
    }
    parts = form.forms("components", 1, MOST_PARTS, required=True)
    kept["components"] = [part for item in parts if (part := _part(item, checker)) is not None]
    number(walk(kept["components"]))
    return kept


def _part(form: Form, checker: Checker) -> Json | None:
    kind = kind_of(form, (Component.ACTION_ROW, Component.TEXT_DISPLAY, Component.LABEL))
    if kind is None or kind is Component.TEXT_DISPLAY:
        return None if kind is None else checker.one(form, (Component.TEXT_DISPLAY,))
    kept: Json = {"type": int(kind), "id": form.whole("id", 0, 2**31 - 1) or 0}
    if kind is Component.ACTION_ROW:
        inner = form.forms("components", 1, 1, required=True)
        fields = [field for item in inner if (field := _field(item, checker, in_row=True)) is not None]
        return {**kept, "components": fields}
    kept["label"] = form.text("label", 1, 45, required=True)
    kept["description"] = form.text("description", 1, 100)
    child = form.form("component", required=True)
    field = None if child is None else _field(child, checker, in_row=False)
    return None if field is None else {**kept, "component": field}


def _field(form: Form, checker: Checker, *, in_row: bool) -> Json | None:
    kind = kind_of(form, (Component.TEXT_INPUT,) if in_row else FIELDS)
    if kind is None:
        return None
    kept: Json = {"type": int(kind), "id": form.whole("id", 0, 2**31 - 1) or 0}
    if kind is Component.STRING_SELECT or kind in ENTITIES:
        single = kind is Component.STRING_SELECT
        kept |= checker.string_select(form) if single else checker.entity_select(form, kind)
        if kept.get("disabled"):
            form.fault("disabled", "BASE_TYPE_BAD_VALUE", "A select in a modal cannot be disabled.")
    else:
        kept["custom_id"] = checker.custom_id(form)
    if kind is not Component.CHECKBOX:
        kept["required"] = form.flag("required", default=True)
    if kind is Component.TEXT_INPUT:
        kept |= _text_input(form, in_row=in_row)
    elif kind is Component.RADIO_GROUP:
        kept["options"] = checker.options(form, 2, 10)
    elif kind is Component.CHECKBOX_GROUP:
        kept["options"] = checker.options(form, 1, 10)
        kept["min_values"] = form.whole("min_values", 0, 10)
        kept["max_values"] = form.whole("max_values", 1, 10)
    elif kind is Component.FILE_UPLOAD:
        kept |= checker.bounds(form, MOST_FILES)
    elif kind is Component.CHECKBOX:
        kept["default"] = form.flag("default")
    return kept


def _text_input(form: Form, *, in_row: bool) -> Json:
    kept: Json = {
        "style": form.choice("style", (1, 2), required=True),
        "value": form.text("value", 0, LONGEST_TEXT),
        "placeholder": form.text("placeholder", 0, 100),
        "min_length": form.whole("min_length", 0, LONGEST_TEXT) or 0,
        "max_length": form.whole("max_length", 1, LONGEST_TEXT) or LONGEST_TEXT,
    }
    label = form.text("label", 1, 45, required=in_row)
    if label is not None and not in_row:
        form.fault("label", "BASE_TYPE_BAD_VALUE", "Inside a label component this must not be given.")
    return kept if label is None else {**kept, "label": label}


def fill_in(modal: Json, values: Mapping[str, Value], select: Select) -> list[Json]:
    """Fill a form in as a person and return its components as they are submitted."""
    known = {c["custom_id"] for c in walk(modal["components"]) if "custom_id" in c}
    if unknown := set(values) - known:
        raise RefusedError(f"the form has no field {', '.join(sorted(unknown))}")
    return [_filled(component, values, select) for component in modal["components"]]


def _filled(component: Json, values: Mapping[str, Value], select: Select) -> Json:
    kept = {"type": component["type"], "id": component["id"]}
    if "components" in component:
        return {**kept, "components": [_filled(c, values, select) for c in component["components"]]}
    if "component" in component:
        return {**kept, "component": _filled(component["component"], values, select)}
    if "custom_id" not in component:
        return kept
    value = values.get(component["custom_id"])
    if component["type"] in RESOLVED:
        return {**kept, "custom_id": component["custom_id"], **_resolved(component, value, select)}
    readers = {
        Component.TEXT_INPUT: _typed,
        Component.CHECKBOX: _ticked,
        Component.RADIO_GROUP: _picked,
    }
    reader = readers.get(Component(component["type"]), _chosen)
    return {**kept, "custom_id": component["custom_id"], **reader(component, value)}


def _typed(component: Json, value: Value | None) -> Json:
    text = component["value"] or "" if value is None else value
    if not isinstance(text, str):
        raise RefusedError(f"{component['custom_id']} takes a text")
    if not text and not component["required"]:
        return {"value": ""}
    low, high = max(component["min_length"], int(component["required"])), component["max_length"]
    if not low <= len(text) <= high:
        raise RefusedError(f"{component['custom_id']} takes {low} to {high} characters")
    return {"value": text}


def _ticked(component: Json, value: Value | None) -> Json:
    ticked = component["default"] if value is None else value
    if not isinstance(ticked, bool):
        raise RefusedError(f"{component['custom_id']} is ticked or not")
    return {"value": ticked}


def _defaults(component: Json) -> list[str]:
    return [option["value"] for option in component["options"] if option.get("default")]


def _check_options(component: Json, values: list[str]) -> None:
    offered = [option["value"] for option in component["options"]]
    if any(value not in offered for value in values) or len(set(values)) < len(values):
        raise RefusedError(f"{component['custom_id']} does not offer {values}")


def _picked(component: Json, value: Value | None) -> Json:
    defaults = _defaults(component)
    picked: object = value if value is not None else (defaults[0] if defaults else None)
    if isinstance(picked, list):
        picked = picked[0] if len(picked) == 1 else None
    if picked is None:
        if component["required"]:
            raise RefusedError(f"{component['custom_id']} must be answered")
        return {"value": None}
    _check_options(component, [str(picked)])
    return {"value": picked}


def _chosen(component: Json, value: Value | None) -> Json:
    chosen = _defaults(component) if value is None else value
    if isinstance(chosen, bool):
        raise RefusedError(f"{component['custom_id']} takes options")
    chosen = [chosen] if isinstance(chosen, str) else [str(one) for one in chosen]
    _check_options(component, chosen)
    low, high = component.get("min_values"), component.get("max_values")
    low = (1 if component["required"] else 0) if low is None else low
    high = len(component["options"]) if high is None else high
    if not (low <= len(chosen) <= high or (not chosen and not component["required"])):
        raise RefusedError(f"{component['custom_id']} takes {low} to {high} options")
    return {"values": chosen}


def _resolved(component: Json, value: Value | None, select: Select) -> Json:
    chosen = [d["id"] for d in component.get("default_values", [])] if value is None else value
    if isinstance(chosen, bool):
        raise RefusedError(f"{component['custom_id']} takes names, ids or files")
    chosen = select(component, [chosen] if isinstance(chosen, str) else chosen)
    low, high = component["min_values"] if component["required"] else 0, component["max_values"]
    if not low <= len(chosen) <= high or len(set(chosen)) < len(chosen):
        raise RefusedError(f"{component['custom_id']} takes {low} to {high} values")
    return {"values": chosen}
