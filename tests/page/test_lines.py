"""What stands above and between messages, and in whose language."""

import re

from playwright.async_api import Route

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from tests.page.conftest import Open
from tests.page.saying import Says, shown
from tests.sandbox.conftest import Api, Table, table  # noqa: F401 — fixture

MINUTE = 60


async def test_what_somebody_writes_soon_after_something_else_bears_no_name_again(
    sandbox: Sandbox, says: Says, people: People, open_page: Open
) -> None:
    fox = await open_page("fox")
    page = fox.page
    first, second = await says("first"), await says("second")
    assert not await (await shown(page, first)).locator(".author").is_hidden()
    assert "grouped" in (await (await shown(page, second)).get_attribute("class") or "")
    answer = await says("an answer", message_reference={"message_id": first["id"]})
    await (await shown(page, answer)).locator(".reply").wait_for()
    after = await says("and more")
    await people.write("owl", "somebody else")
    await page.locator(".message", has_text="somebody else").wait_for()
    sandbox.world.clock.advance(8 * MINUTE)
    late = await says("later")
    await shown(page, late)
    grouped = page.locator(".message.grouped")
    assert await grouped.all_inner_texts() != []
    assert [await node.get_attribute("data-id") for node in await grouped.all()] == [
        second["id"],
        after["id"],
    ]
    await fox.keep("lines-desktop-grouped")
    await says.remove(first)
    await page.locator(".message", has_text="deleted").wait_for()
    assert [await node.get_attribute("data-id") for node in await grouped.all()] == [after["id"]]
    line = page.locator(".reply", has_text="Original message was deleted")
    assert await line.locator(".avatar, b").count() == 0


async def test_a_follow_up_names_the_first_answer(
    table: Table,  # noqa: F811 - a fixture
    api: Api,
    open_page: Open,
) -> None:
    page = (await open_page("fox")).page
    interaction = await table.play()
    _, answer = await table.answer(interaction, {"type": 4, "data": {"content": "the answer"}})
    _, more = await api("POST", table.hook(interaction) + "?wait=true", {"content": "and more"})
    first = answer["resource"]["message"]
    assert await (await shown(page, first)).locator(".reply", has_text="used /play").count() == 1
    told = {**more["interaction_metadata"], "original_response_message_id": first["id"]}
    entry = {"message": {**more, "interaction_metadata": told}, "command": "play"}
    await page.evaluate("async (entry) => (await import('/page/messages.js')).change(entry)", entry)
    line = (await shown(page, more)).locator(".reply")
    assert await line.get_attribute("data-to") == first["id"]
    assert "the answer" in await line.inner_text()


async def test_a_thread_is_opened_with_a_line_and_a_card(sandbox: Sandbox, api: Api, open_page: Open) -> None:
    fox = await open_page("fox")
    page = fox.page
    name = "a thread with a name that is far too long for the list of channels"
    path = f"/channels/{sandbox.channel_id}/threads"
    status, thread = await api("POST", path, {"name": name, "type": 11})
    assert status == 201
    await page.locator(".message.system", has_text="started a thread: a thread with").wait_for()
    status, _ = await api("POST", f"/channels/{thread['id']}/messages", {"content": "inside"})
    assert status == 200
    dot = page.locator(".place.unread")
    await dot.wait_for()
    assert await dot.evaluate("node => getComputedStyle(node, '::before').width") == "8px"
    await fox.keep("lines-desktop-thread")
    await page.locator(".thread-card", has_text="See thread").click()
    await page.locator("#welcome h2", has_text=re.compile(f"^{name}$")).wait_for()
    await fox.keep("lines-desktop-in-thread")
    await page.goto(f"{sandbox.page_url}#fox/dm")
    bot = await page.locator("#bot .who").inner_text()
    await page.locator(
        "#welcome", has_text=f"beginning of your direct message history with {bot}."
    ).wait_for()


async def test_a_german_reads_german(sandbox: Sandbox, says: Says, open_page: Open) -> None:
    owl = await open_page("owl")
    page = owl.page
    now = sandbox.world.clock.now() // 1000
    node = await shown(page, await says(f"<t:{now + 62}:R> <t:{now - 7260}:R> <t:{now}:F> <t:{now + 590}:R>"))
    moments = node.locator(".moment")
    assert await moments.nth(0).inner_text() == "in 1 Minute"
    assert await moments.nth(1).inner_text() == "vor 2 Stunden"
    assert await moments.nth(3).inner_text() == "in 10 Minuten"
    assert re.search(r"tag, \d+\. \w+ \d{4} um", await moments.nth(2).inner_text())
    assert "Heute um" in await node.locator("header time").inner_text()
    assert re.fullmatch(r"\d+\. \w+ \d{4}", await page.locator(".day").inner_text())
    await owl.press(".member[href='#fox']")
    await page.locator(".message time", has_text="Today at").wait_for()
    assert await page.locator(".moment").nth(0).inner_text() == "in 1 minute"
    await owl.press(".member[href='#owl']")
    await page.locator(".message time", has_text="Heute um").wait_for()
    assert await page.locator(".moment").nth(0).inner_text() == "in 1 Minute"


async def test_reactions_are_pills_that_can_be_pressed(says: Says, open_page: Open) -> None:
    fox = await open_page("fox")
    page = fox.page
    message = await says("well?")
    await shown(page, message)
    counted = {"count_details": {"normal": 1, "burst": 0}, "burst_colors": [], "me_burst": False}
    reactions = [
        {"emoji": {"id": None, "name": name}, "count": count, "me": me, **counted}
        for name, count, me in (("👍", 1, False), ("🎉", 1200, True))
    ]
    asked: list[object] = []

    async def answer(route: Route) -> None:
        asked.append(route.request.post_data_json)
        await route.fulfill(json={})

    await page.route("**/react", answer)
    entry = {"message": {**message, "reactions": reactions}, "command": None}
    await page.evaluate("async (entry) => (await import('/page/messages.js')).change(entry)", entry)
    pills = page.locator(".reaction")
    assert await pills.all_inner_texts() == ["👍\n1", "🎉\n1,200"]
    assert await pills.last.get_attribute("aria-pressed") == "true"
    await fox.keep("lines-desktop-reactions")
    async with page.expect_response("**/react"):
        await pills.first.click()
    assert asked == [{"message": message["id"], "emoji": "👍"}]
