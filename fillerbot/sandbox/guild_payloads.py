"""How people, roles, channels and the guild look on the wire."""

from fillerbot.sandbox import rights
from fillerbot.sandbox.clock import iso
from fillerbot.sandbox.kinds import Intent, Json
from fillerbot.sandbox.places import EVERYONE, Channel, ChannelKind, Role, Thread
from fillerbot.sandbox.state import Person, World

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
    "soundboard_sounds",
    "stage_instances",
    "stickers",
    "voice_states",
)
ONLY_ANNOUNCED = (
    "channels",
    "guild_scheduled_events",
    "joined_at",
    "large",
    "member_count",
    "members",
    "presences",
    "soundboard_sounds",
    "stage_instances",
    "threads",
    "unavailable",
    "voice_states",
)
"""What a guild has only where the gateway announces it."""
JOINED = "2022-02-01T12:00:00.000000+00:00"


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


def account(world: World, who: str) -> Json:
    """Return the account of a person or of the bot."""
    person = world.person(who)
    return bot_user(world) if person is None else user(person)


def bot_user(world: World) -> Json:
    """Return the bot's account."""
    bot = Person(world.application_id, world.bot_name, SYSTEM_LOCALE)
    # Unlike people, bots have kept the number behind their name.
    return {**user(bot), "bot": True, "discriminator": f"{int(bot.id) % 10_000:04}"}


def own_user(world: World) -> Json:
    """Return the bot's account as it sees itself."""
    return {**bot_user(world), "mfa_enabled": True, "locale": SYSTEM_LOCALE, "verified": True, "email": None}


def member(world: World, who: str) -> Json:
    """Return a membership without the user."""
    return {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": iso(until) if (until := world.silenced.get(who)) else None,
        "deaf": False,
        "flags": 0,
        "joined_at": JOINED,
        "mute": False,
        "nick": world.nicks.get(who),
        "pending": False,
        "premium_since": None,
        "roles": sorted(world.member_roles.get(who, ())),
    }


def full_member(world: World, who: str) -> Json:
    """Return a membership with the user."""
    return {**member(world, who), "user": account(world, who)}


def present(world: World, guild_id: str) -> list[str]:
    """Return who is in a guild, the bot last."""
    everybody = [*(person.id for person in world.people), world.application_id]
    return [who for who in everybody if rights.is_member(world, who, guild_id)]


def presence(who: str, guild_id: str) -> Json:
    """Return that somebody is there; nobody here ever sleeps."""
    about: Json = {"user": {"id": who}, "guild_id": guild_id, "status": "online", "activities": []}
    return {**about, "client_status": {"web": "online"}}


def role(item: Role) -> Json:
    """Return a role."""
    return {
        "id": item.id,
        "name": item.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "flags": 0,
        "hoist": False,
        "icon": None,
        "managed": item.managed,
        "mentionable": item.mentionable,
        "permissions": str(item.permissions),
        "position": item.position,
        "unicode_emoji": None,
    }


def channel(world: World, item: Channel) -> Json:
    """Return a channel of any kind."""
    result: Json = {
        "id": item.id,
        "type": int(item.kind),
        "flags": 0,
        "last_message_id": item.last_message_id,
    }
    if item.guild_id is None:
        recipients = [account(world, who) for who in item.recipients]
        result |= {"recipients": recipients, "last_pin_timestamp": None}
        group: Json = {"name": None, "icon": None, "owner_id": world.people[0].id}
        return result | group if item.kind is ChannelKind.GROUP_DM else result
    result |= {"guild_id": item.guild_id, "name": item.name, "rate_limit_per_user": item.slow}
    result["last_pin_timestamp"] = None
    if item.thread is not None:
        return result | _thread(world, item, item.thread)
    overwrites = [
        {"id": o.id, "type": o.kind, "allow": str(o.allow), "deny": str(o.deny)}
        for o in item.overwrites.values()
    ]
    return result | {
        "topic": item.topic,
        "position": item.position,
        "nsfw": item.nsfw,
        "parent_id": None,
        "permission_overwrites": overwrites,
    }


def _thread(world: World, item: Channel, thread: Thread) -> Json:
    result: Json = {
        "parent_id": thread.parent_id,
        "owner_id": thread.owner_id,
        "message_count": thread.sent - thread.deleted,
        "member_count": min(len(thread.members), 50),
        "total_message_sent": thread.sent,
        "thread_metadata": {
            "archived": thread.archived,
            "archive_timestamp": iso(thread.archived_at),
            "auto_archive_duration": thread.archive_after,
            "locked": thread.locked,
            "create_timestamp": iso(thread.created),
        },
    }
    if world.application_id in thread.members:
        result["member"] = thread_member(item, thread, world.application_id)
    return result


def thread_member(item: Channel, thread: Thread, who: str) -> Json:
    """Return somebody's place in a thread."""
    return {"id": item.id, "user_id": who, "join_timestamp": iso(thread.members[who]), "flags": 0}


def guild(world: World, guild_id: str, intents: int) -> Json:
    """Return a guild as the gateway announces it; those beside the first have no roles but @everyone."""
    home = [c for c in world.channels.values() if c.guild_id == guild_id]
    first = guild_id == world.guild_id
    roles = list(world.roles.values()) if first else [Role(guild_id, "@everyone", EVERYONE, 0)]
    # Without the intent to see who is there nobody but the bot itself is listed.
    seen = present(world, guild_id) if intents & Intent.GUILD_PRESENCES else [world.application_id]
    listed = [full_member(world, who) for who in seen]
    nothing: Json = dict.fromkeys(GUILD_NULLS)
    empty: Json = {key: [] for key in GUILD_LISTS}
    return {
        **nothing,
        **empty,
        "id": guild_id,
        "name": "Sandbox",
        "owner_id": next(p.id for p in world.people if p.owner),
        "preferred_locale": world.locale,
        "roles": [role(r) for r in roles],
        "channels": [channel(world, c) for c in home if c.thread is None],
        "threads": [channel(world, c) for c in home if c.thread is not None and not c.thread.archived],
        "members": listed if first else [{**one, "roles": []} for one in listed],
        "presences": [presence(who, guild_id) for who in seen if len(seen) > 1],
        "member_count": len(world.people) - len(world.absent) + 1,
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


def fetched_guild(world: World, guild_id: str, *, counted: bool) -> Json:
    """Return a guild as it is asked for: without what changes all the time."""
    shown = guild(world, guild_id, 0)
    kept = {key: value for key, value in shown.items() if key not in ONLY_ANNOUNCED}
    kept |= {"home_header": None, "nsfw": False}
    count = len(present(world, guild_id))
    counts = {"approximate_member_count": count, "approximate_presence_count": count}
    return kept | counts if counted else kept


def own_guild(world: World, guild_id: str) -> Json:
    """Return a guild in the list of those that the bot is in."""
    about: Json = {"id": guild_id, "name": "Sandbox", "icon": None, "banner": None, "features": []}
    may = rights.in_guild(world, world.application_id)
    return about | {"owner": False, "permissions": str(may)}
