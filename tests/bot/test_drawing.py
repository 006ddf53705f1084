"""Pictures that take long are drawn in threads of their own; all are kept, and left out where unwanted."""

import asyncio
import threading

import pytest

from fillerbot import drawing
from fillerbot.drawing import Drawer, Unwanted
from fillerbot.figures import Symbols
from fillerbot.view.message import Picture
from tests.bot.conftest import Party, Running, match_id
from tests.view.matches import begun, board, played

DRAWN = drawing.drawn


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """In which thread each picture was drawn."""
    names: list[str] = []

    def noted(picture: Picture, symbols: Symbols) -> bytes:
        names.append(threading.current_thread().name)
        return DRAWN(picture, symbols)

    monkeypatch.setattr(drawing, "drawn", noted)
    return names


async def test_a_picture_is_drawn_once_and_what_takes_long_never_on_the_event_loop(
    threads: list[str],
) -> None:
    drawer = Drawer()
    one, same = (board(played(begun("classic"), 5)).picture() for _ in range(2))
    assert await drawer.draw(one, Symbols.NORMAL) == await drawer.draw(same, Symbols.NORMAL)
    assert len(threads) == 1
    assert threads[0] != threading.current_thread().name
    await drawer.draw(one, Symbols.LARGE)
    assert len(threads) == 2
    drawer.close()


async def test_others_are_served_between_quick_boards_that_are_wanted_at_once(threads: list[str]) -> None:
    drawer, seen = Drawer(), list[int]()
    pictures = [board(played(begun("quick"), moves)).picture() for moves in range(4)]
    drawing_all = asyncio.gather(*(drawer.draw(picture, Symbols.NORMAL) for picture in pictures))
    while not drawing_all.done():
        await asyncio.sleep(0)
        seen.append(len(threads))
    assert {1, 2, 3} <= set(seen)
    assert set(threads) == {threading.current_thread().name}
    drawer.close()


async def test_only_so_many_bytes_are_kept_and_the_ones_used_last(threads: list[str]) -> None:
    pictures = [board(played(begun("quick"), moves)).picture() for moves in range(4)]
    sizes = [len(await Drawer().draw(picture, Symbols.NORMAL)) for picture in pictures]
    threads.clear()
    drawer = Drawer(kept=sum(sizes[:2]) + max(sizes) // 2)
    for number in (0, 1, 0, 2, 0):
        await drawer.draw(pictures[number], Symbols.NORMAL)
    assert len(threads) == 3
    await drawer.draw(pictures[1], Symbols.NORMAL)
    assert len(threads) == 4
    drawer.close()


async def test_what_nobody_wants_any_more_is_not_drawn(threads: list[str]) -> None:
    drawer = Drawer()
    picture = board(begun("quick")).picture()
    with pytest.raises(Unwanted):
        await drawer.draw(picture, Symbols.NORMAL, lambda: False)
    assert threads == []
    await drawer.draw(picture, Symbols.NORMAL, lambda: True)
    assert len(threads) == 1
    drawer.close()


async def test_the_newest_position_is_drawn_and_none_that_was_overtaken_while_it_waited(
    party: Party, running: Running, threads: list[str]
) -> None:
    board = await party.start(variant="classic")
    threads.clear()
    hold = threading.Event()
    running.bot._drawer._worker.submit(hold.wait)
    for _ in range(2):
        live = await running.service.live(match_id(board))
        colour = live.match.game.position.legal()[0]
        mover = live.people[live.match.game.to_move].name
        await party.people.invoke(mover, "filler move", colour=str(colour))
    hold.set()
    live = await running.service.live(match_id(board))
    first = live.people[live.match.game.to_move].name
    await party.wait_for_board(lambda message: f"▶ ① {first}" in message.text and "took" in message.text)
    await running.service.settled()
    assert len(threads) == 1, "the board between the two moves was never drawn"
