"""Tournaments while people play them: durable first, then told, and every table opened once."""
