"""The conformance kit: what every game in the catalog owes, whatever its rules."""
