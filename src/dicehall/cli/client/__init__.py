"""The line to a table, in a hall or on this machine, and what this machine knows of both."""
