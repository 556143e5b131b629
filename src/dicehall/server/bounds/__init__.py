"""How much is enough: numbers, counts, rates, and where somebody comes from."""
