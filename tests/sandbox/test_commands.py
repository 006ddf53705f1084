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
    "a least value that is no number": (
        [command(options=[option(type=4, min_value="z")])],
        "0.options.0.min_value",
    ),
    "a greatest value that is not whole": (
        [command(options=[option(type=4, max_value=1.5)])],
        "0.options.0.max_value",
    ),
    "a greatest number of letters": (
        [command(options=[option(type=10, max_value=[])])],
        "0.options.0.max_value",
    ),
    "a kind of channel that is none": (
        [command(options=[option(type=7, channel_types=[0, 99])])],
        "0.options.0.channel_types.1",
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
    assert await api("GET", f"{here}?with_localizations=true") == (200, after)


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


async def test_a_list_has_the_translations_only_if_asked(sandbox: Sandbox, api: Api) -> None:
    here = f"/applications/{sandbox.world.application_id}/commands"
    german = {"description_localizations": {"de": "Spielen"}, "name_localizations": {"de": "spiel"}}
    own: Json = {"type": 3, "name": "o", "description": "O", "choices": [{"name": "a", "value": "a"}]}
    own["choices"][0]["name_localizations"] = {"de": "ah"}
    await api("PUT", here, [command("play", options=[own], **german)])
    [full] = (await api("GET", f"{here}?with_localizations=true"))[1]
    assert full["name_localizations"] == {"de": "spiel"}
    [bare] = (await api("GET", here))[1]
    assert not [key for key in bare if "locali" in key]
    assert bare["options"][0]["choices"] == [{"name": "a", "value": "a"}]
    api.headers["X-Discord-Locale"] = "de"
    [chosen] = (await api("GET", here))[1]
    assert (chosen["name"], chosen["name_localized"]) == ("play", "spiel")
    assert chosen["description_localized"] == "Spielen"
    assert chosen["options"][0]["choices"][0]["name_localized"] == "ah"


async def test_bounds_go_with_their_kind_of_option(sandbox: Sandbox, api: Api) -> None:
    here = f"/applications/{sandbox.world.application_id}/commands"
    options = [
        option("a", type=4, min_value=-1, max_value=9, channel_types=None),
        option("b", type=10, min_value=0.5),
        option("c", type=7, channel_types=[0, 11]),
    ]
    _, [made] = await api("PUT", here, [command(options=options)])
    whole, real, channel = made["options"]
    assert (whole["min_value"], whole["max_value"], real["min_value"]) == (-1, 9, 0.5)
    assert channel["channel_types"] == [0, 11]
