"""Time that passes because a test puts the clock forward."""

from fillerbot.service import Service


def been_there(service: Service) -> None:
    """Take it that the bot was there all the time until now, and have it look at what is due."""
    for presence in service.presences:
        presence.beat()
    service._aim.set()
