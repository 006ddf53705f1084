"""A replay shows every position of a game as its board is drawn, and is small enough to send."""

from io import BytesIO

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from fillerbot.render import board_png, replay_gif
from fillerbot.render.png import RADIUS
from fillerbot.render.replay import Scene
from tests.render.pictures import KINDS, columns, decode, game, ragged


def scenes(key: str, seed: int, moves: int) -> list[Scene]:
    played = list(game(key, seed, greedy=True))[:moves]
    return [Scene(position, columns(position), "113 to win", gained) for position, gained in played]


def frames(picture: bytes) -> tuple[list[npt.NDArray[np.uint8]], list[int]]:
    image = Image.open(BytesIO(picture))
    shown, times = [], []
    for number in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(number)
        shown.append(np.asarray(image.convert("RGB")))
        times.append(image.info["duration"])
    return shown, times


@pytest.mark.parametrize("key", KINDS)
def test_every_frame_is_the_picture_of_its_position(key: str) -> None:
    played = scenes(key, 1, 12)
    shown, times = frames(replay_gif(played))
    assert len(shown) == len(played)
    assert times[-1] > times[0] > times[1] == times[2]
    for scene, frame in zip(played, shown, strict=True):
        position, head, middle, gained = scene
        still = decode(board_png(position, columns=head, middle=middle, gained=gained))[..., :3]
        # Only the corners differ: a moving picture has no half transparent pixels to round them.
        assert np.array_equal(frame[RADIUS:-RADIUS], still[RADIUS:-RADIUS])


def test_a_position_that_looks_like_the_one_before_is_shown_for_its_time_too() -> None:
    position = ragged()
    shown, times = frames(replay_gif([Scene(position, (), "")] * 3))
    # Pillow joins frames that are equal; all their time is kept.
    assert sum(times) == 1500 + 700 + 5000
    assert all(np.array_equal(frame, shown[0]) for frame in shown)


def test_whole_games_stay_below_a_megabyte() -> None:
    for key in ("classic", "big", "four"):
        assert len(replay_gif(scenes(key, 2, 999))) < 1_000_000


def test_a_replay_without_positions_is_refused() -> None:
    with pytest.raises(ValueError, match="frame"):
        replay_gif([])
