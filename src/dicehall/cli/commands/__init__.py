"""The commands of `dicehall`, one module for each group."""
