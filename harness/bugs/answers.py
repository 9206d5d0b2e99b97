"""What is asked of a black box and of tokenizers of ours: each question once, counted.

A box is anything that gives answers to cases: a program, a server, a tokenizer of ours. Nothing
here knows which. An answer is as plain as it can be, so that two of them are compared by `==`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from tokparity.harness.compare.verdict import as_text
from tokparity.reference_impl.contract import (
    Bytes,
    Case,
    DecodeCase,
    EncodeCase,
    Encoding,
    Observation,
    Refusal,
    RefusalKind,
    Text,
)
from tokparity.reference_impl.tokenizer.refusals import REFUSING, refusal_of
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Question = EncodeCase | DecodeCase
Ids = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """A refusal: two of one kind are the same answer."""

    kind: RefusalKind


Answer = Ids | str | bytes | NoAnswer

Ask = Callable[[Sequence[Case]], Sequence[Observation]]
"""Puts cases to a box: an observation each, in order."""


def is_question(case: Case) -> bool:
    """Whether a case is one of those that bugs are told apart by: ids of a text, a text of ids."""
    return isinstance(case, EncodeCase | DecodeCase)


class Respondent(Protocol):
    """What gives answers."""

    def __call__(self, question: Question) -> Answer: ...

    def prepare(self, questions: Iterable[Question]) -> None:
        """Ask all of these at once, where that is cheaper than one by one."""
        ...


@dataclass(slots=True)
class Known:
    """A tokenizer of ours. `as_texts`: what it decodes to bytes is read as text, as the box has
    it. `unparsed`: special tokens of a text are read as text, whatever is asked."""

    tokenizer: Tokenizer
    as_texts: bool = False
    unparsed: bool = False
    memo: dict[Question, Answer] = field(default_factory=dict)

    def __call__(self, question: Question) -> Answer:
        answer = self.memo.get(question)
        if answer is None:
            answer = self.memo[question] = self._answer(question)
        return answer

    def on(self, tokenizer: Tokenizer) -> "Known":
        """Another tokenizer, read as this one is."""
        return Known(tokenizer, self.as_texts, self.unparsed)

    def prepare(self, questions: Iterable[Question]) -> None:
        """Nothing: in this process one by one is as cheap."""

    def _answer(self, question: Question) -> Answer:
        try:
            if isinstance(question, EncodeCase):
                options = question.options
                if self.unparsed:
                    options = replace(options, parse_special=False)
                return tuple(self.tokenizer.process(question.text, options).ids)
            decoded = self.tokenizer.decode(question.ids, question.options)
        except REFUSING as error:
            return NoAnswer(refusal_of(error).kind)
        return as_text(decoded) if self.as_texts else decoded.value


@dataclass(slots=True)
class Box:
    """The black box. What it cannot be asked, or the reference cannot, it is not wrong about.

    >>> from tokparity.reference_impl.contract import EncodeCase
    >>> box = Box(lambda cases: [Encoding((len(case.text),)) for case in cases], lambda case: (0,))
    >>> box(EncodeCase("ab")), box(EncodeCase("ab")), box.count
    ((2,), (2,), 1)
    """

    ask: Ask
    reference: Callable[[Question], Answer]
    as_texts: bool = False
    most: int | None = None
    """After so many questions none is asked that could be done without."""
    memo: dict[Question, Answer] = field(default_factory=dict)
    details: dict[Question, str] = field(default_factory=dict)
    unasked: set[Question] = field(default_factory=set)
    """What it cannot be asked: no case speaks for it, nor against what may be wrong with it."""

    @property
    def count(self) -> int:
        """Questions so far."""
        return len(self.memo)

    @property
    def is_used_up(self) -> bool:
        """Whether none is to be asked that could be done without."""
        return self.most is not None and self.count > self.most

    def __call__(self, question: Question) -> Answer:
        if question not in self.memo:
            self.prepare([question])
        return self.memo[question]

    def prepare(self, questions: Iterable[Question]) -> None:
        """Ask those of the questions that are new, in one batch."""
        fresh = [question for question in dict.fromkeys(questions) if question not in self.memo]
        for question, observation in zip(fresh, self.ask(fresh) if fresh else (), strict=True):
            self.memo[question] = self._answer(question, observation)

    def _answer(self, question: Question, observation: Observation) -> Answer:
        right = self.reference(question)
        if right in (NoAnswer("unsupported"), NoAnswer("regex-limit")):
            return right
        match observation:
            case Encoding(ids):
                return ids
            case Text() | Bytes():
                return as_text(observation) if self.as_texts else observation.value
            case Refusal("unsupported" | "regex-limit"):
                self.unasked.add(question)
                return right
            case Refusal(kind, detail):
                self.details[question] = detail
                return NoAnswer(kind)
        raise TypeError(f"no answer to a text or to ids: {observation!r:.80}")
