"""The routes that the service has, so that those the sandbox lacks are told from those that are nowhere."""

import re

KNOWN = """
GET PATCH /applications/@me
GET PATCH /applications/{application_id}
GET /applications/{application_id}/activity-instances/{instance_id}
POST /applications/{application_id}/attachment
GET PUT POST /applications/{application_id}/commands
GET PATCH DELETE /applications/{application_id}/commands/{command_id}
GET POST /applications/{application_id}/emojis
GET PATCH DELETE /applications/{application_id}/emojis/{emoji_id}
GET POST /applications/{application_id}/entitlements
GET DELETE /applications/{application_id}/entitlements/{entitlement_id}
POST /applications/{application_id}/entitlements/{entitlement_id}/consume
GET PUT POST /applications/{application_id}/guilds/{guild_id}/commands
GET /applications/{application_id}/guilds/{guild_id}/commands/permissions
GET PATCH DELETE /applications/{application_id}/guilds/{guild_id}/commands/{command_id}
GET PUT /applications/{application_id}/guilds/{guild_id}/commands/{command_id}/permissions
GET PUT /applications/{application_id}/role-connections/metadata
GET PATCH DELETE /channels/{channel_id}
POST /channels/{channel_id}/followers
GET POST /channels/{channel_id}/invites
GET POST /channels/{channel_id}/messages
POST /channels/{channel_id}/messages/bulk-delete
GET /channels/{channel_id}/messages/pins
PUT DELETE /channels/{channel_id}/messages/pins/{message_id}
GET PATCH DELETE /channels/{channel_id}/messages/{message_id}
POST /channels/{channel_id}/messages/{message_id}/crosspost
DELETE /channels/{channel_id}/messages/{message_id}/reactions
GET DELETE /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}
PUT DELETE /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me
DELETE /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/{user_id}
POST /channels/{channel_id}/messages/{message_id}/threads
PUT DELETE /channels/{channel_id}/permissions/{overwrite_id}
GET /channels/{channel_id}/pins
PUT DELETE /channels/{channel_id}/pins/{message_id}
GET /channels/{channel_id}/polls/{message_id}/answers/{answer_id}
POST /channels/{channel_id}/polls/{message_id}/expire
PUT DELETE /channels/{channel_id}/recipients/{user_id}
POST /channels/{channel_id}/send-soundboard-sound
GET /channels/{channel_id}/thread-members
PUT DELETE /channels/{channel_id}/thread-members/@me
GET PUT DELETE /channels/{channel_id}/thread-members/{user_id}
POST /channels/{channel_id}/threads
GET /channels/{channel_id}/threads/archived/private
GET /channels/{channel_id}/threads/archived/public
GET /channels/{channel_id}/threads/search
POST /channels/{channel_id}/typing
GET /channels/{channel_id}/users/@me/threads/archived/private
PUT /channels/{channel_id}/voice-status
GET POST /channels/{channel_id}/webhooks
GET /gateway
GET /gateway/bot
GET /guilds/templates/{code}
GET PATCH /guilds/{guild_id}
GET /guilds/{guild_id}/audit-logs
GET POST /guilds/{guild_id}/auto-moderation/rules
GET PATCH DELETE /guilds/{guild_id}/auto-moderation/rules/{rule_id}
GET /guilds/{guild_id}/bans
GET PUT DELETE /guilds/{guild_id}/bans/{user_id}
POST /guilds/{guild_id}/bulk-ban
GET POST PATCH /guilds/{guild_id}/channels
GET POST /guilds/{guild_id}/emojis
GET PATCH DELETE /guilds/{guild_id}/emojis/{emoji_id}
PUT /guilds/{guild_id}/incident-actions
GET /guilds/{guild_id}/integrations
DELETE /guilds/{guild_id}/integrations/{integration_id}
GET /guilds/{guild_id}/invites
GET /guilds/{guild_id}/members
PATCH /guilds/{guild_id}/members/@me
GET /guilds/{guild_id}/members/search
GET PUT PATCH DELETE /guilds/{guild_id}/members/{user_id}
PUT DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}
GET /guilds/{guild_id}/messages/search
GET /guilds/{guild_id}/new-member-welcome
GET PUT /guilds/{guild_id}/onboarding
GET /guilds/{guild_id}/preview
GET POST /guilds/{guild_id}/prune
GET /guilds/{guild_id}/regions
GET /guilds/{guild_id}/requests
PATCH /guilds/{guild_id}/requests/{request_id}
GET POST PATCH /guilds/{guild_id}/roles
GET /guilds/{guild_id}/roles/member-counts
GET PATCH DELETE /guilds/{guild_id}/roles/{role_id}
GET POST /guilds/{guild_id}/scheduled-events
GET PATCH DELETE /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}
POST /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/exceptions
PATCH DELETE /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/exceptions/{exception_id}
GET /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/users
GET /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/users/counts
GET /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}/{guild_scheduled_event_exception_id}/users
GET POST /guilds/{guild_id}/soundboard-sounds
GET PATCH DELETE /guilds/{guild_id}/soundboard-sounds/{sound_id}
GET POST /guilds/{guild_id}/stickers
GET PATCH DELETE /guilds/{guild_id}/stickers/{sticker_id}
GET POST /guilds/{guild_id}/templates
PUT PATCH DELETE /guilds/{guild_id}/templates/{code}
GET /guilds/{guild_id}/threads/active
GET /guilds/{guild_id}/vanity-url
GET PATCH /guilds/{guild_id}/voice-states/@me
GET PATCH /guilds/{guild_id}/voice-states/{user_id}
GET /guilds/{guild_id}/webhooks
GET PATCH /guilds/{guild_id}/welcome-screen
GET PATCH /guilds/{guild_id}/widget
GET /guilds/{guild_id}/widget.json
GET /guilds/{guild_id}/widget.png
POST /interactions/{interaction_id}/{interaction_token}/callback
GET DELETE /invites/{code}
GET PUT /invites/{code}/target-users
GET /invites/{code}/target-users/job-status
PUT POST /lobbies
GET PATCH DELETE /lobbies/{lobby_id}
PATCH /lobbies/{lobby_id}/channel-linking
DELETE /lobbies/{lobby_id}/members/@me
POST /lobbies/{lobby_id}/members/@me/invites
POST /lobbies/{lobby_id}/members/bulk
PUT DELETE /lobbies/{lobby_id}/members/{user_id}
POST /lobbies/{lobby_id}/members/{user_id}/invites
GET POST /lobbies/{lobby_id}/messages
PUT /lobbies/{lobby_id}/messages/{message_id}/moderation-metadata
GET /oauth2/@me
GET /oauth2/applications/@me
GET /oauth2/keys
GET /oauth2/userinfo
GET /skus/{sku_id}/subscriptions
GET /skus/{sku_id}/subscriptions/{subscription_id}
GET /soundboard-default-sounds
POST /stage-instances
GET PATCH DELETE /stage-instances/{channel_id}
GET /sticker-packs
GET /sticker-packs/{pack_id}
GET /stickers/{sticker_id}
GET PATCH /users/@me
GET /users/@me/applications/{application_id}/entitlements
GET PUT DELETE /users/@me/applications/{application_id}/role-connection
POST /users/@me/channels
GET /users/@me/connections
GET /users/@me/guilds
DELETE /users/@me/guilds/{guild_id}
GET /users/@me/guilds/{guild_id}/member
GET /users/{user_id}
GET /voice/regions
GET PATCH DELETE /webhooks/{webhook_id}
GET POST PATCH DELETE /webhooks/{webhook_id}/{webhook_token}
POST /webhooks/{webhook_id}/{webhook_token}/github
GET PATCH DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original
GET PATCH DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}
POST /webhooks/{webhook_id}/{webhook_token}/slack
"""
"""Methods and path, one path a line."""


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)))


_ROUTES = [
    (set(methods), path, _pattern(path)) for *methods, path in map(str.split, KNOWN.strip().splitlines())
]


def known(method: str, path: str) -> str | None:
    """Return the route of a request as it is documented, if the service has it; the plainest counts."""
    found = [route for methods, route, pattern in _ROUTES if method in methods and pattern.fullmatch(path)]
    return min(found, key=lambda route: route.count("{"), default=None)
