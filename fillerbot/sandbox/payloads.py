"""How the records of the world look on the wire."""

import hashlib
import hmac
from dataclasses import replace
from urllib.parse import quote

import orjson

from fillerbot.sandbox.clock import iso
from fillerbot.sandbox.guild_payloads import (
    account,
    bot_user,
    channel,
    fetched_guild,
    full_member,
    guild,
    member,
    own_guild,
    own_user,
    presence,
    present,
    role,
    thread_member,
    user,
)
from fillerbot.sandbox.intents import flags
from fillerbot.sandbox.kinds import Component, Event, Flag, Intent, Json, write
from fillerbot.sandbox.state import Attachment, Emoji, Interaction, Message, World

__all__ = [
    "SIZE_LIMIT",
    "account",
    "application",
    "attachment",
    "attachment_url",
    "bot_user",
    "channel",
    "contents",
    "emoji",
    "fetched_guild",
    "full_member",
    "guild",
    "member",
    "message",
    "message_event",
    "metadata",
    "own_guild",
    "own_user",
    "presence",
    "present",
    "role",
    "signature",
    "texts",
    "thread_member",
    "user",
    "walk",
    "written",
]

USER_MENU = 2
REPLY, THREAD_STARTER = 19, 21
QUOTING = (REPLY, THREAD_STARTER)
"""Kinds of messages that carry the one they refer to."""
ADDRESS_LIFE = 24 * 3600
"""Seconds for which the address of an attachment stays good."""
PICTURED = ("image", "thumbnail", "author", "footer")
"""Parts of an embed that may show a file."""
WITHOUT_MEDIA = (Component.ACTION_ROW, Component.TEXT_DISPLAY, Component.SEPARATOR)
SIZE_LIMIT = 10 * 1024 * 1024


def signature(world: World, path: str, expires: str) -> str:
    """Sign an address until a time, given in hexadecimal seconds."""
    return hmac.new(world.token.encode(), f"{path}?{expires}".encode(), hashlib.sha256).hexdigest()


def _minute(world: World) -> int:
    """Return the minute of Unix time, for which addresses stay the same."""
    return world.clock.now() // 60_000


def attachment_url(world: World, attachment: Attachment) -> str:
    """Return an address of a file that expires."""
    path = f"/cdn/attachments/{world.channel_id}/{attachment.id}/{quote(attachment.filename)}"
    now = _minute(world) * 60
    expires = f"{now + ADDRESS_LIFE:x}"
    return f"{world.base_url}{path}?ex={expires}&is={now:x}&hm={signature(world, path, expires)}"


def application(world: World) -> Json:
    """Return the application with its bot."""
    return {
        "id": world.application_id,
        "name": world.bot_name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": bot_user(world),
        "bot_public": True,
        "bot_require_code_grant": False,
        "integration_types_config": {"0": {}, "1": {}},
        "verify_key": "0" * 64,
        "flags": flags(world.privileged),
        "flags_new": str(flags(world.privileged)),
        "max_participants": None,
        "tags": [],
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(world.people[0]),
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "event_webhooks_url": None,
        "event_webhooks_status": 1,
        "event_webhooks_types": [],
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
    }


def emoji(world: World, item: Emoji) -> Json:
    """Return an emoji of the application."""
    return {
        "id": item.id,
        "name": item.name,
        "user": bot_user(world),
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": item.animated,
        "available": True,
    }


def attachment(world: World, item: Attachment, *, ephemeral: bool) -> Json:
    """Return a file of a message."""
    url = attachment_url(world, item)
    result: Json = {
        "id": item.id,
        "filename": item.filename,
        "size": len(item.data),
        "url": url,
        "proxy_url": url,
        "content_type": item.content_type,
    }
    if item.width is not None:
        result |= {"width": item.width, "height": item.height}
    if item.description is not None:
        result["description"] = item.description
    if ephemeral:
        result["ephemeral"] = True
    return result


def embeds(world: World, items: list[Json]) -> list[Json]:
    """Give pictures in embeds that are the message's own files an address that is good now."""
    return [
        {key: _fresh(world, part) if key in PICTURED else part for key, part in item.items()}
        for item in items
    ]


def _fresh(world: World, media: Json) -> Json:
    kept = {key: value for key, value in media.items() if key != "attachment_id"}
    own = world.attachments.get(media.get("attachment_id", ""))
    if own is None:
        return kept
    fresh = attachment_url(world, own)
    # The "url" of an author is where a click leads to.
    addresses = ("icon_url", "proxy_icon_url") if "icon_url" in kept else ("url", "proxy_url")
    return kept | dict.fromkeys(addresses, fresh)


def _loose(item: Message) -> list[Attachment]:
    """Return the files of a message that are no part of its embeds or components."""
    if not item.attachments:
        return []
    parts = [part for embed in item.embeds for key, part in embed.items() if key in PICTURED]
    for component in walk(item.components):
        holders = [component, *component.get("items", [])]
        parts += [holder[key] for holder in holders for key in ("media", "file") if key in holder]
    shown = {part.get("attachment_id") for part in parts}
    return [a for a in item.attachments if a.id not in shown]


def _components(world: World, components: list[Json]) -> list[Json]:
    """Give media of the message's own files an address that is good now."""
    return [_component(world, c) if c.get("type") not in WITHOUT_MEDIA else c for c in components]


def _component(world: World, component: Json) -> Json:
    copy = dict(component)
    for key in ("components", "items"):
        if key in copy:
            copy[key] = _components(world, copy[key])
    if "accessory" in copy:
        copy["accessory"] = _component(world, copy["accessory"])
    for key in ("media", "file"):
        own = world.attachments.get(copy.get(key, {}).get("attachment_id", ""))
        if own is not None:
            url = attachment_url(world, own)
            copy[key] = {**copy[key], "url": url, "proxy_url": url}
    return copy


def metadata(world: World, interaction: Interaction) -> Json:
    """Return where a message that answers an interaction comes from."""
    result: Json = {
        "id": interaction.id,
        "type": int(interaction.kind),
        "user": user(interaction.person),
        "authorizing_integration_owners": interaction.owners,
    }
    if interaction.kind is Event.COMPONENT:
        result["interacted_message_id"] = interaction.message_id
    if "target_id" in interaction.data:
        named = interaction.data["type"] == USER_MENU
        result["target_user" if named else "target_message_id"] = (
            account(world, interaction.data["target_id"]) if named else interaction.data["target_id"]
        )
    if interaction.opener is not None:
        result["triggering_interaction_metadata"] = metadata(world, interaction.opener)
    return result


def line(data: Json) -> str:
    """Return the name of a command with its subcommands."""
    names, node = [data["name"]], data
    while (inner := node.get("options")) and "options" in inner[0]:
        node = inner[0]
        names.append(node["name"])
    return " ".join(names)


def _origin(world: World, item: Message, interaction: Interaction) -> Json:
    """Return what a message says of the interaction that it answers."""
    origin = metadata(world, interaction)
    result: Json = {"application_id": world.application_id, "webhook_id": world.application_id}
    if interaction.original_id not in (None, item.id):
        origin["original_response_message_id"] = interaction.original_id
    elif interaction.kind is Event.COMMAND:
        # Deprecated, and sent all the same.
        about: Json = {"id": interaction.id, "type": int(interaction.kind)}
        result["interaction"] = about | {"name": line(interaction.data), "user": user(interaction.person)}
    return result | {"interaction_metadata": origin}


def message(world: World, item: Message) -> Json:
    """Return a message as it stands."""
    ephemeral = item.visible_to is not None
    result: Json = {
        "id": item.id,
        "channel_id": item.channel_id,
        "type": item.kind,
        "author": account(world, item.author_id or world.application_id),
        "content": item.content,
        "timestamp": iso(item.created),
        "edited_timestamp": None if item.edited is None else iso(item.edited),
        "tts": item.tts,
        "pinned": item.pinned is not None,
        "flags": item.flags,
        "mention_everyone": item.mention_everyone,
        "mentions": [account(world, who) for who in item.mentions],
        "mention_roles": item.mention_roles,
        "attachments": [attachment(world, a, ephemeral=ephemeral) for a in _loose(item)],
        "embeds": [] if item.flags & Flag.SUPPRESS_EMBEDS else embeds(world, item.embeds),
        "components": _components(world, item.components) if item.attachments else item.components,
    }
    if item.reactions:
        result["reactions"] = [_reaction(world.application_id, *one) for one in item.reactions.items()]
    if item.nonce is not None:
        result["nonce"] = item.nonce
    if item.interaction is not None:
        result |= _origin(world, item, item.interaction)
    if item.reference is not None:
        result["message_reference"] = item.reference
        meant = world.messages.get(item.reference.get("message_id", ""))
        if item.kind in QUOTING:
            # One level only: what the quoted message quotes is left out.
            result["referenced_message"] = None if meant is None else message(world, without_quote(meant))
    if item.flags & Flag.HAS_THREAD and item.id in world.channels:
        result["thread"] = channel(world, world.channels[item.id])
    return result


def written(world: World, item: Message) -> orjson.Fragment:
    """Write a message as it stands; most are told to several before they change."""
    if item.reactions or item.reference is not None or item.flags & Flag.HAS_THREAD:
        # What is told of it depends on more than itself.
        return orjson.Fragment(write(message(world, item)))
    original = None if item.interaction is None else item.interaction.original_id
    as_it_was = (item.changes, item.edited, item.pinned, world.bot_name, original, _minute(world))
    if item.written is None or item.written[0] != as_it_was:
        item.written = as_it_was, orjson.Fragment(write(message(world, item)))
    return item.written[1]


def reaction_emoji(text: str) -> Json:
    """Return the emoji of a reaction."""
    name, _, number = text.partition(":")
    return {"id": number or None, "name": name}


def _reaction(reader: str, emoji: str, who: list[str]) -> Json:
    about: Json = {"emoji": reaction_emoji(emoji), "count": len(who)}
    about |= {"count_details": {"burst": 0, "normal": len(who)}, "burst_colors": [], "me_burst": False}
    return {**about, "me": reader in who}


def for_person(world: World, item: Message, reader: str) -> Json:
    """Return a message as a person gets it: own reactions are marked."""
    data = message(world, item)
    if item.reactions:
        data["reactions"] = [_reaction(reader, *one) for one in item.reactions.items()]
    return data


def without_quote(item: Message) -> Message:
    """Return a message as it stands inside another one."""
    return replace(item, reference=None)


def message_event(world: World, item: Message) -> Json:
    """Return a message as the gateway announces it; one that only one person sees names no guild."""
    data = message(world, item)
    place = world.channels[item.channel_id]
    if item.flags & Flag.EPHEMERAL or place.guild_id is None:
        return data
    data["mentions"] = [{**account(world, who), "member": member(world, who)} for who in item.mentions]
    author = item.author_id or world.application_id
    return {**data, "guild_id": place.guild_id, "member": member(world, author)}


def for_bot(world: World, item: Message) -> Json:
    """Return a message as the bot gets it that asks for it."""
    data = message(world, item)
    return data if world.privileged & Intent.MESSAGE_CONTENT else blind(world, item, data)


def blind(world: World, item: Message, data: Json) -> Json:
    """Blank what others wrote in a guild, for a bot without the intent to read it, unless it is named."""
    named = world.application_id in item.mentions
    if item.author_id is None or named or world.channels[item.channel_id].guild_id is None:
        return data
    return {**data, "content": "", "embeds": [], "attachments": [], "components": []}


def walk(components: list[Json]) -> list[Json]:
    """Return all components with the nested ones, parents first."""
    found: list[Json] = []
    for component in components:
        found.append(component)
        if "components" in component:
            found += walk(component["components"])
        # Nothing stands in these.
        for key in ("accessory", "component"):
            if key in component:
                found.append(component[key])
    return found


def contents(components: list[Json]) -> list[str]:
    """Return what the text displays among all components say."""
    return [c["content"] for c in components if c["type"] == Component.TEXT_DISPLAY]


def texts(components: list[Json]) -> list[str]:
    """Return what all text displays say, the nested ones too."""
    return contents(walk(components))
