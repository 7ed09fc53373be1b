"""The program: ``wiretail``, or ``python -m wiretail``."""

import sys


def main() -> int:
    """Run the command line with the arguments of the process and return its exit code."""
    from wiretail.cli.main import run  # noqa: PLC0415 - "import wiretail.__main__" loads no click

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
