"""Text, embeds and files look as people know them."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page

from fillerbot.sandbox import Sandbox
from tests.page.conftest import Open
from tests.page.saying import Says, shown
from tests.sandbox.conftest import TOKEN

SHRUG = r"¯\_(ツ)_/¯"
LONG = "W" * 256
WIDE = 550


@pytest_asyncio.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """One that does not mind many messages at once."""
    async with Sandbox(token=TOKEN, rate_limits=False) as made:
        yield made


async def html(page: Page, says: Says, text: str) -> str:
    """Return what a text becomes."""
    node = await shown(page, await says(text))
    return await node.locator(".markdown").first.inner_html()


async def test_text_is_read_like_discord_reads_it(says: Says, open_page: Open) -> None:
    page = (await open_page("fox")).page
    for text, expected in (
        (r"snake\_case \*plain\*", "<p>snake_case *plain*</p>"),
        (f"{SHRUG} _so_", f"<p>{SHRUG} <em>so</em></p>"),
        ("***a** b*", "<p><em><strong>a</strong> b</em></p>"),
        ("***both***", "<p><em><strong>both</strong></em></p>"),
        ("* star\n1. first\n2. second", "<ul><li>star</li></ul><ol"),
        ('[name](https://e.com/x "the title")', 'title="the title">name</a></p>'),
        ("[na [me]](https://e.com/a_(x))", 'href="https://e.com/a_(x)" target'),
        ("(see https://e.com/a_(x))", ">https://e.com/a_(x)</a>)</p>"),
        ("go to <id:customize>", '<span class="mention">Channels &amp; Roles</span>'),
        ("```ansi\n\x1b[1;31mred\x1b[0m\n```", "<code>red</code>"),
    ):
        assert expected in await html(page, says, text), text
    await says("🎉 👩‍🚀 1️⃣")
    await page.locator(".jumbo").wait_for()
    await says("🎉 with words")
    await page.locator(".message", has_text="with words").wait_for()
    assert await page.locator(".jumbo").count() == 1


async def sticks_out(node: Locator) -> bool:
    return bool(await node.evaluate("node => node.scrollWidth > node.clientWidth + 1"))


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
async def test_an_embed_shows_everything_in_it(says: Says, open_page: Open, *, phone: bool) -> None:
    fox = await open_page("fox", phone=phone, light=phone)
    own = {"url": "attachment://a.png"}
    fields: list[object] = [
        {"name": f"**{name}** field", "value": "of a *value*", "inline": name != "last"}
        for name in ("one", "two", "three", "four", "last")
    ]
    embed = {
        "title": f"**bold** title {LONG[:200]}",
        "url": "https://example.com",
        "description": "Words that are long enough to go on below the picture at their side, and more.",
        "color": 0xF0B232,
        "author": {"name": "An author", "icon_url": own["url"]},
        "thumbnail": own,
        "image": own,
        "footer": {"text": "A footer", "icon_url": "https://example.com/icon.png"},
        "timestamp": "2026-01-02T03:04:05+00:00",
        "fields": fields,
    }
    message = await says(embeds=[embed, {"description": LONG}], files=("a",))
    node = (await shown(fox.page, message)).locator(".embed").first
    assert await node.locator("h3 strong").inner_text() == "bold"
    assert await node.locator(".fields strong strong").first.inner_text() == "one"
    assert (
        await node.locator("img.badge").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    )
    assert await node.locator("span.badge").count() == 1
    assert await node.locator(".picture.small").count() == 1
    assert await node.locator(".embed-image .picture").count() == 1
    assert "2026" in (await node.locator(".embed-footer time").get_attribute("title") or "")
    assert await node.locator(".of-3 > *").count() == 3
    assert await fox.page.locator(".message > .body > .gallery").count() == 0
    assert not await sticks_out(fox.page.locator("#scroller"))
    assert not await sticks_out(fox.page.locator(".embed").last)
    await fox.keep(f"looks-{'phone' if phone else 'desktop'}-embed")


async def test_what_is_secret_is_covered_until_somebody_looks(says: Says, open_page: Open) -> None:
    fox = await open_page("fox")
    page = fox.page
    node = await shown(page, await says("look", files=("SPOILER_a",)))
    assert await node.locator(".covered .pill").inner_text() == "SPOILER"
    item = {"media": {"url": "attachment://a.png"}, "spoiler": True}
    components: list[object] = [
        {"type": 12, "items": [item, item]},
        {"type": 13, "file": {"url": "attachment://b.png"}, "spoiler": True},
        {"type": 9, "components": [{"type": 10, "content": "beside"}], "accessory": {"type": 11, **item}},
        {"type": 17, "components": [{"type": 10, "content": "inside"}], "spoiler": True},
    ]
    sent = await says(None, flags=1 << 15, components=components, files=("a", "b"))
    node = await shown(page, sent)
    assert await node.get_by_role("button", name="Show spoiler").count() == 5
    assert await node.get_by_role("button", name="Enlarge picture").count() == 0
    await fox.keep("looks-desktop-secret")
    for _ in range(5):
        await node.get_by_role("button", name="Show spoiler").first.click()
    assert await node.locator(".pill").count() == 0
    assert await node.get_by_role("button", name="Enlarge picture").count() == 3


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
async def test_pictures_stand_beside_each_other_without_holes(
    says: Says, open_page: Open, *, phone: bool
) -> None:
    fox = await open_page("fox", phone=phone)
    for count in (1, 2, 3, 4, 5, 7, 10):
        node = await shown(fox.page, await says(files=tuple("abcdefghij"[:count])))
        gallery = node.locator(".gallery")
        box = await gallery.bounding_box()
        assert box is not None
        assert box["width"] <= WIDE + 1
        cells = gallery.locator(".picture")
        assert await cells.count() == count
        boxes = [await cells.nth(n).bounding_box() for n in range(count)]
        covered = sum(cell["width"] * cell["height"] for cell in boxes if cell)
        # One alone is shown as large as it is.
        assert count == 1 or covered > 0.96 * box["width"] * box["height"], count
        await fox.keep(f"looks-{'phone' if phone else 'desktop'}-pictures-{count}")
