"""Messages of the bot, without a bot."""

from typing import Any

import pytest
from playwright.async_api import Locator, Page

from fillerbot.sandbox import Sandbox
from tests.sandbox.conftest import Api, picture

Json = dict[str, Any]


class Says:
    """Sends messages as the bot."""

    def __init__(self, sandbox: Sandbox, api: Api) -> None:
        self.channel, self.api = sandbox.channel_id, api

    async def __call__(self, text: str | None = "", *, files: tuple[str, ...] = (), **body: Any) -> Json:
        """Send a message with pictures of these names."""
        named = {"content": text, **body}
        if files:
            named["attachments"] = [{"id": n, "filename": f"{name}.png"} for n, name in enumerate(files)]
        sent = {name: picture().getvalue() for name in files}
        status, message = await self.api("POST", f"/channels/{self.channel}/messages", named, **sent)
        assert status == 200, message
        return message  # type: ignore[no-any-return]

    async def remove(self, message: Json) -> None:
        """Delete a message."""
        status, _ = await self.api("DELETE", f"/channels/{self.channel}/messages/{message['id']}")
        assert status == 204


@pytest.fixture
def says(sandbox: Sandbox, api: Api) -> Says:
    return Says(sandbox, api)


async def shown(page: Page, message: Json) -> Locator:
    """Wait for a message and return it."""
    node = page.locator(f"#m-{message['id']}")
    await node.wait_for()
    return node
