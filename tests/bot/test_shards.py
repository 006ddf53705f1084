"""A bot on two shards: what happens to one of them is nothing to the matches of the other."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from fillerbot.engine.events import Closing
from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import Message
from fillerbot.sandbox.gateway import Limits
from tests.bot.conftest import Party, Running, match_id, mover, open_colours, shown
from tests.passing import been_there
from tests.sandbox.conftest import TOKEN


@pytest_asyncio.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    limits = Limits(shards=2)
    async with Sandbox(token=TOKEN, rate_limits=False, guilds=2, limits=limits) as running:
        yield running


async def begun(party: Party, channel: str) -> Message:
    owl = str(party.ids["owl"])
    challenge = shown(
        await party.people.invoke_in(
            "fox", channel, "filler challenge", opponent=owl, clock="blitz", rated=False
        )
    )
    board = await party.press("owl", challenge, "accept")
    for _ in range(3):
        board = await party.move(board)
    return board


async def test_while_one_shard_is_away_clocks_stand_still_there_and_run_elsewhere(
    sandbox: Sandbox, party: Party, running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sorted(running.bot.shards) == [0, 1]
    boards = {
        (int(guild) >> 22) % 2: await begun(party, there) for guild, there in sandbox.world.guilds.items()
    }
    assert sorted(boards) == [0, 1]
    await running.service.settled()
    service, disconnected = running.service, running.service.disconnected

    def gone(shard: int) -> None:
        disconnected(shard)
        sandbox.clock.advance(5 * 60)
        been_there(service)

    monkeypatch.setattr(service, "disconnected", gone)
    [lost] = [line for line, session in sandbox.gateway._of.items() if session.shard == (1, 2)]
    lost.ended_here = True
    lost.abort()
    channels = {(int(guild) >> 22) % 2: there for guild, there in sandbox.world.guilds.items()}
    over = await party.people.wait("fox", channels[0], lambda m: "ran out of time" in m.text)
    assert over.id == boards[0].id
    back = await party.people.wait(
        "fox", channels[1], lambda m: bool(open_colours(m)) and m.text != boards[1].text
    )
    live = await service.live(match_id(boards[1]))
    assert live.match.closing is not Closing.FLAG
    assert max(live.match.budgets) > 60_000 + 10_000
    assert mover(back) == mover(boards[1])
    await party.move(back)
