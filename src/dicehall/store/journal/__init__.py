"""The journal: the log of every table, durable before anyone is told."""
