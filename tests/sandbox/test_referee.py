"""The referee must have teeth, or its silence means nothing."""

import json
from typing import Any

import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.known_routes import known
from tests.referee import Referee, folder, referee
from tests.sandbox.conftest import Api

Json = dict[str, Any]


@pytest.fixture
def judge() -> Referee:
    return referee()


async def test_a_wrong_answer_is_found(sandbox: Sandbox, api: Api, judge: Referee) -> None:
    await api("POST", f"/channels/{sandbox.channel_id}/messages", {"content": "x"})
    [entry] = sandbox.journal.requests
    assert judge.request(entry) == []
    broken = {**entry, "response": {**entry["response"], "id": 5}}
    [fault] = judge.request(broken)
    assert "response id: 5 is not of type" in fault
    broken = {**entry, "status": 300}
    assert "status 300 is not described" in judge.request(broken)[0]


def test_a_wrong_request_is_found_in_the_right_branch(judge: Referee) -> None:
    button = {"type": 2, "style": 9, "custom_id": "x"}
    body = {"type": 7, "data": {"components": [{"type": 1, "components": [button]}]}}
    entry: Json = {
        "number": 1,
        "method": "POST",
        "path": "/interactions/1/x/callback",
        "route": "/interactions/{interaction_id}/{interaction_token}/callback",
        "status": 204,
        "request": body,
        "response": None,
    }
    [fault] = judge.request(entry)
    assert "data/components/0/components/0/style" in fault
    assert "no such route" in judge.request({**entry, "route": "", "status": 404})[0]


def test_a_wrong_event_is_found(judge: Referee) -> None:
    faults = judge.dispatch({"t": "READY", "s": 1, "d": {}})
    assert any("session_id" in fault for fault in faults)


@pytest.mark.usefixtures("judge")
def test_every_route_of_the_service_is_known() -> None:
    paths = json.loads((folder() / "openapi.json").read_text())["paths"]
    for path, operations in paths.items():
        # Those of partners are not for bots.
        for method in operations.keys() & {"get", "put", "post", "patch", "delete"}:
            if not path.startswith("/partner-sdk"):
                assert known(method.upper(), path.replace("{", "").replace("}", "")), path
    assert known("GET", "/channels/1/messages/pins") == "/channels/{channel_id}/messages/pins"
    assert known("GET", "/guilds/1/budgets") is None
