"""What the two files of a pair say differently is asked first, each by cases made for it.

Each difference is an extra shard of its own, so that it is known of each whether a case shows it.
Not here: what differs (`artefacts.static_diff`), and which cases could show it
(`artefacts.directed`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from tokparity.harness.artefacts.directed import directed
from tokparity.harness.artefacts.static_diff import Difference, Kind, static_diff
from tokparity.harness.compare.cells import DECODE_OPTIONS, CellSpec
from tokparity.harness.compare.sides import Batch, batch_of
from tokparity.harness.run.given_texts import as_batches
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.runner import ShardRunner, case_runner
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import (
    Case,
    EncodeOptions,
    FullCase,
    Op,
    Options,
    Place,
)
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.finding import Finding
from tokparity.reports.records.run_info import FileDifference

COMPARABLE = ("pieces", "merges", "added")
"""What two formats say in the same words; stages that each has of its own may do the same."""
STAGES: dict[Kind, Place] = {
    "characters": "normalizer",
    "words": "pre_tokenizer",
    "options": "model",
    "template": "post_processor",
}
"""The stage that a kind of difference is in; pieces and added tokens are in several."""
ALONE = ("normalizer", "pre_tokenizer", "post_processor")
"""Stages that differ in one way or not at all: what parts there shows it."""
PART = 4096
"""Cases that are made and asked at a time."""


def differences_of(slot: Slot, cell: CellSpec) -> list[Difference]:
    """What both files of a pair say differently, each as it is configured; of one file nothing.

    Errors: BadArtefact, Unsupported.
    """
    if cell.question != "parity" or cell.against is None or cell.chats:
        return []
    return static_diff(*_as_configured(slot, cell))


def run_directed(
    slot: Slot, cell: CellSpec, differences: Sequence[Difference], first: int, most: int | None
) -> tuple[list[ShardResult], tuple[FileDifference, ...]]:
    """A shard for each difference, numbered downwards from `first`, and what came of each. `most`:
    cases of all together."""
    if not differences:
        return [], ()
    runner = case_runner(slot, cell)
    tokenizers = _as_configured(slot, cell)
    room = None if most is None else most // len(differences)
    alike_written = cell.left.artefact.format == cell.right.artefact.format
    results, told = [], []
    for number, difference in enumerate(differences):
        if difference.aspect in ("truncation", "padding") and not _is_as_configured(cell):
            told.append(_told(difference, 0, 0))
            continue
        batches = _batches(runner, difference, directed(difference, *tokenizers), room)
        result = runner.run_cases(first - number, batches)
        results.append(result)
        if not alike_written and difference.kind not in COMPARABLE:
            continue
        tried = sum(counts.compared for counts in result.counts.values())
        told.append(_told(difference, tried, _shown(difference, result)))
    return results, tuple(told)


def shown_by_others(
    differences: Iterable[FileDifference], findings: Iterable[Finding]
) -> tuple[FileDifference, ...]:
    """Of what no directed case shows, whether a finding of the run in its stage does: all cases of
    a check ask after what its two files say differently."""
    counts: Counter[str] = Counter()
    for finding in findings:
        counts[finding.signature.stage] += sum(sighting.count for sighting in finding.sightings)
    return tuple(
        replace(each, tried=each.tried + count, shown=count)
        if not each.shown and (count := counts[each.aspect] if each.aspect in ALONE else 0)
        else each
        for each in differences
    )


def _shown(difference: Difference, result: ShardResult) -> int:
    """The cases that show it: those that part in its stage, where it is one's own. A text that was
    made for one difference may part by another."""
    stage = STAGES.get(difference.kind)
    if stage is None:
        return sum(counts.diverged for counts in result.counts.values())
    return sum(
        found.sighting.count
        for found in result.found
        if found.signature.stage in (stage, "unknown")
    )


def _told(difference: Difference, tried: int, shown: int) -> FileDifference:
    return FileDifference(difference.aspect, difference.left, difference.right, tried, shown)


def _as_configured(slot: Slot, cell: CellSpec) -> tuple[Tokenizer, Tokenizer]:
    left, right = (slot.tokenizer(side.artefact.as_configured) for side in cell.sides)
    return left, right


def _is_as_configured(cell: CellSpec) -> bool:
    return all(side.artefact.settings.limits for side in cell.sides)


def _batches(
    runner: ShardRunner, difference: Difference, cases: Iterable[Case], room: int | None
) -> Iterator[Batch]:
    """The cases under every option that can matter, and that both sides can express."""
    encode = [each for each in runner.options("encode")[0] if isinstance(each, EncodeOptions)]
    match difference.kind:
        case "added":
            pass
        case "template":
            encode = [each for each in encode if each.add_special]
        case _:
            encode = encode[:1]
    decode = [each for each in runner.options("decode")[0] if each in DECODE_OPTIONS]
    ways: dict[Op, Sequence[Options]] = {"encode": encode, "decode": decode}
    if runner.both_report_all():
        ways["encode_full"] = encode
    if room is not None:
        cases = _thinned(cases, ways, room)
    left = iter(cases)
    while part := list(islice(left, PART)):
        yield from as_batches(part, [*encode, *decode])
        for options in encode if runner.both_report_all() else ():
            if full := [replace(c, options=options) for c in part if isinstance(c, FullCase)]:
                yield batch_of(full)


def _thinned(
    cases: Iterable[Case], ways: Mapping[Op, Sequence[Options]], room: int
) -> Iterator[Case]:
    """Of each op as many cases as its share of `room` comparisons allows, spread over them."""
    by_op: dict[Op, list[Case]] = {}
    for case in cases:
        if ways.get(case.op):
            by_op.setdefault(case.op, []).append(case)
    for op, found in by_op.items():
        most = room // len(by_op) // len(ways[op])
        count = min(most, len(found))
        yield from (found[at * len(found) // count] for at in range(count))
