"""What normalizers change: decompositions, compositions, order of marks, lower case, accents, and
what the cleaning of BERT drops or sets apart."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

from tokparity.corpora.generators.code_points import code_points, combining_classes
from tokparity.corpora.generators.targets.kind import Kind, texts
from tokparity.corpora.generators.targets.parts import rewriting, type_names
from tokparity.reference_impl.normalizers.bert import IDEOGRAPHS
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode.classes import characters
from tokparity.reference_impl.unicode.lower_case import lower_case
from tokparity.reference_impl.unicode.normalization import mapping
from tokparity.reference_impl.unicode.ranges import LAST, SURROGATES, to_ranges

_FORMS = ("NFC", "NFD", "NFKC", "NFKD")
_LONG_MARKS = (8, 16, 29, 30, 31, 32, 33, 64, 65, 128, 129, 256, 257)
_BERT = ("BertNormalizer", "BertBasic", "LlamaWPM")
_CHARSMAPS = ("Precompiled", "Sentencepiece", "LlamaUGM")
_LOWER = ("Lowercase", "LlamaLowercase")
_HANGUL = (
    *("\u1100\u1161", "\u1100\u1161\u11a8", "\uac00\u11a8", "\uac01\u11a8", "\u1112\u1175\u11c2"),
    *("\u1113\u1161", "\u1100\u1176", "\uac00\u11a7", "\uac00\u11c3", "\u1161\u11a8", "\uac1c"),
    *("\ud7a3", "\uac00\u1161", "\uac00\uac00\u11a8", "\u1100\uac00", "\u11a8\u1161"),
)
_SIGMA = ("\u03a3", "a\u03a3", "a\u03a3b", "\u03a3\u03a3", "\u0130", "I\u0307", "\u00df", "\u1e9e")


def changed(tokenizer: Tokenizer) -> tuple[Kind[str], ...]:
    """What the pipeline's normalizers are for; and, less often, what they should leave alone."""
    names = type_names(rewriting(tokenizer))

    def share(*stages: str) -> float:
        return 1.0 if names.intersection(stages) else 0.4

    form = share(*_FORMS, *_BERT, *_CHARSMAPS, "StripAccents")
    shares = {
        "decomposed": form,
        "compatible": share("NFKC", "NFKD", *_CHARSMAPS),
        "marks in order": form,
        "lower case": share(*_LOWER, *_BERT),
        "accents": share(*_BERT, "StripAccents"),
        "cleaned": share(*_BERT),
    }
    return tuple(replace(kind, share=shares[kind.name]) for kind in _kinds())


@cache
def _kinds() -> tuple[Kind[str], ...]:
    """The same for every pipeline."""
    return (
        texts("decomposed", _parts(), 20, (" ", "a", "")),
        texts("compatible", _compatible(), 20, (" ", "a", "")),
        texts("marks in order", _marks(), 12, (" ", "")),
        texts("lower case", _cased(), 20, (" ", "", "a")),
        texts("accents", _accents(), 20, (" ", "a", "e")),
        texts("cleaned", _cleaned(), 16, (" ", "", "a")),
    )


def _parts() -> Iterator[str]:
    """Composed characters and their parts; of each pair that composes, and just not."""
    for char, parts in mapping("canonical").items():
        yield from (char, parts)
    for pair, whole in mapping("composition").items():
        yield from (pair, whole, f"{pair[0]}\u0323{pair[1]}", f"{pair[0]}a{pair[1]}")
    yield from _HANGUL


def _compatible() -> Iterator[str]:
    yield from mapping("compatibility")


def _marks() -> Iterator[str]:
    """Marks of every two neighbouring classes in both orders, and of every class with U+0301."""
    marks = [code_points(name)[0] for name in combining_classes()]
    for left, right in pairwise(marks):
        yield from (f"a{left}{right}", f"a{right}{left}", f"e{left}{right}{left}")
    for mark in marks:
        yield from (f"e{mark}\u0301", f"e\u0301{mark}", f"{mark}", f"a{mark}{mark}")
    for size in _LONG_MARKS:  # Unicode's Stream-Safe Text Format ends a run at 30
        for left, right in (("\u0301", "\u0323"), ("\u0f71", "\u0f39")):
            yield f"a{(left + right) * (size // 2)}{left * (size % 2)}"
    for name in combining_classes():
        points = code_points(name)
        for at in range(0, len(points), max(1, len(points) // 40)):
            yield from (f"a\u0301{points[at]}", f"e{points[at]}\u0327")


def _cased() -> Iterator[str]:
    lowered = lower_case()
    yield from lowered
    yield from lowered.values()
    yield from _SIGMA


def _accents() -> Iterator[str]:
    for name in ("nonspacing_mark", "combining_mark"):
        yield from (f"a{mark}" for mark in sorted(characters(name)))


def _cleaned() -> Iterator[str]:
    dropped = characters("bert_control") | characters("whitespace") | {"\0", "\ufffd"}
    for low, high in to_ranges(sorted(map(ord, dropped))):
        for point in (low - 1, low, (low + high) // 2, high, high + 1):
            if 0 <= point <= LAST and point not in SURROGATES:
                yield f"a{chr(point)}b"
    for first, last in IDEOGRAPHS:
        for point in (first - 1, first, (first + last) // 2, last, last + 1):
            yield f"a{chr(point)}b"
    yield from (f"a{char}b" for char in sorted(characters("punctuation")))
