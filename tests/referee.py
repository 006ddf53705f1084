"""Checks what went over the wire against published descriptions of the service, where they are at hand."""

import json
import os
from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import jsonschema_rs
import pytest

Json = dict[str, Any]
DEFAULT_FOLDER = Path(__file__).parent.parent / ".." / "shared" / "discord"
GATEWAY_KINDS = {
    "READY": "Ready",
    "GUILD_CREATE": "GuildCreate",
    "MESSAGE_CREATE": "MessageCreate",
    "MESSAGE_UPDATE": "MessageUpdate",
}
INTERACTION_KINDS = {2: "Slash", 3: "Component"}
DISCRIMINATORS = ("type", "component_type")


def folder() -> Path:
    """Return where the descriptions are, if they are anywhere."""
    return Path(os.environ.get("FILLERBOT_SPECS") or DEFAULT_FOLDER).resolve()


def _branch_types(document: Json, branch: Json, field: str) -> list[int] | None:
    """Return the values of the discriminating field that a branch of a union is for."""
    while "$ref" in branch:
        node: Any = document
        for step in branch["$ref"].removeprefix("#/").split("/"):
            # References in the gateway's description are quoted as in an address.
            node = node[unquote(step)]
        branch = node
    schema = branch.get("properties", {}).get(field)
    if not isinstance(schema, dict) or field not in branch.get("required", []):
        return None
    values = schema.get("enum", [schema["const"]] if "const" in schema else None)
    return values if values and all(isinstance(v, int) for v in values) else None


def _by_type(document: Json, schema: Json) -> Json | None:
    """Rewrite a union so that the type of the value chooses the branch: faults are then named exactly."""
    keyword = next((k for k in ("oneOf", "anyOf") if isinstance(schema.get(k), list)), None)
    if keyword is None:
        return None
    branches = [b for b in schema[keyword] if b != {"type": "null"}]
    nullable = len(branches) < len(schema[keyword])
    if nullable and len(branches) == 1:
        return {"if": {"type": "null"}, "else": branches[0]}
    for field in DISCRIMINATORS:
        types = [_branch_types(document, branch, field) for branch in branches]
        flat = [value for values in types for value in values or []]
        if len(branches) < 2 or None in types or len(set(flat)) < len(flat):
            continue
        cases = [
            {
                "if": {"properties": {field: {"enum": values}}, "required": [field], "type": "object"},
                "then": branch,
            }
            for values, branch in zip(types, branches, strict=True)
        ]
        known = {"properties": {field: {"enum": flat}}, "required": [field]}
        return {"type": ["object", "null"] if nullable else "object", **known, "allOf": cases}
    return None


def _arranged(document: Json, node: Any) -> Any:
    if isinstance(node, list):
        return [_arranged(document, item) for item in node]
    if not isinstance(node, dict):
        return node
    replaced = _by_type(document, node)
    return {key: _arranged(document, value) for key, value in (replaced or node).items()}


class Referee:
    """Knows the descriptions and says what does not follow them."""

    def __init__(self, where: Path) -> None:
        self._where = where
        self._validators: dict[tuple[str, str], Any] = {}

    @cached_property
    def _api(self) -> Json:
        loaded: Json = json.loads((self._where / "openapi.json").read_text())
        # The service names faults of a form by words, not by numbers.
        fault = {"properties": {"code": {"type": ["integer", "string"]}, "message": {"type": "string"}}}
        fault |= {"type": "object", "required": ["code", "message"]}  # type: ignore[dict-item]
        loaded["components"]["schemas"]["InnerErrors"]["properties"]["_errors"]["items"] = fault
        arranged: Json = _arranged(loaded, loaded)
        return arranged

    @cached_property
    def _registries(self) -> dict[str, jsonschema_rs.Registry]:
        strict = self._api
        lenient = json.loads(json.dumps(strict))
        # discord.py numbers new attachments and emojis by integers, and the service takes them.
        lenient["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
        gateway = json.loads((self._where / "gateway.schema.json").read_text())
        gateway.pop("$schema", None)
        # Sets of flags are described as if a value had exactly one of them.
        for name in [name for name in gateway["definitions"] if name.endswith("Flags")]:
            gateway["definitions"][name] = {"type": "integer", "minimum": 0}
        made = {"request": lenient, "response": strict, "gateway": _arranged(gateway, gateway)}
        return {
            name: jsonschema_rs.Registry([("urn:spec", document)], draft=jsonschema_rs.Draft202012)
            for name, document in made.items()
        }

    def _faults(self, which: str, pointer: str, value: object) -> list[str]:
        key = (which, pointer)
        if key not in self._validators:
            self._validators[key] = jsonschema_rs.validator_for(
                {"$ref": f"urn:spec#{quote(pointer, safe='/~')}"}, registry=self._registries[which]
            )
        found = self._validators[key].iter_errors(value)
        return [f"{'/'.join(map(str, fault.instance_path))}: {fault.message[:300]}" for fault in found]

    def request(self, entry: Json) -> list[str]:
        """Say what is wrong with a request of the bot and its answer."""
        operation = self._operation(entry)
        if operation is None:
            return [f"no such route: {entry['method']} {entry['path']}"]
        pointer, description = operation
        faults: list[str] = []
        content = description.get("requestBody", {}).get("content", {})
        if entry["request"] is not None and 200 <= (entry["status"] or 200) < 300:
            if "application/json" not in content:
                faults.append("the route takes no body")
            else:
                where = f"{pointer}/requestBody/content/application~1json/schema"
                faults += [f"request {fault}" for fault in self._faults("request", where, entry["request"])]
        faults += self._response(entry, pointer, description)
        return [f"#{entry['number']} {entry['method']} {entry['path']}: {fault}" for fault in faults]

    def _operation(self, entry: Json) -> tuple[str, Json] | None:
        route = entry["route"]
        description = self._api["paths"].get(route, {}).get(entry["method"].lower())
        if description is None:
            return None
        return f"/paths/{route.replace('/', '~1')}/{entry['method'].lower()}", description

    def _response(self, entry: Json, pointer: str, description: Json) -> list[str]:
        status, body = entry["status"], entry["response"]
        # Errors of the service itself, which come on demand only, are described nowhere.
        if status is None or (status >= 500 and entry.get("faults")):
            return []
        known = description["responses"]
        name = str(status) if str(status) in known else f"{status // 100}XX"
        if name not in known:
            return [f"status {status} is not described"]
        if "$ref" in known[name]:
            where = known[name]["$ref"].removeprefix("#")
            content = self._api["components"]["responses"][where.rsplit("/", 1)[1]]["content"]
        else:
            where, content = f"{pointer}/responses/{name}", known[name].get("content", {})
        if "application/json" not in content:
            return [] if body is None else [f"status {status} has no body"]
        faults = self._faults("response", f"{where}/content/application~1json/schema", body)
        return [f"response {fault}" for fault in faults]

    def dispatch(self, payload: Json) -> list[str]:
        """Say what is wrong with an event that the gateway sent."""
        name, data = payload["t"], payload["d"]
        kind = (
            INTERACTION_KINDS.get(data["type"]) if name == "INTERACTION_CREATE" else GATEWAY_KINDS.get(name)
        )
        if kind is None or (kind == "Slash" and data["data"]["type"] != 1):
            return []
        return [
            f"{name} {payload['s']}: {fault}"
            for fault in self._faults("gateway", f"/definitions/{kind}", data)
        ]

    def violations(self, requests: Iterable[Json], dispatches: Iterable[Json]) -> list[str]:
        """Say everything that is wrong with the logs of a sandbox."""
        found = [fault for entry in requests for fault in self.request(entry)]
        return found + [fault for entry in dispatches for fault in self.dispatch(entry["payload"])]


@cache
def _loaded(where: Path) -> Referee:
    return Referee(where)


def referee() -> Referee:
    """Return the referee, or skip the test where the descriptions are not at hand."""
    where = folder()
    if not (where / "openapi.json").is_file():
        pytest.skip(f"there are no descriptions of the service in {where} (set FILLERBOT_SPECS)")
    return _loaded(where)
