"""Padding and truncation that a box does otherwise than the file says: a bug each, and taken off.

Both are in every text, or in every long one, and would hide all else. What else a text that is too
long shows, nobody can tell: it counts as right. Not here: limits that a subject does not claim
(they are taken out of the file that it is given).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from tokparity.harness.bugs.answers import Answer, Ids, Known, Question, Respondent
from tokparity.harness.bugs.remainder import bare
from tokparity.harness.naming.token_spans import TokenReader
from tokparity.reference_impl.contract import EncodeCase

PROBES = ("a", "0", ".", "a a", "aa aa")
LONGEST = 8192
"""Tokens of the highest limit that a text is made for."""


@dataclass(frozen=True)  # no slots: what the reference makes of a text without limits is kept
class Limits:
    """What a box does instead, in words: "does not pad"; "" where it does as the file says."""

    honest: Known
    padding: str = ""
    truncation: str = ""

    @classmethod
    def of(cls, box: Respondent, honest: Known) -> "Limits":
        """Of a box, by its answers to plain texts and to a long one."""
        limits = cls(honest)
        if honest.tokenizer.padding is not None:
            limits = replace(limits, padding=limits._padding_of(box))
        if honest.tokenizer.truncation is not None:
            limits = replace(limits, truncation=limits._truncation_of(box))
        return limits

    @cached_property
    def unlimited(self) -> Known:
        """The reference without both."""
        whole = replace(self.honest.tokenizer, padding=None, truncation=None)
        return Known(whole, self.honest.as_texts)

    @cached_property
    def reader(self) -> TokenReader:
        """What tells padding from a text."""
        return TokenReader(self.honest.tokenizer)

    def _padding_of(self, box: Respondent) -> str:
        shapes = set()
        for case in map(bare, PROBES):
            mine, theirs = self.honest(case), box(case)
            if isinstance(mine, tuple) and isinstance(theirs, tuple):
                sides = self._pads(mine), self._pads(theirs)
                shapes.add((*sides, len(mine) == len(theirs)))
        if len(shapes) != 1:
            return ""  # not one and the same in all plain texts
        [(mine_at, theirs_at, is_as_long)] = shapes
        if theirs_at == mine_at:
            return "" if is_as_long or not mine_at else "pads to another length"
        if not theirs_at:
            return "does not pad"
        return f"pads on the {theirs_at}" if mine_at else "pads"

    def _pads(self, ids: Ids) -> str:
        """On which side an answer is padded."""
        core = self.unpadded(ids)
        if len(core) == len(ids):
            return ""
        return "left" if ids[: len(core)] != core else "right"

    def _truncation_of(self, box: Respondent) -> str:
        case = self._long()
        if case is None:
            return ""
        tokenizer = self.honest.tokenizer
        assert tokenizer.truncation is not None
        mine, theirs = self.honest(case), box(case)
        if not isinstance(mine, tuple) or not isinstance(theirs, tuple):
            return ""
        mine, theirs = self.unpadded(mine), self.unpadded(theirs)
        turned = replace(
            tokenizer.truncation,
            direction="Left" if tokenizer.truncation.direction == "Right" else "Right",
        )
        other = Known(replace(self.unlimited.tokenizer, truncation=turned))(case)
        if theirs == other:
            return f"truncates on the {turned.direction.lower()}"
        around = self._more_ids(box, bare("a"))  # of any text: that is no limit
        return "does not truncate" if len(theirs) > len(mine) + around else ""

    def _more_ids(self, box: Respondent, case: EncodeCase) -> int:
        """How many more ids than it should an answer has, without padding."""
        mine, theirs = self.honest(case), box(case)
        if not isinstance(mine, tuple) or not isinstance(theirs, tuple):
            return 0
        return max(0, len(self.unpadded(theirs)) - len(self.unpadded(mine)))

    def _long(self) -> EncodeCase | None:
        """A text that is cut, and begins and ends otherwise than its middle."""
        truncation = self.honest.tokenizer.truncation
        if truncation is None or not 2 < truncation.max_length <= LONGEST:
            return None
        return bare(f"0{' a' * truncation.max_length} .")

    def unpadded(self, ids: Ids) -> Ids:
        """The ids without padding at either end."""
        return self.reader.unpadded(ids)

    def is_too_long(self, case: EncodeCase) -> bool:
        """Whether a text is cut by the file's own word."""
        truncation, whole = self.honest.tokenizer.truncation, self.unlimited(case)
        return (
            truncation is not None
            and isinstance(whole, tuple)
            and len(whole) > truncation.max_length
        )

    def restored(self, case: EncodeCase, answer: Ids) -> Answer:
        """An answer with the limits that the file has."""
        right = self.honest(case)
        if self.truncation and self.is_too_long(case):
            return right
        if not self.padding or not isinstance(right, tuple):
            return answer
        core = self.unpadded(answer)
        return right if core == self.unpadded(right) else self.reader.padded(core)

    def deviations(self) -> Iterator[tuple[str, EncodeCase]]:
        """Each in words, and a case that shows it."""
        if self.padding:
            yield self.padding, bare("a")
        if self.truncation and (case := self._long()) is not None:
            yield self.truncation, case


@dataclass(slots=True)
class Restored:
    """A box, and its answers to texts have the limits that the file says."""

    box: Respondent
    limits: Limits

    def __call__(self, question: Question) -> Answer:
        answer = self.box(question)
        if isinstance(question, EncodeCase) and isinstance(answer, tuple):
            return self.limits.restored(question, answer)
        return answer

    def prepare(self, questions: Iterable[Question]) -> None:
        """As the box."""
        self.box.prepare(questions)
