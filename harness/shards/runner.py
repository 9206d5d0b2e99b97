"""One shard of one cell: make its cases, run both sides, compare, investigate.

A shard depends only on (seed, artefact sha256, pair, shard number): never on what ran
before it, in which process, or how long it took.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any

from tokparity.corpora.generators.stream_ids import Prompted
from tokparity.harness.compare.cells import DECODE_OPTIONS, ENCODE_OPTIONS, SKIP_OPTIONS, CellSpec
from tokparity.harness.compare.digests import add_digests, case_digests, digest
from tokparity.harness.compare.sides import (
    Batch,
    CaseBatch,
    RecordedSide,
    ReferenceSide,
    Side,
    batch_of,
    batch_of_inputs,
    observe,
    op_of,
)
from tokparity.harness.compare.verdict import (
    Agreement,
    Divergence,
    NotExpressible,
    Refused,
    Results,
    compare,
    differing_cases,
)
from tokparity.harness.guidance.features import Reached
from tokparity.harness.guidance.feedback import Feedback
from tokparity.harness.naming.diverging_case import DivergingCase
from tokparity.harness.naming.investigation import Investigator
from tokparity.harness.shards.case_source import CaseSource, source_of
from tokparity.harness.shards.fresh_process import FreshProcess
from tokparity.harness.shards.policy import investigator_of
from tokparity.harness.shards.refusals import refusal_records
from tokparity.harness.shards.result import SIDES_AT, Activity, ShardResult, is_passing
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shards.third_engine import ThirdEngine
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import (
    Case,
    ChatCase,
    EncodeOptions,
    FullCase,
    Op,
    Options,
    Refusal,
    StreamCase,
)
from tokparity.reference_impl.tokenizer.stages import stages_of
from tokparity.reports.records.counts import Counts

BATCH = 256
ASKED_IN_FULL = 9
"""Of one in so many texts all columns are compared …"""
FOLLOWED = 8
"""… and one in so many of these is followed from stage to stage …"""
FOLLOWED_UP_TO = 400
"""… if it has no more characters: each word is a case of its own."""
REPORTED_UP_TO = 1 << 14
"""A text, or a pair, of more characters is not asked for all columns: they are lists of objects."""
STREAMED = 8
"""So many ids are decoded for each reply that is streamed."""
RENDERED = 4
"""A cell of chats is asked one conversation for so many texts."""
FED_BACK = 8
"""One in so many texts of a shard is varied from what the others reached."""
REFUSALS_KEPT = 50
"""Refusal records kept of one shard; all are counted."""

Diverging = list[DivergingCase]


def case_runner(slot: Slot, cell: CellSpec) -> "ShardRunner":
    """What compares given cases on both sides of a cell; it makes none of its own."""
    return shard_runner(slot, cell, CaseSource())


def generating_runner(
    slot: Slot, cell: CellSpec, seed: int, steered_length: int = 0
) -> "ShardRunner":
    """What runs the shards of a cell, with feedback by the reference on the left artefact,
    whatever the sides are."""
    runner = shard_runner(slot, cell, source_of(slot, cell, seed, steered_length))
    if not cell.chats:
        artefact = cell.left.artefact
        runner.feedback = Feedback(
            slot.exercised_by(artefact),
            partial(slot.material, artefact),
            (seed, artefact.sha256, cell.pair),
        )
    return runner


def shard_runner(slot: Slot, cell: CellSpec, source: CaseSource) -> "ShardRunner":
    """What runs a source's cases, with both sides loaded; nothing is fed back."""
    left, right = slot.sides(cell)
    investigator = investigator_of(cell, left, right, slot)
    third = ThirdEngine.of(slot, cell)
    fresh = FreshProcess.of(left, right, strict=cell.strict)
    cpu = slot.cpu_seconds
    return ShardRunner(cell, left, right, investigator, source, cpu, third=third, fresh=fresh)


@dataclass(slots=True)
class ShardRunner:
    """Runs shards of one cell. `cpu` reads the CPU seconds used so far, all processes together;
    without `feedback` all texts are the source's."""

    cell: CellSpec
    left: Side
    right: Side
    investigator: Investigator
    source: CaseSource
    cpu: Callable[[], float]
    feedback: Feedback | None = None
    third: ThirdEngine | None = None
    fresh: FreshProcess | None = None
    _supported: dict[Op, tuple[list[Options], list[Options]]] = field(default_factory=dict)
    _reports_all: bool | None = None
    _reached: Reached = field(default_factory=Reached)

    def run(self, shard: int, encode: int, decode: int, most: int | None = None) -> ShardResult:
        """`encode` texts and `decode` id sequences, those of the encoded texts among them. What is
        looked at more closely comes to no more than `most` cases with them."""
        result = ShardResult(self.cell.name, shard)
        raws: Diverging = []
        harvest: list[tuple[int, ...]] = []
        if self.source.chats is not None:
            self._chat(self.source.chats, shard, encode // RENDERED, result, raws)
            self._finish(raws, result)
            return result
        if self.source.checklist is not None and shard == 0:
            ask = partial(self._compare, result=result, raws=raws)
            with self._timed(result, "encode"):
                self.source.checklist.ask(self.options("encode")[0], self.options("decode")[0], ask)
        with self._timed(result, "encode"):
            with self._spent(result, "generate"):
                texts = self.texts(shard, encode)
            for batch in self._batches("encode", shard, texts, result):
                mine = self._compare(batch, result, raws)
                if isinstance(mine, Encodings) and len(harvest) < decode // 2:
                    some = islice(mine.observations(), decode // 8)
                    harvest += [answer.ids for answer in some if not isinstance(answer, Refusal)]
        with self._timed(result, "decode"):
            harvest = harvest[: decode // 2]
            with self._spent(result, "generate"):
                ids = [*harvest, *self.source.ids(shard, decode - len(harvest))]
            for batch in self._batches("decode", shard, ids, result):
                self._compare(batch, result, raws)
        if self.cell.streams and self.source.streams is not None:
            self._stream(self.source.streams, shard, decode // STREAMED, result, raws)
        if self.cell.question == "fidelity" or self.both_report_all():
            done = sum(counts.compared for counts in result.counts.values())
            room = None if most is None else max(0, most - done)
            self._look_closer(texts, shard, result, raws, room)
        self._finish(raws, result)
        return result

    def texts(self, shard: int, count: int, reached: Reached | None = None) -> Sequence[str]:
        """The texts of a shard: the source's, and the last varied from what the first reached.
        What they reach is noted in `reached`, or for the result of the shard that is running."""
        options = [
            choice for choice in self.options("encode")[0] if isinstance(choice, EncodeOptions)
        ]
        varied = count // FED_BACK
        if self.feedback is None or not varied or not options:
            return self.source.texts(shard, count)
        texts = self.source.texts(shard, count - varied)
        noted = self._reached if reached is None else reached
        more = self.feedback.more(shard, texts, varied, options, noted)
        return [*texts, *more]

    def _stream(
        self,
        source: Callable[[int, int], Sequence[Prompted]],
        shard: int,
        count: int,
        result: ShardResult,
        raws: Diverging,
    ) -> None:
        """Replies decoded id by id, with and without special tokens by turns."""
        with self._timed(result, "stream"):
            with self._spent(result, "generate"):
                found = source(shard, count)
            for turn, options in enumerate(SKIP_OPTIONS):
                some = found[(turn + shard) % len(SKIP_OPTIONS) :: len(SKIP_OPTIONS)]
                cases = tuple(StreamCase(ids, prompt, options) for prompt, ids in some)
                if cases:
                    self._compare(CaseBatch(cases, options), result, raws)

    def _chat(
        self,
        source: Callable[[int, int], Sequence[str]],
        shard: int,
        count: int,
        result: ShardResult,
        raws: Diverging,
    ) -> None:
        with self._timed(result, "chat"):
            with self._spent(result, "generate"):
                cases = tuple(map(ChatCase, source(shard, count)))
            for at in range(0, len(cases), BATCH):
                batch = CaseBatch(cases[at : at + BATCH], cases[0].options)
                self._compare(batch, result, raws)

    def _finish(self, raws: Sequence[DivergingCase], result: ShardResult) -> None:
        result.features, self._reached = self._reached.compact(), Reached()
        with self._timed(result, "encode"), self._spent(result, "investigate"):
            result.found = self.investigator.investigate(raws)
            if self.fresh is not None:
                self.fresh.look_again(result, self.investigator.pieces)
            if self.third is not None:
                self.third.vote(raws, result, (self.left, self.right))

    def _look_closer(
        self,
        texts: Sequence[str],
        shard: int,
        result: ShardResult,
        raws: Diverging,
        room: int | None,
    ) -> None:
        """Of some of the texts, everything the library reports, alone and as pairs; and what
        each stage makes of fewer still: in all at most as many cases as there is `room` for."""
        can = [choice for choice in self.options("encode")[0] if isinstance(choice, EncodeOptions)]
        full: dict[EncodeOptions, list[Case]] = {}
        staged: dict[EncodeOptions, list[Case]] = {}
        for number, at in enumerate(range(0, len(texts) if can else 0, ASKED_IN_FULL), shard):
            options = can[number % len(can)]
            pair = texts[at - 1] if number // len(can) % 2 else None
            if len(texts[at]) + len(pair or "") <= REPORTED_UP_TO:
                full.setdefault(options, []).append(FullCase(texts[at], pair, options))
            followed = number % FOLLOWED == 0 and len(texts[at]) <= FOLLOWED_UP_TO
            if followed and isinstance(self.left, ReferenceSide):
                with self._spent(result, "stages"):
                    cases = stages_of(self.left.tokenizer, texts[at], options)
                for case in cases:
                    staged.setdefault(case.options, []).append(case)
        wanted: dict[Op, dict[EncodeOptions, list[Case]]] = {"encode_full": full, "stage": staged}
        for op, groups in wanted.items():
            with self._timed(result, op):
                for group in groups.values():
                    asked = group[:room]
                    room = None if room is None else room - len(asked)
                    if asked:
                        self._compare(batch_of(asked), result, raws)

    def both_report_all(self) -> bool:
        """Whether both libraries of a pair report all columns, found by asking once."""
        if self._reports_all is None:
            batch = batch_of([FullCase("a", "b")])
            self._reports_all = not any(
                isinstance(answer, Refusal) and answer.kind == "unsupported"
                for side in (self.left, self.right)
                for answer in observe(side, [batch.case(0)])
            )
        return self._reports_all

    def run_cases(self, shard: int, batches: Iterable[Batch]) -> ShardResult:
        """Given cases instead of generated ones: sweeps, the user's own texts, regressions."""
        result = ShardResult(self.cell.name, shard)
        raws: Diverging = []
        for batch in batches:
            with self._timed(result, op_of(batch)):
                self._compare(batch, result, raws)
        self._finish(raws, result)
        return result

    def options(self, op: Op) -> tuple[list[Options], list[Options]]:
        """(those both sides can express, the others), found by asking once."""
        if op not in self._supported:
            every: Sequence[Options] = ENCODE_OPTIONS if op == "encode" else DECODE_OPTIONS
            can: list[Options] = []
            cannot: list[Options] = []
            for options in every:
                batch = batch_of_inputs(op, ["a"] if op == "encode" else [()], options)
                answers = [observe(side, [batch.case(0)])[0] for side in (self.left, self.right)]
                verdict = compare(answers[0], answers[1], strict=False)
                (cannot if isinstance(verdict, NotExpressible) else can).append(options)
            self._supported[op] = (can, cannot)
        return self._supported[op]

    def _batches(
        self, op: Op, shard: int, inputs: Sequence[Any], result: ShardResult
    ) -> Iterator[Batch]:
        """Every input once, under options in rotation; what a side cannot express is counted."""
        can, cannot = self.options(op)
        chunks = [inputs[at : at + BATCH] for at in range(0, len(inputs), BATCH)]
        before = shard * len(chunks)
        for number, chunk in enumerate(chunks):
            if can:  # the last chunk, which feedback makes, gets each of two options too
                turn = before + number + before // len(can)
                yield batch_of_inputs(op, chunk, can[turn % len(can)])
        result.counts[op].unsupported += len(cannot) * len(inputs[:BATCH])

    def _compare(self, batch: Batch, result: ShardResult, raws: Diverging) -> Results:
        op = op_of(batch)
        if self.fresh is not None:
            self.fresh.asked.append(batch)
        with self._spent(result, SIDES_AT[op]):
            waiting = self.right.submit(batch)
            mine = self.left.submit(batch).result()
            theirs = waiting.result()
        with self._spent(result, "compare"):
            not_asked = self._judge(batch, mine, theirs, result, raws)
            self._note(batch, mine, theirs, result, not_asked)
        return mine

    def _judge(
        self, batch: Batch, mine: Results, theirs: Results, result: ShardResult, raws: Diverging
    ) -> set[int]:
        """Count the verdicts; the indices of the cases that a side cannot express."""
        op = op_of(batch)
        not_asked = set()
        counts = Counts(compared=len(batch), agreed=len(batch))
        for index, left, right in differing_cases(mine, theirs):
            verdict = compare(left, right, strict=self.cell.strict)
            case = batch.case(index)
            counts.agreed -= not isinstance(verdict, Agreement)
            if isinstance(verdict, NotExpressible):
                counts.unsupported += 1
                counts.compared -= 1
                not_asked.add(index)
                continue
            room = len(result.refusals) < REFUSALS_KEPT
            both, answers = (self.left, self.right), (left, right)
            found = refusal_records(self.cell, both, case, answers, result.refusals)
            refusals = list(found) if room else []
            if is_passing(refusals):
                counts.refused += 1
            elif isinstance(verdict, Divergence):
                counts.diverged += 1
                raws.append(DivergingCase(case, left, right, verdict))
            else:
                counts.refused += isinstance(verdict, Refused)
            result.refusals += refusals
        result.counts[op].add(counts)
        return not_asked

    def _note(
        self, batch: Batch, mine: Results, theirs: Results, result: ShardResult, not_asked: set[int]
    ) -> None:
        """What the batch asked the oracles, what they answered, and what it reached."""
        op = op_of(batch)
        self._reached.note(batch, mine)
        if op == "stage" or isinstance(self.right, RecordedSide):
            return
        result.case_digests += (digests := case_digests(batch, not_asked))
        oracles = (theirs,) if self.cell.question == "fidelity" else (mine, theirs)
        cases, answers = result.digests[op]
        for results in oracles:
            answers = add_digests(answers, digest(digests, results))
        result.digests[op] = (add_digests(cases, digest(digests)), answers)

    @contextmanager
    def _timed(self, result: ShardResult, op: Op) -> Iterator[None]:
        """Adds the wall and CPU seconds of a `with` block to one op."""
        wall, cpu = time.perf_counter(), self.cpu()
        try:
            yield
        finally:
            result.seconds[op] += time.perf_counter() - wall
            result.cpu_seconds[op] += self.cpu() - cpu

    @contextmanager
    def _spent(self, result: ShardResult, activity: Activity) -> Iterator[None]:
        """Adds the CPU seconds of a `with` block to one activity."""
        before = self.cpu()
        try:
            yield
        finally:
            result.spent[activity] += self.cpu() - before
