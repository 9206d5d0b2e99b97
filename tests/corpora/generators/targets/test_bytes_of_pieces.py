"""Pieces as bytes of text."""

from tokparity.corpora.generators.targets.bytes_of_pieces import as_text, speller
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def test_pieces_are_read_in_the_alphabet_of_their_file(tokenizer: Tokenizer) -> None:
    assert speller(tokenizer)("Ġab") == b" ab"
    plain = Tokenizer(WordLevel({"Ġab": 0}, "Ġab"))
    assert speller(plain)("Ġab") == "Ġab".encode()


def test_what_is_no_utf8_is_left_out() -> None:
    assert as_text(b"\xb8a\xe4\xb8") == "a"
