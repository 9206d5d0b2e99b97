"""Compare two observations of one case, or two whole batches at once.

A comparison never repairs: no trimming, no accepting of "close enough". What
may differ for a documented reason is for the ledger to say.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from tokparity.reference_impl.batches import Answers, Decodings, Encodings, FullEncodings
from tokparity.reference_impl.contract import (
    Bytes,
    Encoding,
    FullEncoding,
    Observation,
    Refusal,
    RefusalKind,
    Rendered,
    StageOutput,
    Streamed,
    Text,
)
from tokparity.reports.records.finding import Field

ALWAYS_A_FINDING: frozenset[RefusalKind] = frozenset({"crash", "timeout", "memory"})


Results = Encodings | Decodings | FullEncodings | Answers


@dataclass(frozen=True, slots=True)
class Agreement:
    """Both sides answered, and answered the same."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first place where two observations of one case differ.

    `index` counts tokens (ids, offsets and the other columns), rows of a stage, windows
    (overflowing), ids pushed (parts), characters or bytes (text); 0 for a refusal.
    """

    field: Field
    index: int


@dataclass(frozen=True, slots=True)
class Refused:
    """At least one side gave no answer, and that is no finding by itself."""

    left: Refusal | None
    right: Refusal | None


@dataclass(frozen=True, slots=True)
class NotExpressible:
    """At least one side cannot express the case's options."""


Verdict = Agreement | Divergence | Refused | NotExpressible


def compare(left: Observation, right: Observation, *, strict: bool) -> Verdict:
    """The verdict on one case.

    `strict` is for fidelity, where a side that answers while the other refuses with an
    error is wrong, and for two files of one library (`CellSpec.strict`). Between two
    libraries on two files that is a refusal only. A crash,
    a timeout or exhausted memory is a divergence always; an exhausted regex limit never
    (the engines' limits differ, and so do the inputs that reach them).

    >>> compare(Encoding((1, 2)), Encoding((1, 3)), strict=True)
    Divergence(field='ids', index=1)
    >>> compare(Text("a"), Bytes(b"a"), strict=True)
    Agreement()
    """
    if isinstance(left, Refusal) or isinstance(right, Refusal):
        return _compare_refusals(left, right, strict=strict)
    if isinstance(left, Encoding) and isinstance(right, Encoding):
        return _compare_encodings(left, right)
    if isinstance(left, FullEncoding) and isinstance(right, FullEncoding):
        return _compare_full(left, right)
    if isinstance(left, StageOutput) and isinstance(right, StageOutput):
        same = left == right
        return Agreement() if same else Divergence("rows", first_difference(left.rows, right.rows))
    if isinstance(left, Streamed) and isinstance(right, Streamed):
        if left == right:
            return Agreement()
        return Divergence("parts", first_difference(left.parts, right.parts))
    if isinstance(left, Rendered) and isinstance(right, Rendered):
        return _compare_rendered(left, right)
    if isinstance(left, Bytes | Text) and isinstance(right, Bytes | Text):
        return _compare_decoded(left, right)
    raise TypeError(f"answers of two kinds cannot be compared: {left!r}, {right!r}")


def _compare_refusals(left: Observation, right: Observation, *, strict: bool) -> Verdict:
    refusals = [side if isinstance(side, Refusal) else None for side in (left, right)]
    kinds = {refusal.kind for refusal in refusals if refusal}
    if kinds & ALWAYS_A_FINDING:
        return Divergence("refusal", 0)
    if "unsupported" in kinds:
        return NotExpressible()
    if strict and "regex-limit" not in kinds and None in refusals:
        return Divergence("refusal", 0)
    return Refused(*refusals)


def _compare_encodings(left: Encoding, right: Encoding) -> Verdict:
    if left.ids != right.ids:
        return Divergence("ids", first_difference(left.ids, right.ids))
    if left.offsets is not None and right.offsets is not None and left.offsets != right.offsets:
        return Divergence("offsets", first_difference(left.offsets, right.offsets))
    return Agreement()


COLUMNS: tuple[Field, ...] = (
    "ids",
    "offsets",
    "tokens",
    "type_ids",
    "words",
    "special_tokens_mask",
    "attention_mask",
    "overflowing",
)
"""What of a full encoding is looked at, in this order."""


def _compare_full(left: FullEncoding, right: FullEncoding) -> Verdict:
    for name in COLUMNS:
        mine, theirs = getattr(left, name), getattr(right, name)
        if mine != theirs:
            return Divergence(name, first_difference(mine, theirs))
    return Agreement()


def _compare_rendered(left: Rendered, right: Rendered) -> Verdict:
    """What both give: the texts, else the ids; nothing in common is nothing to compare."""
    if left.text is not None and right.text is not None and left.text != right.text:
        return Divergence("text", first_difference(left.text, right.text))
    if left.ids is not None and right.ids is not None and left.ids != right.ids:
        return Divergence("ids", first_difference(left.ids, right.ids))
    both = (left.text is not None and right.text is not None) or (
        left.ids is not None and right.ids is not None
    )
    return Agreement() if both else NotExpressible()


def _compare_decoded(left: Bytes | Text, right: Bytes | Text) -> Verdict:
    match left, right:
        case Bytes(a), Bytes(b):
            return Agreement() if a == b else Divergence("text", first_difference(a, b))
        case _:
            mine, theirs = as_text(left), as_text(right)
            same = mine == theirs
            return Agreement() if same else Divergence("text", first_difference(mine, theirs))


def as_text(decoded: Bytes | Text) -> str:
    """The text of a decoded answer; bytes by the U+FFFD rule of Rust's `from_utf8_lossy`.

    CPython's "replace" follows the same rule: one U+FFFD for each maximal ill-formed
    prefix (Unicode 6.3 and later, section 3.9, "best practice").
    """
    match decoded:
        case Text(value):
            return value
        case Bytes(raw):
            return raw.decode("utf-8", "replace")
        case _ as never:
            assert_never(never)


def first_difference(left: object, right: object) -> int:
    """Index of the first position where two sequences part: the end of the shorter, if a prefix.

    >>> first_difference("abc", "abd"), first_difference((1,), (1, 2))
    (2, 1)
    """
    a, b = list(left), list(right)  # type: ignore[call-overload]  # any two sequences
    for index, (mine, theirs) in enumerate(zip(a, b, strict=False)):
        if mine != theirs:
            return index
    return min(len(a), len(b))


def differing_cases(
    left: Results, right: Results
) -> Iterator[tuple[int, Observation, Observation]]:
    """(case index, left, right) of every case that is not plainly equal.

    Two batches that agree cost a few array comparisons and yield nothing.
    """
    if len(left) != len(right):
        raise ValueError(f"batches of {len(left)} and {len(right)} cases")
    if _plainly_equal(left, right):
        return
    pairs = zip(left.observations(), right.observations(), strict=True)
    for index, (mine, theirs) in enumerate(pairs):
        if mine != theirs or isinstance(mine, Refusal):
            yield index, mine, theirs


def _plainly_equal(left: Results, right: Results) -> bool:
    if isinstance(left, Answers) or isinstance(right, Answers):
        return False
    if left.refusals or right.refusals:
        return False
    match left, right:
        case Encodings(), Encodings():
            if left.counts != right.counts or left.ids != right.ids:
                return False
            return None in (left.offsets, right.offsets) or left.offsets == right.offsets
        case Decodings(), Decodings():
            return (
                left.kind == right.kind
                and left.lengths == right.lengths
                and left.blob == right.blob
            )
        case FullEncodings(), FullEncodings():
            return left == right
        case _:
            raise TypeError("encodings cannot be compared with decodings")
