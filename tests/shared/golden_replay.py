"""Replay golden cases against a loaded reference: no oracle, only the vocabulary is needed.

A run does it through a cell of its own (`harness.compare.cells.golden_cell`); this is for a test or
a program that holds a tokenizer already.
"""

from dataclasses import dataclass

from tokparity.corpora.golden import GoldenCase, GoldenFile
from tokparity.harness.compare.sides import ReferenceSide, observe
from tokparity.harness.compare.verdict import Agreement, compare
from tokparity.reference_impl.contract import Observation
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A golden case to which the tokenizer answers otherwise than the library did."""

    case: GoldenCase
    answer: Observation


def replay_golden(golden: GoldenFile, tokenizer: Tokenizer) -> tuple[Mismatch, ...]:
    """The cases that do not come out as recorded: ids, offsets where the library gave them, text.

    A refusal, or a case that the reference cannot express, is a mismatch too.
    """
    side = ReferenceSide(tokenizer)
    answers = observe(side, [one.case for one in golden.cases])
    return tuple(
        Mismatch(one, answer)
        for one, answer in zip(golden.cases, answers, strict=True)
        if not isinstance(compare(one.expected, answer, strict=True), Agreement)
    )
