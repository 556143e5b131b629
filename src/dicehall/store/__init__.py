"""Where tables and people are kept: SQLite files in one folder, or memory for tests; both fulfil `table.ports`."""
