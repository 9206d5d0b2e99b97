"""How the scripts of `python -m evaluation.…` read their command line.

Each says in its docstring what it prints and what its exit codes are; `--help` shows that as it
is written. Not here: `python -m evaluation` itself, which is a command of click.
"""

import argparse


def parser_of(module: str, doc: str | None) -> argparse.ArgumentParser:
    """A parser for a script.

    `module`: its name, for the usage line: as "__main__" a script would be called "nightly.py".
    """
    return argparse.ArgumentParser(
        prog=f"python -m {module}",
        description=doc,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
