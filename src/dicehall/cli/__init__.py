"""The command line: where rules, bots, narration and screens are put together."""

import sys


def main() -> None:
    """Ctrl-C is no accident: not even while the rest is being loaded."""
    try:
        from dicehall.cli.run import run

        run()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
