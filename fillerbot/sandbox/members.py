"""Who is in a guild, as a bot asks for it through the gateway."""

from fillerbot.sandbox import payloads
from fillerbot.sandbox.kinds import Intent, Json
from fillerbot.sandbox.state import World

MOST_FOUND = 100


def chunk(world: World, guild_id: str, fields: Json, intents: int) -> Json | None:
    """Answer a search for members; the whole list takes the intent to see them."""
    wanted, query, limit = fields.get("user_ids"), fields.get("query"), fields.get("limit", 0)
    present = payloads.present(world, guild_id)
    data: Json = {"guild_id": guild_id, "chunk_index": 0, "chunk_count": 1}
    if wanted is not None:
        ids = [str(one) for one in (wanted if isinstance(wanted, list) else [wanted])][:MOST_FOUND]
        found = [who for who in present if who in ids]
        data["not_found"] = [one for one in ids if one not in found]
    elif isinstance(query, str) and isinstance(limit, int) and 0 < limit <= MOST_FOUND:
        found = search(world, guild_id, query)[:limit]
    elif query == "" and intents & Intent.GUILD_MEMBERS:
        found = present
    else:
        world.complaints.append("all members were asked for without the intent to see them")
        return None
    data["members"] = [payloads.full_member(world, who) for who in found]
    if fields.get("presences") and intents & Intent.GUILD_PRESENCES:
        data["presences"] = [payloads.presence(who, guild_id) for who in found]
    if fields.get("nonce") is not None:
        data["nonce"] = fields["nonce"]
    return data


def search(world: World, guild_id: str, query: str) -> list[str]:
    """Return the members whose name or nickname begins with a text."""
    return [who for who in payloads.present(world, guild_id) if _is_called(world, who, query.casefold())]


def _is_called(world: World, who: str, beginning: str) -> bool:
    names = (payloads.account(world, who)["username"], payloads.member(world, who)["nick"])
    return any(name is not None and name.casefold().startswith(beginning) for name in names)
