"""What a composition of fault models leaves unexplained of a box: two that answer, and where they
part. By the two answers alone each difference has an *effect*: bugs of two effects never hide each
other's cases, and a case that gets smaller keeps its effect.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from tokparity.harness.bugs.answers import Answer, Ids, Known, NoAnswer, Question, Respondent
from tokparity.harness.bugs.ties import Ties
from tokparity.harness.compare.sides import Batch
from tokparity.harness.compare.verdict import Results
from tokparity.harness.naming.neighbours import neighbours
from tokparity.harness.naming.token_spans import UNREADABLE, TokenReader
from tokparity.harness.shrinking.case import case_order, shrink_case
from tokparity.harness.shrinking.sequence import CandidateBudget
from tokparity.reference_impl.batches import Decodings, Encodings
from tokparity.reference_impl.contract import (
    Case,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Refusal,
    Stage,
)
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reports.records.engine import Engine, Library

EFFECTS = (
    "refused",
    "answered",
    "special",
    "literal",
    "added",
    "text",
    "tokens",
    "long",
    "skipped",
    "decoded",
)
"""A refusal, or an answer where there is none; right without special tokens, or with those of the
text; fewer added tokens, or others; ids that read back as another text; the same text in other ids,
and so for the length of a word; right where no special token is skipped; any other decoding."""
_UNREADABLE = re.compile(b"(?:" + re.escape(UNREADABLE) + b")+")
CANDIDATES = 400
"""How many cases are tried to make one smaller."""
NEIGHBOURS = 40
LONG_WORD, STRETCH, MOST_OF_LONG = 48, 12, 96
"""Bytes of a word that may be wrong for its length; how many characters of it are asked at once,
and how many in all."""
BARE = EncodeOptions(add_special=False)
BOX: Engine = Library("box")


def bare(text: str) -> EncodeCase:
    """A text without special tokens around it."""
    return EncodeCase(text, BARE)


def with_text(case: EncodeCase, text: str) -> EncodeCase:
    """Another text, asked as this one is."""
    return EncodeCase(text, case.options)


def with_ids(case: DecodeCase, ids: Ids) -> DecodeCase:
    """Other ids, asked as these are."""
    return DecodeCase(ids, case.options)


@dataclass(frozen=True, slots=True)
class Frame:
    """Ids that the box puts around every answer, or (`lost`) leaves out there."""

    before: Ids
    behind: Ids
    lost: bool

    def off(self, answer: Ids) -> Ids:
        """The answer without what is wrong around it."""
        if self.lost:
            return self.before + answer + self.behind
        end = len(answer) - len(self.behind)
        if answer[: len(self.before)] == self.before and answer[end:] == self.behind:
            return answer[len(self.before) : end]
        return answer


@dataclass(frozen=True, slots=True)
class Cut:
    """The first or the last id of every answer is missing, whichever it is."""

    first: bool

    @property
    def words(self) -> str:
        """What is missing."""
        return "first id missing" if self.first else "last id missing"

    def off(self, answer: Answer, sound: Answer) -> Answer:
        """The sound answer, where this one is what is left of it."""
        if not isinstance(sound, tuple) or not sound:
            return answer
        return sound if answer == (sound[1:] if self.first else sound[:-1]) else answer


@dataclass(slots=True)
class Unframed:
    """A box, and of its answers to texts what is wrong around all of them is put right. `model`
    says what a cut answer was."""

    box: Respondent
    frame: Frame | Cut
    model: Known
    reader: TokenReader

    def is_about(self, question: Question) -> bool:
        """Whether it puts an answer to such a question right: with special tokens a frame may be
        what the file says."""
        alone = isinstance(question, EncodeCase) and not question.options.add_special
        return alone or (isinstance(question, EncodeCase) and isinstance(self.frame, Cut))

    def __call__(self, question: Question) -> Answer:
        answer = self.box(question)
        if not self.is_about(question) or not isinstance(answer, tuple):
            return answer
        match self.frame:
            case Frame():
                return self.reader.padded(self.frame.off(self.reader.unpadded(answer)))
            case Cut():
                return self.frame.off(answer, self.model(question))

    def prepare(self, questions: Iterable[Question]) -> None:
        """As the box."""
        self.box.prepare(questions)


@dataclass
class Remainder:
    """A box against a model of it. `honest`: the reference, which is right."""

    box: Respondent
    model: Known
    honest: Known
    details: dict[Question, str] = field(default_factory=dict)
    ties: Ties | None = None
    reader: TokenReader = field(init=False)
    side: "RespondentSide" = field(init=False)
    contents: list[str] = field(init=False)
    _near: dict[Question, list[Question]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.reader = TokenReader(self.model.tokenizer)
        self.side = RespondentSide(self.box)
        tokens = self.honest.tokenizer.added_tokens
        self.contents = sorted(
            (token.content for token in tokens if token.content), key=len, reverse=True
        )

    @property
    def begins_stretches(self) -> bool:
        """Whether the reference puts something before each stretch of a text: a mark, a space."""
        tokenizer = self.honest.tokenizer
        words = tokenizer.pre_tokenize(Aligned.of(tokenizer.normalize("a")))
        return "".join(word.text for word in words) != "a"

    def is_plain_without(self, content: str, case: EncodeCase) -> bool:
        """Whether the box is right about a text with a letter in the place of an added token."""
        plain = with_text(case, case.text.replace(content, "a"))
        return self.box(plain) == self.honest(plain)

    def fails(self, case: Question) -> bool:
        """Whether the box answers neither as its model nor as the reference; a tie is as good."""
        answer, both = self.box(case), (self.model(case), self.honest(case))
        if answer in both:
            return False
        return self.ties is None or not any(self.ties(answer, right) for right in both)

    def near(self, case: Question) -> list[Question]:
        """Neighbours of a case under its own options, or with special tokens and without."""
        if case not in self._near:
            some: list[Question] = []
            for other in neighbours(case, self.honest.tokenizer):
                match case, other:
                    case EncodeCase(), EncodeCase():
                        alike = other.options.parse_special == case.options.parse_special
                    case DecodeCase(), DecodeCase():
                        alike = other.options == case.options
                    case _:
                        continue
                if alike:
                    some.append(other)
            self._near[case] = some[:NEIGHBOURS]
        return self._near[case]

    def effect(self, case: Question) -> str:
        """What kind of difference a case shows; refusals of other words are others."""
        answer, right = self.box(case), self.model(case)
        if isinstance(answer, NoAnswer):
            return f"refused {answer.kind} {shape_of(self.details.get(case, ''))}".strip()
        if isinstance(right, NoAnswer):
            return "answered"
        if isinstance(case, DecodeCase):
            plain = DecodeCase(case.ids)
            return "skipped" if plain != case and not self.fails(plain) else "decoded"
        options = case.options
        if not options.parse_special:
            parsed = EncodeCase(case.text, replace(options, parse_special=True))
            if not self.fails(parsed):
                return "literal"
        assert isinstance(answer, tuple)
        assert isinstance(right, tuple)
        added, unpadded = self.added_ids(case.text), self.reader.unpadded
        mine, theirs = (Counter(i for i in unpadded(it) if i in added) for it in (answer, right))
        if mine != theirs and not self._is_of_unknown(case, mine, theirs):
            return "added fewer" if mine <= theirs else "added other"
        if options.add_special and not self.fails(
            EncodeCase(case.text, replace(options, add_special=False))
        ):
            return "special"
        texts = [self.reader.text(self.reader.core(ids)) for ids in (answer, right)]
        # As many unknown tokens as there may be: they are no text.
        first, second = (_UNREADABLE.sub(UNREADABLE, text) for text in texts)
        if first != second:
            return "text"
        return "long" if self._is_of_length(case) else "tokens"

    def _is_of_length(self, case: EncodeCase) -> bool:
        """Whether words are wrong for their length: long ones, of which no stretch is wrong."""
        long = [
            word for word in case.text.split() if len(word.encode("utf-8", "replace")) >= LONG_WORD
        ]
        starts = [range(0, min(len(word), MOST_OF_LONG), STRETCH // 2) for word in long]
        parts = [
            word[at : at + STRETCH] for word, some in zip(long, starts, strict=True) for at in some
        ]
        return bool(parts) and not any(self.fails(with_text(case, part)) for part in parts)

    def added_ids(self, text: str) -> set[int]:
        """Ids of the added tokens that a text writes."""
        tokens = self.honest.tokenizer.added_tokens
        return {token.id for token in tokens if token.content and token.content in text}

    def _is_of_unknown(self, case: EncodeCase, mine: Counter[int], theirs: Counter[int]) -> bool:
        """Whether two answers differ in the unknown token alone, and do so as well where the text
        does not write it: it stands for other characters too."""
        unknown = self.reader.unknown
        if unknown is None or set((mine - theirs) + (theirs - mine)) != {unknown}:
            return False
        text = case.text
        for token in self.honest.tokenizer.added_tokens:
            if token.id == unknown and token.content:
                text = text.replace(token.content, "a")
        return self.fails(with_text(case, text))

    def smallest(self, case: Question, shows: Callable[[Question], bool]) -> Question:
        """The smallest case that still shows it."""

        def fails(cases: Sequence[Case]) -> list[bool]:
            questions = [case for case in cases if isinstance(case, EncodeCase | DecodeCase)]
            self.box.prepare(questions)
            return [shows(question) for question in questions]

        small = shrink_case(case, fails, CandidateBudget(CANDIDATES), 64)
        assert isinstance(small, EncodeCase | DecodeCase)
        # An added token goes as a whole, or not at all.
        less = [it for it in self._without_added_token(small) if shows(it)]
        return self.smallest(min(less, key=case_order), shows) if less else small

    def _without_added_token(self, case: Question) -> list[EncodeCase]:
        if not isinstance(case, EncodeCase):
            return []
        texts = (case.text.replace(it, "", 1) for it in self.contents if it in case.text)
        return [with_text(case, text) for text in dict.fromkeys(texts)]

    def frame(self) -> Frame | Cut | None:
        """What the box puts around any text, or leaves out there; None where that is not all that
        is wrong with plain texts."""
        probes = [bare(text) for text in ("a", "0", ".", "a a", "aa aa")]
        pairs = [(self.model(probe), self.box(probe)) for probe in probes]
        ids = [(a, b) for a, b in pairs if isinstance(a, tuple) and isinstance(b, tuple) and a != b]
        if len(ids) < len(probes):
            return None
        bare_ids = [(self.reader.unpadded(a), self.reader.unpadded(b)) for a, b in ids]
        for lost in (False, True):
            less, more = bare_ids[0][::-1] if lost else bare_ids[0]
            for start in range(len(more) - len(less) + 1):
                if more[start : start + len(less)] == less:
                    before, behind = more[:start], more[start + len(less) :]
                    frame = Frame(before, behind, lost)
                    if all(frame.off(theirs) == mine for mine, theirs in bare_ids):
                        return frame
        cuts = (Cut(first) for first in (False, True))
        return next((it for it in cuts if all(it.off(b, a) == a for a, b in ids)), None)


def effect_order(effect: str) -> tuple[int, str]:
    """The order in which effects are looked at."""
    return EFFECTS.index(effect.partition(" ")[0]), effect


def shape_of(detail: str) -> str:
    """A message without what is of one input: numbers, lists of them, and what stands in quotes.
    Why bytes are no UTF-8, which Python and Rust say too, is of the bytes.

    >>> shape_of("byte index 3 is not a char boundary of `é` at src/lib.rs:12")
    'byte index # is not a char boundary of … at src/lib.rs:#'
    """
    line = detail.strip().splitlines()[-1] if detail.strip() else ""
    line = re.sub(r"`[^`]*`|'[^']*'|\"[^\"]*\"", "…", line)
    line = re.sub(r"\[-?\d+(, ?-?\d*)*\]?", "…", line)
    line = re.sub(r"(?<=codec can't decode )bytes? .*", "bytes", line)
    line = re.sub(r"(incomplete utf-8 byte|invalid utf-8) sequence .*", "invalid utf-8", line)
    return re.sub(r"0x[0-9A-Fa-f]+|\d+", "#", line)[:80]


def left_over(bound: str, count: int) -> str:
    """What is said of cases that are left over, and where it was that looking ended.

    >>> left_over("8 bugs", 1)
    '8 bugs; 1 case is explained by nothing found'
    """
    verb = "case is" if count == 1 else "cases are"
    return f"{bound}; {count} {verb} explained by nothing found"


@dataclass(frozen=True, slots=True)
class RespondentSide:
    """A respondent as whoever names stages asks it."""

    respondent: Respondent
    engine: Engine = BOX

    def submit(self, batch: Batch) -> "_Answered":
        return _Answered(self.respondent, batch)

    def probe(self, stage: Stage, inputs: Sequence[object]) -> None:
        return None


@dataclass(frozen=True, slots=True)
class _Answered:
    respondent: Respondent
    batch: Batch

    def result(self) -> Results:
        cases = [self.batch.case(at) for at in range(len(self.batch))]
        questions = [case for case in cases if isinstance(case, EncodeCase | DecodeCase)]
        self.respondent.prepare(questions)
        answers = [self.respondent(question) for question in questions]
        if questions and isinstance(questions[0], DecodeCase):
            is_text = any(isinstance(answer, str) for answer in answers)
            decodings = Decodings("text" if is_text else "bytes")
            for answer in answers:
                match answer:
                    case str():
                        decodings.add(answer.encode("utf-8", "surrogatepass"))
                    case bytes():
                        decodings.add(answer)
                    case NoAnswer(kind):
                        decodings.refuse(Refusal(kind))
            return decodings
        encodings = Encodings()
        encodings.offsets = None
        for answer in answers:
            match answer:
                case tuple():
                    encodings.add(Encoding(answer))
                case NoAnswer(kind):
                    encodings.refuse(Refusal(kind))
        return encodings


def is_default(case: Question) -> bool:
    """Whether a case's options are plain: special tokens of the text, and none skipped."""
    if isinstance(case, EncodeCase):
        return case.options.parse_special
    return case.options == DecodeOptions()
