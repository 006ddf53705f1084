"""Who may do what where: roles, then what is written over them in the channel."""

from fillerbot.sandbox.errors import ApiError
from fillerbot.sandbox.kinds import Code
from fillerbot.sandbox.places import ALL, EVERYONE, Channel, ChannelKind, Context, Right
from fillerbot.sandbox.state import World

FOREIGN_APP = Right.EMBED_LINKS | Right.ATTACH_FILES | Right.MENTION_EVERYONE
"""What an app may do through its interactions where it is no member."""
IN_DM = FOREIGN_APP | Right.EXTERNAL_EMOJIS
DM_RIGHTS = EVERYONE & ~(Right.PUBLIC_THREADS | Right.SEND_IN_THREADS | Right.CHANGE_NICKNAME)
NEEDS_VIEW_AND_SEND = Right.MENTION_EVERYONE | Right.SEND_TTS | Right.ATTACH_FILES | Right.EMBED_LINKS


def is_member(world: World, who: str, guild_id: str | None) -> bool:
    """Tell whether somebody, or the bot, is in a guild; everybody is in the foreign one, except the bot."""
    if guild_id in world.guilds:
        return who in world.member_roles and who not in world.absent
    return guild_id == world.foreign_guild_id and world.person(who) is not None


def in_guild(world: World, who: str) -> int:
    """Return the rights that somebody's roles give in the guild."""
    person = world.person(who)
    if person is not None and person.owner:
        return ALL
    rights = world.roles[world.guild_id].permissions
    for role_id in world.member_roles.get(who, ()):
        rights |= world.roles[role_id].permissions
    return ALL if rights & Right.ADMINISTRATOR else rights


def _overwritten(world: World, who: str, channel: Channel, rights: int) -> int:
    """Apply what is written for everyone, then for the roles together, then for the member."""
    if not channel.overwrites:
        return rights
    roles = world.member_roles.get(who, set())
    layers = (
        [channel.overwrites.get(world.guild_id)],
        [channel.overwrites.get(role_id) for role_id in roles],
        [channel.overwrites.get(who)],
    )
    for layer in layers:
        present = [o for o in layer if o is not None]
        for overwrite in present:
            rights &= ~overwrite.deny
        for overwrite in present:
            rights |= overwrite.allow
    return rights


def permissions(world: World, who: str, channel: Channel) -> int:
    """Return what somebody, or the bot as a member, may do in a channel."""
    if channel.kind in (ChannelKind.DM, ChannelKind.GROUP_DM):
        here = channel.recipients + ([world.application_id] if channel.kind is ChannelKind.DM else [])
        return DM_RIGHTS if who in here else 0
    if not is_member(world, who, channel.guild_id):
        return 0
    if channel.guild_id != world.guild_id:
        person = world.person(who)
        owns = channel.guild_id in world.guilds and person is not None and person.owner
        return ALL if owns else EVERYONE
    rights = in_guild(world, who)
    if rights == ALL:
        return rights
    place = channel if channel.thread is None else world.channels[channel.thread.parent_id]
    rights = _overwritten(world, who, place, rights)
    if not rights & Right.VIEW_CHANNEL:
        return 0
    if world.silenced.get(who, 0) > world.clock.now():
        rights &= Right.VIEW_CHANNEL | Right.READ_HISTORY
    sends = Right.SEND_MESSAGES if channel.thread is None else Right.SEND_IN_THREADS
    return rights if rights & sends else rights & ~NEEDS_VIEW_AND_SEND


def of_app(world: World, channel: Channel) -> int:
    """Return what an interaction says about the rights of the app."""
    if channel.kind is ChannelKind.DM:
        return IN_DM
    if not is_member(world, world.application_id, channel.guild_id):
        return FOREIGN_APP
    return permissions(world, world.application_id, channel)


def context(channel: Channel) -> Context:
    """Return what kind of place a channel is."""
    if channel.guild_id is not None:
        return Context.GUILD
    return Context.BOT_DM if channel.kind is ChannelKind.DM else Context.PRIVATE


def reach(world: World, channel_id: str) -> Channel:
    """Return a channel that the bot sees, for a route with the bot's token."""
    channel = world.channels.get(channel_id)
    if channel is None:
        raise ApiError(404, Code.UNKNOWN_CHANNEL, "Unknown Channel")
    if not permissions(world, world.application_id, channel) & Right.VIEW_CHANNEL:
        raise ApiError(403, Code.MISSING_ACCESS, "Missing Access")
    return channel


def need(world: World, channel: Channel, *rights: Right) -> None:
    """Refuse what the bot lacks the rights for."""
    have = permissions(world, world.application_id, channel)
    if any(not have & right for right in rights):
        raise ApiError(403, Code.MISSING_PERMISSIONS, "Missing Permissions")


def sending(channel: Channel) -> Right:
    """Return the right to write that counts in a channel."""
    return Right.SEND_MESSAGES if channel.thread is None else Right.SEND_IN_THREADS
