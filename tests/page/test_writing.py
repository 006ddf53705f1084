"""What people write on the page: edited, and with files."""

import io

from PIL import Image
from playwright.async_api import FilePayload, expect

from tests.page.conftest import Open


def png() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (60, 40), "teal").save(buffer, "PNG")
    return buffer.getvalue()


async def test_a_message_is_edited_in_the_line_where_it_was_written(open_page: Open) -> None:
    fox, owl = await open_page("fox"), await open_page("owl", phone=True)
    await fox.page.locator("#composer textarea").focus()
    await fox.keys("well met @owl ", "Enter")
    message = fox.page.locator("article.message", has_text="well met")
    await message.hover()
    await message.locator("button.more").click()
    await fox.press(fox.page.get_by_role("menuitem", name="Edit message"))
    await expect(fox.page.locator(".answering")).to_contain_text("Editing message")
    line = fox.page.locator("#composer textarea")
    await expect(line).to_have_value("well met @owl")
    await line.fill("well met, @owl!")
    await fox.keep("writing-1-editing")
    await fox.keys("Enter")
    changed = owl.page.locator("article.message", has_text="well met, @owl!")
    await expect(changed.locator(".edited")).to_have_text("(bearbeitet)")
    await expect(fox.page.locator(".answering")).to_be_hidden()
    other = owl.page.locator("article.message")
    await other.hover()
    await other.locator("button.more").tap()
    await expect(owl.page.get_by_role("menuitem", name="Antworten")).to_be_visible()
    await expect(owl.page.get_by_role("menuitem", name="Nachricht bearbeiten")).to_have_count(0)


async def test_an_edit_that_is_dropped_leaves_the_message_and_an_empty_line(open_page: Open) -> None:
    fox = await open_page("fox")
    line = fox.page.locator("#composer textarea")
    await line.focus()
    await fox.keys("as it was", "Enter")
    message = fox.page.locator("article.message", has_text="as it was")
    await message.hover()
    await message.locator("button.more").click()
    await fox.press(fox.page.get_by_role("menuitem", name="Edit message"))
    await fox.keys(" not", "Escape")
    await expect(line).to_have_value("")
    await expect(fox.page.locator(".answering")).to_be_hidden()
    await fox.keys("next", "Enter")
    await expect(fox.page.locator("article.message")).to_have_count(2)


async def test_files_go_with_a_message_and_one_may_be_left_out(open_page: Open) -> None:
    owl = await open_page("owl", phone=True)
    files: list[FilePayload] = [
        {"name": "brett.png", "mimeType": "image/png", "buffer": png()},
        {"name": "notiz.txt", "mimeType": "text/plain", "buffer": b"Worte"},
    ]
    await owl.page.locator(".attach input").set_input_files(files)
    chosen = owl.page.locator(".chosen li")
    await expect(chosen).to_have_text(["brett.png", "notiz.txt"])
    await owl.keep("writing-2-attaching")
    await owl.press(owl.page.get_by_role("button", name="Ohne notiz.txt"))
    await expect(chosen).to_have_text(["brett.png"])
    await owl.press(owl.page.get_by_role("button", name="Senden"))
    await owl.page.locator("article.message img").wait_for()
    await expect(chosen).to_have_count(0)
    await owl.keep("writing-3-attached")
