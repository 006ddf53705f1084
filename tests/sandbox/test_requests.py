"""How requests may be written, and how odd ones are refused."""

import aiohttp
import pytest

from fillerbot.sandbox import Sandbox
from tests.sandbox.conftest import Api, picture


@pytest.mark.parametrize(
    ("path", "key", "word"),
    [
        ("/channels/abc", "channel_id", "abc"),
        ("/channels/1/messages/pinned", "message_id", "pinned"),
        ("/guilds/1/members/@me", "user_id", "@me"),
    ],
)
async def test_a_word_is_no_id(api: Api, path: str, key: str, word: str) -> None:
    status, answer = await api("GET", path)
    assert (status, answer["code"]) == (400, 50035)
    [fault] = answer["errors"][key]["_errors"]
    assert fault["message"] == f'Value "{word}" is not snowflake.'


async def test_nobody_has_a_channel_with_a_stranger(api: Api) -> None:
    status, answer = await api("POST", "/users/@me/channels", {"recipient_id": "1"})
    assert (status, answer["code"], answer["message"]) == (400, 50033, "Invalid Recipient(s)")


async def test_a_plain_form_is_a_message(sandbox: Sandbox, api: Api) -> None:
    url = f"{sandbox.api_url}/channels/{sandbox.channel_id}/messages"
    plain = aiohttp.FormData({"content": "12", "flags": "4096"})
    async with api.session.post(url, data=plain, headers=api.headers) as response:
        made = await response.json()
        assert (response.status, made["content"], made["flags"]) == (200, "12", 4096)
    with_file = aiohttp.FormData({"content": "with a file"})
    with_file.add_field("file", picture().read(), filename="a.png", content_type="image/png")
    async with api.session.post(url, data=with_file, headers=api.headers) as response:
        made = await response.json()
        assert (response.status, made["content"]) == (200, "with a file")
        assert [a["filename"] for a in made["attachments"]] == ["a.png"]


async def test_a_file_need_not_say_what_it_is(sandbox: Sandbox, api: Api) -> None:
    url = f"{sandbox.api_url}/channels/{sandbox.channel_id}/messages"
    body = (
        b'--B\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content": "hello"}\r\n'
        b'--B\r\nContent-Disposition: form-data; name="files[0]"; filename="a.txt"\r\n\r\nText\r\n--B--\r\n'
    )
    headers = {**api.headers, "Content-Type": "multipart/form-data; boundary=B"}
    async with api.session.post(url, data=body, headers=headers) as response:
        made = await response.json()
        assert (response.status, made["content"]) == (200, "hello")
        assert [a["content_type"] for a in made["attachments"]] == ["text/plain; charset=utf-8"]
