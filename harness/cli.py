"""The `tokparity` command: collects the commands, turns known errors into one line and exit 2.

Parses and prints; decides nothing. stdout is the result, stderr is for people.
"""

import sys
from importlib.metadata import version

import click

from harness.commands.bench import bench
from harness.commands.check import check
from harness.commands.encode import decode, encode
from harness.commands.known import known
from harness.commands.report import report
from harness.commands.run import run
from harness.commands.shrink import shrink
from harness.commands.trace import trace
from harness.commands.vocabs import vocabs
from reference_impl.errors import TokparityError


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(version("tokparity"))
def tokparity() -> None:
    """Find, explain and pin down where two tokenizers that should be the same are not.

    \b
    First steps:
      tokparity vocabs fetch              fetch the default vocabularies (30 MB)
      tokparity run                       the main job; prints where the report is
      tokparity trace qwen3 "hello"       every stage, every merge with its rank
      tokparity check my/tokenizer.json   one file against its official library

    \b
    Exit codes: 0 all agree, or differ only as the ledger says; 1 a new or stale
    divergence; 2 could not run.
    """


for command in (run, check, trace, encode, decode, shrink, vocabs, known, report, bench):
    tokparity.add_command(command)


def main() -> None:
    """Run the command line; an error that we know is one line on stderr and exit 2."""
    try:
        code = tokparity.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except click.Abort:
        click.echo("interrupted", err=True)
        sys.exit(130)
    except TokparityError as error:
        click.echo(f"tokparity: {error}", err=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(2)
    except OSError as error:
        click.echo(f"tokparity: {error.filename or 'file'}: {error.strerror or error}", err=True)
        sys.exit(2)
    sys.exit(code if isinstance(code, int) else 0)
