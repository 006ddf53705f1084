from typing import Any

import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from fillerbot.sandbox.places import Right
from tests.sandbox.conftest import Api, picture

V2 = 1 << 15
Json = dict[str, Any]


def text(content: str = "hello") -> Json:
    return {"type": 10, "content": content}


def button(**changes: object) -> Json:
    return {"type": 2, "style": 2, "label": "go", "custom_id": "go", **changes}


def row(*inner: Json) -> Json:
    return {"type": 1, "components": list(inner)}


def box(*inner: Json) -> Json:
    return {"type": 17, "components": list(inner)}


def gallery(*urls: str, **changes: object) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}, **changes} for url in urls]}


def select(count: int = 2, **changes: object) -> Json:
    options = [{"label": str(n), "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "pick", "options": options, **changes}


def rows(count: int) -> list[Json]:
    return [row(button(custom_id=str(n))) for n in range(count)]


def at(errors: Json, path: str) -> list[str]:
    for step in path.split("."):
        errors = errors[step]
    return [error["code"] for error in errors["_errors"]]


BROKEN = {
    "41 components, nested ones counted": (
        [box(*[text(str(n)) for n in range(38)], row(button()))],
        "components",
    ),
    "4001 characters over two texts": ([text("x" * 4000), text("y")], "components"),
    "an empty text": ([text("")], "components.0.content"),
    "a custom_id used twice": (
        [row(button(), button(disabled=True))],
        "components.0.components.1.custom_id",
    ),
    "a custom_id of 101": ([row(button(custom_id="x" * 101))], "components.0.components.0.custom_id"),
    "no custom_id": ([row(button(custom_id=None))], "components.0.components.0.custom_id"),
    "a label of 81": ([row(button(label="x" * 81))], "components.0.components.0.label"),
    "neither label nor emoji": ([row(button(label=None))], "components.0.components.0.label"),
    "a link with a custom_id": (
        [row(button(style=5, url="https://example.org"))],
        "components.0.components.0.custom_id",
    ),
    "a link without an address": (
        [row(button(style=5, custom_id=None))],
        "components.0.components.0.url",
    ),
    "an address without a link": (
        [row(button(url="https://example.org"))],
        "components.0.components.0.url",
    ),
    "style 7": ([row(button(style=7))], "components.0.components.0.style"),
    "six buttons in a row": ([row(*[button(custom_id=str(n)) for n in range(6)])], "components.0.components"),
    "a menu beside a button": ([row(button(), select())], "components.0.components"),
    "26 options": ([row(select(26))], "components.0.components.0.options"),
    "a picture that is not there": ([gallery("attachment://no.png")], "components.0.items.0.media.url"),
    "eleven pictures": ([gallery(*["https://example.org/a.png"] * 11)], "components.0.items"),
    "no picture": ([gallery()], "components.0.items"),
    "an alternative of 1025": (
        [gallery("https://example.org/a.png", description="x" * 1025)],
        "components.0.items.0.description",
    ),
    "an unknown type": ([{"type": 99}], "components.0.type"),
    "a box in a box": ([box(box(text()))], "components.0.components.0.type"),
    "a button without a row": ([button()], "components.0.type"),
    "an unknown emoji": (
        [row(button(emoji={"id": "1", "name": "red"}))],
        "components.0.components.0.emoji.id",
    ),
    "an emoji of letters": (
        [row(button(emoji={"id": None, "name": "red"}))],
        "components.0.components.0.emoji.name",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
async def test_a_broken_rule_is_named_where_it_is_broken(sandbox: Sandbox, api: Api, name: str) -> None:
    components, path = BROKEN[name]
    body = {"flags": V2, "components": components}
    status, answer = await api("POST", f"/channels/{sandbox.channel_id}/messages", body)
    assert (status, answer["code"]) == (400, 50035)
    assert at(answer["errors"], path)
    assert not sandbox.world.messages


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"components": [text()]}, "components.0.type"),
        ({"components": rows(6)}, "components"),
        ({"flags": V2, "components": [text()], "content": "beside"}, "content"),
        ({"flags": V2, "components": [text()], "embeds": [{"title": "beside"}]}, "embeds"),
        ({"content": "x" * 2001}, "content"),
        ({"content": "x", "flags": 64}, "flags"),
        ({"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}, "attachments.0.id"),
        (
            {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
            "allowed_mentions.parse",
        ),
    ],
)
async def test_a_message_that_breaks_a_rule(sandbox: Sandbox, api: Api, body: Json, path: str) -> None:
    status, answer = await api("POST", f"/channels/{sandbox.channel_id}/messages", body)
    assert (status, answer["code"]) == (400, 50035)
    assert at(answer["errors"], path)


async def test_what_is_unknown(sandbox: Sandbox, api: Api) -> None:
    here = f"/channels/{sandbox.channel_id}"
    for method, path, code in (
        ("GET", "/channels/1", 10003),
        ("POST", "/channels/1/messages", 10003),
        ("GET", f"{here}/messages/1", 10008),
        ("DELETE", f"{here}/messages/1", 10008),
        ("GET", "/applications/1/commands", 10002),
    ):
        status, answer = await api(method, path, {} if method == "POST" else None)
        assert (status, answer["code"]) == (404, code)
    status, answer = await api("POST", f"{here}/messages", {"content": ""})
    assert (status, answer["code"]) == (400, 50006)
    api.headers["Authorization"] = "Bot wrong"
    assert (await api("GET", "/users/@me"))[0] == 401


async def test_components_are_numbered_and_media_resolved(sandbox: Sandbox, api: Api) -> None:
    data = picture().read()
    components = [box(gallery("attachment://a.png", description="a"), row(button()))]
    body = {"flags": V2, "components": components, "attachments": [{"id": 0, "filename": "a.png"}]}
    status, answer = await api("POST", f"/channels/{sandbox.channel_id}/messages", body, a=data)
    assert status == 200
    [container] = answer["components"]
    [pictures, buttons] = container["components"]
    assert [container["id"], pictures["id"], buttons["id"], buttons["components"][0]["id"]] == [1, 2, 3, 4]
    media = pictures["items"][0]["media"]
    assert (media["width"], media["height"], media["content_type"]) == (110, 70, "image/png")
    assert media["id"] == media["attachment_id"] != "0"
    async with api.session.get(media["url"]) as response:
        assert await response.read() == data
    async with api.session.get(media["url"].replace("hm=", "hm=0")) as response:
        assert response.status == 404
    sandbox.clock.advance(25 * 3600)
    async with api.session.get(media["url"]) as response:
        assert response.status == 404


async def test_an_edit_keeps_the_files_it_names_or_all(sandbox: Sandbox, api: Api) -> None:
    here = f"/channels/{sandbox.channel_id}/messages"
    listed = [{"id": n, "filename": f"{name}.png"} for n, name in enumerate("ab")]
    data = picture().read()
    _, made = await api("POST", here, {"content": "two", "attachments": listed}, a=data, b=data)
    first, second = (a["id"] for a in made["attachments"])
    _, same = await api("PATCH", f"{here}/{made['id']}", {"content": "still two"})
    assert [a["id"] for a in same["attachments"]] == [first, second]
    assert same["edited_timestamp"] is not None
    _, one = await api("PATCH", f"{here}/{made['id']}", {"attachments": [{"id": second}]})
    assert [a["id"] for a in one["attachments"]] == [second]
    assert one["content"] == "still two"
    _, new = await api("PATCH", f"{here}/{made['id']}", {"attachments": [listed[0]]}, c=data)
    assert [a["filename"] for a in new["attachments"]] == ["a.png"]
    assert new["attachments"][0]["id"] not in (first, second)


async def test_the_v2_flag_stays(sandbox: Sandbox, api: Api) -> None:
    here = f"/channels/{sandbox.channel_id}/messages"
    _, made = await api("POST", here, {"flags": V2, "components": [text()]})
    status, answer = await api("PATCH", f"{here}/{made['id']}", {"flags": 0})
    assert (status, list(answer["errors"])) == (400, ["flags"])
    status, answer = await api("PATCH", f"{here}/{made['id']}", {"content": "words"})
    assert (status, list(answer["errors"])) == (400, ["content"])


async def test_mentions_are_found_as_far_as_allowed(sandbox: Sandbox, api: Api, people: People) -> None:
    here = f"/channels/{sandbox.channel_id}/messages"
    fox, owl, *_ = await people.people()
    body: Json = {"flags": V2, "components": [text(f"<@{fox.id}> and <@!{owl.id}>, @everyone")]}
    _, answer = await api("POST", here, body)
    assert [m["username"] for m in answer["mentions"]] == ["fox", "owl"]
    assert not answer["mention_everyone"]
    await people.overwrite(sandbox.channel_id, "bot", allow=int(Right.MENTION_EVERYONE))
    _, answer = await api("POST", here, body)
    assert answer["mention_everyone"]
    _, answer = await api("POST", here, {**body, "allowed_mentions": {"users": [str(owl.id)]}})
    assert [m["username"] for m in answer["mentions"]] == ["owl"]
    assert not answer["mention_everyone"]
    _, answer = await api("POST", here, {**body, "allowed_mentions": {"parse": []}})
    assert answer["mentions"] == []


async def test_old_messages_are_edited_three_times_in_six_seconds(sandbox: Sandbox, api: Api) -> None:
    here = f"/channels/{sandbox.channel_id}/messages"
    _, made = await api("POST", here, {"content": "old"})
    sandbox.clock.advance(3700)
    for n in range(3):
        assert (await api("PATCH", f"{here}/{made['id']}", {"content": str(n)}))[0] == 200
    status, answer = await api("PATCH", f"{here}/{made['id']}", {"content": "3"})
    assert (status, answer["code"]) == (429, 30046)
    sandbox.clock.advance(7)
    assert (await api("PATCH", f"{here}/{made['id']}", {"content": "3"}))[0] == 200


async def test_history_is_newest_first(sandbox: Sandbox, api: Api) -> None:
    here = f"/channels/{sandbox.channel_id}/messages"
    made = [(await api("POST", here, {"content": str(n)}))[1] for n in range(4)]
    _, newest = await api("GET", f"{here}?limit=2")
    assert [m["content"] for m in newest] == ["3", "2"]
    _, before = await api("GET", f"{here}?limit=2&before={made[2]['id']}")
    assert [m["content"] for m in before] == ["1", "0"]
    _, after = await api("GET", f"{here}?limit=2&after={made[0]['id']}")
    assert [m["content"] for m in after] == ["2", "1"]
    assert (await api("DELETE", f"{here}/{made[0]['id']}"))[0] == 204
    assert (await api("GET", f"{here}/{made[0]['id']}"))[0] == 404
