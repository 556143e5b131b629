"""Types of columns that mean the same in every database."""

from typing import Any, Final

from sqlalchemy import DOUBLE_PRECISION, REAL, BigInteger, Integer, Text

NUMBER: Final = Integer().with_variant(BigInteger(), "postgresql")
"""64 bits: checksums and points do not fit into fewer."""
FRACTION: Final[REAL[Any]] = REAL().with_variant(DOUBLE_PRECISION(), "postgresql")
"""64 bits: a moment in seconds since 1970 does not fit into fewer."""
TEXT: Final = Text().with_variant(Text(collation="C"), "postgresql")
"""Compares byte by byte, whatever the language of the database."""
