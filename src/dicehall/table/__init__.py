"""A table is a log: a pure core that decides and folds, a small shell around it, and the ports it asks storage by."""
