"""The command line: parses and prints; decides nothing."""


def main() -> None:
    """Run the `tokparity` command."""
