"""Times that people type, in the time of this machine."""

import re
from datetime import datetime, timedelta

from dicehall.cli.shared.errors import refused


def moment_of(text: str, now: datetime | None = None) -> int:
    """`20:30` is the next one, `2026-12-24 20:30` that one, and `+15` in so many minutes; seconds since 1970."""
    now = now or datetime.now()
    typed = text.strip()
    if later := re.fullmatch(r"\+(\d{1,5})", typed):
        return round((now + timedelta(minutes=int(later[1]))).timestamp())
    try:
        if re.fullmatch(r"\d{1,2}:\d{2}", typed):
            time = datetime.strptime(typed, "%H:%M").time()
            today = datetime.combine(now.date(), time)
            return round((today if today > now else today + timedelta(days=1)).timestamp())
        return round(datetime.fromisoformat(typed).timestamp())
    except (ValueError, OverflowError, OSError):
        raise refused("moment-bad", given=repr(text)) from None
