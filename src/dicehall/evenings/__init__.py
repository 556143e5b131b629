"""Evenings: what happens around the tables, such as tournaments."""
