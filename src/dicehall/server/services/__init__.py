"""What two rooms of the server share: who is asking, sessions, problems, leaving tables, and the hall log."""
