"""Who plays whom, where, and what it is worth: plain mathematics that knows of no log."""
