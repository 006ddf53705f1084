"""The forms of a match: what to give up, whom to send away from a table, and how strong computers play."""

from __future__ import annotations

import re
from typing import Any

import discord
from discord import ui

from fillerbot.cogs.address import Address
from fillerbot.cogs.door import in_time, instant, person, readers_texts, whisper
from fillerbot.cogs.screen import Screen
from fillerbot.computer.levels import LEVELS, USUAL
from fillerbot.engine.match import Phase, Refusal
from fillerbot.live import Live, PersonId, Refused, Why
from fillerbot.service import Service
from fillerbot.view.parts import person_named
from fillerbot.view.private import giveup_choices, why_nothing

OPENING = ("giveup", "remove", "fill")
"""The buttons that open a form."""


class Forms:
    """Opens forms and does what they ask for."""

    def __init__(self, service: Service, screen: Screen) -> None:
        self._service = service
        self._screen = screen

    async def open(self, interaction: discord.Interaction, address: Address) -> None:
        """Show the form of a button."""
        if address.action == "remove":
            await self._ask_whom_to_remove(interaction, address)
        elif address.action == "fill":
            await self._ask_how_strong(interaction, address)
        else:
            await self._ask_what_to_give_up(interaction, address)

    async def submitted(self, interaction: discord.Interaction, address: Address | None) -> None:
        """Do what a form says; closing it is never mind."""
        choice = _chosen(interaction.data)
        if address is not None and address.action == "remove":
            await self._remove(interaction, address, choice)
        elif address is not None and address.action == "fill":
            await self._fill(interaction, address, choice)
        elif address is not None:
            await self._give_up(interaction, address, choice)
        else:
            await whisper(interaction, readers_texts(interaction)("unknown-action"))

    async def _opened(self, interaction: discord.Interaction, address: Address) -> Live:
        """The open table of the asker. Raises Refused."""
        live = await self._service.live(address.match)
        if live.match.phase is not Phase.OPEN:
            raise Refused(Refusal.NOT_OPEN, live)
        if live.opener.id != person(interaction):
            raise Refused(Why.ONLY_OPENER, live)
        return live

    async def _ask_whom_to_remove(self, interaction: discord.Interaction, address: Address) -> None:
        live, texts = await self._opened(interaction, address), readers_texts(interaction)
        # Computers of one level are told apart by nothing, and it does not matter which one goes.
        others = list({other.id: other for other in live.people[1:]}.values())
        if not others:
            await whisper(interaction, texts("remove-nobody"))
            return
        radio = _radio()
        for other in others:
            radio.add_option(label=person_named(other, texts), value=str(other.id))
        if len(others) == 1:
            # A choice needs something to choose from.
            radio.add_option(label=texts("giveup-nothing"), value="nothing")
        form = Address(live.id, live.match.moves, "remove")
        await _send(interaction, form, texts("remove-title"), texts("remove-who"), radio)

    async def _remove(self, interaction: discord.Interaction, address: Address, choice: str | None) -> None:
        if choice is None or not re.fullmatch(r"-?[0-9]+", choice):
            await whisper(interaction, readers_texts(interaction)("nobody-removed"))
            return
        whom = PersonId(int(choice))
        live = await self._service.remove(address.match, person(interaction), instant(interaction), whom)
        await self._screen.show(interaction, live)

    async def _ask_how_strong(self, interaction: discord.Interaction, address: Address) -> None:
        live, texts = await self._opened(interaction, address), readers_texts(interaction)
        radio = _radio()
        for level in LEVELS:
            radio.add_option(label=texts(f"level-{level}"), value=str(level), default=level == USUAL)
        form = Address(live.id, live.match.moves, "fill")
        await _send(interaction, form, texts("fill-title"), texts("fill-level"), radio)

    async def _fill(self, interaction: discord.Interaction, address: Address, choice: str | None) -> None:
        level = next((level for level in LEVELS if str(level) == choice), USUAL)
        filling = self._service.fill(address.match, person(interaction), instant(interaction), level)
        live = await in_time(interaction, filling)
        await self._screen.show(interaction, live)

    async def _ask_what_to_give_up(self, interaction: discord.Interaction, address: Address) -> None:
        live = await self._service.live(address.match)
        texts = readers_texts(interaction)
        player = live.player(person(interaction))
        if player is None:
            raise Refused(Why.NOT_YOUR_MATCH, live)
        choices = giveup_choices(live, player, texts)
        if not choices:
            raise Refused(why_nothing(live), live)
        radio = _radio()
        for choice in choices:
            radio.add_option(label=choice.label, value=choice.key, description=choice.cost[:100])
        form = Address(live.id, live.match.moves, f"giveup-{len(live.match.games)}")
        await _send(interaction, form, texts("giveup-title"), texts("giveup-what"), radio)

    async def _give_up(self, interaction: discord.Interaction, address: Address, choice: str | None) -> None:
        who, at, game = person(interaction), instant(interaction), _form_game(address)
        match choice if game is not None else "":
            case "concede":
                giving_up = self._service.concede(address.match, who, at, game)
            case "resign":
                giving_up = self._service.resign(address.match, who, at)
            case "abort":
                giving_up = self._service.abort(address.match, who, at)
            case None | "nothing":
                await whisper(interaction, readers_texts(interaction)("nothing-chosen"))
                return
            case _:
                await whisper(interaction, readers_texts(interaction)("unknown-action"))
                return
        live = await in_time(interaction, giving_up)
        await self._screen.show(interaction, live)


def _radio() -> ui.RadioGroup[ui.Modal]:
    return ui.RadioGroup(custom_id="what")


async def _send(
    interaction: discord.Interaction, form: Address, title: str, question: str, radio: ui.RadioGroup[ui.Modal]
) -> None:
    modal = ui.Modal(title=title, custom_id=str(form))
    modal.add_item(ui.Label(text=question, component=radio))
    # As with views: the library need not keep it, the submission comes in through on_interaction.
    modal.stop()
    await interaction.response.send_modal(modal)


def _chosen(form: Any) -> str | None:  # noqa: ANN401 — as Discord sends it
    """What was chosen in the only radio group of a form."""
    for label in form.get("components", []):
        component = label.get("component", {})
        if component.get("custom_id") == "what":
            value = component.get("value")
            return value if isinstance(value, str) else None
    return None


def _form_game(address: Address) -> int | None:
    """The game, from 1, in which a form for giving up was opened."""
    found = re.fullmatch(r"giveup-(\d)", address.action)
    return int(found[1]) if found else None
