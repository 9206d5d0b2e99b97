"""`BertNormalizer` of tokenizer.json: cleaning, ideographs apart, accents off, lower case."""

from dataclasses import dataclass
from functools import cache

from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import FLAG, Option, StageType, nullable_boolean
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.transform import drop, respell
from tokparity.reference_impl.unicode.classes import characters
from tokparity.reference_impl.unicode.lower_case import lower_case

IDEOGRAPHS = (
    *((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F)),
    *((0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)),
)
"""What the library calls Chinese. Google's BERT has 2B820 where this has 2B920."""


@dataclass(frozen=True, slots=True)
class BertNormalizer:
    r"""The steps that are switched on, in the order of the fields but `strip_accents` before lower.

    `clean_text` drops NUL, U+FFFD and controls (`bert_control` of `unicode.classes`), and makes
    white space " ". `handle_chinese_chars` puts spaces around each ideograph. `strip_accents`
    decomposes (NFD) and drops nonspacing marks, so that "가" stays in two jamo; None: where
    `lowercase` is on. Source: tokenizers 0.23.3 normalizers/bert.rs.

    >>> BertNormalizer().normalize(Aligned.of("É\x00中")).text
    'e 中 '

    Raises LostAlignment.
    """

    clean_text: bool = True
    handle_chinese_chars: bool = True
    strip_accents: bool | None = None
    lowercase: bool = True

    def normalize(self, text: Aligned) -> Aligned:
        if self.clean_text:
            text = respell(drop(text, characters("bert_control")), _spaces())
        if self.handle_chinese_chars:
            text = respell(text, _apart())
        if self.lowercase if self.strip_accents is None else self.strip_accents:
            text = drop(NFD().normalize(text), characters("nonspacing_mark"))
        if self.lowercase:
            text = respell(text, lower_case())
        return text


@cache
def _spaces() -> dict[str, str]:
    return dict.fromkeys(characters("whitespace"), " ")


@cache
def _apart() -> dict[str, str]:
    return {
        chr(point): f" {chr(point)} "
        for first, last in IDEOGRAPHS
        for point in range(first, last + 1)
    }


_FLAGS = ("clean_text", "handle_chinese_chars", "lowercase")


def _variation(strip_accents: bool | None, *on: str) -> dict[str, bool | None]:
    return {flag: flag in on for flag in _FLAGS} | {"strip_accents": strip_accents}


TYPE = StageType(
    "BertNormalizer",
    BertNormalizer,
    (
        Option("clean_text", Node.boolean, FLAG),
        Option("handle_chinese_chars", Node.boolean, FLAG),
        Option("strip_accents", nullable_boolean, (None, False, True), missing=None),
        Option("lowercase", Node.boolean, FLAG),
    ),
    array=("clean_text", "handle_chinese_chars", "strip_accents", "lowercase"),
    sweep={
        "": _variation(None, *_FLAGS),
        "clean": _variation(False, "clean_text"),
        "chinese": _variation(False, "handle_chinese_chars"),
        "accents": _variation(True),
        "lower": _variation(False, "lowercase"),
        "null": _variation(None, "clean_text", "handle_chinese_chars"),
    },
)
