"""The `tokparity` command: finds the commands, turns known errors into one line and exit 2.

Parses and prints; decides nothing. stdout is the result, stderr is for people. A command's
module is imported when the command is asked for: `encode` does not wait for pandas.
"""

import sys
from importlib import import_module
from io import TextIOWrapper

import click

from tokparity.reference_impl.errors import TokparityError, did_you_mean
from tokparity.reports.text.visible import message_line

GROUPS: dict[str, dict[str, str]] = {
    "Compare": {
        "run": "Fuzz the reference against the real libraries on every fetched vocabulary.",
        "check": "Check ARTEFACT against its native library, or against another artefact.",
        "versions": (
            "Say what other releases of LIBRARY make of the same cases: a row a model, a column"
            " a release."
        ),
        "smoke": "Tell a broken adapter from a wrong tokenizer: a dozen cases, each with advice.",
        "pipelines": "Compare reference and library on tokenizers that nobody wrote.",
        "replies": (
            "Decode replies of NAMES (paths, or globs of the catalogue; all that is fetched)"
            " id by id."
        ),
    },
    "Explain": {
        "trace": "Show every stage of encoding TEXT, as the reference does it.",
        "encode": "Encode TEXT (stdin where it is not given) to ids separated by spaces.",
        "decode": "Decode IDS to text.",
        "stream": ("Decode IDS one by one, as the reply of a model comes: what each push gives."),
        "chat": (
            "Render MESSAGES with the chat template of ARTEFACT, byte for byte as"
            " transformers does."
        ),
        "stops": "Show which ids end a generation, and which place of the model says so.",
    },
    "Triage": {
        "known": "The ledger of known divergences: list, accept, fix, and what is left over in it.",
        "explain": (
            "Say in one paragraph what a finding is, for a maintainer who knows nothing of the run."
        ),
        "bisect": "Name the release of a library that brought a change.",
        "shrink": "Shrink a case: its text or ids first, then the vocabulary it needs.",
        "triage": (
            "Write a bug report of each finding, with a script that shows it, and run the script."
        ),
        "report": (
            "Write report/index.html, junit.xml and summary.md of RUN again, and print its matrix."
        ),
        "diff": "Compare run NEW with run OLD: findings, answers, versions, files, speed.",
        "trend": (
            "Show RUNS by date: cases, divergences, findings by status, speed; each finding's"
            " first day."
        ),
        "serve": ("Show the reports of all runs in FOLDER in a browser, on this machine alone."),
    },
    "Catalogue": {
        "vocabs": "The vocabulary catalogue: list, show, fetch, add, bytes, key.",
        "subjects": "Bundled adapters, `lib:NAME`: list, install, remove.",
        "formats": (
            "Show which engines can hold MODEL: by files as published, and by derived ones."
        ),
        "convert": "Write the vocabulary of SOURCE to OUT, a GGUF file without tensors.",
        "vectors": "Test vectors of an artefact for any language: export, verify.",
    },
    "This machine": {
        "doctor": "Tell what this machine lacks for a run, and what to do about it.",
        "bench": (
            "Texts, characters and targets per CPU-second: reference, worker, transport and "
            "comparison."
        ),
    },
}
"""Every command, in the order of `--help`, with its first sentence.

The sentence stands in the command's docstring too, and a test holds the two equal. Asking the
commands themselves would import all of them, and pandas with them: two CPU-seconds.
"""
COMMANDS = tuple(name for group in GROUPS.values() for name in group)
ELSEWHERE = {"decode": "encode"}
"""Commands that stand in the module of another."""
_MOST_CHARACTERS = 500 - len("Error: ")  # click writes it in front


class Commands(click.Group):
    """The commands of GROUPS, each from its module in harness/commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"tokparity.harness.commands.{ELSEWHERE.get(cmd_name, cmd_name)}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name in COMMANDS or name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        raise click.UsageError(f"No such command '{name}'.{did_you_mean(name, COMMANDS)}", ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), line) for name, line in commands.items()])


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _, asked: _versions(ctx) if asked else None,
    help="Show the version, and that of each library, and exit.",
)
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


def _versions(ctx: click.Context) -> None:
    """Every library once, by what people call it."""
    from importlib.metadata import version

    from tokparity.oracles.protocol import ORACLES

    click.echo(f"tokparity {version('tokparity')}")
    of_library = {spec.distribution: spec for spec in ORACLES.values()}
    for distribution, spec in of_library.items():
        number = spec.installed_version() if spec.installed else "not installed"
        click.echo(f"{distribution} {number}")
    ctx.exit()


def _write_anything() -> None:
    """What a terminal's encoding lacks is written as an escape: in `LC_ALL=C` no run dies of the
    sign for "differs" in its table."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not stream.encoding.lower().startswith("utf"):
            stream.reconfigure(errors="backslashreplace")


def main(command: click.Command = tokparity) -> None:
    """Run the command line; an error that we know is one line on stderr and exit 2."""
    _write_anything()
    try:
        code = command.main(standalone_mode=False)
    except click.ClickException as error:
        line = message_line(error.format_message(), _MOST_CHARACTERS)
        click.UsageError(line, getattr(error, "ctx", None)).show()
        sys.exit(2)
    except click.Abort:
        click.echo("interrupted", err=True)
        sys.exit(130)
    except TokparityError as error:
        click.echo(message_line(f"tokparity: {error}"), err=True)
        sys.exit(2)
    except MemoryError:
        click.echo("tokparity: out of memory: fewer --jobs need less", err=True)
        sys.exit(2)
    except RecursionError:
        click.echo("tokparity: a file or text is nested too deeply", err=True)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(2)
    except OSError as error:
        name = error.filename or "file"
        click.echo(message_line(f"tokparity: {name}: {error.strerror or error}"), err=True)
        sys.exit(2)
    sys.exit(code if isinstance(code, int) else 0)
