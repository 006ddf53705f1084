"""What the published description of the service does not say, rule by rule."""

import pytest

from fillerbot.sandbox import Sandbox
from fillerbot.sandbox.client import People
from tests.sandbox.conftest import Api, picture
from tests.sandbox.test_messages import V2, Json, at, box, button, row, rows, select, text

CODES: dict[str, tuple[Json, str, str]] = {
    "a custom_id used twice": (
        {"content": "x", "components": [row(button(), button(disabled=True))]},
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "a custom_id used twice in two rows": (
        {"content": "x", "components": [row(button()), row(select(custom_id="go"))]},
        "components.1.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "no custom_id": (
        {"content": "x", "components": [row({"type": 2, "style": 1, "label": "x"})]},
        "components.0.components.0.custom_id",
        "BASE_TYPE_REQUIRED",
    ),
    "a custom_id on a link": (
        {"content": "x", "components": [row(button(style=5, url="https://example.org"))]},
        "components.0.components.0.custom_id",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "neither label nor emoji": (
        {"content": "x", "components": [row(button(label=""))]},
        "components.0.components.0.label",
        "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    "a sixth row": ({"content": "x", "components": rows(6)}, "components", "BASE_TYPE_MAX_LENGTH"),
    "components of the second version without the flag": (
        {"components": [box(text())]},
        "components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    "content beside them": (
        {"flags": V2, "content": "x", "components": [text()]},
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "embeds beside them": (
        {"flags": V2, "embeds": [{"title": "x"}], "components": [text()]},
        "embeds",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "a menu beside a button": (
        {"content": "x", "components": [row(button(), select())]},
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "6001 characters in two embeds": (
        {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "6001 characters in fields": (
        {"embeds": [{"title": "x", "fields": [{"name": "n" * 200, "value": "v" * 1000}] * 5}]},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "an embed of nothing": ({"embeds": [{}]}, "embeds.0.description", "BASE_TYPE_REQUIRED"),
    "an address that is none": ({"embeds": [{"url": "x"}]}, "embeds.0.url", "URL_TYPE_INVALID_URL"),
    "an answer to nothing": (
        {"content": "x", "message_reference": {"message_id": "1"}},
        "message_reference",
        "MESSAGE_REFERENCE_UNKNOWN_MESSAGE",
    ),
    "unknown kinds of mentions": (
        {"content": "x", "allowed_mentions": {"parse": ["people"]}},
        "allowed_mentions.parse.0",
        "BASE_TYPE_CHOICES",
    ),
    "all roles and some": (
        {"content": "x", "allowed_mentions": {"parse": ["roles"], "roles": ["1"]}},
        "allowed_mentions.parse",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
}


@pytest.mark.parametrize("name", CODES)
async def test_a_rule_that_is_nowhere_described(sandbox: Sandbox, api: Api, name: str) -> None:
    body, path, code = CODES[name]
    status, answer = await api("POST", f"/channels/{sandbox.channel_id}/messages", body)
    assert (status, answer["code"]) == (400, 50035)
    assert at(answer["errors"], path) == [code]
    assert not sandbox.world.messages


@pytest.mark.parametrize("body", [{}, {"content": "  \n "}, {"components": []}, {"embeds": []}])
async def test_an_empty_message(sandbox: Sandbox, api: Api, body: Json) -> None:
    path = f"/channels/{sandbox.channel_id}/messages"
    status, answer = await api("POST", path, body)
    assert (status, answer["code"]) == (400, 50006)
    _, made = await api("POST", path, {"content": " x "})
    assert made["content"] == "x"
    status, answer = await api("PATCH", f"{path}/{made['id']}", {"content": ""})
    assert (status, answer["code"]) == (400, 50006)


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"content": "x", "colour": "red"}, "unknown in a message: colour"),
        (
            {"content": "x", "components": [row(button(lable="x"))]},
            "unknown in a component of type 2: lable",
        ),
        ({"embeds": [{"title": "x", "colour": 1}]}, "unknown in an embed: colour"),
        (
            {"embeds": [{"fields": [{"name": "a", "value": "b", "inlined": True}]}]},
            "unknown in fields: inlined",
        ),
        ({"content": "x", "allowed_mentions": {"pars": []}}, "unknown in allowed_mentions: pars"),
    ],
)
async def test_unknown_keys_are_noted(sandbox: Sandbox, api: Api, body: Json, complaint: str) -> None:
    status, _ = await api("POST", f"/channels/{sandbox.channel_id}/messages", body)
    assert status == 200
    assert sandbox.complaints == [complaint]


async def test_a_file_without_an_entry_is_noted(sandbox: Sandbox, api: Api) -> None:
    body = {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}
    path = f"/channels/{sandbox.channel_id}/messages"
    data = picture().read()
    _, made = await api("POST", path, body, a=data, b=data)
    assert [a["filename"] for a in made["attachments"]] == ["a.png", "b.png"]
    assert sandbox.complaints == ["a file without an attachments entry: files[1]"]


async def test_an_answer_to_a_message_names_its_author_if_allowed(
    sandbox: Sandbox, api: Api, people: People
) -> None:
    path = f"/channels/{sandbox.channel_id}/messages"
    asked = await people.write("owl", "who plays?")
    body: Json = {"content": "I do", "message_reference": {"message_id": str(asked)}}
    _, made = await api("POST", path, body)
    assert (made["type"], made["message_reference"]["message_id"]) == (19, str(asked))
    assert made["referenced_message"]["id"] == str(asked)
    for allowed, named in ((None, ["owl"]), ({}, []), ({"replied_user": True, "parse": []}, ["owl"])):
        _, made = await api(
            "POST", path, {**body, **({} if allowed is None else {"allowed_mentions": allowed})}
        )
        assert [u["username"] for u in made["mentions"]] == named
    body["message_reference"] |= {"message_id": "1", "fail_if_not_exists": False}
    _, made = await api("POST", path, body)
    assert (made["type"], "message_reference" in made) == (0, False)


async def test_a_silent_message_stays_silent(sandbox: Sandbox, api: Api) -> None:
    path = f"/channels/{sandbox.channel_id}/messages"
    _, made = await api("POST", path, {"content": "x", "flags": 1 << 12})
    assert made["flags"] == 1 << 12
    assert (await api("PATCH", f"{path}/{made['id']}", {"content": "y"}))[1]["flags"] == 1 << 12


async def test_a_nonce_that_counts(sandbox: Sandbox, api: Api) -> None:
    path = f"/channels/{sandbox.channel_id}/messages"
    body = {"content": "x", "nonce": "7", "enforce_nonce": True}
    _, made = await api("POST", path, body)
    assert made["nonce"] == "7"
    assert (await api("POST", path, body))[1]["id"] == made["id"]
    assert (await api("POST", path, {**body, "enforce_nonce": False}))[1]["id"] != made["id"]
    status, answer = await api("POST", path, {**body, "nonce": "x" * 26})
    assert (status, list(answer["errors"])) == (400, ["nonce"])


async def test_pages_of_messages(sandbox: Sandbox, api: Api) -> None:
    path = f"/channels/{sandbox.channel_id}/messages"
    made = [(await api("POST", path, {"content": str(n)}))[1]["id"] for n in range(7)]
    await api("POST", f"/channels/{sandbox.world.lounge_id}/messages", {"content": "elsewhere"})

    async def page(query: str) -> str:
        return "".join(m["content"] for m in (await api("GET", f"{path}?{query}"))[1])

    assert await page("limit=2") == "65"
    assert await page(f"limit=2&before={made[3]}") == "21"
    assert await page(f"limit=2&after={made[3]}") == "54"
    assert await page(f"limit=3&around={made[3]}") == "432"
    assert await page(f"limit=4&around={made[0]}") == "10"
    for query in ("limit=0", "limit=101", "limit=x", "before=x"):
        status, answer = await api("GET", f"{path}?{query}")
        assert (status, answer["code"]) == (400, 50035)
    status, answer = await api("GET", f"/channels/{sandbox.world.lounge_id}/messages/{made[0]}")
    assert (status, answer["code"]) == (404, 10008)
