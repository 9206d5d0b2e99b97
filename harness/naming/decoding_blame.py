"""Which stage of a black box is at fault where it decodes ids otherwise."""

from dataclasses import replace

from tokparity.harness.compare.sides import observe
from tokparity.harness.naming.evidence import Evidence
from tokparity.harness.naming.ground import Ground
from tokparity.harness.naming.neighbours import letter_of
from tokparity.reference_impl.contract import (
    DecodeCase,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Observation,
)
from tokparity.reference_impl.tokenizer.refusals import REFUSING
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def blamed_in_decoding(evidence: Evidence, case: DecodeCase) -> Ground:
    """The decoder; but the added tokens where one of them is another text to encoding as well, and
    a letter in its place shows nothing."""
    honest = evidence.honest
    letter = letter_of(honest)
    normalized = _decodes_so(_with_normalized_tokens(honest), case, evidence.answers[case])
    for token in honest.added_tokens:
        if token.id in case.ids:
            plain = tuple(letter[0] if i == token.id else i for i in case.ids) if letter else ()
            if plain and evidence.parted([replace(case, ids=plain)])[0]:
                return Ground("decoder", "a letter in the place of the added token shows it too")
            inside = EncodeCase(f"a{token.content}", EncodeOptions(add_special=False))
            if normalized and evidence.parted([inside])[0]:
                return Ground(
                    "added_tokens",
                    "it writes an added token as the normalizer would, and does not find it in "
                    "texts",
                )
            question = EncodeCase(token.content, EncodeOptions(add_special=False))
            encoding = observe(evidence.black_box, [question])[0]
            if isinstance(encoding, Encoding) and token.id not in encoding.ids:
                return Ground(
                    "added_tokens", "it does not find the added token where it encodes it either"
                )
    return Ground("decoder", "it was given ids, and of ids the decoder alone makes a text")


def _with_normalized_tokens(honest: Tokenizer) -> Tokenizer:
    """The tokenizer with its added tokens spelled as its normalizer does."""
    tokens = honest.added_tokens
    return replace(
        honest,
        added_tokens=tuple(
            replace(each, content=honest.normalize(each.content)) for each in tokens
        ),
    )


def _decodes_so(tokenizer: Tokenizer, case: DecodeCase, answer: Observation) -> bool:
    try:
        return tokenizer.decode(case.ids, case.options) == answer
    except REFUSING:
        return False
