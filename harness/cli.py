"""The `tokparity` command: finds the commands, turns known errors into one line and exit 2.

Parses and prints; decides nothing. stdout is the result, stderr is for people. A command's
module is imported when the command is asked for: `encode` does not wait for pandas.
"""

import sys
from importlib import import_module
from importlib.metadata import version

import click

from tokparity.reference_impl.errors import TokparityError

COMMANDS = (
    "run",
    "check",
    "pipelines",
    "convert",
    "trace",
    "encode",
    "decode",
    "stream",
    "replies",
    "chat",
    "stops",
    "shrink",
    "vocabs",
    "known",
    "report",
    "triage",
    "diff",
    "trend",
    "bench",
)
ELSEWHERE = {"decode": "encode"}
"""Commands that stand in the module of another."""


class Commands(click.Group):
    """The commands in the order of COMMANDS, each from its module in harness/commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"tokparity.harness.commands.{ELSEWHERE.get(cmd_name, cmd_name)}")
        command: click.Command = getattr(module, cmd_name)
        return command


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
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
    divergence, or one that is in no finding; 2 could not run.
    """


def main(command: click.Command = tokparity) -> None:
    """Run the command line; an error that we know is one line on stderr and exit 2."""
    try:
        code = command.main(standalone_mode=False)
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
