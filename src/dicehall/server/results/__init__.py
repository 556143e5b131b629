"""Leaderboards, past games and the statistics of dice, as addresses and pages."""
