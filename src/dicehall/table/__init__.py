"""A table is a log: a pure core that decides and folds it, and a live shell around the core."""
