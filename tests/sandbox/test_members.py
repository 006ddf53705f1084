"""What a bot does with members: nicknames, roles, timeouts, kicks and bans."""

from datetime import UTC, datetime

import pytest
import pytest_asyncio

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from fillerbot.sandbox.errors import RefusedError
from fillerbot.sandbox.places import Right
from tests.sandbox.conftest import Api
from tests.sandbox.test_gateway import Line, line  # noqa: F401 - a fixture

MODERATES = (
    Right.KICK_MEMBERS,
    Right.BAN_MEMBERS,
    Right.MANAGE_NICKNAMES,
    Right.MANAGE_ROLES,
    Right.MODERATE_MEMBERS,
)


@pytest_asyncio.fixture
async def ids(people: People) -> dict[str, int]:
    found = {person.name: person.id for person in await people.people()}
    return found | {role["name"]: int(role["id"]) for role in await people.roles()}


async def moderate(people: People) -> None:
    await people.set_role("filler", sum(MODERATES))


async def test_a_nickname_and_roles(sandbox: Sandbox, api: Api, people: People, ids: dict[str, int]) -> None:
    owl = f"/guilds/{sandbox.guild_id}/members/{ids['owl']}"
    assert (await api("PATCH", owl, {"nick": "Hoot"}))[1]["code"] == 50013
    assert (await api("PUT", f"{owl}/roles/{ids['players']}"))[1]["code"] == 50013
    await moderate(people)
    status, changed = await api("PATCH", owl, {"nick": "Hoot", "roles": [str(ids["players"])]})
    assert (status, changed["nick"], changed["roles"]) == (200, "Hoot", [str(ids["players"])])
    assert await api("DELETE", f"{owl}/roles/{ids['players']}") == (204, None)
    assert (await api("GET", owl))[1]["roles"] == []
    _, [found] = await api("GET", f"/guilds/{sandbox.guild_id}/members/search?query=hoo&limit=9")
    assert found["user"]["username"] == "owl"
    # What stands above the bot is out of its reach.
    assert (await api("PUT", f"{owl}/roles/{ids['admin']}"))[1]["code"] == 50013
    fox = f"/guilds/{sandbox.guild_id}/members/{ids['fox']}"
    assert (await api("PATCH", fox, {"nick": "Red"}))[1]["code"] == 50013
    _, itself = await api("PATCH", f"/guilds/{sandbox.guild_id}/members/@me", {"nick": "Mopsy"})
    assert itself["nick"] == "Mopsy"


async def test_a_timeout_lasts_as_long_as_it_says(
    sandbox: Sandbox, api: Api, people: People, ids: dict[str, int]
) -> None:
    await moderate(people)
    owl = f"/guilds/{sandbox.guild_id}/members/{ids['owl']}"
    until = datetime.fromtimestamp(sandbox.clock.now() / 1000 + 60, UTC).isoformat()
    status, _ = await api("PATCH", owl, {"communication_disabled_until": until})
    assert status == 200
    with pytest.raises(RefusedError, match="cannot write"):
        await people.write("owl", "x")
    sandbox.clock.advance(61)
    await people.write("owl", "x")
    far = datetime.fromtimestamp(sandbox.clock.now() / 1000 + 29 * 86_400, UTC).isoformat()
    status, answer = await api("PATCH", owl, {"communication_disabled_until": far})
    assert (status, list(answer["errors"])) == (400, ["communication_disabled_until"])


async def test_a_kick_and_a_ban(
    sandbox: Sandbox,
    api: Api,
    people: People,
    ids: dict[str, int],
    line: Line,  # noqa: F811
) -> None:
    guild = f"/guilds/{sandbox.guild_id}"
    assert (await api("DELETE", f"{guild}/members/{ids['owl']}"))[1]["code"] == 50013
    await moderate(people)
    await line.identify(intents=1 << 2)
    assert await api("DELETE", f"{guild}/members/{ids['owl']}") == (204, None)
    assert (await api("GET", f"{guild}/members/{ids['owl']}"))[1]["code"] == 10007
    await people.settle("owl", member=True)
    api.headers["X-Audit-Log-Reason"] = "noise"
    assert await api("PUT", f"{guild}/bans/{ids['owl']}", {}) == (204, None)
    assert (await line.receive())["t"] == "GUILD_BAN_ADD"
    [ban] = (await api("GET", f"{guild}/bans"))[1]
    assert (ban["user"]["username"], ban["reason"]) == ("owl", "noise")
    with pytest.raises(RefusedError, match="banned"):
        await people.settle("owl", member=True)
    assert await api("DELETE", f"{guild}/bans/{ids['owl']}") == (204, None)
    assert (await line.receive())["t"] == "GUILD_BAN_REMOVE"
    assert (await api("GET", f"{guild}/bans/{ids['owl']}"))[1]["code"] == 10026
    await people.settle("owl", member=True)
    assert (await api("PUT", f"{guild}/bans/{ids['fox']}", {}))[1]["code"] == 50013


async def test_the_list_of_members_takes_the_intent(sandbox: Sandbox, api: Api) -> None:
    path = f"/guilds/{sandbox.guild_id}/members?limit=1000"
    assert (await api("GET", path))[1]["code"] == 50001
    sandbox.world.privileged = 1 << 1
    assert len((await api("GET", path))[1]) == 5
