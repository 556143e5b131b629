"""The engines of a hall on several machines."""

from tests.engines.fixtures import nats, postgresql

__all__ = ["nats", "postgresql"]
