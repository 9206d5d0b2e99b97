"""Many replies of an artefact, each decoded id by id: invariants, and the library's `DecodeStream`.

A fixed number for each artefact, unlike `tokparity run`, which gives most time to what shows most;
bounded by CPU time. The same seed asks the same replies, in blocks that depend on nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tokparity.corpora.generators.stream_ids import Streams, stream_ids
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.compare.sides import Batch, batch_of, by_options
from tokparity.harness.properties.property import Subject
from tokparity.harness.properties.replies import ReplyTrial
from tokparity.harness.properties.streaming import (
    OF_BYTES,
    OF_LAST_TOKENS,
    ReplyInvariant,
    case_words,
)
from tokparity.harness.shards.runner import case_runner
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shards.unit import error_line
from tokparity.reference_impl.contract import Artefact, StreamCase
from tokparity.reference_impl.streaming.prefix_stability import unstable
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.summary.describe import case_line

BLOCK = 250
"""Replies that are made, asked and forgotten together."""
PAIR = "replies"
"""Names these replies in seeds: they are not those of `run` or `check`."""


@dataclass(frozen=True, slots=True)
class ReplyBounds:
    """Of one artefact: `replies`, and CPU `seconds` after which no block begins."""

    replies: int = 10_000
    seconds: float = 120.0


@dataclass(frozen=True, slots=True)
class ReplyRow:
    """What became of the replies of one artefact.

    `by_bytes` and `by_last_tokens`: how many break the invariant of `ByteBuffer`, of `WindowDiff`;
    None where it is none. `compared` and `diverged`: by the library's `DecodeStream`; None where it
    streams nothing. `examples`: the smallest of each. `failed` says why it could not be run.
    """

    artefact: str
    format: str
    replies: int = 0
    tokens: int = 0
    by_bytes: int | None = None
    by_last_tokens: int | None = None
    compared: int | None = None
    diverged: int | None = None
    examples: tuple[str, ...] = ()
    cpu_seconds: float = 0.0
    failed: str = ""

    @property
    def wrong(self) -> int:
        """How many replies are wrong, by any of the questions."""
        return sum(count or 0 for count in (self.by_bytes, self.by_last_tokens, self.diverged))


def ask_replies(slot: Slot, artefact: Artefact, bounds: ReplyBounds, seed: int) -> ReplyRow:
    """One artefact; what is wrong with the file, or kills a library, is in the row."""
    try:
        return _row(slot, artefact, bounds, seed)
    except Exception as error:  # one artefact less, and the others go on
        return ReplyRow(artefact.name, artefact.format, failed=error_line(error))


def _row(slot: Slot, artefact: Artefact, bounds: ReplyBounds, seed: int) -> ReplyRow:
    started = slot.cpu_seconds()
    slot.begin(artefact.name)
    tokenizer = slot.tokenizer(artefact)
    streams = Streams.of(tokenizer, slot.material(artefact))
    cell = fidelity_cell(artefact, artefact.name)
    runner = case_runner(slot, cell) if cell.streams else None
    invariants = {OF_BYTES: list[StreamCase]()}
    if not unstable(tokenizer):
        invariants[OF_LAST_TOKENS] = []
    compared = diverged = tokens = replies = 0
    found: dict[str, str] = {}
    for number in range(-(-bounds.replies // BLOCK)):
        if slot.cpu_seconds() - started > bounds.seconds:
            break
        made = stream_ids(seed, artefact.sha256, PAIR, number, BLOCK, streams)
        prompted = tuple(reply for _, reply in made[: bounds.replies - replies])
        subject = Subject(tokenizer, (), None, prompted)
        for invariant, broken in invariants.items():
            broken += [reply.case for reply in subject.reply_trials if invariant.breaks(reply)]
        if runner is not None:
            result = runner.run_cases(-1 - number, batches(subject.reply_trials))
            compared += result.counts["stream"].compared
            diverged += result.counts["stream"].diverged
            for reply in result.found:
                line = f"{reply.signature.symptom}: {case_line(reply.sighting.case)}"
                found.setdefault(reply.signature.symptom, line)
        replies += len(prompted)
        tokens += sum(len(ids) for _, ids in prompted)
    examples = [
        _example(tokenizer, invariant, broken) for invariant, broken in invariants.items() if broken
    ]
    last = invariants.get(OF_LAST_TOKENS)
    return ReplyRow(
        artefact.name,
        artefact.format,
        replies,
        tokens,
        by_bytes=len(invariants[OF_BYTES]),
        by_last_tokens=None if last is None else len(last),
        compared=None if runner is None else compared,
        diverged=None if runner is None else diverged,
        examples=(*examples, *found.values()),
        cpu_seconds=slot.cpu_seconds() - started,
    )


def _example(tokenizer: Tokenizer, invariant: ReplyInvariant, broken: Sequence[StreamCase]) -> str:
    small = invariant.smallest(tokenizer, broken)
    return f"{case_words(small)}: {invariant.wrong(ReplyTrial(tokenizer, small))}"


def batches(replies: Sequence[ReplyTrial]) -> list[Batch]:
    """The cases as a library is asked them: those of the same options together."""
    return [batch_of(group) for group in by_options([reply.case for reply in replies])]
