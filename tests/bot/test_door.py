"""How answers come to grief."""

import re
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from fillerbot.cogs.door import ANSWERED, note_failed_answer


def test_clicks_that_were_answered_already_are_counted_and_logged_loudly(
    caplog: pytest.LogCaptureFixture,
) -> None:
    response = cast("Any", SimpleNamespace(status=400, reason="Bad Request"))
    error = discord.HTTPException(response, {"code": ANSWERED, "message": "Already acknowledged"})
    note_failed_answer(error)
    note_failed_answer(error)
    assert {record.levelname for record in caplog.records} == {"ERROR"}
    first, second = map(int, re.findall(r"no\. (\d+) since", caplog.text))
    assert second == first + 1
    assert "another process with this token" in caplog.text
