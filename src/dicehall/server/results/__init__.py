"""Leaderboards, past games and the statistics of dice."""
