"""Files of a message, alone, in embeds and in components."""

import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from tests.sandbox.conftest import Api, Table, picture
from tests.sandbox.test_messages import V2, Json, gallery, text

LISTED = [{"id": 0, "filename": "a.png"}]


async def test_a_picture_in_an_embed(sandbox: Sandbox, api: Api, people: People) -> None:
    data = picture().read()
    body = {
        "embeds": [{"image": {"url": "attachment://a.png"}, "fields": [{"name": "a", "value": "b"}]}],
        "attachments": [{"id": 0, "filename": "a.png"}],
    }
    path = f"/channels/{sandbox.channel_id}/messages"
    _, made = await api("POST", path, body, a=data)
    [embed] = made["embeds"]
    assert (embed["type"], embed["fields"][0]["inline"]) == ("rich", False)
    image = embed["image"]
    assert (image["width"], image["height"], image["content_type"]) == (110, 70, "image/png")
    assert await people.picture(image["url"]) == data
    sandbox.clock.advance(25 * 3600)
    async with api.session.get(image["url"]) as response:
        assert response.status == 404
    [fresh] = (await api("GET", f"{path}/{made['id']}"))[1]["embeds"]
    assert await people.picture(fresh["image"]["url"]) == data
    # What comes back as it was sent out is the same picture.
    _, again = await api("PATCH", f"{path}/{made['id']}", {"embeds": [fresh]})
    assert await people.picture(again["embeds"][0]["image"]["url"]) == data
    _, hidden = await api("PATCH", f"{path}/{made['id']}", {"flags": 1 << 2})
    assert (hidden["embeds"], hidden["flags"]) == ([], 4)
    assert len((await api("PATCH", f"{path}/{made['id']}", {"flags": 0}))[1]["embeds"]) == 1
    assert sandbox.complaints == []


async def test_a_file_that_an_embed_or_a_component_shows_is_no_attachment_beside_it(
    sandbox: Sandbox, api: Api
) -> None:
    path = f"/channels/{sandbox.channel_id}/messages"
    data = picture().read()
    two = [*LISTED, {"id": 1, "filename": "b.png"}]
    embed = {"title": "t", "image": {"url": "attachment://a.png"}}
    _, made = await api("POST", path, {"embeds": [embed], "attachments": two}, a=data, b=data)
    assert [a["filename"] for a in made["attachments"]] == ["b.png"]
    for component in (gallery("attachment://a.png"), {"type": 13, "file": {"url": "attachment://a.png"}}):
        body = {"flags": V2, "components": [component, text()], "attachments": LISTED}
        _, made = await api("POST", path, body, a=data)
        assert made["attachments"] == []


async def test_sending_the_attachments_of_a_message_back_loses_the_picture_of_its_embed(
    sandbox: Sandbox, api: Api, people: People
) -> None:
    path = f"/channels/{sandbox.channel_id}/messages"
    data = picture().read()
    embed = {"title": "t", "image": {"url": "attachment://a.png"}}
    _, made = await api("POST", path, {"embeds": [embed], "attachments": LISTED}, a=data)
    _, same = await api("PATCH", f"{path}/{made['id']}", {"content": "x"})
    sandbox.clock.advance(61)
    assert await people.picture(same["embeds"][0]["image"]["url"]) == data
    _, lost = await api("PATCH", f"{path}/{made['id']}", {"attachments": made["attachments"]})
    sandbox.clock.advance(61)
    async with api.session.get(lost["embeds"][0]["image"]["url"]) as response:
        assert response.status == 404


async def test_the_icons_of_an_embed_are_files_too(table: Table) -> None:
    icon = "attachment://a.png"
    embed = {
        "author": {"name": "fox", "url": "https://example.org/fox", "icon_url": icon},
        "footer": {"text": "now", "icon_url": "https://example.org/b.png"},
    }
    path = f"/channels/{table.sandbox.channel_id}/messages"
    _, made = await table.api("POST", path, {"embeds": [embed], "attachments": LISTED}, a=picture().read())
    author, footer = made["embeds"][0]["author"], made["embeds"][0]["footer"]
    assert author["icon_url"] == author["proxy_icon_url"]
    assert await table.people.picture(author["icon_url"]) == picture().read()
    assert (author["name"], author["url"]) == ("fox", "https://example.org/fox")
    assert footer == {
        "text": "now",
        "icon_url": "https://example.org/b.png",
        "proxy_icon_url": "https://example.org/b.png",
    }
    assert made["attachments"] == []


async def test_an_embed_goes_without_a_picture_that_is_not_there(sandbox: Sandbox, api: Api) -> None:
    none = "attachment://none.png"
    embed: Json = {"title": "t", "image": {"url": none}, "author": {"name": "fox", "icon_url": none}}
    status, made = await api("POST", f"/channels/{sandbox.channel_id}/messages", {"embeds": [embed]})
    assert (status, made["embeds"]) == (200, [{"type": "rich", "title": "t", "author": {"name": "fox"}}])
    assert len(sandbox.complaints) == 2
    assert all(none in complaint for complaint in sandbox.complaints)


async def test_a_file_component_names_the_file(sandbox: Sandbox, api: Api) -> None:
    data = picture().read()
    shown = {"type": 13, "file": {"url": "attachment://a.png"}}
    body = {"flags": V2, "components": [shown], "attachments": LISTED}
    _, made = await api("POST", f"/channels/{sandbox.channel_id}/messages", body, a=data)
    [file] = made["components"]
    assert (file["name"], file["size"]) == ("a.png", len(data))
    assert {"name", "size"}.isdisjoint(file["file"])


@pytest.mark.parametrize("end", [-4, -7, -10, -70])
async def test_parts_that_break_off_are_refused(sandbox: Sandbox, api: Api, end: int) -> None:
    kind = "Content-Type: text/plain\r\n\r\n"
    parts = (
        f'--x\r\nContent-Disposition: form-data; name="payload_json"\r\n{kind}{{"content": "a"}}\r\n'
        f'--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.txt"\r\n{kind}abc\r\n--x--\r\n'
    )
    url = f"{sandbox.api_url}/channels/{sandbox.channel_id}/messages"
    headers = {**api.headers, "Content-Type": "multipart/form-data; boundary=x"}
    async with api.session.post(url, data=parts[:end].encode(), headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50035)
