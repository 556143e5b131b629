"""How properties are tried everywhere: for as long as they need, for a clock proves nothing here."""

from hypothesis import settings

settings.register_profile("dicehall", deadline=None)
settings.load_profile("dicehall")
