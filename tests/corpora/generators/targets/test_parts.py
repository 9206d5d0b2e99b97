"""Parts of a pipeline at any depth."""

from tokparity.corpora.generators.targets.parts import cutting, rewriting, type_names
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def test_parts_of_sequences_in_sequences_are_found() -> None:
    nested = NormalizerSequence((NFC(), NormalizerSequence((Lowercase(),))))
    tokenizer = Tokenizer(WordLevel({"a": 0}, "a"), normalizer=nested)
    assert type_names(rewriting(tokenizer)) == {"Sequence", "NFC", "Lowercase"}
    assert cutting(tokenizer) == ()
