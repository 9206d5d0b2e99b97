"""A decoded text with the spaces taken back that stand before English punctuation."""

from dataclasses import dataclass

from tokparity.reference_impl.decoders.sequence import Decoder

CLEANED = (
    *((" .", "."), (" ?", "?"), (" !", "!"), (" ,", ","), (" ' ", "'")),
    *((" n't", "n't"), (" 'm", "'m"), (" 's", "'s"), (" 've", "'ve"), (" 're", "'re")),
)


def cleaned(text: str) -> str:
    """One replacement after the other. Not `clean_up` of the library tokenizers, which sees each
    piece alone and changes " do not" too.

    Source: transformers 5.23 tokenization_utils_base.py `clean_up_tokenization`.

    >>> cleaned("we do n't , it 's .")
    "we don't, it's."
    """
    for found, replacement in CLEANED:
        text = text.replace(found, replacement)
    return text


@dataclass(frozen=True, slots=True)
class Cleaned:
    """What another decoder gives, cleaned as a whole."""

    decoder: Decoder

    def decode(self, pieces: list[str]) -> list[str]:
        return [cleaned("".join(self.decoder.decode(pieces)))]
