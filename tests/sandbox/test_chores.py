"""What a bot does beside messages: guilds asked for, typing, pins, many messages deleted at once."""

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from fillerbot.sandbox.places import Right
from tests.sandbox.conftest import Api
from tests.sandbox.test_gateway import Line, line  # noqa: F401 - a fixture


async def test_the_guild_and_the_list_of_guilds(sandbox: Sandbox, api: Api) -> None:
    guild = str(sandbox.guild_id)
    status, found = await api("GET", f"/guilds/{guild}?with_counts=true")
    assert (status, found["id"], found["approximate_member_count"]) == (200, guild, 5)
    assert {"members", "channels", "threads"}.isdisjoint(found)
    assert found["roles"][0]["name"] == "@everyone"
    assert "approximate_member_count" not in (await api("GET", f"/guilds/{guild}"))[1]
    assert [g["id"] for g in (await api("GET", "/users/@me/guilds"))[1]] == [guild]
    assert (await api("GET", f"/users/@me/guilds?after={guild}"))[1] == []
    assert (await api("GET", "/guilds/1"))[1]["code"] == 10004


async def test_the_bot_types(sandbox: Sandbox, api: Api, people: People, line: Line) -> None:  # noqa: F811
    await line.identify(intents=1 << 11)
    path = f"/channels/{sandbox.channel_id}/typing"
    assert await api("POST", path) == (204, None)
    assert (await line.receive())["t"] == "TYPING_START"
    assert (await people.event("typing"))["channel"] == str(sandbox.channel_id)
    await people.overwrite("filler", "bot", deny=int(Right.SEND_MESSAGES))
    assert (await api("POST", path))[1]["code"] == 50013


async def test_many_messages_go_at_once(
    sandbox: Sandbox,
    api: Api,
    people: People,
    line: Line,  # noqa: F811
) -> None:
    numbers = [str(await people.write("owl", str(n))) for n in range(3)]
    path = f"/channels/{sandbox.channel_id}/messages/bulk-delete"
    assert (await api("POST", path, {"messages": numbers}))[1]["code"] == 50013
    await people.overwrite("filler", "bot", allow=int(Right.MANAGE_MESSAGES))
    status, answer = await api("POST", path, {"messages": numbers[:1]})
    assert (status, list(answer["errors"])) == (400, ["messages"])
    await line.identify(intents=1 << 9)
    assert await api("POST", path, {"messages": numbers[:2]}) == (204, None)
    told = await line.receive()
    assert (told["t"], told["d"]["ids"]) == ("MESSAGE_DELETE_BULK", numbers[:2])
    assert [m.text for m in await people.messages("fox", sandbox.channel_id)] == ["2"]
    sandbox.clock.advance(15 * 86_400)
    status, answer = await api("POST", path, {"messages": numbers[1:]})
    assert (status, answer["code"]) == (400, 50034)


async def test_messages_are_pinned(sandbox: Sandbox, api: Api, people: People) -> None:
    here = f"/channels/{sandbox.channel_id}"
    first, second = [str(await people.write("owl", str(n))) for n in range(2)]
    assert (await api("PUT", f"{here}/messages/pins/{first}"))[1]["code"] == 50013
    await people.overwrite("filler", "bot", allow=int(Right.PIN_MESSAGES))
    for path in (f"{here}/messages/pins/{first}", f"{here}/pins/{second}"):
        assert await api("PUT", path) == (204, None)
        sandbox.clock.advance(1)
    _, pins = await api("GET", f"{here}/messages/pins")
    assert [item["message"]["id"] for item in pins["items"]] == [second, first]
    assert (await api("GET", f"{here}/messages/pins?limit=1"))[1]["has_more"]
    assert [m["pinned"] for m in (await api("GET", f"{here}/pins"))[1]] == [True, True]
    assert await api("DELETE", f"{here}/messages/pins/{second}") == (204, None)
    assert [m["id"] for m in (await api("GET", f"{here}/pins"))[1]] == [first]
