"""`Evidence`: what a black box and the reference made of one case and its neighbours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tokparity.harness.compare.sides import ReferenceSide, Side, observe
from tokparity.harness.compare.verdict import Agreement, Refused, compare
from tokparity.harness.naming.token_spans import TokenReader
from tokparity.reference_impl.contract import Case, Observation
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class Evidence:
    """A diverging case, and what black box (`answers`) and reference (`truth`) made of it and of
    its neighbours. More may be asked."""

    reader: TokenReader
    black_box: Side
    case: Case
    answers: Mapping[Case, Observation]
    truth: Mapping[Case, Observation]

    @classmethod
    def of(
        cls, reader: TokenReader, black_box: Side, case: Case, others: Sequence[Case]
    ) -> "Evidence":
        """Ask both about a case and others."""
        cases = [case, *others]
        honest = ReferenceSide(reader.tokenizer)
        answers = dict(zip(cases, observe(black_box, cases), strict=True))
        truth = dict(zip(cases, observe(honest, cases), strict=True))
        return cls(reader, black_box, case, answers, truth)

    @property
    def honest(self) -> Tokenizer:
        """The reference on the black box's artefact."""
        return self.reader.tokenizer

    def parted(self, cases: Sequence[Case]) -> list[bool]:
        """Of each case, whether the black box departs from the reference."""
        mine = observe(ReferenceSide(self.honest), cases)
        theirs = observe(self.black_box, cases)
        return [
            not same(our_answer, their_answer)
            for our_answer, their_answer in zip(mine, theirs, strict=True)
        ]


def same(left: Observation, right: Observation) -> bool:
    """Whether two answers are one, or both are none."""
    return isinstance(compare(left, right, strict=True), Agreement | Refused)
