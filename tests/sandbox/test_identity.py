"""Which versions are spoken, what the bot is called, and what it may ask for."""

import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from tests.sandbox.conftest import TOKEN, Api
from tests.sandbox.test_gateway import Json, Line, again, line  # noqa: F401 - a fixture


@pytest.mark.parametrize("prefix", ["/api/v10", "/api/v9", "/api"])
async def test_older_libraries_are_served_too(sandbox: Sandbox, api: Api, prefix: str) -> None:
    url = f"{sandbox.world.base_url}{prefix}/users/@me"
    async with api.session.get(url, headers=api.headers) as response:
        assert response.status == 200
    [entry] = sandbox.journal.requests
    assert entry["path"] == "/users/@me"


async def test_an_older_gateway_says_so(sandbox: Sandbox, api: Api) -> None:
    opened = Line(await api.session.ws_connect(f"{sandbox.gateway_url}?v=9"))
    assert (await opened.receive())["op"] == 10
    assert (await opened.identify())["d"]["v"] == 9


async def test_the_bot_has_a_name_and_bears_it_everywhere(people: People) -> None:
    async with Sandbox(TOKEN, name="Mopsy") as sandbox, People(sandbox.people_url) as others:
        world = sandbox.world
        assert [r["name"] for r in await others.roles() if r["managed"]] == ["Mopsy"]
        assert world.bot_name == "Mopsy"
    assert "your bot" in [r["name"] for r in await people.roles()]


async def test_the_bot_gives_itself_another_name(sandbox: Sandbox, api: Api, line: Line) -> None:  # noqa: F811
    ready = await line.identify(intents=0)
    _, before = await api("GET", "/users/@me")
    assert (before["username"], len(before["discriminator"])) == ("your bot", 4)
    assert ready["d"]["user"] == before
    status, after = await api("PATCH", "/users/@me", {"username": "Mopsy"})
    assert (status, after["username"]) == (200, "Mopsy")
    told = await line.receive()
    assert (told["t"], told["d"]["username"]) == ("USER_UPDATE", "Mopsy")
    _, said = await api("POST", f"/channels/{sandbox.channel_id}/messages", {"content": "x"})
    assert said["author"]["username"] == "Mopsy"
    status, answer = await api("PATCH", "/users/@me", {"username": "M"})
    assert (status, list(answer["errors"])) == (400, ["username"])
