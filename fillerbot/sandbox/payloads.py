"""How the records of the world look on the wire."""

import hashlib
import hmac
from urllib.parse import quote

from fillerbot.sandbox.clock import iso
from fillerbot.sandbox.kinds import Component, Event, Flag, Json
from fillerbot.sandbox.state import EVERYONE, Attachment, Emoji, Interaction, Message, Person, World

ADDRESS_LIFE = 24 * 3600
"""Seconds for which the address of an attachment stays good."""
SIZE_LIMIT = 10 * 1024 * 1024
SYSTEM_LOCALE = "en-US"
GUILD_NULLS = (
    "afk_channel_id",
    "application_id",
    "banner",
    "description",
    "discovery_splash",
    "icon",
    "max_presences",
    "public_updates_channel_id",
    "rules_channel_id",
    "safety_alerts_channel_id",
    "splash",
    "system_channel_id",
    "vanity_url_code",
    "widget_channel_id",
    "incidents_data",
)
GUILD_LISTS = (
    "emojis",
    "features",
    "guild_scheduled_events",
    "presences",
    "soundboard_sounds",
    "stage_instances",
    "stickers",
    "threads",
    "voice_states",
)
JOINED = "2022-02-01T12:00:00.000000+00:00"


def signature(world: World, path: str, expires: str) -> str:
    """Sign an address until a time, given in hexadecimal seconds."""
    return hmac.new(world.token.encode(), f"{path}?{expires}".encode(), hashlib.sha256).hexdigest()


def attachment_url(world: World, attachment: Attachment) -> str:
    """Return an address of a file that expires."""
    path = f"/cdn/attachments/{world.channel_id}/{attachment.id}/{quote(attachment.filename)}"
    now = world.clock.now() // 1000
    expires = f"{now + ADDRESS_LIFE:x}"
    return f"{world.base_url}{path}?ex={expires}&is={now:x}&hm={signature(world, path, expires)}"


def user(person: Person) -> Json:
    """Return a person as a user."""
    return {
        "id": person.id,
        "username": person.name,
        "global_name": None,
        "discriminator": "0",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def bot_user(world: World) -> Json:
    """Return the bot's account."""
    bot = Person(world.application_id, "filler", SYSTEM_LOCALE)
    return {**user(bot), "bot": True, "global_name": None}


def own_user(world: World) -> Json:
    """Return the bot's account as it sees itself."""
    return {**bot_user(world), "mfa_enabled": True, "locale": SYSTEM_LOCALE, "verified": True, "email": None}


def member() -> Json:
    """Return a membership without the user; all are alike."""
    return {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "deaf": False,
        "flags": 0,
        "joined_at": JOINED,
        "mute": False,
        "nick": None,
        "pending": False,
        "premium_since": None,
        "roles": [],
    }


def application(world: World) -> Json:
    """Return the application with its bot."""
    return {
        "id": world.application_id,
        "name": "filler",
        "icon": None,
        "description": "",
        "type": None,
        "bot": bot_user(world),
        "bot_public": True,
        "bot_require_code_grant": False,
        "integration_types_config": {"0": {}, "1": {}},
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
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


def channel(world: World, guild_id: str | None = None) -> Json:
    """Return the text channel of a guild."""
    guild_id = guild_id or world.guild_id
    return {
        "id": world.guilds[guild_id],
        "type": 0,
        "guild_id": guild_id,
        "name": "filler",
        "topic": None,
        "position": 0,
        "flags": 0,
        "nsfw": False,
        "parent_id": None,
        "last_message_id": next(reversed(world.messages), None),
        "last_pin_timestamp": None,
        "permission_overwrites": [],
        "rate_limit_per_user": 0,
    }


def everyone_role(guild_id: str) -> Json:
    """Return the role that everybody has."""
    return {
        "id": guild_id,
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "flags": 0,
        "hoist": False,
        "icon": None,
        "managed": False,
        "mentionable": False,
        "permissions": str(EVERYONE),
        "position": 0,
        "unicode_emoji": None,
    }


def guild(world: World, guild_id: str) -> Json:
    """Return a guild as the gateway announces it."""
    nothing: Json = dict.fromkeys(GUILD_NULLS)
    empty: Json = {key: [] for key in GUILD_LISTS}
    return {
        **nothing,
        **empty,
        "id": guild_id,
        "name": "Sandbox",
        "owner_id": next(p.id for p in world.people if p.owner),
        "preferred_locale": world.locale,
        "roles": [everyone_role(guild_id)],
        "channels": [channel(world, guild_id)],
        # Without the privileged intents nobody but the bot itself is listed.
        "members": [{**member(), "user": bot_user(world)}],
        "member_count": len(world.people) + 1,
        "joined_at": JOINED,
        "large": False,
        "unavailable": False,
        "afk_timeout": 300,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "hub_type": None,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_progress_bar_enabled": False,
        "premium_subscription_count": 0,
        "premium_tier": 0,
        "region": "",
        "system_channel_flags": 0,
        "verification_level": 0,
        "widget_enabled": False,
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


def _components(world: World, components: list[Json]) -> list[Json]:
    """Give media of the message's own files an address that is good now."""
    result = []
    for component in components:
        copy = dict(component)
        for key in ("components", "items"):
            if key in copy:
                copy[key] = _components(world, copy[key])
        if "accessory" in copy:
            copy["accessory"] = _components(world, [copy["accessory"]])[0]
        for key in ("media", "file"):
            own = world.attachments.get(copy.get(key, {}).get("attachment_id", ""))
            if own is not None:
                url = attachment_url(world, own)
                copy[key] = {**copy[key], "url": url, "proxy_url": url}
        result.append(copy)
    return result


def metadata(world: World, interaction: Interaction) -> Json:
    """Return where a message that answers an interaction comes from."""
    result: Json = {
        "id": interaction.id,
        "type": int(interaction.kind),
        "user": user(interaction.person),
        "authorizing_integration_owners": {"0": world.guild_id},
    }
    if interaction.kind is Event.COMPONENT:
        result["interacted_message_id"] = interaction.message_id
    if interaction.opener is not None:
        result["triggering_interaction_metadata"] = metadata(world, interaction.opener)
    return result


def message(world: World, item: Message) -> Json:
    """Return a message as it stands."""
    people = {p.id: p for p in world.people}
    ephemeral = item.visible_to is not None
    result: Json = {
        "id": item.id,
        "channel_id": item.channel_id,
        "type": item.kind,
        "author": bot_user(world),
        "content": item.content,
        "timestamp": iso(item.created),
        "edited_timestamp": None if item.edited is None else iso(item.edited),
        "tts": False,
        "pinned": False,
        "flags": item.flags,
        "mention_everyone": item.mention_everyone,
        "mentions": [user(people[who]) for who in item.mentions],
        "mention_roles": item.mention_roles,
        "attachments": [attachment(world, a, ephemeral=ephemeral) for a in item.attachments],
        "embeds": item.embeds,
        "components": _components(world, item.components),
    }
    if item.interaction is not None:
        result["interaction_metadata"] = metadata(world, item.interaction)
        result |= {"application_id": world.application_id, "webhook_id": world.application_id}
    return result


def message_event(world: World, item: Message) -> Json:
    """Return a message as the gateway announces it; one that only one person sees names no guild."""
    data = message(world, item)
    if item.flags & Flag.EPHEMERAL:
        return data
    by_id = {p.id: p for p in world.people}
    data["mentions"] = [{**user(by_id[who]), "member": member()} for who in item.mentions]
    return {**data, "guild_id": world.guild_id, "member": member()}


def walk(components: list[Json]) -> list[Json]:
    """Return all components with the nested ones, parents first."""
    result = []
    for component in components:
        result.append(component)
        result += walk(component.get("components", []))
        for key in ("accessory", "component"):
            if key in component:
                result += walk([component[key]])
    return result


def texts(components: list[Json]) -> list[str]:
    """Return the contents of all text displays."""
    return [c["content"] for c in walk(components) if c["type"] == Component.TEXT_DISPLAY]
