"""The tests; `kit` holds what every game owes."""
