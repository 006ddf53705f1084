"""What a message says of the interaction that it answers, and what a command says to the bot."""

import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from tests.sandbox.conftest import Api, Table
from tests.sandbox.test_messages import button, row

MESSAGE = {"type": 4, "data": {"content": "hello", "components": [row(button())]}}


@pytest.mark.parametrize("query", ["", "?wait=false", "?wait=true"])
async def test_a_follow_up_is_always_waited_for(table: Table, query: str) -> None:
    played = await table.play()
    await table.answer(played, MESSAGE)
    status, made = await table.api("POST", table.hook(played) + query, {"content": "more"})
    assert (status, made["content"]) == (200, "more")


async def test_a_follow_up_names_the_first_answer(table: Table) -> None:
    played = await table.play()
    _, answer = await table.answer(played, MESSAGE)
    first = answer["resource"]["message"]
    assert "original_response_message_id" not in first["interaction_metadata"]
    _, more = await table.api("POST", table.hook(played), {"content": "more"})
    assert more["interaction_metadata"]["original_response_message_id"] == first["id"]
    _, again = await table.api("GET", f"{table.hook(played)}/messages/@original")
    assert "original_response_message_id" not in again["interaction_metadata"]


async def test_the_answer_to_a_command_names_it_in_the_old_way_too(table: Table) -> None:
    played = await table.play()
    _, answer = await table.answer(played, MESSAGE)
    old = answer["resource"]["message"]["interaction"]
    assert (old["id"], old["type"], old["name"]) == (str(played), 2, "play")
    assert old["user"]["username"] == "fox"
    pressed = await table.people.press("owl", int(answer["resource"]["message"]["id"]), "go", wait=False)
    _, answer = await table.answer(pressed.interaction, MESSAGE)
    assert "interaction" not in answer["resource"]["message"]


async def test_subcommands_are_named_with_their_command(sandbox: Sandbox, api: Api, people: People) -> None:
    leaf = {"type": 1, "name": "now", "description": "Now"}
    command = {"name": "play", "description": "Play", "options": [leaf]}
    await api("PUT", f"/applications/{sandbox.world.application_id}/commands", [command])
    table = Table(sandbox, people, api)
    played = (await people.invoke("fox", "play now", wait=False)).interaction
    _, answer = await table.answer(played, MESSAGE)
    assert answer["resource"]["message"]["interaction"]["name"] == "play now"
    assert table.data(played)["options"] == [{"name": "now", "type": 1, "options": []}]


async def test_a_command_without_options_has_no_list_of_them(table: Table) -> None:
    assert "options" not in table.data(await table.play())
