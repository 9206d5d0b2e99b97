"""The options nearest to the asked ones that a library can express, told where they differ.

Only for the command line, where a person gave few of the options: a run never asks otherwise than
its cases say (what a library cannot express is counted there as `unsupported`).
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

import click

from tokparity.reference_impl.contract import DecodeOptions, EncodeOptions, Format, Options
from tokparity.reports.text.visible import message_line

if TYPE_CHECKING:
    from tokparity.oracles.worker.client import OracleWorker

OptionsT = TypeVar("OptionsT", EncodeOptions, DecodeOptions)

_SWITCHES: dict[type[Options], dict[str, tuple[str, bool]]] = {
    EncodeOptions: {
        "--no-parse-special": ("parse_special", False),
        "--no-add-special": ("add_special", False),
    },
    DecodeOptions: {"--skip-special": ("skip_special", True)},
}
"""What a person may have left at its default: the flag, and what it does."""


def nearest(can: Callable[[Options], bool], options: OptionsT) -> tuple[OptionsT, tuple[str, ...]]:
    """The asked options with as few flags more as make them expressible, and those flags.

    Where none do, the asked ones, for the library to refuse.

    >>> nearest(lambda options: not options.parse_special, EncodeOptions())
    (EncodeOptions(add_special=True, parse_special=False), ('--no-parse-special',))
    """
    switches = _SWITCHES[type(options)]
    for size in range(len(switches) + 1):
        for flags in combinations(switches, size):
            candidate = replace(options, **dict(switches[flag] for flag in flags))
            if can(candidate):
                return candidate, flags
    return options, ()


def ask_as_it_can(
    worker: "OracleWorker", oracle: str, format: Format, options: OptionsT
) -> OptionsT:
    """`nearest` of a worker's library, said on stderr where it differs."""
    options, flags = nearest(lambda candidate: worker.supports(format, candidate), options)
    if flags:
        spelling = " ".join(flags)
        click.echo(
            message_line(f"note: {oracle} cannot be asked without {spelling}: as if it were given"),
            err=True,
        )
    return options
