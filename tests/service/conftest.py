"""A world per test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.service.world import World, world_on


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite3"


@pytest.fixture
async def world(path: Path) -> AsyncIterator[World]:
    async with world_on(path) as world:
        yield world
