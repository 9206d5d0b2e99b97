"""WordPiece pieces back to text as `BertTokenizerLegacy` does it: joined first, then cleaned."""

from dataclasses import dataclass

from tokparity.reference_impl.decoders.cleaned import cleaned
from tokparity.reference_impl.unicode.cpython import python_unicode


@dataclass(frozen=True, slots=True)
class JoinedWordPiece:
    """Spaces between pieces, " ##" taken out, the ends stripped, English punctuation moved up.

    Not `WordPiece` of tokenizer.json, which works piece by piece: here a piece that begins with
    "##" loses it also where it is a piece of its own, a space inside a piece counts like any, and
    " do not" stays. What strips is `str.strip` of the Python with this `unicode_version`.
    Source: transformers 5.23 models/bert/tokenization_bert_legacy.py
    `convert_tokens_to_string`, tokenization_utils_base.py `clean_up_tokenization`.

    >>> JoinedWordPiece("14.0.0").decode(["do", "##es", "n", "'", "t", "##!"])
    ["doesn't!"]
    """

    unicode_version: str
    cleanup: bool = True

    def decode(self, pieces: list[str]) -> list[str]:
        white_space = "".join(python_unicode(self.unicode_version).white_space)
        text = " ".join(pieces).replace(" ##", "").strip(white_space)
        return [cleaned(text) if self.cleanup else text]
