"""The pure core of a table: commands in, log entries out, and what everyone may see."""
