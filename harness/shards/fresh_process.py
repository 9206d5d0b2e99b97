"""Asking a subject again, in a process that was asked nothing before.

An answer that hangs on what was asked before is no answer to its case: whoever asks that case alone
gets another, and a stage that is named by it is named by chance.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from tokparity.harness.bugs.black_box_investigation import smallest_of_each
from tokparity.harness.compare.sides import Batch, OracleSide, Side, observe
from tokparity.harness.compare.verdict import Agreement, Divergence, Verdict, compare
from tokparity.harness.naming.first_stage import observed_ids
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shrinking.case import case_order
from tokparity.oracles.subjects.client import SubjectClient
from tokparity.oracles.subjects.spec import Program
from tokparity.reference_impl.contract import (
    Case,
    DecodeCase,
    EncodeCase,
    Observation,
    Refusal,
)
from tokparity.reports.records.finding import CHANGING, IN_COMMON, Beside, Sighting

Pieces = Callable[[int], str | None]
LONGEST = 64
"""Characters, or ids, of a case that are asked alone."""
BATCHES_KEPT = 64
ROWS = 96
"""Cases beside the smallest ones of a shard that are each asked in a process of their own, where
one call changes the next."""
SUSPECTS = 256
"""Cases of a shard, the smallest first, of which one is looked for that leads to an answer."""


@dataclass(frozen=True, slots=True)
class FreshProcess:
    """A subject that is a program: it can be started anew. `strict`: as the cell compares.
    `asked`: the last batches of the shard that is running."""

    side: OracleSide
    client: SubjectClient
    is_left: bool
    strict: bool
    asked: deque[Batch] = field(default_factory=lambda: deque(maxlen=BATCHES_KEPT))

    @classmethod
    def of(cls, left: Side, right: Side, *, strict: bool) -> "FreshProcess | None":
        """Of the side that is a subject; None where none is, or it is a server, whose process is
        not ours."""
        for side, is_left in ((left, True), (right, False)):
            client = side.worker if isinstance(side, OracleSide) else None
            if isinstance(side, OracleSide) and isinstance(client, SubjectClient):
                is_ours = isinstance(client.asked, Program)
                return cls(side, client, is_left, strict) if is_ours else None
        return None

    def look_again(self, result: ShardResult, pieces: Pieces) -> None:
        """At the end of a shard ask the smallest cases of its findings in a fresh process; what is
        answered otherwise there is noted in its finding. `pieces`: of ids."""
        places = [at for at, found in enumerate(result.found) if self._may_change(found.sighting)]
        cases = [result.found[at].sighting.case for at in places]
        for at, answers in zip(places, self._both_ways(cases), strict=True):
            recorded = self._recorded(result.found[at].sighting)
            if any(answer != recorded for answer in answers):
                result.found[at] = self._changed(result.found[at], pieces)
        if any(found.signature.component == CHANGING for found in result.found):
            self._ask_rows_anew(result, pieces)
        result.found = smallest_of_each(result.found)
        self.asked.clear()

    def _may_change(self, sighting: Sighting) -> bool:
        """Whether it is an answer to a plain question: a crash is tried again elsewhere."""
        is_plain = isinstance(sighting.case, EncodeCase | DecodeCase)
        return is_plain and not isinstance(self._recorded(sighting), Refusal)

    def _recorded(self, sighting: Sighting) -> Observation:
        return sighting.left if self.is_left else sighting.right

    def _anew(self, cases: Sequence[Case]) -> list[Observation]:
        """What a fresh process answers, asked one by one."""
        self.client.rest()
        return [observe(self.side, [case])[0] for case in cases]

    def _both_ways(self, cases: Sequence[Case]) -> list[list[Observation]]:
        """What a fresh process answers to each; of several decodings, also what another one does
        that is asked them from the last to the first: bytes that a decoder kept of one may be what
        stood before the next in the run as well."""
        answers = [[answer] for answer in self._anew(cases)] if cases else []
        places = [at for at, case in enumerate(cases) if isinstance(case, DecodeCase)][::-1]
        if len(places) > 1:
            again = self._anew([cases[at] for at in places])
            for at, answer in zip(places, again, strict=True):
                answers[at].append(answer)
        return answers

    def _changed(self, found: NamedSighting, pieces: Pieces) -> NamedSighting:
        """A finding whose answer was another in a fresh process. Where one is right there, no stage
        is to blame; where it is wrong as well, and each time, that is the finding's answer."""
        sighting = found.sighting
        recorded, case = self._recorded(sighting), sighting.case
        [alone], [again] = self._anew([case]), self._anew([case])
        answers = tuple(dict.fromkeys((alone, again)))
        if answers == (recorded,):  # what was asked just before made it another
            return found
        expected = sighting.right if self.is_left else sighting.left
        verdicts = [self._verdict(answer, expected) for answer in answers]
        if isinstance(verdict := verdicts[0], Divergence) and alone == again:
            known = dict(sighting.pieces) | {i: pieces(i) or "" for i in observed_ids(alone)}
            sighting = replace(sighting, field=verdict.field, index=verdict.index)
            sighting = replace(sighting, pieces=tuple(sorted(known.items())))
            left, right = (alone, expected) if self.is_left else (expected, alone)
            return replace(found, sighting=replace(sighting, left=left, right=right))
        before = self._led_to(sighting) if alone == again else ()
        sighting = replace(sighting, fresh=answers, before=before)
        if not any(isinstance(verdict, Agreement) for verdict in verdicts):
            return replace(found, sighting=sighting)
        signature = replace(found.signature, stage="unknown", component=CHANGING, symptom="")
        return replace(found, signature=signature, sighting=sighting)

    def _ask_rows_anew(self, result: ShardResult, pieces: Pieces) -> None:
        """What stands beside each smallest case, as far as `ROWS` go: an answer that hangs on the
        row before tells nothing of its own. Nor does an id of a cause that is right alone."""
        left = ROWS
        for at, found in enumerate(result.found):
            sighting = found.sighting
            if not self._may_change(sighting) or len(sighting.beside) > left:
                continue
            left -= len(sighting.beside)
            rows = tuple(map(self._row_anew, sighting.beside))
            answers = [answer for row in rows for answer in (row.left, row.right)]
            known = {i: pieces(i) or "" for i in observed_ids(*answers)} | dict(sighting.pieces)
            sighting = replace(sighting, beside=rows, pieces=tuple(sorted(known.items())))
            shape = _without_right_ids(found.shape, rows)
            result.found[at] = replace(found, shape=shape, sighting=sighting)

    def _row_anew(self, row: Beside) -> Beside:
        [answer] = self._anew([row.case])
        return replace(row, left=answer) if self.is_left else replace(row, right=answer)

    def _verdict(self, answer: Observation, expected: Observation) -> Verdict:
        both = (answer, expected) if self.is_left else (expected, answer)
        return compare(*both, strict=self.strict)

    def _led_to(self, sighting: Sighting) -> tuple[Case, ...]:
        """The case of a shard, or the part of one, that, asked just before, makes the answer what
        it was; none where none alone does."""
        case, recorded = sighting.case, self._recorded(sighting)
        some = sorted({*_of_op(case, self.asked), *_parts(sighting.found_as)}, key=case_order)
        self.client.rest()
        for suspect in islice(some, SUSPECTS):
            observe(self.side, [suspect])
            if observe(self.side, [case])[0] == recorded:
                return (suspect,) if self._anew([suspect, case])[1] == recorded else ()
        return ()


def _without_right_ids(shape: str, rows: Sequence[Beside]) -> str:
    """A shape whose cause names no id that is right alone.

    >>> from tokparity.reference_impl.contract import Text
    >>> row = Beside(DecodeCase((7,)), Text("a"), Text("a"))
    >>> _without_right_ids(f"text part at 0; {IN_COMMON}id 7 (x); id 8", (row,))
    'text part at 0; what its cases have in common: id 8'
    """
    begin, is_told, words = shape.partition(IN_COMMON)
    right = {
        row.case.ids[0]
        for row in rows
        if isinstance(row.case, DecodeCase) and len(row.case.ids) == 1 and row.is_alike
    }
    told = [part for part in words.split("; ") if _id_of(part) not in right]
    return f"{begin}{is_told}{'; '.join(told)}" if told else begin.removesuffix("; ")


def _id_of(part: str) -> int | None:
    found = re.match(r"id (\d+)\b", part)
    return int(found[1]) if found else None


def _parts(case: Case) -> list[Case]:
    """The single characters, or ids, of a case: of such it was asked while it was made smaller."""
    match case:
        case EncodeCase(text, options):
            return [EncodeCase(char, options) for char in text[:LONGEST]]
        case DecodeCase(ids, decode_options):
            return [DecodeCase((token_id,), decode_options) for token_id in ids[:LONGEST]]
    return []


def _of_op(case: Case, asked: Sequence[Batch]) -> Iterator[Case]:
    """The cases of batches that ask what a case asks."""
    for batch in asked:
        if len(batch) and batch.case(0).op == case.op:
            yield from (batch.case(at) for at in range(len(batch)))
