"""Everything durable in PostgreSQL: for a hall on several machines, which share it."""
