"""The slash commands that open a match, show it, and move by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import discord
from discord import app_commands
from discord.ext import commands

from fillerbot.cogs.door import answering, in_time, instant, person, readers_texts, somebody, whisper
from fillerbot.cogs.reviews import Reviews
from fillerbot.cogs.rules import TOPIC_CHOICES, explain
from fillerbot.cogs.screen import Screen
from fillerbot.cogs.wording import about, named
from fillerbot.computer.levels import LEVELS, USUAL
from fillerbot.engine.board import COLOURS, Colour
from fillerbot.engine.clock import clock_of
from fillerbot.engine.match import WAITING, Match, Phase, Refusal, Terms
from fillerbot.engine.variants import DEFAULT, VARIANTS
from fillerbot.live import Live, MatchId, Person, PersonId, Refused, Table, Why
from fillerbot.practice import Exercise
from fillerbot.service import Service
from fillerbot.stats import opposed
from fillerbot.texts import LANGUAGES, Texts, texts_of
from fillerbot.view.clocks import read_clock, suggested
from fillerbot.view.frame import link
from fillerbot.view.message import gain_label
from fillerbot.view.parts import person_named
from fillerbot.view.replay import replay as replay_of
from fillerbot.view.rules import TOPICS

_CHOICES, LONGEST = 25, 100
_SEARCHED = 200
"""Matches among which one's typing searches."""
LEVEL_CHOICES = [app_commands.Choice(name=named(f"level-{level}"), value=level) for level in LEVELS]
OFFERED = {key: variant for key, variant in VARIANTS.items() if variant.seats == 2}  # noqa: PLR2004
"""What two people can play: a challenge seats no more."""


def choices(prefix: str, keys: Iterable[str]) -> list[app_commands.Choice[str]]:
    """Choices that are called by texts with a prefix."""
    return [app_commands.Choice(name=named(f"{prefix}-{key}"), value=key) for key in keys]


async def _clocks(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    offered = suggested(current, readers_texts(interaction))
    return [app_commands.Choice(name=name[:100], value=value) for name, value in offered]


_TERM_NAMES = {
    "variant": named("variant-name"),
    "clock": named("clock-name"),
    "rated": named("rated-name"),
    "games": named("games-name"),
}
_TERMS_ABOUT = {
    "clock": about("clock-about"),
    "rated": about("rated-about"),
    "games": about("games-about"),
}
"""The options that a challenge and a table have in common."""


class PlayCommands(commands.Cog):
    """Those of the `/filler` commands that open matches, show them and move in them."""

    _service: Service
    _screen: Screen
    _reviews: Reviews

    @app_commands.command(name=named("challenge-name"), description=about("challenge-about"))
    @app_commands.rename(opponent=named("opponent-name"), **_TERM_NAMES)
    @app_commands.describe(opponent=about("opponent-about"), variant=about("variant-about"), **_TERMS_ABOUT)
    @app_commands.choices(variant=choices("variant", OFFERED))
    @app_commands.autocomplete(clock=_clocks)
    async def challenge(  # noqa: PLR0913, PLR0917 — one for each option
        self,
        interaction: discord.Interaction,
        opponent: discord.User,
        variant: str = DEFAULT,
        clock: str = "normal",
        rated: bool | None = None,  # noqa: FBT001 — Discord names it
        games: app_commands.Range[int, 1, 2] | None = None,
    ) -> None:
        """Post a challenge."""
        async with answering(interaction):
            if opponent.bot:
                await whisper(interaction, readers_texts(interaction)("refused-bot"))
                return
            if await _is_alone(interaction):
                return
            terms = _terms(variant, clock, rated, games)
            people = (somebody(interaction.user), somebody(opponent))
            at = instant(interaction)
            opening = self._service.challenge(
                terms, people, _table(interaction), at, insists=rated is not None
            )
            live = await in_time(interaction, opening)
            await self._screen.post(interaction, live, discord.AllowedMentions(users=[opponent]))

    @app_commands.command(name=named("open-name"), description=about("open-about"))
    @app_commands.rename(**_TERM_NAMES)
    @app_commands.describe(variant=about("open-variant-about"), **_TERMS_ABOUT)
    @app_commands.choices(variant=choices("variant", VARIANTS))
    @app_commands.autocomplete(clock=_clocks)
    async def open(
        self,
        interaction: discord.Interaction,
        variant: str,
        clock: str = "normal",
        rated: bool | None = None,  # noqa: FBT001 — Discord names it
        games: app_commands.Range[int, 1, 2] | None = None,
    ) -> None:
        """Open a table."""
        async with answering(interaction):
            if await _is_alone(interaction):
                return
            terms = _terms(variant, clock, rated, games)
            me = somebody(interaction.user)
            at = instant(interaction)
            opening = self._service.open_table(terms, me, _table(interaction), at, insists=rated is not None)
            live = await in_time(interaction, opening)
            await self._screen.post(interaction, live)

    @app_commands.command(name=named("practice-name"), description=about("practice-about"))
    @app_commands.rename(variant=named("variant-name"), level=named("level-name"), seat=named("seat-name"))
    @app_commands.describe(
        variant=about("variant-about"), level=about("level-about"), seat=about("seat-about")
    )
    @app_commands.choices(level=LEVEL_CHOICES)
    @app_commands.choices(variant=choices("variant", VARIANTS))
    async def practice(
        self,
        interaction: discord.Interaction,
        variant: str = DEFAULT,
        level: int = USUAL,
        seat: app_commands.Range[int, 1, 4] | None = None,
    ) -> None:
        """Begin a game against the computer."""
        async with answering(interaction):
            me, at = somebody(interaction.user), instant(interaction)
            exercise = Exercise(variant, level, seat)
            beginning = self._service.practise(exercise, me, _table(interaction), at)
            live = await in_time(interaction, beginning)
            await self._screen.post(interaction, live)

    @app_commands.command(name=named("board-name"), description=about("board-about"))
    async def board(self, interaction: discord.Interaction) -> None:
        """Post the board of one's match again."""
        async with answering(interaction):
            live = _nearest(await self._service.running(person(interaction)), interaction)
            if live is None:
                await whisper(interaction, readers_texts(interaction)("no-matches"))
            elif _is_hidden_here(live, interaction):
                where = link(live.table) or "none"
                await whisper(interaction, readers_texts(interaction)("board-not-here", link=where))
            else:
                await self._screen.post(interaction, live)

    @app_commands.command(name=named("move-name"), description=about("move-about"))
    @app_commands.rename(colour=named("colour-name"), match=named("match-name"))
    @app_commands.describe(colour=about("colour-about"), match=about("match-about"))
    async def move(self, interaction: discord.Interaction, colour: str, match: str | None = None) -> None:
        """Choose a colour without the mouse."""
        async with answering(interaction):
            texts = readers_texts(interaction)
            live = await self._meant(interaction, match)
            if live is None:
                several = await self._playing(interaction)
                await whisper(interaction, texts("which-match" if several else "no-matches"))
                return
            chosen = _colour(colour)
            if live.match.phase is not Phase.PLAYING:
                raise Refused(Refusal.NOT_PLAYING, live)
            if chosen is None:
                legal = ", ".join(texts.colour(colour) for colour in live.match.game.position.legal())
                await whisper(interaction, texts("choose-colour", colours=legal))
                return
            me, before = person(interaction), live.match
            moving = self._service.move(live.id, me, instant(interaction), chosen, before.moves)
            live = await in_time(interaction, moving, hidden=True)
            if not _has_moved(before, live, me):
                await whisper(interaction, texts("refused-time-up"))
                await self._screen.redraw(live)
                return
            gain = before.game.position.gain(chosen)
            try:
                await whisper(interaction, texts("moved", colour=texts.colour(chosen), gain=gain))
            finally:
                # The move stands, whether or not the answer arrives.
                await self._screen.redraw(live)

    @move.autocomplete("colour")
    async def _colours(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        texts = readers_texts(interaction)
        try:
            live = await self._meant(interaction, interaction.namespace.match)
        except Refused:
            return []
        if live is None or live.match.phase is not Phase.PLAYING:
            return []
        offered = [
            (
                str(colour),
                texts("colour-choice", key=str(colour), colour=texts.colour(colour), gain=gain_label(gain)),
            )
            for colour, gain in live.match.game.position.gains()
        ]
        wanted = current.casefold()
        return [
            app_commands.Choice(name=name, value=key) for key, name in offered if wanted in name.casefold()
        ]

    @move.autocomplete("match")
    async def _matches(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        texts = readers_texts(interaction)
        choices = [
            app_commands.Choice(
                name=_title(live.id, live.setup.terms.variant, live.people, person(interaction), texts),
                value=str(live.id),
            )
            for live in await self._playing(interaction)
        ]
        return matching(choices, current)

    @app_commands.command(name=named("replay-name"), description=about("replay-about"))
    @app_commands.rename(match=named("match-name"))
    @app_commands.describe(match=about("replay-match-about"))
    async def replay(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Watch a match that is over once more, alone."""
        async with answering(interaction):
            me, texts = person(interaction), readers_texts(interaction)
            if (meant := await self._past_match(interaction, match)) is None:
                return
            live = await self._service.live(meant)
            if live.player(me) is None:
                raise Refused(Why.NOT_YOUR_MATCH, live)
            await self._screen.whisper(interaction, live, replay_of(live, 1, texts))

    @app_commands.command(name=named("review-name"), description=about("review-about-command"))
    @app_commands.rename(match=named("match-name"))
    @app_commands.describe(match=about("replay-match-about"))
    async def review(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Show what every move of a match that is over was worth, to the asker alone."""
        async with answering(interaction):
            if (meant := await self._past_match(interaction, match)) is not None:
                await self._reviews.answer(interaction, meant, person(interaction))

    async def _past_match(self, interaction: discord.Interaction, match: str | None) -> MatchId | None:
        """The match that was named, or the asker's last one; who has none is told so."""
        if match is not None:
            return match_number(match)
        newest = await self._service.past(person(interaction), 1)
        if not newest:
            await whisper(interaction, readers_texts(interaction)("no-past-matches"))
        return newest[0].match if newest else None

    @review.autocomplete("match")
    @replay.autocomplete("match")
    async def _past(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        texts, me = readers_texts(interaction), person(interaction)
        choices = [
            app_commands.Choice(
                name=_title(past.match, past.variant, past.people, me, texts), value=str(past.match)
            )
            for past in await self._service.past(me, _SEARCHED)
        ]
        return matching(choices, current)

    @app_commands.command(name=named("rules-name"), description=about("rules-about"))
    @app_commands.rename(topic=named("topic-name"))
    @app_commands.describe(topic=about("topic-about"))
    @app_commands.choices(topic=TOPIC_CHOICES)
    async def rules(self, interaction: discord.Interaction, topic: str = TOPICS[0]) -> None:
        """Explain the rules."""
        async with answering(interaction):
            await explain(self._screen, interaction, topic)

    async def _playing(self, interaction: discord.Interaction) -> list[Live]:
        running = await self._service.running(person(interaction))
        return [live for live in running if live.match.phase is Phase.PLAYING]

    async def _meant(self, interaction: discord.Interaction, match: str | None) -> Live | None:
        """The match somebody means: the one named, or the only one: of all, at his turn, or here as well."""
        if match is not None:
            return await self._service.live(match_number(match))
        playing = await self._playing(interaction)
        me = person(interaction)
        at_turn = [live for live in playing if live.player(me) == live.match.game.to_move]
        here = [live for live in at_turn if live.table.channel == interaction.channel_id]
        return next((found[0] for found in (playing, at_turn, here) if len(found) == 1), None)


async def _is_alone(interaction: discord.Interaction) -> bool:
    """Whether nobody else sees what is written here; then the asker is told."""
    alone = interaction.context.dm_channel
    if alone:
        await whisper(interaction, readers_texts(interaction)("nobody-sees"))
    return alone


def _is_hidden_here(live: Live, interaction: discord.Interaction) -> bool:
    """Whether a board would leave a place where others see it for a chat in which they may not be."""
    alone = sum(person.level is None for person in live.people) == 1
    return interaction.guild_id is None and live.table.channel != interaction.channel_id and not alone


def _terms(variant: str, clock: str, rated: bool | None, games: int | None) -> Terms:  # noqa: FBT001
    """What is asked for; rated where nothing speaks against it."""
    key = read_clock(clock)
    if key is None:
        raise Refused(Why.NO_SUCH_CLOCK)
    can_be_rated = VARIANTS[variant].rated and clock_of(key) is not None and games != 1
    counts = can_be_rated if rated is None else rated
    return Terms(variant, key, counts, games or VARIANTS[variant].length)


def _table(interaction: discord.Interaction) -> Table:
    return Table(
        guild=interaction.guild_id,
        channel=interaction.channel_id or 0,
        message=None,
        locale=str(interaction.guild_locale or interaction.locale),
    )


def matching(choices: list[app_commands.Choice[str]], typed: str) -> list[app_commands.Choice[str]]:
    """The choices that have in them what was typed, as many as Discord shows."""
    wanted = typed.casefold()
    return [choice for choice in choices if wanted in choice.name.casefold()][:_CHOICES]


def match_number(match: str) -> MatchId:
    """The match that somebody has chosen or typed. Raises Refused."""
    if not re.fullmatch(r"[0-9]{1,15}", match):
        raise Refused(Why.NO_SUCH_MATCH)
    return MatchId(int(match))


def _has_moved(before: Match, live: Live, me: PersonId) -> bool:
    """Whether what came of a move is a move, and not the flag that fell before it."""
    player = live.player(me)
    return live.match.moves > before.moves and player is not None and player not in live.match.gone


def _title(match: MatchId, variant: str, people: Sequence[Person], me: PersonId, texts: Texts) -> str:
    """A match in a list of choices, as long as Discord lets it be."""
    own = next((number for number, somebody in enumerate(people) if somebody.id == me), 0)
    others = texts.listed(
        [person_named(one, texts) for number, one in enumerate(people) if opposed(variant, number, own)]
    )
    said = texts("match-choice", match=str(match), variant=texts(f"variant-{variant}"), opponent=others)
    return said[:LONGEST]


def _nearest(running: list[Live], interaction: discord.Interaction) -> Live | None:
    """The newest match of this channel, else the newest one; matches before challenges."""

    def closeness(live: Live) -> tuple[bool, bool, int]:
        here = live.table.channel == interaction.channel_id
        return live.match.phase not in WAITING, here, live.id

    return max(running, key=closeness, default=None)


def _colour(text: str) -> Colour | None:
    """A colour by its number, or its name in any of our languages."""
    wanted = text.strip().casefold()
    for colour in map(Colour, COLOURS):
        names = {texts_of(language).colour(colour).casefold() for language in LANGUAGES}
        if wanted in names | {str(colour)}:
            return colour
    return None
