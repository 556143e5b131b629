"""`python -m dicehall` is `dicehall`."""

from dicehall.cli import main

main()
