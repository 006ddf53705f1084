"""Discord's limits, for everything we might ever send."""

import json
import random

import discord
import pytest
from discord import app_commands
from hypothesis import given, settings
from hypothesis import strategies as st

from fillerbot.bot import FillerBot
from fillerbot.cogs.admin import AdminCog
from fillerbot.cogs.filler import FillerCog
from fillerbot.cogs.layout import layout
from fillerbot.cogs.pages import parse
from fillerbot.cogs.play import OFFERED
from fillerbot.cogs.wording import Translator
from fillerbot.computer.levels import LEVELS
from fillerbot.engine.clock import PRESETS, Instant
from fillerbot.engine.deal import deal
from fillerbot.engine.events import Accepted, Closed, Closing, Moved, Readied
from fillerbot.engine.match import Match, Phase, Terms
from fillerbot.engine.standings import Player
from fillerbot.engine.step import step
from fillerbot.engine.variants import VARIANTS
from fillerbot.ledger import PAGE, PAST_PAGE
from fillerbot.live import Live, MatchId, Person, PersonId, Setup, Table
from fillerbot.rating import Rating
from fillerbot.scoring import RatingChange, Standing
from fillerbot.stats import SCALES, Finished, History, Lacking, Leaderboard, Profile, Ranked, Tally
from fillerbot.texts import LANGUAGES, texts_of
from fillerbot.view import stats
from fillerbot.view.frame import left_behind, table
from fillerbot.view.message import Button, Emoji, Message
from fillerbot.view.private import options, preview
from fillerbot.view.rules import howto
from fillerbot.view.stats import Reader

COMMAND, TEXT, COMPONENTS, LABEL, CUSTOM_ID, ALT = 8000, 4000, 40, 80, 100, 1024

EMOJI = Emoji(
    {colour: f"<:purple_0123abcd:{2**63 - colour}>" for colour in Emoji().marks},
    named=False,
)


def walk(component: object) -> list[dict[str, object]]:
    found = []
    if isinstance(component, dict):
        found = [component] if "type" in component else []
        component = list(component.values())
    if isinstance(component, list):
        found += [inner for part in component for inner in walk(part)]
    return found


def check(message: Message) -> None:
    view = layout(message, MatchId(10**15 - 1), 999_999, EMOJI)
    parts: list[object] = view.to_components()  # type: ignore[no-untyped-call]
    components = [c for c in walk(parts) if "media" not in c]
    assert len(components) <= COMPONENTS
    assert sum(len(str(c["content"])) for c in components if c["type"] == 10) <= TEXT
    ids = [str(c["custom_id"]) for c in components if "custom_id" in c]
    assert len(set(ids)) == len(ids)
    assert all(1 <= len(custom_id) <= CUSTOM_ID for custom_id in ids)
    for button in (c for c in components if c["type"] == 2):
        assert 1 <= len(str(button["label"])) <= LABEL
    assert all(len(c["components"]) <= 5 for c in components if c["type"] == 1)  # type: ignore[arg-type]
    assert message.picture is None or len(message.picture.alt) <= ALT


names = st.text(min_size=1, max_size=64) | st.sampled_from(
    ["W" * 32, "*_~`|" * 20, "<@1>@everyone", "ﷺ" * 32]
)


def some_match(variant: str, clock: str, length: int, seed: int, moves: int) -> Match:
    rng = random.Random(seed)
    now = Instant(1_800_000_000_000)
    match = Match(Terms(variant, clock, rated=False, length=length), now)
    match = step(match, Accepted(now, deal(VARIANTS[variant], seed), (Player(0), Player(1))))
    for _ in range(moves):
        if match.phase is Phase.BETWEEN:
            for player in match.players:
                match = step(match, Readied(now, player))
        if match.phase is not Phase.PLAYING:
            break
        game = match.game
        match = step(match, Moved(now, game.to_move, rng.choice(game.position.legal())))
    return match


@settings(max_examples=120, deadline=None)
@given(
    variant=st.sampled_from(sorted(OFFERED)),
    clock=st.sampled_from(sorted(PRESETS)),
    length=st.integers(1, 2),
    seed=st.integers(0, 50),
    moves=st.integers(0, 300),
    people=st.tuples(names, names),
    language=st.sampled_from(LANGUAGES),
    named=st.booleans(),
)
def test_every_message_of_every_match_fits(  # noqa: PLR0913 — the parts of a match
    *,
    variant: str,
    clock: str,
    length: int,
    seed: int,
    moves: int,
    people: tuple[str, str],
    language: str,
    named: bool,
) -> None:
    match = some_match(variant, clock, length, seed, moves)
    seated = tuple(Person(PersonId(2**63 - n), name) for n, name in enumerate(people))
    setup = Setup(MatchId(10**15 - 1), match.opened, match.terms, seated)
    live = Live(setup, match, 1, Table(2**63, 2**63, 2**63, language))
    texts = texts_of(language)
    emoji = Emoji() if named else EMOJI
    endings = [match]
    if match.phase is not Phase.OVER:
        endings.append(step(match, Closed(match.opened, Closing.RESIGNED, Player(0))))
    for state in endings:
        shown = Live(setup, state, 1, live.table)
        check(table(shown, texts, emoji, match.opened))
        check(left_behind(shown, texts))
        check(options(shown, seated[0].id, texts))
        check(preview(shown, seated[1].id, texts))
    check(howto(texts, match.terms))
    challenge = Live(setup, Match(match.terms, match.opened), 0, live.table)
    check(table(challenge, texts, emoji, match.opened))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["W" * 32, "*_~`|" * 20])
def test_pages_fit_with_the_longest_names(name: str, language: str) -> None:
    person = Person(PersonId(2**63 - 1), name)
    reader = Reader(PersonId(2**63 - 2), 2**63 - 1, texts_of(language), Instant(1_800_000_000_000))
    home = Table(2**63 - 1, 2**63 - 1, 2**63 - 1, language)
    gain = RatingChange(Rating(), Rating(2999))
    past = Finished(MatchId(10**15), reader.now, "paints", 0, [person] * 4, [3, 3, 2, 1], home, gain)
    setup = Setup(MatchId(1), reader.now, Terms("four", "days7", rated=True, length=2), (person,) * 4)
    live = Live(setup, setup.beginning(), 0, home)
    ranked = [Ranked(10**6, person, Standing())] * PAGE
    lacking = Lacking(15, 5, recent=True, unsure=True, here=True)
    everywhere = dict.fromkeys(VARIANTS, Tally(10**6, 10**6, 10**6))
    pages = [
        stats.leaderboard(Leaderboard("four", True, 5, 10**4, 10**5, ranked, lacking), name, reader),  # noqa: FBT003
        stats.history(History(name, 5, 10**4, 10**5, [past] * PAST_PAGE), person.id, name, reader),
        stats.matches([live] * 30, 1, reader),
        stats.profile(
            Profile(
                name,
                dict.fromkeys(SCALES, Standing()),
                everywhere,
                dict.fromkeys(LEVELS, Tally(10**6, 10**6, 10**6)),
                [live] * 25,
            ),
            name,
            reader,
        ),
    ]
    for page in pages:
        check(page)
        for action in (button.action for button in buttons(page)):
            target = parse(f"f2:999999:{reader.person}:{action}")
            assert target
            assert f"{target.kind}:{target.about}:{target.number}" == action


def buttons(message: Message) -> list[Button]:
    return [button for block in message.blocks if isinstance(block, tuple) for button in block]


async def test_commands_fit_with_all_their_translations() -> None:
    bot = FillerBot(None)  # type: ignore[arg-type]
    await bot.add_cog(FillerCog(None, None))  # type: ignore[arg-type]
    await bot.add_cog(AdminCog(None, None))  # type: ignore[arg-type]
    for command in bot.tree.get_commands():
        payload = await command.get_translated_payload(bot.tree, Translator())
        assert size(payload) <= COMMAND
        localised = json.dumps(payload, ensure_ascii=False)
        words = {
            "filler": ["herausfordern", "Fordere jemanden", "rangliste"],
            "filler-admin": ["annullieren"],
        }
        assert all(word in localised for word in words[command.name])


def size(payload: dict[str, object]) -> int:
    """Names, descriptions and values, the longest translation of each, as Discord counts them."""
    total = 0
    for key in ("name", "description"):
        translations = payload.get(f"{key}_localizations") or {}
        assert isinstance(translations, dict)
        total += max(len(str(text)) for text in (payload.get(key) or "", *translations.values()))
    value = payload.get("value", "")
    total += len(value) if isinstance(value, str) else 0
    for key in ("options", "choices"):
        inner = payload.get(key) or []
        assert isinstance(inner, list)
        assert len(inner) <= 25
        total += sum(size(part) for part in inner)
    return total


@pytest.mark.parametrize("language", LANGUAGES)
def test_command_names_are_such_as_discord_takes(language: str) -> None:
    texts = texts_of(language)
    keys = [
        "filler",
        *(
            f"{n}-name"
            for n in (
                "challenge",
                "board",
                "move",
                "opponent",
                "variant",
                "clock",
                "rules",
                "topic",
                "leaderboard",
                "where",
                "profile",
                "user",
                "history",
                "matches",
                "void",
                "reason",
            )
        ),
    ]
    for name in map(texts, [*keys, "rated-name", "games-name", "colour-name", "match-name"]):
        assert app_commands.commands.validate_name(name) == name
        assert name == name.lower()


def test_the_locales_that_are_translated_exist() -> None:
    known = {locale.value.partition("-")[0] for locale in discord.Locale}
    assert set(LANGUAGES) <= known
