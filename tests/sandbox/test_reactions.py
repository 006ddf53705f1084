"""Emojis under messages, put there by the bot and by people."""

from urllib.parse import quote

import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from fillerbot.sandbox.errors import RefusedError
from fillerbot.sandbox.places import Right
from tests.sandbox.conftest import Api, Table
from tests.sandbox.test_gateway import Json, Line, line  # noqa: F401 - a fixture

FIRE, LEAF = "🔥", "🍀"
REACTIONS = 1 << 10


async def posted(sandbox: Sandbox, api: Api) -> str:
    path = f"/channels/{sandbox.channel_id}/messages"
    return f"{path}/{(await api('POST', path, {'content': 'x'}))[1]['id']}"


def counts(message: Json) -> list[tuple[str, int, bool]]:
    return [(r["emoji"]["name"], r["count"], r["me"]) for r in message.get("reactions", [])]


async def test_the_bot_and_people_react(sandbox: Sandbox, api: Api, people: People) -> None:
    path = await posted(sandbox, api)
    number = int(path.rpartition("/")[2])
    assert "reactions" not in (await api("GET", path))[1]
    assert await api("PUT", f"{path}/reactions/{quote(FIRE)}/@me") == (204, None)
    assert await api("PUT", f"{path}/reactions/{quote(FIRE)}/@me") == (204, None)
    await people.react("owl", number, FIRE)
    await people.react("owl", number, LEAF)
    assert counts((await api("GET", path))[1]) == [(FIRE, 2, True), (LEAF, 1, False)]
    [seen] = await people.messages("owl", sandbox.channel_id)
    assert counts(seen.raw) == [(FIRE, 2, True), (LEAF, 1, True)]
    _, listed = await api("GET", f"{path}/reactions/{quote(FIRE)}")
    assert {user["username"] for user in listed} == {"owl", "filler"}
    await people.react("owl", number, LEAF, remove=True)
    assert await api("DELETE", f"{path}/reactions/{quote(FIRE)}/@me") == (204, None)
    assert counts((await api("GET", path))[1]) == [(FIRE, 1, False)]


async def test_reactions_take_rights(sandbox: Sandbox, api: Api, people: People) -> None:
    path = await posted(sandbox, api)
    number, owl = int(path.rpartition("/")[2]), (await people.people())[1].id
    await people.react("owl", number, FIRE)
    for rest in ("", f"/{quote(FIRE)}", f"/{quote(FIRE)}/{owl}"):
        status, answer = await api("DELETE", f"{path}/reactions{rest}")
        assert (status, answer["code"]) == (403, 50013)
    await people.overwrite("filler", "bot", allow=int(Right.MANAGE_MESSAGES), deny=int(Right.ADD_REACTIONS))
    assert (await api("PUT", f"{path}/reactions/{quote(LEAF)}/@me"))[0] == 403
    assert (await api("PUT", f"{path}/reactions/{quote(FIRE)}/@me"))[0] == 204
    assert (await api("DELETE", f"{path}/reactions/{quote(FIRE)}/{owl}"))[0] == 204
    assert (await api("DELETE", f"{path}/reactions/{quote(FIRE)}"))[0] == 204
    assert (await api("DELETE", f"{path}/reactions"))[0] == 204
    await people.overwrite("filler", "owl", deny=int(Right.ADD_REACTIONS))
    with pytest.raises(RefusedError, match="Missing Permissions"):
        await people.react("owl", number, FIRE)
    status, answer = await api("PUT", f"{path}/reactions/fire/@me")
    assert (status, answer["code"]) == (400, 10014)


async def test_the_gateway_tells_of_reactions(
    sandbox: Sandbox,
    api: Api,
    people: People,
    line: Line,  # noqa: F811
) -> None:
    await line.identify(intents=REACTIONS)
    path = await posted(sandbox, api)
    number = int(path.rpartition("/")[2])
    await people.overwrite("filler", "bot", allow=int(Right.MANAGE_MESSAGES))
    await people.react("owl", number, FIRE)
    added = await line.receive()
    assert (added["t"], added["d"]["emoji"]) == ("MESSAGE_REACTION_ADD", {"id": None, "name": FIRE})
    assert (added["d"]["message_id"], added["d"]["member"]["user"]["username"]) == (str(number), "owl")
    await people.react("owl", number, FIRE, remove=True)
    assert (await line.receive())["t"] == "MESSAGE_REACTION_REMOVE"
    await people.react("owl", number, FIRE)
    assert (await line.receive())["t"] == "MESSAGE_REACTION_ADD"
    await api("DELETE", f"{path}/reactions/{quote(FIRE)}")
    assert (await line.receive())["t"] == "MESSAGE_REACTION_REMOVE_EMOJI"
    await api("DELETE", f"{path}/reactions")
    assert (await line.receive())["t"] == "MESSAGE_REACTION_REMOVE_ALL"


async def test_nobody_reacts_to_what_one_person_alone_sees(table: Table) -> None:
    number = await table.posted(content="x", flags=64)
    with pytest.raises(RefusedError, match="alone"):
        await table.people.react("fox", number, FIRE)
