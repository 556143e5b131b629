"""The rules: pure functions over frozen values, no clock, no I/O, no randomness of their own."""
