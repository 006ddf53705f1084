"""The people's interface, for those who speak it badly."""

import aiohttp
import pytest

from fillerbot.sandbox import Sandbox


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/events?after=x", None),
        ("GET", "/requests?after=", None),
        ("POST", "/fox/invoke", {}),
        ("POST", "/fox/invoke", {"command": "filler board", "options": [1]}),
        ("POST", "/fox/invoke", {"command": 7}),
        ("POST", "/fox/press", {"message": None}),
        ("POST", "/nobody/press", {}),
        ("POST", "/fox/submit", {"interaction": "x"}),
    ],
)
async def test_what_is_not_understood_is_said_so(
    method: str, path: str, body: object, sandbox: Sandbox
) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, sandbox.people_url + path, json=body) as response,
    ):
        assert response.status in (400, 409)
        assert (await response.json())["error"]
