"""The program: ``wiretail``, or ``python -m wiretail``."""

import sys


def main() -> int:
    """Run the command line with the arguments of the process and return its exit code."""
    try:
        from wiretail.cli.main import run  # noqa: PLC0415 - "import wiretail.__main__" loads no click

        return run(sys.argv[1:])
    except KeyboardInterrupt:  # while it was still being loaded
        return 130


if __name__ == "__main__":
    sys.exit(main())
