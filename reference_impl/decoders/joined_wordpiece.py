"""WordPiece pieces back to text as `BertTokenizerLegacy` does it: joined first, then cleaned."""

from dataclasses import dataclass

_CLEANED = (
    *((" .", "."), (" ?", "?"), (" !", "!"), (" ,", ","), (" ' ", "'")),
    *((" n't", "n't"), (" 'm", "'m"), (" 's", "'s"), (" 've", "'ve"), (" 're", "'re")),
)


@dataclass(frozen=True, slots=True)
class JoinedWordPiece:
    """Spaces between pieces, " ##" taken out, the ends stripped, English punctuation moved up.

    Not `WordPiece` of tokenizer.json, which works piece by piece: here a piece that begins with
    "##" loses it also where it is a piece of its own, a space inside a piece counts like any, and
    " do not" stays. What strips is `str.strip`. Source: transformers 5.23
    models/bert/tokenization_bert_legacy.py `convert_tokens_to_string`,
    tokenization_utils_base.py `clean_up_tokenization`.

    >>> JoinedWordPiece().decode(["do", "##es", "n", "'", "t", "##!"])
    ["doesn't!"]
    """

    cleanup: bool = True

    def decode(self, pieces: list[str]) -> list[str]:
        text = " ".join(pieces).replace(" ##", "").strip()
        if self.cleanup:
            for found, replacement in _CLEANED:
                text = text.replace(found, replacement)
        return [text]
