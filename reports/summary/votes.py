"""The vote of three engines in words: of a finding, and of a run."""

from tokparity.oracles.protocol import ORACLES
from tokparity.reports.records.engine import engine_called, oracle_of
from tokparity.reports.records.finding import Finding, Sighting
from tokparity.reports.records.run_directory import Run
from tokparity.reports.summary import describe
from tokparity.reports.text.sheets import Sheet


def vote_line(finding: Finding, sighting: Sighting) -> str | None:
    """Who is alone with its answer; None where no third engine was asked.

    "2 of 3: sentencepiece on llama2-as-model agrees with tokenizers on llama2; llama.cpp on
    llama2-gguf is the odd one out".
    """
    vote = sighting.vote
    if vote is None:
        return None
    left, right = (
        f"{engine_label(engine)} on {file}"
        for engine, file in (
            (finding.signature.left, sighting.artefact),
            (finding.signature.right, sighting.against or sighting.artefact),
        )
    )
    third = f"{engine_label(vote.oracle)} on {vote.artefact}"
    match vote.odd:
        case "left":
            return f"2 of 3: {third} agrees with {right}; {left} is the odd one out"
        case "right":
            return f"2 of 3: {third} agrees with {left}; {right} is the odd one out"
        case "all":
            return f"all three differ: {third} gives {describe.answer_line(vote.answer)}"
        case "silent":
            return f"no vote: {third} says nothing of it"


def version_label(side: str, version: str) -> str:
    """A library's version as its users say it: of llama.cpp the build as well as the wheel.

    >>> version_label("ggml_llama_cpp", "2026.10.11549")
    'b11549 (xllamacpp 2026.10.11549)'
    >>> version_label("huggingface_tokenizers", "0.23.3")
    '0.23.3'
    """
    spec = ORACLES.get(oracle_of(engine_called(side)) or "")
    if not version or spec is None or spec.engine != "llama.cpp":
        return version
    return f"b{version.rpartition('.')[2]} ({spec.distribution} {version})"


def engine_label(name: str) -> str:
    """ "tokenizers" for "huggingface_tokenizers"; an engine that is no library by its own name."""
    oracle = oracle_of(engine_called(name))
    return name if oracle is None else ORACLES[oracle].label


def votes_sheet(run: Run) -> Sheet:
    """A row a pair with a third engine: how many of its cases differ, and who is odd in them."""
    rows = []
    for votes in run.info.votes:
        counts = votes.counts
        pair, _, engines = votes.cell.rpartition(" ")
        left, _, right = engines.partition("~")
        rows.append(
            (
                pair,
                engine_label(left),
                engine_label(right),
                f"{engine_label(votes.oracle)} on {votes.artefact}",
                counts.left,
                counts.right,
                counts.all,
                counts.silent,
            )
        )
    columns = (
        "pair", "left", "right", "third", "left is odd", "right is odd", "all differ", "no vote",
    )  # fmt: skip
    note = "Of the cases in which two engines differ, with which of them the third one agrees."
    return Sheet("Votes", columns, tuple(rows), note)


def derived_sheet(run: Run) -> Sheet:
    """A row a file that nobody published: what it was made of, and by whom."""
    made = tuple(
        (artefact.name, artefact.format, artefact.derived)
        for artefact in run.info.artefacts
        if artefact.derived
    )
    return Sheet("Derived files", ("file", "format", "made"), made)


def vote_totals(run: Run) -> list[str]:
    """In a line, of all pairs: "Votes in 412 cases: llama.cpp is alone in 300, …"."""
    alone: dict[str, int] = {}
    differ = silent = 0
    for votes in run.info.votes:
        left, _, right = votes.cell.rpartition(" ")[2].partition("~")
        for engine, count in ((left, votes.counts.left), (right, votes.counts.right)):
            if count:
                alone[engine_label(engine)] = alone.get(engine_label(engine), 0) + count
        differ += votes.counts.all
        silent += votes.counts.silent
    total = sum(alone.values()) + differ + silent
    if not total:
        return []
    ranked = sorted(alone.items(), key=lambda item: (-item[1], item[0]))
    parts = [f"{name} is alone in {count:,}" for name, count in ranked]
    parts += [f"all three differ in {differ:,}"] * bool(differ)
    parts += [f"no vote in {silent:,}"] * bool(silent)
    return [f"Votes in {total:,} cases: {', '.join(parts)}"]
