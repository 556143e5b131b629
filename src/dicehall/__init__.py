"""Dicehall is a hall of dice games: pure rules, honest dice, people and bots at one table."""

__version__ = "0.1.0.dev0"
