"""What may be synced, and the emojis of the application."""

import base64
from typing import Any

import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from tests.sandbox.conftest import Api, picture

Json = dict[str, Any]


def command(name: str = "play", **changes: object) -> Json:
    return {"name": name, "description": "Play", **changes}


def option(name: str = "size", **changes: object) -> Json:
    return {"type": 3, "name": name, "description": "Size", **changes}


def choices(count: int) -> list[Json]:
    return [{"name": str(n), "value": str(n)} for n in range(count)]


BROKEN = {
    "a name in capitals": ([command("Play")], "0.name"),
    "a name of 33": ([command("x" * 33)], "0.name"),
    "no description": ([command(description="")], "0.description"),
    "a description of 101": ([command(description="x" * 101)], "0.description"),
    "26 options": ([command(options=[option(f"o{n}") for n in range(26)])], "0.options"),
    "26 choices": ([command(options=[option(choices=choices(26))])], "0.options.0.choices"),
    "the same name twice": ([command(), command()], "1.name"),
    "options of one name": ([command(options=[option(), option()])], "0.options"),
    "a required option after others": (
        [command(options=[option("a"), option("b", required=True)])],
        "0.options",
    ),
    "a command beside options": ([command(options=[option(), option("sub", type=1)])], "0.options"),
    "a group in a group": (
        [command(options=[option(type=2, options=[option(type=2)])])],
        "0.options.0.options.0.type",
    ),
    "choices that complete themselves": (
        [command(options=[option(choices=choices(1), autocomplete=True)])],
        "0.options.0.autocomplete",
    ),
    "a choice of another type": (
        [command(options=[option(type=4, choices=choices(1))])],
        "0.options.0.choices.0.value",
    ),
    "an unknown language": ([command(name_localizations={"tlh": "quj"})], "0.name_localizations.tlh"),
    "a translated name in capitals": (
        [command(name_localizations={"de": "Spiel"})],
        "0.name_localizations.de",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
async def test_a_command_that_breaks_a_rule(sandbox: Sandbox, api: Api, name: str) -> None:
    commands, path = BROKEN[name]
    status, answer = await api("PUT", f"/applications/{sandbox.world.application_id}/commands", commands)
    assert (status, answer["code"]) == (400, 50035)
    found = answer["errors"]
    for step in path.split("."):
        found = found[step]
    assert found["_errors"]
    assert sandbox.world.commands == {}


async def test_a_command_of_more_than_8000_characters(sandbox: Sandbox, api: Api) -> None:
    here = f"/applications/{sandbox.world.application_id}/commands"
    long = [
        option(f"o{n}", description="x" * 100, description_localizations={"de": "y" * 100}) for n in range(25)
    ]
    subs = [{**option(f"s{n}"), "type": 1, "options": long} for n in range(4)]
    status, answer = await api("PUT", here, [command(options=subs)])
    assert (status, list(answer["errors"]["0"])) == (400, ["_errors"])
    assert (await api("PUT", here, [command(options=subs[:3])]))[0] == 200


async def test_too_many_commands(sandbox: Sandbox, api: Api) -> None:
    here = f"/applications/{sandbox.world.application_id}/commands"
    status, answer = await api("PUT", here, [command(f"c{n}") for n in range(101)])
    assert (status, answer["code"]) == (400, 30032)


async def test_ids_are_kept_by_name(sandbox: Sandbox, api: Api) -> None:
    here = f"/applications/{sandbox.world.application_id}/commands"
    _, before = await api("PUT", here, [command("play"), command("stop")])
    _, after = await api("PUT", here, [command("stop", description="Stop"), command("show")])
    assert after[0]["id"] == before[1]["id"]
    assert after[1]["id"] not in {c["id"] for c in before}
    assert await api("GET", here) == (200, after)


async def test_emojis(sandbox: Sandbox, api: Api) -> None:
    here = f"/applications/{sandbox.world.application_id}/emojis"
    image = "data:image/png;base64," + base64.b64encode(picture().read()).decode()
    status, made = await api("POST", here, {"name": "red", "image": image})
    assert status == 201
    for body, field in (
        ({"name": "r", "image": image}, "name"),
        ({"name": "r-d", "image": image}, "name"),
        ({"name": "red", "image": image}, "name"),
        ({"name": "blue", "image": image[:40]}, "image"),
        ({"name": "blue", "image": image.replace("png", "gif", 1)}, "image"),
        ({"name": "blue", "image": "data:image/png;base64," + "A" * 400_000}, "image"),
    ):
        status, answer = await api("POST", here, body)
        assert (status, list(answer["errors"])) == (400, [field])
    assert (await api("PATCH", f"{here}/{made['id']}", {"name": "rot"}))[1]["name"] == "rot"
    assert [e["name"] for e in (await api("GET", here))[1]["items"]] == ["rot"]
    assert await api("DELETE", f"{here}/{made['id']}") == (204, None)
    status, answer = await api("GET", f"{here}/{made['id']}")
    assert (status, answer["code"]) == (404, 10014)


async def test_the_people(people: People, api: Api) -> None:
    everybody = await people.people()
    assert [(p.name, p.locale) for p in everybody] == [
        ("fox", "en-US"),
        ("owl", "de"),
        ("lynx", "en-GB"),
        ("hare", "fr"),
    ]
    fox = everybody[0]
    assert (await api("GET", f"/users/{fox.id}"))[1]["username"] == "fox"
    here = f"/guilds/{api.sandbox.guild_id}/members/{fox.id}"
    assert (await api("GET", here))[1]["user"]["id"] == str(fox.id)
