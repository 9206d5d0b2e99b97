"""What `WindowDiff` cannot stream of each vocabulary, and the smallest ids that show it: Markdown.

    python -m evaluation.tables.stream_windows [NAME|PATH|GLOB]…

A row per artefact; without names, of every fetched vocabulary of the catalogue. `pending`: within
one character, more tokens than a window holds back. `broken`: bytes that are no character.
`decoder`: neither; it gives some of the ids another text than they have within all, and `unstable`
says which part of it. In each column the ids, what the window gives and what they are; "hidden"
where special tokens are left out.
"-": nothing was found, of some thousand sequences that are likely to show it. The table of
docs/explanation/streaming.md has some of its rows.

Exit code 1 where a decoder does that and is called prefix-stable; 2 where a file could
not be run.
"""

import sys
from collections.abc import Sequence

from evaluation.arguments import parser_of
from evaluation.tables.fidelity import FidelityRow, artefacts
from evaluation.tables.window_limits import LIMITS, WindowGap, limits_of
from tokparity.harness.shards.unit import error_line
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.streaming.prefix_stability import unstable
from tokparity.reports.text.markdown import plain
from tokparity.reports.text.visible import visible

HEAD = ("vocabulary", "format", "unstable", *LIMITS)


def row(artefact: Artefact) -> tuple[tuple[str, ...], bool]:
    """The fields of one artefact, and whether what was found is as the decoder is said to be."""
    tokenizer = load(artefact)
    reasons = unstable(tokenizer)
    limits = limits_of(tokenizer)
    why = "; ".join(reason.partition(":")[0] for reason in reasons) or "no"
    cells = (field_text(limits[limit]) if limit in limits else "-" for limit in LIMITS)
    return (artefact.name, artefact.format, why, *cells), bool(reasons) or "decoder" not in limits


def field_text(example: WindowGap) -> str:
    """The ids of a field, what they give and what they are."""
    hidden = " hidden" if example.case.options.skip_special else ""
    ids = " ".join(map(str, example.case.ids))
    return f"{ids}{hidden}: {_quoted(example.gives)} for {_quoted(example.text)}"


def _quoted(text: str) -> str:
    return plain(f'"{visible(text)}"')


def line(fields: Sequence[str]) -> str:
    """A row of the table."""
    return f"| {' | '.join(fields)} |"


def main(arguments: list[str] | None = None) -> int:
    """Print the table; the exit code."""
    parser = parser_of("evaluation.tables.stream_windows", __doc__)
    parser.add_argument("names", nargs="*", default=["*"], metavar="NAME|PATH|GLOB")
    options = parser.parse_args(arguments)
    print(line(HEAD))
    print(line(["---"] * len(HEAD)))
    wrong = failed = 0
    for source in artefacts(options.names):
        if isinstance(source, FidelityRow):
            print(f"{source.name}: {source.failed}", file=sys.stderr)
            failed += 1
            continue
        try:
            fields, as_declared = row(source)
        except Exception as error:  # one bad file must not end the table
            print(f"{source.name}: {error_line(error)}", file=sys.stderr)
            failed += 1
            continue
        print(line(fields), flush=True)
        if not as_declared:
            print(f"{source.name}: its decoder is unstable, and nothing tells why", file=sys.stderr)
            wrong += 1
    return 2 if failed else min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
