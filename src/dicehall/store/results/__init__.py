"""Results: leaderboards, histories and dice statistics, counted from the hall log."""
