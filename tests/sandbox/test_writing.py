"""What people write themselves: edited, with files, and who hears of it."""

import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from fillerbot.sandbox.client_places import File
from fillerbot.sandbox.errors import RefusedError
from fillerbot.sandbox.places import Right
from tests.sandbox.conftest import Api, picture
from tests.sandbox.test_gateway import Line, line  # noqa: F401 - a fixture


async def test_an_edit_is_told_and_only_the_author_makes_it(
    sandbox: Sandbox,
    people: People,
    line: Line,  # noqa: F811
) -> None:
    sandbox.world.privileged = 1 << 15
    await line.identify(intents=1 << 9 | 1 << 15)
    owl = (await people.people())[1]
    written = await people.write("fox", "hello")
    assert (await line.receive())["d"]["content"] == "hello"
    with pytest.raises(RefusedError, match="owl cannot edit"):
        await people.edit("owl", written, "bye")
    with pytest.raises(RefusedError, match="1 to 2000"):
        await people.edit("fox", written, " ")
    await people.edit("fox", written, f"hello <@{owl.id}>")
    told = await line.receive()
    assert (told["t"], told["d"]["content"]) == ("MESSAGE_UPDATE", f"hello <@{owl.id}>")
    assert [user["username"] for user in told["d"]["mentions"]] == ["owl"]
    assert told["d"]["edited_timestamp"] is not None
    [seen] = await people.messages("hare", sandbox.channel_id)
    assert seen.text == f"hello <@{owl.id}>"
    await people.overwrite("filler", "@everyone", deny=int(Right.SEND_MESSAGES))
    written = await people.write("fox", "the owner may")
    await people.edit("fox", written, "and edit")


async def test_files_of_people_stay_through_an_edit(sandbox: Sandbox, people: People, api: Api) -> None:
    data = picture().getvalue()
    sent = [File("board.png", data), File("note.txt", b"words")]
    written = await people.write("owl", "", files=sent)
    await people.edit("owl", written, "look")
    _, shown = await api("GET", f"/channels/{sandbox.channel_id}/messages/{written}")
    assert (shown["content"], shown["attachments"]) == ("", [])  # not for a bot without the intent to read
    [seen] = await people.messages("fox", sandbox.channel_id)
    first, second = seen.raw["attachments"]
    assert (first["filename"], first["width"], first["content_type"]) == ("board.png", 110, "image/png")
    assert (second["filename"], second["size"]) == ("note.txt", 5)
    assert await people.picture(first["url"]) == data
    await people.overwrite("filler", "owl", deny=int(Right.ATTACH_FILES))
    with pytest.raises(RefusedError, match="cannot send files here"):
        await people.write("owl", "x", files=sent)
    await people.write("owl", "without")
    with pytest.raises(RefusedError, match="at most 10 files"):
        await people.write("fox", "x", files=sent * 6)
